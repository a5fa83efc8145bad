public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

// Texts that are read where they stand.
extension StreamJSONDecoder {
  /// Scans the JSON text in `bytes` (a `Data`, a `[UInt8]` or any other collection), to be read
  /// where it stands.
  ///
  /// ```swift
  /// let document = try decoder.document(from: data)
  /// let kind = document["meta"]["kind"].string
  /// ```
  ///
  /// The bytes are copied once.
  ///
  /// - Parameter bytes: A JSON text in UTF-8, UTF-16 or UTF-32, with or without a byte-order mark.
  /// - Returns: A document with this decoder's current settings.
  /// - Throws: `DecodingError` for a malformed text, as `decode(_:from:)`; with the duplicate key
  ///   policy `.reject`, also for an object with two members of the same name.
  /// - Complexity: O(`bytes.count`).
  public func document(from bytes: some Collection<UInt8>) throws -> JSONDocument {
    try withText(of: bytes) { text in try makeDocument { try $0.scan(text) } }
  }

  /// Scans the JSON text in `span`, to be read where it stands.
  ///
  /// As `document(from:)` for a collection.
  public func document(from span: RawSpan) throws -> JSONDocument {
    try withText(of: span) { text in try makeDocument { try $0.scan(text) } }
  }

  /// Scans the JSON text in `string`, to be read where it stands.
  ///
  /// As `document(from:)` for a collection; error offsets count the string's bytes in UTF-8.
  public func document(from string: some StringProtocol) throws -> JSONDocument {
    try document(from: string.utf8)
  }

  /// Makes a document of an object graph.
  ///
  /// What was said about object graphs for `decode(_:withJSONObject:)` applies here too.
  ///
  /// - Complexity: O(size of the graph).
  public func document(withJSONObject object: Any) throws -> JSONDocument {
    try makeDocument { try $0.write(graph: object) }
  }
}
