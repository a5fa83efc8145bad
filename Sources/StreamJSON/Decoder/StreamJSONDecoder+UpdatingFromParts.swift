public import StreamJSONCore

// Values that keep what a part of a text does not mention.
extension StreamJSONDecoder {
  /// Updates `value` with the members in a part of the JSON in `bytes` (a `Data`, a `[UInt8]`, or any other
  /// collection).
  ///
  /// ```swift
  /// try decoder.update(&settings, from: data, at: "/users/0/settings")
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value to update.
  ///   - bytes: A JSON document, as for `decode(_:from:at:)`.
  ///   - pointer: Where the part is.
  /// - Throws: The same errors as `update(_:from:)` and, for the pointer, as `decode(_:from:at:)`. If it
  ///   throws, `value` is unchanged.
  /// - Complexity: O(`bytes.count`), apart from the work of the type itself.
  public func update<T: Codable>(
    _ value: inout T,
    from bytes: some Collection<UInt8>,
    at pointer: JSONPointer
  ) throws {
    value = try withDecoder(reading: bytes) {
      try $0.decode(over: value, at: $0.entry(at: pointer))
    }
  }

  /// Updates `value` with the members in a part of the JSON in `span`.
  ///
  /// Behaves like `update(_:from:at:)` for a collection.
  public func update<T: Codable>(
    _ value: inout T,
    from span: RawSpan,
    at pointer: JSONPointer
  ) throws {
    value = try withDecoder(reading: span) {
      try $0.decode(over: value, at: $0.entry(at: pointer))
    }
  }

  /// Updates `value` with the members in a part of the JSON in `string`.
  ///
  /// Behaves like `update(_:from:at:)` for a collection.
  public func update<T: Codable>(
    _ value: inout T,
    from string: some StringProtocol,
    at pointer: JSONPointer
  ) throws {
    try update(&value, from: string.utf8, at: pointer)
  }

  /// Updates `value` with the members in a part of an object graph.
  ///
  /// Behaves like `update(_:from:at:)` for a collection, with the rules of
  /// `decode(_:withJSONObject:)`.
  public func update<T: Codable>(
    _ value: inout T,
    withJSONObject object: Any,
    at pointer: JSONPointer
  ) throws {
    value = try withDecoder(forGraph: object) {
      try $0.decode(over: value, at: $0.entry(at: pointer))
    }
  }
}
