/// A number in the syntax of JSON5, including the forms that RFC 8259 does not have.
package enum JSON5Number {
  /// A number of RFC 8259, except that digits may be missing on one side of the point.
  ///
  /// The offsets exclude a plus sign.
  case decimal(start: Int, end: Int)
  case hexadecimal(Hexadecimal)
  case infinity(isNegative: Bool)
  case notANumber(isNegative: Bool)
  /// The offset of the first byte that cannot belong to a number.
  case malformed(offset: Int)

  /// A hexadecimal integer.
  package struct Hexadecimal {
    package let isNegative: Bool

    /// Nil if it has more than 128 bits.
    fileprivate let magnitude: WideInteger?

    /// The magnitude, nil if it does not fit in a `UInt64` or, with a minus sign, in an `Int64`.
    ///
    /// JSONDecoder reads no larger ones for types other than integers.
    package var shortMagnitude: UInt64? {
      guard let magnitude, magnitude.high == 0 else { return nil }
      return !isNegative || magnitude.low <= UInt64(1) << 63 ? magnitude.low : nil
    }

    /// The value, nil if it has more than 128 bits.
    var value: SignedMagnitude? {
      magnitude.map { SignedMagnitude(isNegative: isNegative, magnitude: $0) }
    }
  }

  /// Determines the form of the bytes of `text` from `start` up to `end`.
  ///
  /// A decimal form is checked only as far as its first digit or point.
  ///
  /// - Precondition: `0 <= start < end <= text.count`.
  /// - Complexity: O(`end - start`).
  package init(_ text: JSONText, from start: Int, to end: Int) {
    var cursor = start
    let isNegative = text[start] == UInt8(ascii: "-")
    if isNegative || text[start] == UInt8(ascii: "+") { cursor += 1 }
    guard cursor < end else {
      self = .malformed(offset: end)
      return
    }
    switch text[cursor] {
    case UInt8(ascii: "I"):
      let fault = Self.firstDifference(text, from: cursor, to: end, "Infinity")
      self = fault.map { .malformed(offset: $0) } ?? .infinity(isNegative: isNegative)
    case UInt8(ascii: "N"):
      let fault = Self.firstDifference(text, from: cursor, to: end, "NaN")
      self = fault.map { .malformed(offset: $0) } ?? .notANumber(isNegative: isNegative)
    case UInt8(ascii: "0")
    where cursor + 1 < end && text[cursor + 1] | 0x20 == UInt8(ascii: "x"):
      self = Self.hexadecimal(text, from: cursor + 2, to: end, isNegative: isNegative)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
      self = .decimal(start: isNegative ? start : cursor, end: end)
    default:
      self = .malformed(offset: cursor)
    }
  }

  private static func firstDifference(
    _ text: JSONText,
    from start: Int,
    to end: Int,
    _ literal: StaticString
  ) -> Int? {
    var cursor = start
    for byte in literal.description.utf8 {
      guard cursor < end, text[cursor] == byte else { return cursor }
      cursor += 1
    }
    return cursor < end ? cursor : nil
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
      magnitude = magnitude?.timesSixteen(plus: digit)
    }
    return .hexadecimal(Hexadecimal(isNegative: isNegative, magnitude: magnitude))
  }

  /// The offset of the first byte in `start..<end` that cannot belong to a number.
  ///
  /// It is `end` if the number stops too early, and nil if the number is valid.
  package static func firstInvalidOffset(
    in text: JSONText,
    from start: Int,
    to end: Int
  ) -> Int? {
    switch JSON5Number(text, from: start, to: end) {
    case .malformed(let offset): return offset
    case .decimal(let first, _):
      return withStandardForm(of: text, from: first, to: end) { standard, inserted in
        NumberLiteral.firstInvalidOffset(in: standard, from: 0, to: standard.count).map {
          first + $0 - (inserted < $0 ? 1 : 0)
        }
      }
    default: return nil
    }
  }

  /// Calls `body` with the RFC 8259 spelling of a decimal form, and the offset in it of the digit
  /// that was added, or `Int.max` if none was.
  ///
  /// A zero is added before a leading point or after a trailing one. A lone point gets none and
  /// stays malformed.
  package static func withStandardForm<Result>(
    of text: JSONText,
    from start: Int,
    to end: Int,
    _ body: (_ standard: JSONText, _ inserted: Int) throws -> Result
  ) rethrows -> Result {
    var bytes = ByteArena(capacity: end - start + 1)
    var inserted = Int.max
    let isDigit = { (offset: Int) in
      offset >= start && offset < end && text[offset] &- UInt8(ascii: "0") <= 9
    }
    for offset in start..<end {
      let byte = text[offset]
      guard byte == UInt8(ascii: "."), inserted == .max, isDigit(offset - 1) != isDigit(offset + 1)
      else {
        bytes.append(byte)
        continue
      }
      let isLeading = isDigit(offset + 1)
      inserted = offset - start + (isLeading ? 0 : 1)
      bytes.append(isLeading ? UInt8(ascii: "0") : byte)
      bytes.append(isLeading ? byte : UInt8(ascii: "0"))
    }
    // The result of `body` does not refer to the bytes.
    return try withExtendedLifetime(bytes) { try body($0.text, inserted) }
  }
}
