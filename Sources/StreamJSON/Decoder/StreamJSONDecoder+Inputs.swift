public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

// Decoding from the other forms in which programs have JSON.
extension StreamJSONDecoder {
  // MARK: - Decodable

  /// Decodes a value of the given type from the JSON in `bytes`: an array, a slice, SwiftNIO's `ByteBufferView`, a
  /// `String.UTF8View`, or any other collection.
  ///
  /// The bytes aren't copied if they are contiguous in memory. In all other respects, this method behaves like
  /// `decode(_:from:)` for `Data`.
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

  /// Decodes a value of the given type from the JSON in `span`, without copying it.
  ///
  /// Behaves like `decode(_:from:)` for `Data`.
  @_disfavoredOverload
  public func decode<T: Decodable>(_ type: T.Type, from span: RawSpan) throws -> T {
    // SAFETY: the bytes are only used within the closure.
    try unsafe span.withUnsafeBytes { try unsafe decode(type, from: $0) }
  }

  /// Decodes a value of the given type from the JSON in `span`, without copying it.
  ///
  /// Behaves like `decode(_:from:)` for `Data`.
  @_disfavoredOverload
  public func decode<T: Decodable>(_ type: T.Type, from span: Span<UInt8>) throws -> T {
    // SAFETY: the bytes are only used within the closure.
    try unsafe span.withUnsafeBytes { try unsafe decode(type, from: $0) }
  }

  /// Decodes a value of the given type from the JSON in a string or substring, without copying it.
  ///
  /// Behaves like `decode(_:from:)` for `Data`. Error offsets count UTF-8 bytes.
  @_disfavoredOverload
  @inlinable
  public func decode<T: Decodable>(_ type: T.Type, from string: some StringProtocol) throws -> T {
    try decode(type, from: string.utf8)
  }

  /// Decodes a value of the given type from an `Any` that is either an unparsed JSON document or an object graph.
  ///
  /// A `String`, a `Substring`, `Data`, `[UInt8]`, or any other collection of bytes that is contiguous in memory is
  /// decoded by `decode(_:from:)`. Anything else is decoded by `decode(_:withJSONObject:)`.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - object: A JSON document or an object graph.
  ///   - pointer: The path to the value; by default, the whole document or graph.
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
  /// The bytes aren't copied if they are contiguous in memory. In all other respects, this method behaves like
  /// `decode(_:from:)` for `Data`.
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

  /// Decodes a value of the given type, which needs `configuration`, from the JSON in `span`.
  ///
  /// Behaves like `decode(_:from:)` for `Data`.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @_disfavoredOverload
  public func decode<T: DecodableWithConfiguration>(
    _ type: T.Type,
    from span: Span<UInt8>,
    configuration: T.DecodingConfiguration
  ) throws -> T {
    // SAFETY: bytes are bytes, without padding between them.
    try unsafe decode(type, from: span.bytes, configuration: configuration)
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

  // MARK: - Parts of a text

  /// Decodes a value of the given type from a part of the JSON in `bytes` (a `Data`, a `[UInt8]`, or any other
  /// collection).
  ///
  /// ```swift
  /// let first = try decoder.decode(Item.self, from: data, at: "/data/items/0")
  /// ```
  ///
  /// The whole document must be well-formed. The pointer uses the keys as the document has them, whatever the key
  /// strategy. Coding paths, offsets, and pointers in errors refer to the whole document. On the path to the part,
  /// coding keys are spelled as in the document.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - bytes: A JSON document in UTF-8, UTF-16, or UTF-32, with or without a byte-order mark.
  ///   - pointer: The path to the value.
  /// - Returns: The decoded value.
  /// - Throws: The same errors as `decode(_:from:)`, and a `DecodingError` if the pointer leads nowhere: `keyNotFound`
  ///   if a key or element is missing (`jsonError` says which), and `typeMismatch` or `valueNotFound` if a value on the
  ///   path is neither an array nor an object.
  /// - Complexity: O(`bytes.count`), apart from the work of the type itself.
  public func decode<T: Decodable>(
    _ type: T.Type,
    from bytes: some Collection<UInt8>,
    at pointer: JSONPointer
  ) throws -> T {
    try withDecoder(reading: bytes) { try $0.decode(type, at: pointer) }
  }

  /// Decodes a value of the given type from a part of the JSON in `span`.
  ///
  /// Behaves like `decode(_:from:at:)` for a collection.
  public func decode<T: Decodable>(
    _ type: T.Type,
    from span: RawSpan,
    at pointer: JSONPointer
  ) throws -> T {
    try withDecoder(reading: span) { try $0.decode(type, at: pointer) }
  }

  /// Decodes a value of the given type from a part of the JSON in `span`.
  ///
  /// Behaves like `decode(_:from:at:)` for a collection.
  public func decode<T: Decodable>(
    _ type: T.Type,
    from span: Span<UInt8>,
    at pointer: JSONPointer
  ) throws -> T {
    // SAFETY: bytes are bytes, without padding between them.
    try unsafe decode(type, from: span.bytes, at: pointer)
  }

  /// Decodes a value of the given type from a part of the JSON in `string`.
  ///
  /// Behaves like `decode(_:from:at:)` for a collection. Error offsets count UTF-8 bytes.
  public func decode<T: Decodable>(
    _ type: T.Type,
    from string: some StringProtocol,
    at pointer: JSONPointer
  ) throws -> T {
    try decode(type, from: string.utf8, at: pointer)
  }

  /// Decodes a value of the given type from a part of an object graph.
  ///
  /// Follows the rules of `decode(_:from:at:)` and `decode(_:withJSONObject:)`.
  public func decode<T: Decodable>(
    _ type: T.Type,
    withJSONObject object: Any,
    at pointer: JSONPointer
  ) throws -> T {
    try withDecoder(forGraph: object) { try $0.decode(type, at: pointer) }
  }

  // MARK: - Texts that are read where they stand

  /// Scans the JSON in `bytes` (a `Data`, a `[UInt8]`, or any other collection), so that you can read it without a
  /// model.
  ///
  /// ```swift
  /// let document = try decoder.document(from: data)
  /// let kind = document["meta"]?["kind"]?.string
  /// ```
  ///
  /// The bytes are copied once.
  ///
  /// - Parameter bytes: A JSON document in UTF-8, UTF-16, or UTF-32, with or without a byte-order mark.
  /// - Returns: A document that uses this decoder's current settings.
  /// - Throws: `DecodingError` if the JSON is malformed or, with `.reject`, if any object contains a duplicate key.
  /// - Complexity: O(`bytes.count`).
  public func document(from bytes: some Collection<UInt8>) throws -> JSONDocument {
    try bytes.withText { text in try makeDocument { try $0.scan(text) } }
  }

  /// Scans the JSON in `span`, so that you can read it without a model.
  ///
  /// Behaves like `document(from:)` for a collection.
  public func document(from span: RawSpan) throws -> JSONDocument {
    // SAFETY: bytes are bytes; they are only used within the closure.
    try unsafe span.withUnsafeBytes { try unsafe document(from: $0.bindMemory(to: UInt8.self)) }
  }

  /// Scans the JSON in `span`, so that you can read it without a model.
  ///
  /// Behaves like `document(from:)` for a collection.
  public func document(from span: Span<UInt8>) throws -> JSONDocument {
    // SAFETY: bytes are bytes, without padding between them.
    try unsafe document(from: span.bytes)
  }

  /// Scans the JSON in `string`, so that you can read it without a model.
  ///
  /// Behaves like `document(from:)` for a collection. Error offsets count UTF-8 bytes.
  public func document(from string: some StringProtocol) throws -> JSONDocument {
    try document(from: string.utf8)
  }

  /// Creates a document from an object graph.
  ///
  /// Follows the rules of `decode(_:withJSONObject:)`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a graph that is too large or too deep, such as one that contains
  ///   itself.
  /// - Complexity: O(size of the graph).
  public func document(withJSONObject object: Any) throws -> JSONDocument {
    try makeDocument { try $0.write(graphOf: object) }
  }
}

// MARK: - Decoders that stand on the root

extension StreamJSONDecoder {
  /// Scans the text in `bytes` and calls `body` with a decoder that stands on the root.
  func withDecoder<Result>(
    reading bytes: some Collection<UInt8>,
    _ body: (DocumentDecoder) throws -> Result
  ) throws -> Result {
    try bytes.withText { text in try withDecoder(scanning: { try $0.scan(text) }, body) }
  }

  /// Scans the text in `span` and calls `body` with a decoder that stands on the root.
  func withDecoder<Result>(
    reading span: RawSpan,
    _ body: (DocumentDecoder) throws -> Result
  ) throws -> Result {
    // SAFETY: bytes are bytes; they are only used within the closure.
    try unsafe span.withUnsafeBytes { bytes in
      try unsafe withDecoder(reading: bytes.bindMemory(to: UInt8.self), body)
    }
  }

  /// Writes `object` on a tape and calls `body` with a decoder that stands on the root.
  @inline(never)
  func withDecoder<Result>(
    forGraph object: Any,
    _ body: (DocumentDecoder) throws -> Result
  ) throws -> Result {
    try withDecoder(scanning: { try $0.write(graphOf: object) }, body)
  }

  /// Calls `body` with a decoder that stands on the root of what `scan` scans with it.
  @inline(__always)
  private func withDecoder<Result>(
    scanning scan: (DocumentDecoder) throws -> Void,
    _ body: (DocumentDecoder) throws -> Result
  ) throws -> Result {
    try withDecoder { decoder in
      try scan(decoder)
      decoder.current = Tape.root
      return try body(decoder)
    }
  }

  /// A document of what `scan` scans with a decoder.
  @inline(never)
  func makeDocument(_ scan: (DocumentDecoder) throws -> Void) throws -> JSONDocument {
    // The document keeps its text, so the decoder gets another one.
    try withDecoder(leavingDocument: true) { decoder in
      try scan(decoder)
      return try JSONDocument(takingDocumentOf: decoder)
    }
  }
}

extension DocumentDecoder {
  /// Decodes the document's outermost value, which needs `configuration`.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  func decode<T: DecodableWithConfiguration>(
    _ type: T.Type,
    with configuration: T.DecodingConfiguration
  ) throws -> T {
    try standing(at: Tape.root) { try T(from: $0, configuration: configuration) }
  }

  /// Writes the graph of `object` onto the document's tape, and releases the objects that Objective-C keeps for the
  /// caller of such a walk: a command-line program or a task may not do so for long.
  func write(graphOf object: Any) throws {
    #if canImport(Darwin)
    try autoreleasepool { try write(graph: object) }
    #else
    try write(graph: object)
    #endif
  }
}

// Values that keep what a text does not mention.
extension StreamJSONDecoder {
  // MARK: - Values

  /// Updates `value` with the members of the JSON object in `bytes` (a `Data`, a `[UInt8]`, or any other collection),
  /// and keeps its other properties.
  ///
  /// ```swift
  /// struct Settings: Codable {
  ///   var theme: String
  ///   var window: Window
  ///
  ///   struct Window: Codable {
  ///     var width: Int
  ///     var height: Int
  ///   }
  /// }
  ///
  /// var settings = Settings(theme: "light", window: Settings.Window(width: 800, height: 600))
  /// try decoder.update(&settings, from: #"{"window": {"height": 700}}"#)
  /// print(settings.theme, settings.window.width, settings.window.height)  // light 800 700
  /// ```
  ///
  /// Any `Codable` type works. Where the JSON lacks a key, `init(from:)` gets the value that `encode(to:)` wrote to a
  /// keyed container for that key. An instance of a class is replaced by a new one of the same class, unless that class
  /// is `InPlaceDecodable`. In that case, here and in properties, the instance stays, and its `update(from:)` is
  /// called.
  ///
  /// Properties that are objects, both in the JSON and in the model, are updated in the same way. Everything else is
  /// replaced: arrays, dictionaries, enums, and values that aren't objects. A null becomes nil where the type allows
  /// it; otherwise, it is an error.
  ///
  /// To use only a part of the JSON, pass a pointer to it:
  ///
  /// ```swift
  /// try decoder.update(&settings, from: data, at: "/users/0/settings")
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value to update.
  ///   - bytes: A JSON document, as for `decode(_:from:)`.
  ///   - pointer: The path to the object with the members; by default, the whole document.
  /// - Throws: The same errors as `decode(_:from:at:)`, and `DecodingError.dataCorrupted` if a value to keep can't be
  ///   encoded. If this method throws, `value` is unchanged, except for the properties that an instance updated in
  ///   place has already assigned.
  /// - Complexity: O(`bytes.count`), apart from the work of the type itself, which is encoded once at each level where
  ///   the JSON lacks a key.
  public func update<T: Codable>(
    _ value: inout T,
    from bytes: some Collection<UInt8>,
    at pointer: JSONPointer = .root
  ) throws {
    value = try withDecoder(reading: bytes) { try $0.decode(over: value, at: pointer) }
  }

  /// Updates `value` with the members of the JSON object in `span`, and keeps its other properties.
  ///
  /// Behaves like `update(_:from:at:)` for a collection.
  public func update<T: Codable>(
    _ value: inout T,
    from span: RawSpan,
    at pointer: JSONPointer = .root
  ) throws {
    value = try withDecoder(reading: span) { try $0.decode(over: value, at: pointer) }
  }

  /// Updates `value` with the members of the JSON object in `span`, and keeps its other properties.
  ///
  /// Behaves like `update(_:from:at:)` for a collection.
  public func update<T: Codable>(
    _ value: inout T,
    from span: Span<UInt8>,
    at pointer: JSONPointer = .root
  ) throws {
    // SAFETY: bytes are bytes, without padding between them.
    try unsafe update(&value, from: span.bytes, at: pointer)
  }

  /// Updates `value` with the members of the JSON object in `string`, and keeps its other properties.
  ///
  /// Behaves like `update(_:from:at:)` for a collection. Error offsets count UTF-8 bytes.
  public func update<T: Codable>(
    _ value: inout T,
    from string: some StringProtocol,
    at pointer: JSONPointer = .root
  ) throws {
    try update(&value, from: string.utf8, at: pointer)
  }

  /// Updates `value` with the members of an object graph, and keeps its other properties.
  ///
  /// ```swift
  /// try decoder.update(&settings, withJSONObject: ["theme": "dark"])
  /// ```
  ///
  /// Behaves like `update(_:from:at:)` for a collection, with the rules of
  /// `decode(_:withJSONObject:)`.
  public func update<T: Codable>(
    _ value: inout T,
    withJSONObject object: Any,
    at pointer: JSONPointer = .root
  ) throws {
    value = try withDecoder(forGraph: object) { try $0.decode(over: value, at: pointer) }
  }

  // MARK: - Instances

  /// Updates `object` in place from the JSON in `bytes` (a `Data`, a `[UInt8]`, or any other collection).
  ///
  /// The instance stays the same, so everything that refers to it sees the change.
  ///
  /// - Parameters:
  ///   - object: The instance to update; its `update(from:)` is called once.
  ///   - bytes: A JSON document, as for `decode(_:from:)`.
  ///   - pointer: The path to the value; by default, the whole document.
  /// - Throws: The same errors as `decode(_:from:at:)`, and those of `update(from:)`. If the structure of the JSON is
  ///   malformed, `update(from:)` isn't called. If `update(from:)` throws, the properties that it has already assigned
  ///   keep their new values.
  /// - Complexity: O(`bytes.count`), apart from the work of the type itself.
  public func update<T: InPlaceDecodable>(
    _ object: T,
    from bytes: some Collection<UInt8>,
    at pointer: JSONPointer = .root
  ) throws {
    try withDecoder(reading: bytes) { try $0.updateInPlace(object, at: $0.entry(at: pointer)) }
  }

  /// Updates `object` in place from the JSON in `span`.
  ///
  /// Behaves like `update(_:from:at:)` for a collection.
  public func update<T: InPlaceDecodable>(
    _ object: T,
    from span: RawSpan,
    at pointer: JSONPointer = .root
  ) throws {
    try withDecoder(reading: span) { try $0.updateInPlace(object, at: $0.entry(at: pointer)) }
  }

  /// Updates `object` in place from the JSON in `span`.
  ///
  /// Behaves like `update(_:from:at:)` for a collection.
  public func update<T: InPlaceDecodable>(
    _ object: T,
    from span: Span<UInt8>,
    at pointer: JSONPointer = .root
  ) throws {
    // SAFETY: bytes are bytes, without padding between them.
    try unsafe update(object, from: span.bytes, at: pointer)
  }

  /// Updates `object` in place from the JSON in `string`.
  ///
  /// Behaves like `update(_:from:at:)` for a collection. Error offsets count UTF-8 bytes.
  public func update<T: InPlaceDecodable>(
    _ object: T,
    from string: some StringProtocol,
    at pointer: JSONPointer = .root
  ) throws {
    try update(object, from: string.utf8, at: pointer)
  }

  /// Updates `object` in place from an object graph.
  ///
  /// Behaves like `update(_:from:at:)` for a collection, with the rules of
  /// `decode(_:withJSONObject:)`.
  public func update<T: InPlaceDecodable>(
    _ object: T,
    withJSONObject graph: Any,
    at pointer: JSONPointer = .root
  ) throws {
    try withDecoder(forGraph: graph) { try $0.updateInPlace(object, at: $0.entry(at: pointer)) }
  }
}

extension DocumentDecoder {
  /// Decodes the value that `pointer` leads to; members that an object lacks are taken from `former`.
  fileprivate func decode<T: Codable>(over former: T, at pointer: JSONPointer) throws -> T {
    try decode(over: former, at: entry(at: pointer))
  }
}

extension JSONValue {
  /// Parses `text` as a ``StreamJSONDecoder`` with default settings does.
  ///
  /// ```swift
  /// var json = try JSONValue(parsing: #"{"user": {"id": 7}}"#)
  /// json["user"]?["name"] = "Ann"
  /// ```
  ///
  /// - Throws: `DecodingError` if `text` isn't JSON (RFC 8259). Like JSONDecoder, this accepts a comma after the last
  ///   element or member.
  /// - Complexity: O(bytes of the text).
  public init(parsing text: some StringProtocol) throws {
    self = try StreamJSONDecoder.forValues.decode(JSONValue.self, from: String(text))
  }

  /// Parses `bytes` (a `Data`, an array, or any other collection) as a ``StreamJSONDecoder`` with default settings
  /// does.
  ///
  /// - Throws: `DecodingError` if `bytes` aren't JSON (RFC 8259). Like JSONDecoder, this accepts a comma after the last
  ///   element or member.
  /// - Complexity: O(bytes of the text).
  public init(parsing bytes: some Collection<UInt8>) throws {
    self = try StreamJSONDecoder.forValues.decode(JSONValue.self, from: bytes)
  }

  /// Returns the value as JSON in UTF-8; see `bytes(_:)`.
  ///
  /// - Complexity: O(bytes of the JSON); with `.sortedKeys`, O(*n* log *n*) comparisons of keys in an
  ///   object of *n* members.
  public func data(_ formatting: JSONFormatting = []) -> Data { Data(bytes(formatting)) }
}

extension JSONObject {
  /// Returns the object as JSON in UTF-8; see `bytes(_:)`.
  ///
  /// - Complexity: See `JSONValue`.
  public func data(_ formatting: JSONFormatting = []) -> Data { Data(bytes(formatting)) }
}

extension StreamJSONDecoder {
  /// A decoder whose settings nobody changes.
  static let forValues = StreamJSONDecoder()
}
