extension NumberLiteral {
  /// The digits of a number, as many as fit in 128 bits.
  package struct DecimalDigits: Equatable, Sendable {
    /// Whether there is a minus sign, even before a zero.
    package internal(set) var isNegative: Bool

    /// The first 38 or 39 significant digits, or all of them if there are fewer.
    package internal(set) var mantissa: WideInteger

    /// The power of ten that `mantissa` is multiplied by, saturating as in `NumberLiteral`.
    ///
    /// Digits that did not fit are counted here if they are before the point, and dropped without
    /// rounding if they are after it.
    package internal(set) var exponent: Int
  }

  /// The digits of this number, from the text it was parsed from.
  ///
  /// - Complexity: O(1) up to 19 digits, else O(`digitsEnd - digitsStart`). Does not allocate.
  package func decimalDigits(in text: JSONText) -> DecimalDigits {
    var result = DecimalDigits(
      isNegative: isNegative,
      mantissa: WideInteger(significand),
      exponent: exponent
    )
    guard hasMoreDigits else { return result }
    let digits = SignificantDigits(text, from: digitsStart, to: digitsEnd)
    for digit in digits.dropFirst(Self.maxDigitCount) {
      guard let mantissa = result.mantissa.times(10, plus: digit) else { break }
      result.mantissa = mantissa
      result.exponent -= 1
    }
    return result
  }
}
