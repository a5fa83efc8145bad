/// What the process knows about all marked types; accessed only under the environment's lock.
final class MarkedTypes: FeatureKnowledge {
  /// The marked types, in the order of their identifiers.
  private var all: ContiguousArray<MarkedType> = []

  private func position(of type: ObjectIdentifier) -> Int {
    all.partitioningIndex { ObjectIdentifier($0.type) >= type }
  }

  /// What is known about the marked type `type`; nil if nothing is.
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
