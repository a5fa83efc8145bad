extension JSONText {
  /// Parses the bytes from offset `start` up to `end` as an integer of type `T`.
  ///
  /// A number with a fraction or an exponent is accepted if and only if its mathematical value is
  /// an integer that fits: `1.0`, `10e-1` and `1e3` are accepted, `1.0000000000000001` is not.
  ///
  /// - Precondition: `0 <= start <= end <= count`.
  /// - Returns: Nil if the bytes are not a number, or if the number does not fit or is not an
  ///   integer; `integerFault(from:to:as:)` says which. `-0` is 0 in every type.
  /// - Complexity: O(`end - start`). Does not allocate.
  @inline(__always)
  package func parseInteger<T: FixedWidthInteger>(
    from start: Int,
    to end: Int,
    as type: T.Type = T.self
  ) -> T? {
    if let value = parseShortInteger(from: start, to: end) { return T(exactly: value) }
    if let value = parseMediumInteger(from: start, to: end) {
      return T(exactly: value)
    }
    return try? parseAnyInteger(from: start, to: end, as: type)
  }

  /// Why `parseInteger(from:to:as:)` returned nil for the same arguments.
  @inline(never)
  package func integerFault<T: FixedWidthInteger>(
    from start: Int,
    to end: Int,
    as type: T.Type
  ) -> NumberFault {
    do throws(NumberFault) {
      _ = try parseAnyInteger(from: start, to: end, as: type)
    } catch {
      return error
    }
    return .outOfRange
  }

  /// The integer in `start..<end` if it has 1 to 18 digits and nothing else but a minus sign.
  ///
  /// If this is nil, the number may still be valid: another function parses or rejects it.
  @inline(__always)
  private func parseShortInteger(from start: Int, to end: Int) -> Int64? {
    guard start < end else { return nil }
    let isNegative = self[start] == 0x2d
    let digitsStart = isNegative ? start &+ 1 : start
    let digitCount = end &- digitsStart
    guard digitCount > 0, digitCount <= 18 else { return nil }
    if self[digitsStart] == 0x30, digitCount > 1 { return nil }
    guard let magnitude = DigitBlocks.value(self, from: digitsStart, to: end) else { return nil }
    let value = Int64(truncatingIfNeeded: magnitude)
    return isNegative ? 0 &- value : value
  }

  /// The integer in `start..<end` if it has 19 to 36 digits and nothing else but a minus sign.
  @inline(never)
  private func parseMediumInteger(from start: Int, to end: Int) -> Int128? {
    guard start < end else { return nil }
    let isNegative = self[start] == 0x2d
    let digitsStart = isNegative ? start &+ 1 : start
    let digitCount = end &- digitsStart
    guard digitCount > 18, digitCount <= 36, self[digitsStart] != 0x30 else { return nil }
    let headEnd = end &- 18
    var head: UInt64 = 0
    var tail: UInt64 = 0
    var cursor = digitsStart
    DigitBlocks.append(self, from: &cursor, to: headEnd, to: &head)
    guard cursor == headEnd else { return nil }
    DigitBlocks.append(self, from: &cursor, to: end, to: &tail)
    guard cursor == end else { return nil }
    let product = head.multipliedFullWidth(by: 1_000_000_000_000_000_000)
    let value = (Int128(product.high) &<< 64 | Int128(product.low)) &+ Int128(tail)
    return isNegative ? 0 &- value : value
  }

  /// Parses any number as an integer of any width, digit by digit.
  @inline(never)
  private func parseAnyInteger<T: FixedWidthInteger>(
    from start: Int,
    to end: Int,
    as type: T.Type
  ) throws(NumberFault) -> T {
    guard let literal = NumberLiteral(self, from: start, to: end) else {
      let offset = NumberLiteral.firstInvalidOffset(in: self, from: start, to: end)
      throw .malformed(offset: offset ?? end)
    }
    if literal.significand == 0 { return 0 }

    // Trailing zeros move into the exponent. If it is still negative, the last digit is after the
    // point.
    var digits = SignificantDigits(
      self,
      from: literal.digitsStart,
      to: literal.digitsEnd
    )
    var digitCount = digits.remainingCount
    var exponent = literal.exponent
    if literal.hasMoreDigits { exponent &-= digitCount &- NumberLiteral.maxDigitCount }
    var lastOffset = literal.digitsEnd &- 1
    while self[lastOffset] == 0x30 || self[lastOffset] == 0x2e {
      if self[lastOffset] == 0x30 {
        digitCount &-= 1
        exponent &+= 1
      }
      lastOffset &-= 1
    }
    guard exponent >= 0 else { throw .hasFraction }

    var value: T = 0
    func append(_ digit: UInt8) throws(NumberFault) {
      let (product, productOverflow) = value.multipliedReportingOverflow(by: 10)
      let addend = T(truncatingIfNeeded: digit)
      let (sum, sumOverflow) =
        literal.isNegative
        ? product.subtractingReportingOverflow(addend) : product.addingReportingOverflow(addend)
      guard !productOverflow, !sumOverflow else { throw .outOfRange }
      value = sum
    }
    for _ in 0..<digitCount { try append(digits.next() ?? 0) }
    // The value is not zero, so a large exponent soon ends this with an overflow.
    while exponent > 0 {
      try append(0)
      exponent &-= 1
    }
    return value
  }
}
