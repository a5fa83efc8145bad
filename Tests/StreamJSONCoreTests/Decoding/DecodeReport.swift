import StreamJSONTestSupport

@testable import StreamJSONCore

/// What tests find out about how values are decoded, apart from the values.
///
/// Most tests look at values and errors. Tests of what only time and memory would show (that a container is
/// reused, that a text was read without a tape, that nothing is looked up about a type too early) ask here
/// or ask `CoreDecoder`, so a change to the internals breaks these files and no test. The decoder stores nothing
/// for this: each answer is made from its state on request.
struct DecodeReport {
  private let decoder: DocumentDecoder

  init(_ decoder: DocumentDecoder) { self.decoder = decoder }

  /// How many words the last text has on the tape: few if it was read without one.
  var tapeWordCount: Int { decoder.document.tape.count }

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

extension CoreDecoder {
  /// A report on the last text and the decoder's internals.
  var report: DecodeReport { DecodeReport(decoder) }
}
