/// Where values are read in one pass.
extension StreamState {
  /// Where the next value may be read; nil if the next record has to be taken by `next`.
  ///
  /// No byte is looked at more than twice: a value that is cut or unusual is left to `next`.
  mutating func placeToRead(in chunk: JSONText) -> PlaceToRead? {
    guard hasBegun, !hasEnded, buffer.cursorOffset >= singleByteOffset else { return nil }
    let chunk = admit(chunk)
    let window = buffer.window(chunk, isFinal: false)
    guard let (start, end, depth) = framing.value(in: window), start < end else { return nil }
    // Whether a record is too large depends on all of it, whatever its value.
    let isWhole = framing.valuesAreRecords
    if isWhole, end &- start > scan.maximumByteCount { return nil }
    return PlaceToRead(
      text: window.text.part(from: start, to: start &+ min(end &- start, scan.maximumByteCount)),
      start: start,
      isInStream: true,
      isWhole: isWhole,
      maximumDepth: scan.settings.maximumDepth - depth
    )
  }
}
