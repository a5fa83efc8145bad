/// Values of members for which a type has no property.
extension TextReader {
  /// Moves past the value that comes next, whose first byte is `first`.
  @inline(never)
  func skipValue(_ first: UInt8, _ cursor: inout TextCursor) -> Bool {
    switch first {
    case UInt8(ascii: "\""):
      cursor.offset &+= 1
      return TextCursor.scanString(cursor.text, &cursor.offset) != nil
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      TextCursor.scanNumber(cursor.text, &cursor.offset)
      return true
    case UInt8(ascii: "n"): return cursor.skipLiteral(TextCursor.null)
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return cursor.bool() != nil
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let count = tape.count
      defer { tape.truncate(to: count) }
      return scanValue(&cursor, isSkipping: true)
    default: return false
    }
  }

  /// Notes the value that comes next on the tape, but not all of it if `isSkipping` is true.
  @inline(never)
  func scanValue(_ cursor: inout TextCursor, isSkipping: Bool) -> Bool {
    var scanner = Scanner(maximumDepth: cursor.remainingDepth, allowsTrailingComma: true)
    scanner.isSkipping = isSkipping
    scanner.offset = cursor.offset
    let isComplete = try? scanner.scan(
      cursor.text,
      into: &tape,
      isFinal: true,
      dialect: StandardJSON.self
    )
    cursor.offset = scanner.offset
    return isComplete == true
  }
}
