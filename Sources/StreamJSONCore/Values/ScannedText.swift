/// One text or object graph that was scanned once and does not change any more.
///
/// Any number of threads may read it at once. Reading writes nothing, and each decode of a part has
/// a workplace of its own, as for texts that models have kept.
///
/// `@unchecked Sendable`: what is not `Sendable` in it, the document, is only read. Of an object
/// graph's foreign objects, models get only those that are `Sendable` values, such as dates.
final class ScannedText: @unchecked Sendable {
  let storage: DocumentStorage
  private let document: Document
  private let options: DecodingOptions
  private let environment: DecodingEnvironment
  private let workplaces: KeptText

  /// Takes what `decoder` has scanned.
  ///
  /// - Precondition: nothing else reads or writes the document of `decoder` from now on.
  init(takingDocumentOf decoder: DocumentDecoder) {
    document = decoder.document
    document.keepBytes()
    storage = document.storage
    options = decoder.options
    environment = decoder.environment
    workplaces = KeptText(document, environment: environment)
  }

  /// Whether this is an object graph.
  var isObjectGraph: Bool { document.isObjectGraph }

  /// The language of the text.
  var dialect: any Dialect.Type { document.dialect }

  /// A reader for which null stands for what is malformed.
  func reader() -> ValueReader {
    ValueReader(
      document,
      policy: options.duplicateKeyPolicy,
      allowsNonFinite: options.nonConformingFloats != nil,
      forgivesFaults: true
    )
  }

  /// Decodes the value at `entry`.
  func decode<T: Decodable>(_ type: T.Type, at entry: Int) throws -> T {
    let decoder = DocumentDecoder(
      of: workplaces,
      in: workplaces.takeWorkplace(),
      options: options,
      environment: environment
    )
    decoder.begin()
    defer { decoder.endLater() }
    // What a model keeps of the decoder stands there afterwards.
    decoder.current = entry
    return try decoder.locatingErrors { try $0.decode(type, at: entry) }
  }
}
