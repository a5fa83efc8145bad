/// Whole texts that are objects whose members are objects of one type.
extension Dictionary: ReadableFromText where Key == String, Value: Decodable {
  package static var reading: (any ReadableFromText.Type)? {
    DirectTypes.isScalar(Value.self) ? nil : Self.self
  }

  @unsafe
  package static func read(
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> WholeReading {
    let reading = decoder.memory.reading(of: Value.self, in: Self.self, byteCount: text.count)
    guard let reading else { return .gaveUp }
    // SAFETY: the plan of Value holds Value itself, or a struct that has nothing but one.
    return unsafe reading.readDictionary(from: text, with: decoder, to: target)
  }

  /// Objects with deferred members are not read: which one is where in the dictionary is not known.
  @unsafe
  package static func decodeDeferred(
    with decoder: DocumentDecoder,
    of target: UnsafeMutableRawPointer
  ) throws {}
}
