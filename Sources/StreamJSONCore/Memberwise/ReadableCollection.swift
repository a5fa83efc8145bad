/// Collections of values of one type, whose type determines whether a whole text can be read as such a collection.
protocol ReadableCollection: ReadableFromText, Decodable {
  /// The type of the values.
  static var part: any Decodable.Type { get }

  /// The form of the collection.
  static var form: WholeForm { get }
}

extension ReadableCollection {
  @unsafe
  package static func read(
    _ form: WholeForm,
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> WholeReading {
    let memory = decoder.memory
    let reading = memory.reading(of: part, in: Self.self, form, byteCount: text.count)
    guard let reading else { return .gaveUp }
    // SAFETY: the plan of a type names the type itself, or a struct that contains nothing but a value of it.
    return unsafe reading.read(Self.form, from: text, with: decoder, to: target)
  }

  /// Decodes the deferred members of the elements.
  ///
  /// Only a collection that was read on its own has any.
  @unsafe
  package static func decodeDeferred(
    _ form: WholeForm,
    with decoder: DocumentDecoder,
    of target: UnsafeMutableRawPointer
  ) throws {
    let reading = decoder.memory.plan(for: part).reading
    // SAFETY: the plan of a type names the type itself, or a struct that contains nothing but a value of it.
    try unsafe reading?.decodeDeferred(Self.form, with: decoder, of: target)
  }
}

extension Array: ReadableFromText, ReadableCollection where Element: Decodable {
  static var part: any Decodable.Type { Element.self }
  static var form: WholeForm { .elements }

  package static var reading: (any ReadableFromText.Type)? {
    DirectTypes.isScalar(Element.self) ? nil : Self.self
  }
}

extension Dictionary: ReadableFromText, ReadableCollection where Key == String, Value: Decodable {
  static var part: any Decodable.Type { Value.self }
  static var form: WholeForm { .membersByName }

  package static var reading: (any ReadableFromText.Type)? {
    DirectTypes.isScalar(Value.self) ? nil : Self.self
  }
}
