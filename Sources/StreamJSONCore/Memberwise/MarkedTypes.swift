/// What the process knows of all marked types; touched under the environment's lock only.
final class MarkedTypes: FeatureKnowledge {
  /// In the order of the identifiers of the types.
  private var all: ContiguousArray<MarkedType> = []

  private func position(of type: ObjectIdentifier) -> Int {
    all.partitioningIndex { ObjectIdentifier($0.type) >= type }
  }

  /// What is known about the marked type `type`, nil if nothing is.
  func known(_ type: ObjectIdentifier) -> MarkedType? {
    let position = position(of: type)
    return position < all.count && ObjectIdentifier(all[position].type) == type
      ? all[position] : nil
  }

  /// Adds a marked type.
  func add(
    _ type: any MemberwiseDecodable.Type,
    _ arrays: MemberwiseArrays,
    refusal: String?
  ) -> MarkedType {
    let marked = MarkedType(type, id: all.count, arrays: arrays, refusal: refusal)
    all.insert(marked, at: position(of: ObjectIdentifier(type)))
    return marked
  }

  override func markedType(_ identifier: ObjectIdentifier) -> (any _MarkedDecodable.Type)? {
    known(identifier)?.type
  }
}
