import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

// The other forms in which programs have a text.
extension StreamJSONDecoder {
  // MARK: - Decodable

  /// Decodes a value of the given type from the JSON text in `bytes`: an `ArraySlice`, a
  /// `ContiguousArray`, a `ByteBufferView` of SwiftNIO, a `String.UTF8View` or any other
  /// collection.
  ///
  /// The bytes are not copied if they are contiguous in memory. Otherwise like `decode(_:from:)`
  /// for `Data`.
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
    return try value ?? decode(type, from: [UInt8](bytes))
  }

  /// Decodes a value of the given type from the JSON text in `span`, which is not copied.
  ///
  /// Otherwise like `decode(_:from:)` for `Data`.
  @_disfavoredOverload
  public func decode<T: Decodable>(_ type: T.Type, from span: RawSpan) throws -> T {
    // SAFETY: the bytes are only used within the closure.
    try unsafe span.withUnsafeBytes { try unsafe decode(type, from: $0) }
  }

  /// Decodes a value of the given type from a JSON text in a part of a string, which is not copied.
  ///
  /// Otherwise like `decode(_:from:)` for `Data`; error offsets count the part's bytes in UTF-8.
  @_disfavoredOverload
  public func decode<T: Decodable>(_ type: T.Type, from substring: Substring) throws -> T {
    try decode(type, from: substring.utf8)
  }

  // MARK: - DecodableWithConfiguration

  /// Decodes a value of the given type, which needs `configuration`, from the text in `bytes`.
  ///
  /// The bytes are not copied if they are contiguous in memory. Otherwise like `decode(_:from:)`
  /// for `Data`.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  @_disfavoredOverload
  public func decode<T: DecodableWithConfiguration>(
    _ type: T.Type,
    from bytes: some Collection<UInt8>,
    configuration: T.DecodingConfiguration
  ) throws -> T {
    try withDecoder(reading: bytes) { try $0.decode(type, with: configuration) }
  }

  /// Decodes a value of the given type, which needs `configuration`, from the text in `span`.
  ///
  /// Otherwise like `decode(_:from:)` for `Data`.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  @_disfavoredOverload
  public func decode<T: DecodableWithConfiguration>(
    _ type: T.Type,
    from span: RawSpan,
    configuration: T.DecodingConfiguration
  ) throws -> T {
    try withDecoder(reading: span) { try $0.decode(type, with: configuration) }
  }

  /// Decodes a value of the given type, which needs `configuration`, from the text in `span`.
  ///
  /// Otherwise like `decode(_:from:)` for `Data`.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  @_disfavoredOverload
  public func decode<T: DecodableWithConfiguration>(
    _ type: T.Type,
    from span: Span<UInt8>,
    configuration: T.DecodingConfiguration
  ) throws -> T {
    try withDecoder(reading: span) { try $0.decode(type, with: configuration) }
  }

  /// Decodes a value of the given type, which needs `configuration`, from a text in a string.
  ///
  /// Otherwise like `decode(_:from:)` for `Data`; error offsets count the string's bytes in UTF-8.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
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
  /// Otherwise like `decode(_:withJSONObject:parsingText:)`.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public func decode<T: DecodableWithConfiguration>(
    _ type: T.Type,
    withJSONObject object: Any,
    parsingText: Bool = true,
    configuration: T.DecodingConfiguration
  ) throws -> T {
    try withDecoder(ofObject: object, parsingText: parsingText) {
      try $0.decode(type, with: configuration)
    }
  }

  // MARK: - DecodableWithConfiguration, with a type that provides the configuration

  /// Decodes a value of the given type, which needs a configuration, from the text in `bytes`.
  ///
  /// The bytes are not copied if they are contiguous in memory. Otherwise like `decode(_:from:)`
  /// for `Data`.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  @_disfavoredOverload
  public func decode<T, C>(
    _ type: T.Type,
    from bytes: some Collection<UInt8>,
    configuration: C.Type
  ) throws -> T
  where
    T: DecodableWithConfiguration,
    C: DecodingConfigurationProviding,
    T.DecodingConfiguration == C.DecodingConfiguration
  {
    try decode(type, from: bytes, configuration: C.decodingConfiguration)
  }

  /// Decodes a value of the given type, which needs a configuration, from the text in `span`.
  ///
  /// Otherwise like `decode(_:from:)` for `Data`.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  @_disfavoredOverload
  public func decode<T, C>(
    _ type: T.Type,
    from span: RawSpan,
    configuration: C.Type
  ) throws -> T
  where
    T: DecodableWithConfiguration,
    C: DecodingConfigurationProviding,
    T.DecodingConfiguration == C.DecodingConfiguration
  {
    try decode(type, from: span, configuration: C.decodingConfiguration)
  }

  /// Decodes a value of the given type, which needs a configuration, from the text in `span`.
  ///
  /// Otherwise like `decode(_:from:)` for `Data`.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  @_disfavoredOverload
  public func decode<T, C>(
    _ type: T.Type,
    from span: Span<UInt8>,
    configuration: C.Type
  ) throws -> T
  where
    T: DecodableWithConfiguration,
    C: DecodingConfigurationProviding,
    T.DecodingConfiguration == C.DecodingConfiguration
  {
    try decode(type, from: span, configuration: C.decodingConfiguration)
  }

  /// Decodes a value of the given type, which needs a configuration, from a text in a string.
  ///
  /// Otherwise like `decode(_:from:)` for `Data`; error offsets count the string's bytes in UTF-8.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  @_disfavoredOverload
  public func decode<T, C>(
    _ type: T.Type,
    from string: some StringProtocol,
    configuration: C.Type
  ) throws -> T
  where
    T: DecodableWithConfiguration,
    C: DecodingConfigurationProviding,
    T.DecodingConfiguration == C.DecodingConfiguration
  {
    try decode(type, from: string, configuration: C.decodingConfiguration)
  }

  /// Decodes a value of the given type, which needs a configuration, from an object graph.
  ///
  /// Otherwise like `decode(_:withJSONObject:parsingText:)`.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public func decode<T, C>(
    _ type: T.Type,
    withJSONObject object: Any,
    parsingText: Bool = true,
    configuration: C.Type
  ) throws -> T
  where
    T: DecodableWithConfiguration,
    C: DecodingConfigurationProviding,
    T.DecodingConfiguration == C.DecodingConfiguration
  {
    try decode(
      type,
      withJSONObject: object,
      parsingText: parsingText,
      configuration: C.decodingConfiguration
    )
  }
}
