/// Whole texts that are arrays; the type of the elements determines whether the text can be read.
extension Array: ReadableFromText where Element: Decodable {
  package static var reading: (any ReadableFromText.Type)? {
    DirectTypes.isScalar(Element.self) ? nil : Self.self
  }

  @unsafe
  package static func read(
    _ form: WholeForm,
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> WholeReading {
    let memory = decoder.memory
    let reading = memory.reading(of: Element.self, in: Self.self, form, byteCount: text.count)
    guard let reading else { return .gaveUp }
    // SAFETY: the plan of Element names Element itself, or a struct that contains nothing but an Element.
    return unsafe reading.read(.elements, from: text, with: decoder, to: target)
  }

  @unsafe
  package static func decodeDeferred(
    _ form: WholeForm,
    with decoder: DocumentDecoder,
    of target: UnsafeMutableRawPointer
  ) throws {
    let reading = decoder.memory.plan(for: Element.self).reading
    // SAFETY: the plan of Element names Element itself, or a struct that contains nothing but an Element.
    try unsafe reading?.decodeDeferred(.elements, with: decoder, of: target)
  }
}
