// Rules for the folder Numbers:
// - Nil from a fast function means that the number isn't of the usual form. It isn't an error. The next function
//   decides.
// - Nobody looks for the reason of a failure until it's needed. `numberFault` then goes over the bytes again.
// - Code for all integers exists once and works on `SignedMagnitude` and `IntegerType`.

extension JSONText {
  /// Parses the bytes from offset `start` up to `end` as an integer of type `T`, which has at most 128 bits.
  ///
  /// A number with a fraction or an exponent is accepted if and only if its mathematical value is
  /// an integer that fits: `1.0`, `10e-1` and `1e3` are accepted, `1.0000000000000001` is not.
  ///
  /// - Precondition: `0 <= start <= end <= count`.
  /// - Returns: Nil if the bytes are not a number, or if the number does not fit or is not an
  ///   integer. `-0` is 0 in every type.
  /// - Complexity: O(`end - start`). Does not allocate.
  @inline(__always)
  package func parseInteger<T: FixedWidthInteger>(
    from start: Int,
    to end: Int,
    as type: T.Type = T.self
  ) -> T? {
    if let value = parseShortInteger(from: start, to: end) { return T(exactly: value) }
    return (try? parseAnyInteger(from: start, to: end))?.value(as: type)
  }

  /// The integer in `start..<end` if it has 1 to `most` digits, at most 19, and nothing else but a minus sign.
  ///
  /// If this is nil, the number may still be valid: another function parses or rejects it.
  @inline(__always)
  func parseShortInteger(from start: Int, to end: Int, _ most: Int = 19) -> Int64? {
    guard start < end else { return nil }
    let isNegative = self[start] == 0x2d
    let digitsStart = isNegative ? start &+ 1 : start
    let digitCount = end &- digitsStart
    guard digitCount > 0, digitCount <= most else { return nil }
    if self[digitsStart] == 0x30, digitCount > 1 { return nil }
    guard let magnitude = DigitBlocks.value(self, from: digitsStart, to: end),
      let value = Int64(exactly: magnitude)
    else { return nil }
    return isNegative ? 0 &- value : value
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

    let (digits, exponent) = literal.digitsWithoutLastZeros(in: self)
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
    let (digits, exponent) = literal.digitsWithoutLastZeros(in: self)
    // As many zeros as the type has bits are too many.
    guard exponent >= 0, exponent < T.bitWidth else { return nil }
    let zeros = String(repeating: "0", count: Int(exponent))
    return T((literal.isNegative ? "-" : "") + digits.spelling() + zeros)
  }
}

/// What shared code has to know about one type of integer.
///
/// It returns values of at most 128 bits, and its callers keep as many bits as the type has. That way,
/// code that isn't worth a copy for each type exists only once.
struct IntegerType {
  let type: any Any.Type

  /// The largest value.
  private let maximum: WideInteger
  private let isSigned: Bool

  @inline(__always)
  init<T: FixedWidthInteger>(_ type: T.Type) {
    self.type = type
    maximum = WideInteger(lowestBitsOf: T.max)
    isSigned = T.isSigned
  }

  /// The bits of `value`, nil if the type cannot hold it.
  func bits(of value: SignedMagnitude) -> WideInteger? {
    guard value.isNegative, !value.magnitude.isZero else {
      return value.magnitude <= maximum ? value.magnitude : nil
    }
    // `~x` is `-x - 1`.
    let complement = value.magnitude.predecessor
    guard isSigned, complement <= maximum else { return nil }
    return WideInteger(high: ~complement.high, low: ~complement.low)
  }
}

/// An integer of up to 128 bits and a sign, which a type may hold or not.
///
/// Numbers that are not short are parsed as one, in code that all types of integers have in common.
package struct SignedMagnitude {
  /// Whether it is negative; a zero may be.
  package let isNegative: Bool
  package let magnitude: WideInteger
}

extension SignedMagnitude {
  init(_ integer: Int64) {
    self.init(isNegative: integer < 0, magnitude: WideInteger(integer.magnitude))
  }

  /// Makes `significand * 10^exponent`, negated if `isNegative`.
  ///
  /// - Throws: `hasFraction` or `outOfRange`.
  /// - Complexity: O(1), as the first 20 steps show that it is one of these.
  init(_ significand: UInt64, exponent: Int, isNegative: Bool) throws(NumberFault) {
    var (significand, exponent) = (significand, significand == 0 ? 0 : exponent)
    while exponent < 0 {
      let (quotient, remainder) = significand.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { throw .hasFraction }
      significand = quotient
      exponent &+= 1
    }
    self.init(isNegative: isNegative, magnitude: WideInteger(significand))
    self = try scaled(by: exponent)
  }

  /// The integer, multiplied by `10^exponent`.
  ///
  /// - Throws: `outOfRange`.
  func scaled(by exponent: Int) throws(NumberFault) -> SignedMagnitude {
    var (magnitude, exponent) = (magnitude, magnitude.isZero ? 0 : exponent)
    // It is not zero, so a large exponent soon ends this with an overflow.
    while exponent > 0 {
      guard let product = magnitude.times(10, plus: 0) else { throw .outOfRange }
      magnitude = product
      exponent &-= 1
    }
    return SignedMagnitude(isNegative: isNegative, magnitude: magnitude)
  }

  /// The magnitude, nil if the integer does not fit in a `UInt64` or, with a minus sign, in an `Int64`.
  ///
  /// JSONDecoder reads no larger hexadecimal numbers for types other than integers.
  package var shortMagnitude: UInt64? {
    magnitude.high == 0 && (!isNegative || magnitude.low <= UInt64(1) << 63) ? magnitude.low : nil
  }

  /// The value, nil if `type`, which has at most 128 bits, can't hold it.
  @inline(__always)
  func value<T: FixedWidthInteger>(as type: T.Type) -> T? {
    IntegerType(type).bits(of: self).map { T(truncatingIfNeeded: $0) }
  }

  /// Nil if `double` has a fraction or is too large.
  init?(exactly double: Double) {
    guard let magnitude = WideInteger(exactly: double.magnitude) else { return nil }
    self.init(isNegative: double < 0, magnitude: magnitude)
  }
}
