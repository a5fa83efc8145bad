public import StreamJSONCore

// Values that keep what a part of a text does not mention.
extension StreamJSONDecoder {
  /// Decodes the members that are in a part of the JSON text in `bytes` (a `Data`, a `[UInt8]` or any
  /// other collection) and keeps the others of `value`.
  ///
  /// ```swift
  /// try decoder.update(&settings, from: data, at: "/users/0/settings")
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value to update.
  ///   - bytes: A JSON text, as for `decode(_:from:at:)`.
  ///   - pointer: Where the part is.
  /// - Throws: As `update(_:from:)`; for a pointer, as `decode(_:from:at:)`. Then `value` is as before.
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

  /// Decodes the members that are in a part of the JSON text in `string` and keeps the others of
  /// `value`.
  ///
  /// Otherwise like `update(_:from:at:)` for a collection.
  public func update<T: Codable>(
    _ value: inout T,
    from string: some StringProtocol,
    at pointer: JSONPointer
  ) throws {
    try update(&value, from: string.utf8, at: pointer)
  }

  /// Decodes the members that are in a part of an object graph and keeps the others of `value`.
  ///
  /// Otherwise like `update(_:from:at:)` for a collection, with the rules of
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
