import StreamJSONTestSupport

@testable import StreamJSONCore

extension DecodeReport {
  /// The memory of the tape.
  var tapeByteCount: Int {
    decoder.document.tape.capacity * MemoryLayout<TapeWord>.stride
  }

  /// Whether the decoder has found out all it needs to know about `type`, such as whether it is marked.
  func knows<T: Decodable>(_ type: T.Type) -> Bool {
    !decoder.types.plan(for: type).mayBeMarked
  }

  /// How many keyed containers are kept for reuse.
  struct Containers: Equatable {
    /// Those that nothing else refers to.
    var free: Int

    /// Those that something refers to.
    var held: Int
  }

  /// The containers with keys of the type `keys`.
  func containers(keyedBy keys: any CodingKey.Type) -> Containers {
    let keyType = decoder.types.keyTypes.first { $0.type == keys }
    let containers = keyType.map(decoder.types.pool.containers(of:)) ?? []
    let free = containers.count { $0.isFree }
    return Containers(free: free, held: containers.count - free)
  }
}

extension DecodeReport {
  /// Whether the runtime lays out metadata and the boxes of containers as the fast paths expect.
  ///
  /// If it does not, decoding gives the same results but takes longer.
  static var layoutsAreKnown: Bool { TypeMetadata.conformancesAreKnown && BoxLayout.isKnown }

  /// The type by which the library decodes `type` itself, found without a search of all conformances; nil if
  /// the type's initializer decodes it.
  static func direct(
    _ type: any Decodable.Type,
    others: [DirectTypes.Identified] = []
  ) -> ObjectIdentifier? {
    DirectTypes.find(type, others: others).map { ObjectIdentifier($0) }
  }

  /// The same, found by a dynamic cast.
  static func directByCast(_ type: any Decodable.Type) -> ObjectIdentifier? {
    DirectTypes.cast(type).map { ObjectIdentifier($0) }
  }

  /// The number of cases of `type`, if it is an enumeration of one byte without payloads.
  static func plainCaseCount<T>(_ type: T.Type) -> Int? { PlainEnum.caseCount(type) }
}
