/// Several elements at once.
extension StreamState {
  /// Scans the elements of the selected array that are complete in the available bytes, and shows them in the document
  /// as an array.
  ///
  /// No byte is scanned more than twice: `next` handles elements that are cut or at fault.
  ///
  /// - Returns: Where in the window they end; nil if the next record has to be taken by `next`.
  mutating func scanElements(in chunk: JSONText) -> Int? {
    guard framing.containerTokens != nil, !hasEnded, buffer.cursorOffset >= singleByteOffset
    else { return nil }
    let chunk = admit(chunk)
    let window = buffer.window(chunk, isFinal: false)
    guard let (start, _, depth) = framing.value(in: window),
      scan.beginElements(window, at: start, insideOf: depth)
    else { return nil }
    let end = scan.scanElements()
    singleByteOffset = buffer.cursorOffset + (scan.start - window.cursor + scan.text.count)
    guard let end else { return nil }
    showValue(in: chunk)
    return end
  }

  /// Continues after the next `count` values, which end at `end` in the window and were not taken by `next`.
  mutating func passValues(_ count: Int, upTo end: Int) {
    framing.endElements()
    buffer.cursor = end
    recordCount &+= count
    valueCount &+= count
  }
}
