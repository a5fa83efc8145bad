/// Scans several elements of an array at once, which costs less than scanning each by itself.
extension ValueScan {
  /// How many bytes are scanned for elements at once, which bounds the tape.
  private static let elementsByteCount = 128 << 10

  /// Prepares for the elements of an array from `start` on, inside `depth` open containers.
  ///
  /// - Returns: False if the limits or the dialect require a check of each element.
  mutating func beginElements(
    _ window: StreamWindow,
    at start: Int,
    insideOf depth: Int
  ) -> Bool {
    let end = min(window.text.count, start + Self.elementsByteCount)
    // For fewer bytes, it does not pay off.
    guard !hasMoreWhitespace, end - start > 32, end - start <= maximumByteCount else {
      return false
    }
    begin(insideOf: depth - 1)
    show(window.text.part(from: start, to: end), at: start)
    // Not read from `self` while the scanner, a part of it, is changed.
    let storage = storage
    scanner.beginAssumed(.array, at: 0, in: &storage.tape)
    return true
  }

  /// Scans the elements that are complete, as an array.
  ///
  /// - Returns: Where in the window the last one ends; nil if there are none, if one is a container,
  ///   or if there is a fault.
  mutating func scanElements() -> Int? {
    // Only a container that is not complete has words already.
    guard let isEnd = try? scanText(isFinal: false), isEnd || scanner.container == Tape.root
    else { return nil }
    let tape = storage.tape
    let count = isEnd ? tape[Tape.root + 1].count : scanner.childCount
    guard count > 0 else { return nil }
    tape[Tape.root + 1] = TapeWord(count: count, end: tape.count)
    var last = Tape.root + 2
    if tape.count - last == count {
      // Each has one word, as most scalars do.
      last = tape.count - 1
    } else {
      for _ in 1..<count { last = tape.entry(after: last) }
    }
    switch tape[last].kind {
    case .array, .object: return nil
    case .string, .longString: return start + tape.byteRange(of: last).end + 1
    default: return start + tape.byteRange(of: last).end
    }
  }
}
