/// Closes an unfinished value at the point where it stops.
extension ValueScan {
  /// Closes the value in progress on a copy of the tape, which takes the tape's place.
  ///
  /// Finished members and elements stay. An unfinished string is left out unless `keepsString`; if it stays,
  /// it ends before an escape, surrogate pair, or UTF-8 sequence that is cut. An unfinished number, literal,
  /// or name is left out, and so is a name without a value.
  ///
  /// - Returns: The tape as it was, for the scanner to continue on, and what was closed; nil if nothing is left.
  /// - Complexity: O(words of the value).
  func close(keepingString keepsString: Bool) -> (former: Tape, parts: UnfinishedParts)? {
    let keepsString = keepsString && scanner.isInString && !isComplete
    guard isComplete || scanner.container != Tape.absent || keepsString else { return nil }
    let former = storage.tape
    var tape = Tape(copying: former, reserving: Tape.scannerReserve)
    var parts = UnfinishedParts()
    var count = scanner.childCount
    if keepsString {
      parts.string = tape.count
      appendUnfinishedString(to: &tape)
      count += 1
    } else if scanner.container != Tape.absent {
      dropNameWithoutValue(from: &tape)
    }
    var container = scanner.container
    while container != Tape.absent {
      parts.containers.append(container)
      // The scanner's own note; those of decoders mean something else.
      tape[container] = tape[container].noting(0)
      let outer = tape[container + 1].end
      tape[container + 1] = TapeWord(count: count, end: tape.count)
      container = outer
      if container != Tape.absent { count = tape[container + 1].count + 1 }
    }
    storage.tape = tape
    return (former, parts)
  }

  private func dropNameWithoutValue(from tape: inout Tape) {
    guard tape[scanner.container].kind == .object else { return }
    var entry = scanner.container + 2
    while entry < tape.count {
      let value = tape.entry(after: entry)
      guard value < tape.count else { return tape.truncate(to: entry) }
      entry = tape.entry(after: value)
    }
  }

  private func appendUnfinishedString(to tape: inout Tape) {
    let flags = TapeWord.Flags(rawValue: scanner.tokenFlags & 0xF0).union(.unfinished)
    let start = scanner.tokenStart
    var end = min(scanner.offset, text.count)
    end -= cutSequenceByteCount(from: start, to: end)
    if flags.contains(.escaped), endsInHighSurrogate(from: start, to: end) { end -= 6 }
    tape.append(.string, flags: flags, offset: start, count: end - start)
  }

  /// The length of an unfinished UTF-8 sequence at `end`.
  private func cutSequenceByteCount(from start: Int, to end: Int) -> Int {
    for count in 1...3 where end - count >= start {
      let byte = text[end - count]
      if byte & 0xC0 == 0x80 { continue }
      let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return needed > count ? count : 0
    }
    return 0
  }

  /// Whether the six bytes before `end` are the first half of a surrogate pair.
  private func endsInHighSurrogate(from start: Int, to end: Int) -> Bool {
    guard end - start >= 6, text[end - 6] == UInt8(ascii: "\\"), text[end - 5] == UInt8(ascii: "u"),
      HexadecimalDigit.value(of: text[end - 4]) == 0xD,
      0x8...0xB ~= HexadecimalDigit.value(of: text[end - 3])
    else { return false }
    // A backslash after another one may be the character that the first one escapes.
    var first = end - 6
    while first > start, text[first - 1] == UInt8(ascii: "\\") { first -= 1 }
    return (end - 6 - first).isMultiple(of: 2)
  }
}
