extension JSONNumber: Hashable {
  /// What equal numbers have in common.
  package enum Identity: Hashable {
    /// An integer that fits in 64 bits, with or without a sign.
    case integer(UInt64, isNegative: Bool)
    /// The bits of a `Double` that is not such an integer.
    case double(UInt64)
    /// Digits without zeros at the ends, and the power of ten that they are multiplied by.
    case digits(String, exponent: Int, isNegative: Bool)
    /// Like `digits`, for an exponent that does not fit in an `Int`.
    case scaledDigits(String, exponent: String, isNegative: Bool)
  }

  /// Returns whether both numbers have the same value; see ``JSONNumber`` for what that means.
  public static func == (first: JSONNumber, second: JSONNumber) -> Bool {
    first.identity == second.identity
  }

  /// Hashes the value, independent of its spelling.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
  }

  private var identity: Identity {
    switch form {
    case .decimal(let significand, let exponent, let isNegative):
      Self.identity(significand, exponent: Int(exponent), isNegative: isNegative)
    case .double(let double):
      Self.identity(double)
    case .literal(let literal):
      Self.identity(of: literal)
    }
  }

  private static func identity(_ double: Double) -> Identity {
    if let (magnitude, isNegative) = shortInteger(double) {
      return .integer(magnitude, isNegative: isNegative)
    }
    // All NaNs are the same here, as hashing requires.
    return .double(double.isNaN ? Double.nan.bitPattern : double.bitPattern)
  }

  private static func identity(
    _ significand: UInt64,
    exponent: Int,
    isNegative: Bool
  ) -> Identity {
    if significand == 0 { return .integer(0, isNegative: false) }
    var (significand, exponent) = (significand, exponent)
    while significand.isMultiple(of: 10) {
      significand /= 10
      exponent += 1
    }
    if exponent >= 0, exponent < 20 {
      let magnitude = (0..<exponent).reduce(WideInteger(significand) as WideInteger?) { power, _ in
        power?.timesTen(plus: 0)
      }
      if let magnitude, fitsIn64Bits(magnitude, isNegative: isNegative) {
        return .integer(magnitude.low, isNegative: isNegative)
      }
    }
    if significand < 100_000_000_000_000_000,
      let double = Double.nearest(to: significand, exponent: exponent, isNegative: isNegative)
    {
      return .double(double.bitPattern)
    }
    return .digits("\(significand)", exponent: exponent, isNegative: isNegative)
  }

  /// The identity of the number that `literal` spells.
  ///
  /// Exponents beyond `limit` are not read to their end: 2^58, or 2^26 where Int has 32 bits.
  package static func identity(of literal: String, limit: UInt = .max >> 6) -> Identity {
    reading(literal) { identity($0, limit) }
  }

  private static func identity(_ text: JSONText, _ limit: UInt) -> Identity {
    if let integer = try? text.parseAnyInteger(from: 0, to: text.count),
      fitsIn64Bits(integer.magnitude, isNegative: integer.isNegative)
    {
      let isNegative = integer.isNegative && !integer.magnitude.isZero
      return .integer(integer.magnitude.low, isNegative: isNegative)
    }
    guard let literal = NumberLiteral(text, from: 0, to: text.count) else {
      return .digits("", exponent: 0, isNegative: false)
    }
    if literal.significand == 0 { return .integer(0, isNegative: false) }
    var digits = SignificantDigits(text, from: literal.digitsStart, to: literal.digitsEnd)
    // The power of ten of the last digit.
    var exponent = literal.exponent
    // If this wraps around, the exponent is read to its end below.
    if literal.hasMoreDigits { exponent &-= digits.remainingCount - NumberLiteral.maxDigitCount }
    var bytes = ByteArena(capacity: digits.remainingCount)
    while let digit = digits.next() { bytes.append(UInt8(ascii: "0") &+ digit) }
    var count = bytes.count
    while count > 0, bytes.text[count - 1] == UInt8(ascii: "0") {
      count -= 1
      exponent &+= 1
    }
    let zeroCount = bytes.count - count
    bytes.truncate(to: count)
    return withExtendedLifetime(bytes) { bytes in
      // Without an exponent, it is the number of digits that is so large, and that is exact.
      if literal.digitsEnd < text.count, literal.exponent.magnitude > limit {
        return identity(
          bytes.text.string(from: 0, to: count),
          exponent: DecimalInteger(exponentOf: text, from: literal.digitsEnd),
          // Each digit that was dropped or follows the point is a power of ten.
          adding: zeroCount
            - text.fractionDigitCount(from: literal.digitsStart, to: literal.digitsEnd),
          isNegative: literal.isNegative
        )
      }
      if let short = NumberLiteral(bytes.text, from: 0, to: count), !short.hasMoreDigits {
        return identity(short.significand, exponent: exponent, isNegative: literal.isNegative)
      }
      let spelling = bytes.text.string(from: 0, to: count)
      return .digits(spelling, exponent: exponent, isNegative: literal.isNegative)
    }
  }

  private static func identity(
    _ digits: String,
    exponent: DecimalInteger,
    adding difference: Int,
    isNegative: Bool
  ) -> Identity {
    let exponent = exponent.adding(difference)
    if let short = Int(exponent.description) {
      return .digits(digits, exponent: short, isNegative: isNegative)
    }
    return .scaledDigits(digits, exponent: exponent.description, isNegative: isNegative)
  }

  /// The integer that `double` is; nil if it is not an integer of up to 64 bits.
  static func shortInteger(_ double: Double) -> (magnitude: UInt64, isNegative: Bool)? {
    guard let magnitude = UInt64(exactly: double.magnitude),
      double >= 0 || magnitude <= UInt64(1) << 63
    else { return nil }
    return (magnitude, double < 0)
  }

  /// Whether an `Int64` or a `UInt64` holds the integer.
  private static func fitsIn64Bits(_ magnitude: WideInteger, isNegative: Bool) -> Bool {
    magnitude.high == 0 && (!isNegative || magnitude.low <= UInt64(1) << 63)
  }
}
