extension Scanner {
  /// Scans a text that consists of one value and the whitespace around it.
  mutating func scanWhole<D: Dialect>(
    _ text: JSONText,
    into tape: inout Tape,
    assumesObject: Bool,
    dialect: D.Type
  ) throws(InputFault) {
    if assumesObject {
      var start = 0
      try skipWhitespace(text, &start, dialect: dialect)
      if start >= text.count || text[start] != UInt8(ascii: "{") {
        beginAssumedObject(at: start, in: &tape)
      }
    }
    _ = try scan(text, into: &tape, isFinal: true, dialect: dialect)
    var end = offset
    try skipWhitespace(text, &end, dialect: dialect)
    guard end == text.count else { throw InputFault(.trailingBytes, at: end) }
    guard !isInsideComment else { throw InputFault(.unexpectedEnd, at: end) }
  }
}
