public import StreamJSONCore

// Texts that are read where they stand.
extension StreamJSONDecoder {
  /// Scans the JSON in `bytes` (a `Data`, a `[UInt8]`, or any other collection), so that you can read it
  /// without a model.
  ///
  /// ```swift
  /// let document = try decoder.document(from: data)
  /// let kind = document["meta"]["kind"].string
  /// ```
  ///
  /// The bytes are copied once.
  ///
  /// - Parameter bytes: A JSON document in UTF-8, UTF-16, or UTF-32, with or without a byte order mark.
  /// - Returns: A document that uses this decoder's current settings.
  /// - Throws: `DecodingError` for malformed JSON, like `decode(_:from:)`. With the duplicate key policy
  ///   `.reject`, also for any object with a duplicate key.
  /// - Complexity: O(`bytes.count`).
  public func document(from bytes: some Collection<UInt8>) throws -> JSONDocument {
    try bytes.withText { text in try makeDocument { try $0.scan(text) } }
  }

  /// Scans the JSON in `span`, so that you can read it without a model.
  ///
  /// Behaves like `document(from:)` for a collection.
  public func document(from span: RawSpan) throws -> JSONDocument {
    try span.withText { text in try makeDocument { try $0.scan(text) } }
  }

  /// Scans the JSON in `string`, so that you can read it without a model.
  ///
  /// Behaves like `document(from:)` for a collection. Error offsets count UTF-8 bytes.
  public func document(from string: some StringProtocol) throws -> JSONDocument {
    try document(from: string.utf8)
  }

  /// Makes a document from an object graph.
  ///
  /// The rules are those of `decode(_:withJSONObject:)`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a graph that is too large or too deep, such as one that contains
  ///   itself.
  /// - Complexity: O(size of the graph).
  public func document(withJSONObject object: Any) throws -> JSONDocument {
    try makeDocument { try $0.write(graphOf: object) }
  }
}
