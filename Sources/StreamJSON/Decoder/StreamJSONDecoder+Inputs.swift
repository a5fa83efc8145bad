import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

// The other forms in which programs have a text.
extension StreamJSONDecoder {
  // MARK: - Decodable

  /// Decodes a value of the given type from the JSON in `bytes`: an array, a slice, SwiftNIO's
  /// `ByteBufferView`, a `String.UTF8View`, or any other collection.
  ///
  /// The bytes are not copied if they are contiguous in memory. In all other respects, this method behaves
  /// like `decode(_:from:)` for `Data`.
  @_disfavoredOverload
  @inlinable
  public func decode<T: Decodable>(
    _ type: T.Type,
    from bytes: some Collection<UInt8>
  ) throws -> T {
    // SAFETY: the bytes are only used within the closure.
    let value = try bytes.withContiguousStorageIfAvailable { bytes in
      try unsafe decode(type, from: UnsafeRawBufferPointer(bytes))
    }
    if let value { return value }
    return try unsafe [UInt8](bytes).withUnsafeBytes { try unsafe decode(type, from: $0) }
  }

  /// Decodes a value of the given type from the JSON in `span`, which is not copied.
  ///
  /// Behaves like `decode(_:from:)` for `Data`.
  @_disfavoredOverload
  public func decode<T: Decodable>(_ type: T.Type, from span: RawSpan) throws -> T {
    // SAFETY: the bytes are only used within the closure.
    try unsafe span.withUnsafeBytes { try unsafe decode(type, from: $0) }
  }

  /// Decodes a value of the given type from the JSON in `span`, which is not copied.
  ///
  /// Behaves like `decode(_:from:)` for `Data`.
  @_disfavoredOverload
  public func decode<T: Decodable>(_ type: T.Type, from span: Span<UInt8>) throws -> T {
    // SAFETY: the bytes are only used within the closure.
    try unsafe span.withUnsafeBytes { try unsafe decode(type, from: $0) }
  }

  /// Decodes a value of the given type from the JSON in a string or substring, which is not copied.
  ///
  /// Behaves like `decode(_:from:)` for `Data`. Error offsets count UTF-8 bytes.
  @_disfavoredOverload
  @inlinable
  public func decode<T: Decodable>(_ type: T.Type, from string: some StringProtocol) throws -> T {
    try decode(type, from: string.utf8)
  }

  /// Decodes a value of the given type from an `Any` that is either an unparsed JSON document or an object
  /// graph.
  ///
  /// A `String`, a `Substring`, `Data`, `[UInt8]`, and any other collection of bytes that is contiguous in
  /// memory is decoded by `decode(_:from:)`. Anything else is decoded by `decode(_:withJSONObject:)`.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - object: A JSON document or an object graph.
  ///   - pointer: Where the value is; by default, the whole document or graph.
  /// - Returns: The decoded value.
  /// - Throws: The same errors as the method that decodes `object`.
  public func decode<T: Decodable>(
    _ type: T.Type,
    withTextOrJSONObject object: Any,
    at pointer: JSONPointer = .root
  ) throws -> T {
    let isWhole = pointer == .root
    switch GraphText(object) {
    case .data(let data):
      return try isWhole ? decode(type, from: data) : decode(type, from: data, at: pointer)
    case .bytes(let bytes):
      return try isWhole ? decode(type, from: bytes) : decode(type, from: bytes, at: pointer)
    case nil:
      return try isWhole
        ? decode(type, withJSONObject: object) : decode(type, withJSONObject: object, at: pointer)
    }
  }

  // MARK: - DecodableWithConfiguration

  /// Decodes a value of the given type, which needs `configuration`, from the JSON in `bytes`.
  ///
  /// The bytes are not copied if they are contiguous in memory. In all other respects, this method behaves
  /// like `decode(_:from:)` for `Data`.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @_disfavoredOverload
  public func decode<T: DecodableWithConfiguration>(
    _ type: T.Type,
    from bytes: some Collection<UInt8>,
    configuration: T.DecodingConfiguration
  ) throws -> T {
    try withDecoder(reading: bytes) { try $0.decode(type, with: configuration) }
  }

  /// Decodes a value of the given type, which needs `configuration`, from the JSON in `span`.
  ///
  /// Behaves like `decode(_:from:)` for `Data`.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @_disfavoredOverload
  public func decode<T: DecodableWithConfiguration>(
    _ type: T.Type,
    from span: RawSpan,
    configuration: T.DecodingConfiguration
  ) throws -> T {
    try withDecoder(reading: span) { try $0.decode(type, with: configuration) }
  }

  /// Decodes a value of the given type, which needs `configuration`, from the JSON in a string.
  ///
  /// Behaves like `decode(_:from:)` for `Data`. Error offsets count UTF-8 bytes.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @_disfavoredOverload
  public func decode<T: DecodableWithConfiguration>(
    _ type: T.Type,
    from string: some StringProtocol,
    configuration: T.DecodingConfiguration
  ) throws -> T {
    try decode(type, from: string.utf8, configuration: configuration)
  }

  /// Decodes a value of the given type, which needs `configuration`, from an object graph.
  ///
  /// Behaves like `decode(_:withJSONObject:)`.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  public func decode<T: DecodableWithConfiguration>(
    _ type: T.Type,
    withJSONObject object: Any,
    configuration: T.DecodingConfiguration
  ) throws -> T {
    try withDecoder(forGraph: object) { try $0.decode(type, with: configuration) }
  }
}
