public import StreamJSONCore

// Values that keep what a text does not mention.
extension StreamJSONDecoder {
  // MARK: - Values

  /// Updates `value` with the members of the JSON object in `bytes` (a `Data`, a `[UInt8]`, or any other
  /// collection), and keeps its other properties.
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
  /// The type only has to be `Codable`. Where the JSON lacks a key, `init(from:)` gets what `encode(to:)`
  /// wrote to a keyed container under that key. An instance of a class is replaced by a new one of the same
  /// class, unless that class is `InPlaceDecodable`: then the instance stays, here and in properties, and its
  /// `update(from:)` is called.
  ///
  /// Properties that are objects, both in the JSON and in the model, are updated in the same way.
  /// Everything else is replaced: arrays, dictionaries, enums, and values that are not objects. A null
  /// becomes nil where the type allows it; otherwise, it is an error.
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
  ///   - pointer: Where the object with the members is; by default, the whole document.
  /// - Throws: The same errors as `decode(_:from:)` and, for the pointer, as `decode(_:from:at:)`.
  ///   `DecodingError.dataCorrupted` if a value to keep cannot be encoded. If this method throws, `value` is
  ///   unchanged, except that an instance updated in place keeps what it has already taken over.
  /// - Complexity: O(`bytes.count`), apart from the work of the type itself, which is encoded once at each
  ///   level where the JSON lacks a key.
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
    value = try withDecoder(reading: span) { try $0.decode(over: value, at: pointer) }
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
  ///   - pointer: Where the value is; by default, the whole document.
  /// - Throws: `DecodingError` for malformed JSON, the errors of `decode(_:from:at:)` for the pointer, and what
  ///   `update(from:)` throws. If the structure of the JSON is malformed, `update(from:)` is not called. If
  ///   `update(from:)` throws, the properties that it has already assigned keep their new values.
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
    try withDecoder(reading: span) { try $0.updateInPlace(object, at: $0.entry(at: pointer)) }
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
