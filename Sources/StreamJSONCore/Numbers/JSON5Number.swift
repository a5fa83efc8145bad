/// A number in the syntax of JSON5, including the forms that RFC 8259 does not have.
package enum JSON5Number {
  /// A number of RFC 8259, except that digits may be missing on one side of the point.
  ///
  /// The offset is that of its first byte after a plus sign.
  case decimal(start: Int)
  case hexadecimal(SignedMagnitude)
  /// A hexadecimal integer of more than 128 bits.
  case tooLarge
  case infinity(isNegative: Bool)
  case notANumber(isNegative: Bool)
  /// The offset of the first byte that cannot belong to a number.
  case malformed(offset: Int)

  /// Determines the form of the bytes of `text` from `start` up to `end`.
  ///
  /// - Precondition: `0 <= start < end <= text.count`.
  /// - Complexity: O(`end - start`).
  init(_ text: JSONText, from start: Int, to end: Int) {
    let isNegative = text[start] == UInt8(ascii: "-")
    let cursor = isNegative || text[start] == UInt8(ascii: "+") ? start + 1 : start
    func number(_ number: JSON5Number, spelled literal: String) -> JSON5Number {
      var offset = cursor
      for byte in literal.utf8 {
        guard offset < end, text[offset] == byte else { return .malformed(offset: offset) }
        offset += 1
      }
      return offset < end ? .malformed(offset: offset) : number
    }
    // No number begins with a zero byte, which stands for the end after a sign.
    switch cursor < end ? text[cursor] : 0 {
    case UInt8(ascii: "I"):
      self = number(.infinity(isNegative: isNegative), spelled: "Infinity")
    case UInt8(ascii: "N"):
      self = number(.notANumber(isNegative: isNegative), spelled: "NaN")
    case UInt8(ascii: "0")
    where cursor + 1 < end && text[cursor + 1] | 0x20 == UInt8(ascii: "x"):
      self = Self.hexadecimal(text, from: cursor + 2, to: end, isNegative: isNegative)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
      let first = isNegative ? start : cursor
      let fault = NumberLiteral.firstInvalidOffset(in: text, from: first, to: end, isJSON5: true)
      self = fault.map { .malformed(offset: $0) } ?? .decimal(start: first)
    default:
      self = .malformed(offset: cursor)
    }
  }

  private static func hexadecimal(
    _ text: JSONText,
    from start: Int,
    to end: Int,
    isNegative: Bool
  ) -> JSON5Number {
    guard start < end else { return .malformed(offset: end) }
    var magnitude: WideInteger? = WideInteger(0)
    for offset in start..<end {
      let digit = HexadecimalDigit.value(of: text[offset])
      guard digit < HexadecimalDigit.bound else { return .malformed(offset: offset) }
      magnitude = magnitude?.times(16, plus: digit)
    }
    guard let magnitude else { return .tooLarge }
    return .hexadecimal(SignedMagnitude(isNegative: isNegative, magnitude: magnitude))
  }

  /// The offset of the first byte that cannot belong to a number, nil if the number is valid.
  var invalidOffset: Int? {
    if case .malformed(let offset) = self { offset } else { nil }
  }

  /// Calls `body` with the RFC 8259 spelling of the decimal form from `start` up to `end`, with a zero where the
  /// digits before or after the point are missing.
  ///
  /// - Precondition: The form is valid.
  static func withStandardForm<Result, Failure: Error>(
    of text: JSONText,
    from start: Int,
    to end: Int,
    _ body: (JSONText) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var bytes = ByteArena(capacity: end - start + 2)
    let isDigit = { (offset: Int) in
      offset >= start && offset < end && text[offset] &- UInt8(ascii: "0") <= 9
    }
    for offset in start..<end {
      let isPoint = text[offset] == UInt8(ascii: ".")
      if isPoint, !isDigit(offset - 1) { bytes.append(UInt8(ascii: "0")) }
      bytes.append(text[offset])
      if isPoint, !isDigit(offset + 1) { bytes.append(UInt8(ascii: "0")) }
    }
    defer { withExtendedLifetime(bytes) {} }
    return try body(bytes.text)
  }
}
