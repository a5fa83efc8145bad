/// What tests may know of how values are decoded, beyond what is decoded.
///
/// Most tests look at values and errors. Those of what only time and memory show (that a container is used
/// again, that a text was read without a tape, that nothing is found out of a type too early) ask here and
/// nowhere else, so that a change of the inside breaks this file and no test. Nothing is kept for it: each
/// answer is made from the decoder's state when it is asked for.
package struct DecodeReport {
  private let decoder: DocumentDecoder

  fileprivate init(_ decoder: DocumentDecoder) { self.decoder = decoder }

  /// How many words the last text has on the tape: few if it was read without one.
  package var tapeWordCount: Int { decoder.document.tape.count }

  /// The memory of the tape.
  package var tapeByteCount: Int {
    decoder.document.tape.capacity * MemoryLayout<TapeWord>.stride
  }

  /// Whether the decoder has found out all it needs to know of `type`: if it is marked, for one.
  package func knows<T: Decodable>(_ type: T.Type) -> Bool {
    !decoder.memory.plan(for: type).isUnsettled
  }

  /// How many keyed containers are kept for reuse.
  package struct Containers: Equatable {
    /// Those that nothing else refers to.
    package var free: Int

    /// Those that something refers to.
    package var held: Int

    package init(free: Int, held: Int) { (self.free, self.held) = (free, held) }
  }

  /// The containers with keys of the type `keys`.
  package func containers(keyedBy keys: any CodingKey.Type) -> Containers {
    let keyType = decoder.memory.keyTypes.first { $0.type == keys }
    let containers = keyType.map(decoder.memory.pool.containers(of:)) ?? []
    let free = containers.count { $0.isFree }
    return Containers(free: free, held: containers.count - free)
  }
}

extension DecodeReport {
  /// Whether the runtime lays out metadata and the boxes of containers as fast paths rely on.
  ///
  /// Without those, the same is decoded in more time.
  package static var layoutsAreKnown: Bool { TypeMetadata.layoutIsKnown && BoxLayout.isKnown }

  /// The type as which the library decodes `type` itself, found without a search of all conformances; nil
  /// if the type's initializer decodes it.
  package static func direct(
    _ type: any Decodable.Type,
    others: [DirectTypes.Identified] = []
  ) -> ObjectIdentifier? {
    DirectTypes.find(type, others: others).map { ObjectIdentifier($0) }
  }

  /// The same, found by a dynamic cast.
  package static func directByCast(_ type: any Decodable.Type) -> ObjectIdentifier? {
    DirectTypes.cast(type).map { ObjectIdentifier($0) }
  }

  /// The number of cases of `type`, if it is an enumeration of one byte without payloads.
  package static func plainCaseCount<T>(_ type: T.Type) -> Int? { PlainEnum.caseCount(type) }
}

extension DocumentDecoder {
  /// What tests may know of this decoder's inside.
  package var report: DecodeReport { DecodeReport(self) }
}
