/// Collections of values of one type, whose type determines whether a whole text can be read as such a collection.
protocol ReadableCollection: ReadableFromText, Decodable {
  /// The type of the values.
  static var part: any Decodable.Type { get }

  /// The form of the collection.
  static var form: WholeForm { get }
}

extension ReadableCollection {
  package static func read(
    _ form: WholeForm,
    from place: PlaceToRead,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> TextReading {
    // Only values of marked types are read from a part of a text.
    guard !place.isInStream else { return .never }
    let memory = decoder.memory
    let reading = memory.reading(of: part, in: Self.self, form, byteCount: place.text.count)
    guard let reading else { return .gaveUp }
    // SAFETY: the plan of a type names the type itself, or a struct that contains nothing but a value of it.
    return unsafe reading.read(Self.form, from: place, with: decoder, to: target)
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
