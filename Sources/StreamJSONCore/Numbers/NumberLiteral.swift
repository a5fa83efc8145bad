/// A number as written in a JSON text: a sign, digits, and a power of ten.
///
/// The value is exactly `significand * 10^exponent`, negated if `isNegative`, unless
/// `hasMoreDigits`. Then its magnitude lies between that and `(significand + 1) * 10^exponent`,
/// including the lower bound.
package struct NumberLiteral {
  /// The most digits that `significand` holds: any 19 digits fit in 64 bits.
  static let maxDigitCount = 19

  /// Whether there is a minus sign, even before a zero.
  package internal(set) var isNegative: Bool

  /// Whether digits after the first 19 significant ones were left out, even if they are zeros.
  var hasMoreDigits: Bool

  /// The first 19 significant digits, or all of them if there are fewer.
  ///
  /// The significant digits are those from the first that is not zero to the last one written.
  var significand: UInt64

  /// The power of ten that `significand` is multiplied by.
  ///
  /// An exponent of more than 18 digits counts as 10^18 or more, with its sign. No text is long
  /// enough to bring that back into the range of any type.
  var exponent: Int

  /// The offset of the first digit, in bytes from the start of the text.
  var digitsStart: Int

  /// The offset after the last digit of the integer and fraction parts.
  ///
  /// Between `digitsStart` and this, there are only digits and at most one point.
  var digitsEnd: Int
}

// MARK: - Parsing

extension NumberLiteral {
  /// Parses the bytes of `text` from offset `start` up to `end`, all of them, as a number.
  ///
  /// Returns nil if they are not a number of RFC 8259, section 6; `firstInvalidOffset` then says
  /// where the fault is. Never reads outside `start..<text.count`.
  ///
  /// - Precondition: `0 <= start <= end <= text.count`.
  /// - Complexity: O(`end - start`). Does not allocate.
  @inline(__always)
  package init?(_ text: JSONText, from start: Int, to end: Int) {
    var cursor = start
    guard cursor < end else { return nil }
    isNegative = text[cursor] == 0x2d
    if isNegative { cursor &+= 1 }

    // All digits go through the same 64 bits. Whether these wrapped around follows afterward from
    // the count of digits, at no cost in the loop.
    significand = 0
    digitsStart = cursor
    DigitBlocks.append(text, from: &cursor, to: end, to: &significand)
    var digitCount = cursor &- digitsStart
    guard digitCount > 0 else { return nil }
    if digitCount > 1, text[digitsStart] == 0x30 { return nil }
    exponent = 0
    digitsEnd = cursor
    hasMoreDigits = false

    if cursor < end, text[cursor] == 0x2e {
      cursor &+= 1
      let fractionStart = cursor
      DigitBlocks.append(text, from: &cursor, to: end, to: &significand)
      let fractionCount = cursor &- fractionStart
      guard fractionCount > 0 else { return nil }
      digitCount &+= fractionCount
      exponent = 0 &- fractionCount
      digitsEnd = cursor
    }
    if cursor < end {
      guard let written = Self.exponent(text, from: cursor, to: end) else { return nil }
      exponent = Int(clamping: Int64(exponent) &+ written)
    }
    if digitCount > Self.maxDigitCount {
      let (first, count) = Self.firstDigits(text, from: digitsStart, to: digitsEnd)
      significand = first
      if count > Self.maxDigitCount {
        hasMoreDigits = true
        exponent = Int(clamping: Int64(exponent) &+ Int64(count &- Self.maxDigitCount))
      }
    }
  }

  /// The same, for callers to which the cost of a call does not matter.
  @inline(never)
  package init?(called text: JSONText, from start: Int, to end: Int) {
    self.init(text, from: start, to: end)
  }

  /// The value of the exponent part that fills `start..<end`, or nil if it is malformed.
  ///
  /// - Returns: At most 10^18 in magnitude, so that a count of bytes can be added to it.
  private static func exponent(_ text: JSONText, from start: Int, to end: Int) -> Int64? {
    // 0x20 makes a letter lower case; only `E` and `e` become `e`.
    guard text[start] | 0x20 == 0x65 else { return nil }
    var cursor = start &+ 1
    guard cursor < end else { return nil }
    let isNegative = text[cursor] == 0x2d
    if isNegative || text[cursor] == 0x2b { cursor &+= 1 }
    guard cursor < end else { return nil }
    var magnitude: Int64 = 0
    while cursor < end {
      let digit = text[cursor] &- 0x30
      guard digit <= 9 else { return nil }
      // Stops at 10^18, which is more than any count of bytes and far from overflow.
      if magnitude < 100_000_000_000_000_000 {
        magnitude = magnitude &* 10 &+ Int64(truncatingIfNeeded: digit)
      } else {
        magnitude = 1_000_000_000_000_000_000
      }
      cursor &+= 1
    }
    return isNegative ? 0 &- magnitude : magnitude
  }

  /// The first 19 significant digits in `start..<end`, and how many there are in all.
  ///
  /// This is out of line because only numbers with 20 digits or more, including leading zeros, come here.
  @inline(never)
  private static func firstDigits(
    _ text: JSONText,
    from start: Int,
    to end: Int
  ) -> (significand: UInt64, digitCount: Int) {
    let digits = SignificantDigits(text, from: start, to: end)
    let significand = digits.prefix(maxDigitCount).reduce(0) { $0 &* 10 &+ UInt64($1) }
    return (significand, digits.remainingCount)
  }
}

// MARK: - Digits

extension NumberLiteral {
  /// The first 38 or 39 significant digits, as many as fit in 128 bits, and the power of ten that they are multiplied
  /// by, saturating as in `exponent`; `text` is the one that the number was parsed from.
  ///
  /// Digits that do not fit are counted in the power if they are before the point, and dropped without
  /// rounding if they are after it.
  ///
  /// - Complexity: O(1) up to 19 digits, else O(`digitsEnd - digitsStart`). Does not allocate.
  package func decimalDigits(in text: JSONText) -> (mantissa: WideInteger, exponent: Int) {
    var digits = (mantissa: WideInteger(significand), exponent: exponent)
    guard hasMoreDigits else { return digits }
    let all = SignificantDigits(text, from: digitsStart, to: digitsEnd)
    for digit in all.dropFirst(Self.maxDigitCount) {
      guard let longer = digits.mantissa.times(10, plus: digit) else { break }
      digits = (longer, digits.exponent - 1)
    }
    return digits
  }
}

extension NumberLiteral {
  /// All significant digits but the zeros at the end, and the power of ten that they are multiplied by; there is a digit
  /// that is not zero.
  func digitsWithoutLastZeros(in text: JSONText) -> (digits: SignificantDigits, exponent: Int64) {
    var digits = SignificantDigits(text, from: digitsStart, to: digitsEnd)
    let moreCount = max(digits.remainingCount - Self.maxDigitCount, 0)
    let zeroCount = digits.dropLastZeros()
    return (digits, Int64(exponent) &- Int64(moreCount) &+ Int64(zeroCount))
  }
}

// MARK: - Faults

extension NumberLiteral {
  /// The offset of the first byte in `start..<end` that cannot belong to a number.
  ///
  /// It is `end` if the number stops too early, and nil if the number is valid. This follows the
  /// grammar of RFC 8259, section 6, byte by byte; it is used only for errors and for numbers of
  /// JSON5, in which the digits on one side of the point may be missing.
  @inline(never)
  package static func firstInvalidOffset(
    in text: JSONText,
    from start: Int,
    to end: Int,
    isJSON5: Bool = false
  ) -> Int? {
    var cursor = start
    func skip(_ isExpected: (UInt8) -> Bool) -> Bool {
      guard cursor < end, isExpected(text[cursor]) else { return false }
      cursor += 1
      return true
    }
    func skipDigits() -> Bool {
      let first = cursor
      while skip({ $0 &- 0x30 <= 9 }) {}
      return cursor > first
    }
    _ = skip { $0 == 0x2d }
    let hasInteger = skip { $0 == 0x30 } || skipDigits()
    let point = cursor
    if skip({ $0 == 0x2e }) {
      let hasFraction = skipDigits()
      guard hasInteger || (isJSON5 && hasFraction) else { return point }
      guard hasFraction || isJSON5 else { return cursor }
    } else if !hasInteger {
      return cursor
    }
    if skip({ $0 | 0x20 == 0x65 }) {
      _ = skip { $0 == 0x2b || $0 == 0x2d }
      guard skipDigits() else { return cursor }
    }
    return cursor < end ? cursor : nil
  }
}

/// Why the bytes of a number have no value of the requested type.
package enum NumberFault: Error, Equatable, Sendable {
  /// The bytes are not a number of RFC 8259, section 6.
  ///
  /// `offset` is that of the first byte that cannot belong to a number, in bytes from the start
  /// of the text. It is the end of the bytes if the number stops too early, as in `-` and `1e`.
  case malformed(offset: Int)

  /// The value is outside the range of the type.
  ///
  /// For a floating-point type: it would round to infinity, or to zero although one of its digits
  /// is not zero.
  case outOfRange

  /// The type is an integer type, and the value is not an integer.
  case hasFraction
}

/// The significant digits of a valid number, one at a time, for rarely taken paths.
///
/// Skips leading zeros and the point.
struct SignificantDigits: Sequence, IteratorProtocol {
  private let text: JSONText
  private var end: Int
  private var cursor: Int

  /// The offset of the point if it is still ahead, else `end`.
  private let pointOffset: Int

  /// Reads the digits of `text` from offset `start` up to `end`.
  ///
  /// - Precondition: Those bytes are digits, with at most one point among them.
  /// - Complexity: O(`end - start`).
  init(_ text: JSONText, from start: Int, to end: Int) {
    self.text = text
    self.end = end
    var point = start
    while point < end, text[point] != 0x2e { point &+= 1 }
    pointOffset = point
    cursor = start
    while cursor < end, text[cursor] == 0x30 || cursor == pointOffset { cursor &+= 1 }
  }

  /// The value of the next digit, 0 through 9, or nil after the last one.
  @inline(__always)
  mutating func next() -> UInt8? {
    if cursor == pointOffset { cursor &+= 1 }
    guard cursor < end else { return nil }
    defer { cursor &+= 1 }
    return text[cursor] &- 0x30
  }

  /// Leaves out the zeros after the last other digit.
  ///
  /// - Precondition: A digit that is not zero has not been read.
  /// - Returns: How many there were.
  mutating func dropLastZeros() -> Int {
    var zeroCount = 0
    while text[end &- 1] == 0x30 || text[end &- 1] == 0x2e {
      end &-= 1
      if text[end] == 0x30 { zeroCount &+= 1 }
    }
    return zeroCount
  }

  /// The digits not yet read, at most `maximumCount`, as characters.
  func spelling(upTo maximumCount: Int = .max) -> String {
    String(decoding: prefix(maximumCount).map { UInt8(ascii: "0") &+ $0 }, as: UTF8.self)
  }

  /// The number of digits not yet read.
  var remainingCount: Int {
    end - Swift.min(cursor, end) - (cursor <= pointOffset && pointOffset < end ? 1 : 0)
  }
}
