/// Strings.
extension TextCursor {
  /// The string whose quotation mark is the next byte; `scratch` is for escapes.
  @inline(__always)
  mutating func string(_ scratch: inout ByteArena) -> String? {
    var end = offset &+ 1
    defer { offset = end }
    return Self.string(text, &end, &scratch)
  }

  @inline(never)
  private static func string(
    _ text: JSONText,
    _ offset: inout Int,
    _ scratch: inout ByteArena
  ) -> String? {
    // SAFETY: texts are only read if `SmallString.scanIsSound`, so `scan` has a small string if `high` is not 0. All
    // bytes before `end` were looked at, and are ASCII, as `seen` and `block` say.
    let start = offset
    let scan = SmallString.scan(text, from: start)
    offset = scan.end
    if scan.high != 0 { return unsafe SmallString.make(scan.low, scan.high) }
    // The bytes up to `end`, which have the bits `seen`, contain neither the string's end nor an escape.
    var (end, seen) = (offset, scan.low)
    // Most strings end within a few blocks.
    while end &+ 8 <= text.count {
      var block = text.eightBytes(at: end)
      let stops = ByteSearch.stringStops(in: block)
      if stops != 0 {
        let count = ByteSearch.firstMarked(stops)
        block &= SmallString.mask(count)
        guard (seen | block) & ByteSearch.topBits == 0, text[end &+ count] == UInt8(ascii: "\"")
        else {
          break
        }
        end &+= count
        offset = end &+ 1
        return unsafe text.longerASCIIString(from: start, to: end)
      }
      seen |= block
      end &+= 8
      if end &- start >= 64 { break }
    }
    offset = end
    return unusualString(text, from: start, &offset, seen: seen, &scratch)
  }

  /// The string that begins at `start`, if it has escapes or characters other than ASCII, or is long.
  @inline(never)
  private static func unusualString(
    _ text: JSONText,
    from start: Int,
    _ offset: inout Int,
    seen: UInt64,
    _ scratch: inout ByteArena
  ) -> String? {
    // SAFETY: `string` and the scanner have passed all bytes from `start` up to `end`. They are ASCII unless the flags
    // have `nonASCII`, and then valid UTF-8, as `firstFault` says. Valid UTF-8 with its escapes replaced by scalars is
    // valid UTF-8.
    guard var flags = scanString(text, &offset) else { return nil }
    if seen & ByteSearch.topBits != 0 { flags = flags.union(.nonASCII) }
    let end = offset &- 1
    if flags.isEmpty {
      return unsafe text.longerASCIIString(from: start, to: end)
    }
    guard !flags.contains(.controlCharacter) else { return nil }
    if flags.contains(.nonASCII) {
      guard UTF8Validation.firstFault(in: text, from: start, to: end) == nil else { return nil }
    }
    guard flags.contains(.escaped) else {
      return unsafe text.validatedString(from: start, to: end)
    }
    scratch.truncate(to: 0)
    var string = Unescaping(text: text, offset: start, end: end, allowsMore: false)
    do throws(InputFault) {
      try string.unescape(into: &scratch)
    } catch {
      return nil
    }
    return unsafe scratch.text.validatedString(from: 0, to: scratch.count)
  }
}
