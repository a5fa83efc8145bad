/// Whole texts that are objects whose members are objects of one type.
extension Dictionary: ReadableFromText where Key == String, Value: Decodable {
  package static var reading: (any ReadableFromText.Type)? {
    DirectTypes.isScalar(Value.self) ? nil : Self.self
  }

  @unsafe
  package static func read(
    _ form: WholeForm,
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> WholeReading {
    let memory = decoder.memory
    let reading = memory.reading(of: Value.self, in: Self.self, form, byteCount: text.count)
    guard let reading else { return .gaveUp }
    // SAFETY: the plan of Value names Value itself, or a struct that contains nothing but a Value.
    return unsafe reading.read(.membersByName, from: text, with: decoder, to: target)
  }

  /// Objects with deferred members are not read, because it is not known where in the dictionary each one is.
  @unsafe
  package static func decodeDeferred(
    _ form: WholeForm,
    with decoder: DocumentDecoder,
    of target: UnsafeMutableRawPointer
  ) throws {}
}
