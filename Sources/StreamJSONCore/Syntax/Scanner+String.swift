extension Scanner {
  /// Marks, in `tokenFlags` only, a string in single quotes and a name without quotes.
  static let singleQuoted: UInt64 = 1 << 8
  static let unquoted: UInt64 = 1 << 9

  /// Moves `offset` from inside a string to behind its closing quotation mark.
  ///
  /// - Returns: False when the text ends first. `offset` is then where to go on: the end, or the
  ///   backslash of an escape that is cut.
  @inline(__always)
  func scanString<D: Dialect>(
    _ text: JSONText,
    _ offset: inout Int,
    _ flags: inout UInt64,
    isFinal: Bool,
    dialect: D.Type
  ) throws(InputFault) -> Bool {
    let quote =
      D.allowsSingleQuotes && flags & Self.singleQuoted != 0
      ? UInt8(ascii: "'") : UInt8(ascii: "\"")
    let count = text.count
    let start = offset
    // Every byte of a run is or-ed in here; the top bits tell whether one was not ASCII.
    var seen: UInt64 = 0
    defer {
      if seen & ByteSearch.topBits != 0 { flags |= TapeWord.Flags.nonASCII.rawValue }
    }
    while true {
      while offset &+ 8 <= count {
        let block = text.eightBytes(at: offset)
        let stops = ByteSearch.stringStops(in: block, quote: quote)
        if stops != 0 {
          let run = ByteSearch.firstMarked(stops)
          // Only the bytes before the stop belong to the run.
          seen |= block & ((1 &<< UInt64(truncatingIfNeeded: run &* 8)) &- 1)
          offset &+= run
          break
        }
        seen |= block
        offset &+= 8
        if offset &- start >= 32 { skipLongRun(text, &offset, &seen, quote) }
      }
      guard offset < count else { return false }
      let byte = text[offset]
      if byte == quote {
        offset &+= 1
        return true
      }
      if byte == UInt8(ascii: "\\") {
        guard
          try skipEscape(
            text,
            &offset,
            quote: quote,
            isFinal: isFinal,
            dialect: dialect
          )
        else {
          return false
        }
        flags |= TapeWord.Flags.escaped.rawValue
      } else {
        if byte < 0x20 { flags |= TapeWord.Flags.controlCharacter.rawValue }
        seen |= UInt64(byte)
        offset &+= 1
      }
    }
  }

  /// Moves `offset` over the bytes of a run 32 at a time, and stops before those that have its
  /// end. (The standard library's vector types took longer: their masks become one bit after the
  /// other.)
  @inline(__always)
  private func skipLongRun(
    _ text: JSONText,
    _ offset: inout Int,
    _ seen: inout UInt64,
    _ quote: UInt8
  ) {
    while offset &+ 32 <= text.count {
      let first = text.eightBytes(at: offset)
      let second = text.eightBytes(at: offset &+ 8)
      let third = text.eightBytes(at: offset &+ 16)
      let fourth = text.eightBytes(at: offset &+ 24)
      let stops =
        ByteSearch.stringStops(in: first, quote: quote)
        | ByteSearch.stringStops(in: second, quote: quote)
        | ByteSearch.stringStops(in: third, quote: quote)
        | ByteSearch.stringStops(in: fourth, quote: quote)
      guard stops == 0 else { return }
      seen |= first | second | third | fourth
      offset &+= 32
    }
  }

  /// Moves `offset` behind the backslash and the character it escapes, so that an escaped quotation
  /// mark does not end the string.
  ///
  /// What follows the backslash is judged when the string is read, with one exception that
  /// JSONDecoder makes: `\u` with a quotation mark among the next four bytes (or `\x` among the next
  /// two) is a fault of the text.
  @inline(__always)
  private func skipEscape<D: Dialect>(
    _ text: JSONText,
    _ offset: inout Int,
    quote: UInt8,
    isFinal: Bool,
    dialect: D.Type
  ) throws(InputFault) -> Bool {
    guard offset &+ 1 < text.count else { return false }
    let digitCount =
      switch text[offset &+ 1] {
      case UInt8(ascii: "u"): 4
      case UInt8(ascii: "x") where D.allowsMoreEscapes: 2
      default: 0
      }
    let end = offset &+ 2 &+ digitCount
    guard end <= text.count else {
      if isFinal { throw InputFault(.invalidEscape, at: offset) }
      return false
    }
    for position in offset &+ 2..<end where text[position] == quote {
      throw InputFault(.invalidEscape, at: position)
    }
    offset = end
    return true
  }
}
