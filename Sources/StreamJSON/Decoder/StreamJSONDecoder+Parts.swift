public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

// Parts of a text.
extension StreamJSONDecoder {
  /// Decodes a value of the given type from a part of the JSON text in `bytes` (a `Data`, a
  /// `[UInt8]` or any other collection).
  ///
  /// ```swift
  /// let first = try decoder.decode(Item.self, from: data, at: "/data/items/0")
  /// ```
  ///
  /// The whole text must be well-formed. Names in the pointer are those in the text, whatever the
  /// key strategy. Coding paths, offsets and pointers in errors are those in the whole text; the
  /// keys of the path to the part have the names in the text.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - bytes: A JSON text in UTF-8, UTF-16 or UTF-32, with or without a byte-order mark.
  ///   - pointer: Where the value is.
  /// - Returns: The decoded value.
  /// - Throws: As `decode(_:from:)`. `DecodingError.keyNotFound` if there is no value at `pointer`,
  ///   with the missing part in its description; `typeMismatch` or `valueNotFound` if a value on
  ///   the way is no container.
  /// - Complexity: O(`bytes.count`), apart from the work of the type itself.
  public func decode<T: Decodable>(
    _ type: T.Type,
    from bytes: some Collection<UInt8>,
    at pointer: JSONPointer
  ) throws -> T {
    try withDecoder(reading: bytes) { try $0.decode(type, at: pointer) }
  }

  /// Decodes a value of the given type from a part of the JSON text in `span`.
  ///
  /// As `decode(_:from:at:)` for a collection.
  public func decode<T: Decodable>(
    _ type: T.Type,
    from span: RawSpan,
    at pointer: JSONPointer
  ) throws -> T {
    try withDecoder(reading: span) { try $0.decode(type, at: pointer) }
  }

  /// Decodes a value of the given type from a part of the JSON text in `string`.
  ///
  /// As `decode(_:from:at:)` for a collection; error offsets count the string's bytes in UTF-8.
  public func decode<T: Decodable>(
    _ type: T.Type,
    from string: some StringProtocol,
    at pointer: JSONPointer
  ) throws -> T {
    try decode(type, from: string.utf8, at: pointer)
  }

  /// Decodes a value of the given type from a part of an object graph.
  ///
  /// As `decode(_:from:at:)` and `decode(_:withJSONObject:)`.
  public func decode<T: Decodable>(
    _ type: T.Type,
    withJSONObject object: Any,
    at pointer: JSONPointer
  ) throws -> T {
    try withDecoder(forGraph: object) { try $0.decode(type, at: pointer) }
  }
}
