/// Whole texts that are arrays: their elements say whether they can be read.
extension Array: ReadableFromText where Element: Decodable {
  package static var reading: (any ReadableFromText.Type)? {
    DirectTypes.isScalar(Element.self) ? nil : Self.self
  }

  @unsafe
  package static func read(
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> WholeReading {
    let reading = decoder.memory.reading(of: Element.self, in: Self.self, byteCount: text.count)
    guard let reading else { return .gaveUp }
    // SAFETY: the plan of Element holds Element itself, or a struct that has nothing but one.
    return unsafe reading.readElements(from: text, with: decoder, to: target)
  }

  @unsafe
  package static func decodeDeferred(
    with decoder: DocumentDecoder,
    of target: UnsafeMutableRawPointer
  ) throws {
    let reading = decoder.memory.plan(for: Element.self).reading
    // SAFETY: the plan of Element holds Element itself, or a struct that has nothing but one.
    try unsafe reading?.decodeDeferredOfElements(with: decoder, of: target)
  }
}
