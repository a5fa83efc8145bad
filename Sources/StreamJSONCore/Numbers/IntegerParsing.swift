extension JSONText {
  /// Parses the bytes from offset `start` up to `end` as an integer of type `T`.
  ///
  /// A number with a fraction or an exponent is accepted if and only if its mathematical value is
  /// an integer that fits: `1.0`, `10e-1` and `1e3` are accepted, `1.0000000000000001` is not.
  ///
  /// - Precondition: `0 <= start <= end <= count`.
  /// - Returns: Nil if the bytes are not a number, or if the number does not fit or is not an
  ///   integer. `-0` is 0 in every type.
  /// - Complexity: O(`end - start`). Does not allocate for types of at most 128 bits.
  @inline(__always)
  package func parseInteger<T: FixedWidthInteger>(
    from start: Int,
    to end: Int,
    as type: T.Type = T.self
  ) -> T? {
    if let value = parseShortInteger(from: start, to: end) { return T(exactly: value) }
    // Types of other packages may have more bits.
    guard T.bitWidth <= 128 else { return parseWideInteger(from: start, to: end) }
    if let value = parseMediumInteger(from: start, to: end) { return value.value(as: type) }
    return (try? parseAnyInteger(from: start, to: end))?.value(as: type)
  }

  /// The integer in `start..<end` if it has 1 to `most` digits, at most 18, and nothing else but a minus sign.
  ///
  /// If this is nil, the number may still be valid: another function parses or rejects it.
  @inline(__always)
  func parseShortInteger(from start: Int, to end: Int, _ most: Int = 18) -> Int64? {
    guard start < end else { return nil }
    let isNegative = self[start] == 0x2d
    let digitsStart = isNegative ? start &+ 1 : start
    let digitCount = end &- digitsStart
    guard digitCount > 0, digitCount <= most else { return nil }
    if self[digitsStart] == 0x30, digitCount > 1 { return nil }
    guard let magnitude = DigitBlocks.value(self, from: digitsStart, to: end) else { return nil }
    let value = Int64(truncatingIfNeeded: magnitude)
    return isNegative ? 0 &- value : value
  }

  /// The integer in `start..<end` if it has 19 to 36 digits and nothing else but a minus sign.
  @inline(never)
  func parseMediumInteger(from start: Int, to end: Int) -> SignedMagnitude? {
    guard start < end else { return nil }
    let isNegative = self[start] == 0x2d
    let digitsStart = isNegative ? start &+ 1 : start
    let digitCount = end &- digitsStart
    guard digitCount > 18, digitCount <= 36, self[digitsStart] != 0x30,
      let head = DigitBlocks.value(self, from: digitsStart, to: end &- 18),
      let tail = DigitBlocks.value(self, from: end &- 18, to: end)
    else { return nil }
    let product = head.multipliedFullWidth(by: 1_000_000_000_000_000_000)
    let (low, carry) = product.low.addingReportingOverflow(tail)
    let magnitude = WideInteger(high: product.high &+ (carry ? 1 : 0), low: low)
    return SignedMagnitude(isNegative: isNegative, magnitude: magnitude)
  }

  /// Parses any number as an integer.
  ///
  /// - Throws: Why it has no value of at most 128 bits.
  @inline(never)
  func parseAnyInteger(from start: Int, to end: Int) throws(NumberFault) -> SignedMagnitude {
    guard let literal = NumberLiteral(called: self, from: start, to: end) else {
      throw numberFault(from: start, to: end)
    }
    guard literal.hasMoreDigits, literal.significand != 0 else {
      return try SignedMagnitude(
        literal.significand,
        exponent: literal.exponent,
        isNegative: literal.isNegative
      )
    }

    // Trailing zeros move into the exponent. If it is still negative, the last digit is after the
    // point.
    var digits = SignificantDigits(self, from: literal.digitsStart, to: literal.digitsEnd)
    let moreCount = digits.remainingCount &- NumberLiteral.maxDigitCount
    let exponent = Int64(literal.exponent) &- Int64(moreCount) &+ Int64(digits.dropLastZeros())
    guard exponent >= 0 else { throw .hasFraction }

    var magnitude = WideInteger(0)
    for digit in digits {
      guard let next = magnitude.times(10, plus: digit) else { throw .outOfRange }
      magnitude = next
    }
    return try SignedMagnitude(isNegative: literal.isNegative, magnitude: magnitude)
      .scaled(by: Int(clamping: exponent))
  }

  /// Parses any number as an integer of more than 128 bits, whose type reads the digits itself.
  @inline(never)
  func parseWideInteger<T: FixedWidthInteger>(from start: Int, to end: Int) -> T? {
    guard let literal = NumberLiteral(called: self, from: start, to: end) else { return nil }
    guard literal.significand != 0 else { return 0 }
    var digits = SignificantDigits(self, from: literal.digitsStart, to: literal.digitsEnd)
    let moreCount = max(digits.remainingCount - NumberLiteral.maxDigitCount, 0)
    let exponent = Int64(literal.exponent) &- Int64(moreCount) &+ Int64(digits.dropLastZeros())
    // As many zeros as the type has bits are too many.
    guard exponent >= 0, exponent < T.bitWidth else { return nil }
    let zeros = String(repeating: "0", count: Int(exponent))
    return T((literal.isNegative ? "-" : "") + digits.spelling() + zeros)
  }
}
