/// Closes an unfinished value at the point where it stops.
extension ValueScan {
  /// The changes on the tape that closed the open containers.
  struct Closing {
    /// The tape before the changes; it shares its storage with the closed one.
    var tape: Tape
    /// What was closed.
    var parts = UnfinishedParts()

    /// Whether a container that is still open begins at `offset`.
    func isOpen(at offset: Int) -> Bool { parts.containers.contains { $0.header.offset == offset } }

    /// Opens the containers again on `tape`, which begins with the same words.
    func undo(on tape: Tape) {
      for (entry, header, second) in parts.containers {
        tape[entry] = header
        tape[entry + 1] = second
      }
    }
  }

  /// Closes the value in progress on the tape.
  ///
  /// Finished members and elements stay. An unfinished string is left out unless `keepsString`; if it stays,
  /// it ends before an escape, surrogate pair, or UTF-8 sequence that is cut. An unfinished number, literal,
  /// or name is left out, and so is a name without a value. A string, number, or name that is malformed stays, because
  /// nothing that follows can mend it: it is an error if it is read, as in a complete value.
  ///
  /// - Returns: Nil if nothing is left.
  /// - Complexity: O(depth + members of the innermost object).
  func close(keepingString keepsString: Bool) -> Closing? {
    var tape = storage.tape
    // Makes room for everything below, so that both tapes keep the same storage.
    tape.reserve(Tape.scannerReserve)
    var closing = Closing(tape: tape)
    storage.tape = tape
    guard !isComplete else { return closing }
    var count = scanner.childCount
    if appendMalformedToken(to: &tape) {
      count += 1
    } else if keepsString, scanner.isInString {
      closing.parts.string = tape.count
      appendUnfinishedString(to: &tape)
      count += 1
    } else if scanner.container != Tape.absent {
      dropNameWithoutValue(from: &tape)
    } else {
      return nil
    }
    var container = scanner.container
    while container != Tape.absent {
      let (header, second) = (tape[container], tape[container + 1])
      closing.parts.containers.append((container, header, second))
      // The scanner's own note; those of decoders mean something else.
      tape[container] = header.noting(0)
      tape[container + 1] = TapeWord(count: count, end: tape.count)
      container = second.end
      if container != Tape.absent { count = tape[container + 1].count + 1 }
    }
    storage.tape = tape
    return closing
  }

  /// Appends the unfinished token as if it were complete, if it is malformed; a name with a null.
  ///
  /// - Returns: Whether it is malformed.
  private func appendMalformedToken(to tape: inout Tape) -> Bool {
    let (start, end) = (scanner.tokenStart, min(scanner.offset, text.count))
    let entry = tape.count
    switch scanner.expectation {
    case .restOfNumber:
      let allowsMore = settings.dialect.allowsMoreNumbers
      let fault =
        allowsMore
        ? JSON5Number(text, from: start, to: end).invalidOffset
        : NumberLiteral.firstInvalidOffset(in: text, from: start, to: end)
      // A fault at the end means that the rest is missing. In JSON5, so does one at a point there.
      guard let fault, fault < end,
        !allowsMore || fault + 1 < end || text[fault] != UInt8(ascii: ".")
      else { return false }
      tape.append(.number, offset: start, count: end - start)
    case .restOfString, .restOfName:
      guard scanner.tokenFlags & Scanner.unquoted == 0 else { return false }
      let flags = TapeWord.Flags(rawValue: scanner.tokenFlags & 0xF0)
      let isName = scanner.expectation == .restOfName
      tape.append(
        .string,
        flags: flags,
        offset: start,
        count: unfinishedStringEnd(from: start, to: end, flags) - start
      )
      storage.tape = tape
      document.text = text
      guard (try? document.validateString(at: entry)) == nil else {
        tape.truncate(to: entry)
        storage.tape = tape
        return false
      }
      guard isName else { break }
      let header = tape[scanner.container]
      tape[scanner.container] = TapeWord(
        bits: header.bits | TapeWord.Flags.irregularNames.rawValue
      )
      tape.append(.null, offset: end, count: 0)
    default:
      return false
    }
    return true
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
    let end = unfinishedStringEnd(from: start, to: min(scanner.offset, text.count), flags)
    tape.append(.string, flags: flags, offset: start, count: end - start)
  }

  /// Where the part of an unfinished string ends that is not cut; `end` is where it has been scanned to.
  private func unfinishedStringEnd(
    from start: Int,
    to end: Int,
    _ flags: TapeWord.Flags
  ) -> Int {
    let end = end - cutSequenceByteCount(from: start, to: end)
    let isCut = flags.contains(.escaped) && endsInHighSurrogate(from: start, to: end)
    return isCut ? end - 6 : end
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
