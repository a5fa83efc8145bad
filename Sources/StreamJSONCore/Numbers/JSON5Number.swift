/// A number as JSON5 writes it: what the forms that RFC 8259 does not have stand for.
package enum JSON5Number {
  /// A number of RFC 8259, perhaps with a plus sign and with a digit missing on one side of the
  /// point, from one offset up to another; the plus sign left out.
  case decimal(start: Int, end: Int)
  /// A hexadecimal integer; nil when it is not in the range of a UInt64, or of an Int64 if there
  /// is a minus sign.
  case hexadecimal(isNegative: Bool, magnitude: UInt64?)
  case infinity(isNegative: Bool)
  case notANumber(isNegative: Bool)
  /// The offset of the first byte that cannot belong to a number.
  case malformed(offset: Int)

  /// Tells which form the bytes of `text` from `start` up to `end` have.
  ///
  /// A decimal form is not checked beyond its first digit.
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
    var magnitude: UInt64? = 0
    for offset in start..<end {
      let digit = HexadecimalDigit.value(of: text[offset])
      guard digit < HexadecimalDigit.bound else { return .malformed(offset: offset) }
      guard let smaller = magnitude else { continue }
      magnitude = smaller >> 60 == 0 ? smaller << 4 | UInt64(digit) : nil
    }
    if isNegative, let known = magnitude, known > 1 << 63 { magnitude = nil }
    return .hexadecimal(isNegative: isNegative, magnitude: magnitude)
  }

  /// The offset of the first byte in `start..<end` that cannot belong to a number, `end` if the
  /// number stops too early, nil if it is a valid one.
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

  /// Calls `body` with a decimal form's spelling in RFC 8259, and the offset in that spelling of
  /// the digit that was added, `Int.max` for none.
  ///
  /// A zero is put before a leading point and behind a trailing one. A point alone gets none, and
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
    // `body` returns nothing that refers to the bytes.
    return try withExtendedLifetime(bytes) { try body($0.text, inserted) }
  }
}
