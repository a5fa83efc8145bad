extension JSONNumber: Hashable {
  /// What equal numbers have in common.
  private enum Identity: Hashable {
    /// An integer that fits in 64 bits, with or without a sign.
    case integer(UInt64, isNegative: Bool)
    /// The bits of a `Double` that is not such an integer.
    case double(UInt64)
    /// Digits without zeros at the ends, and the power of ten that they are multiplied by, which may not fit in an
    /// `Int`.
    case digits(String, exponent: String, isNegative: Bool)
  }

  /// Returns whether both numbers have the same value; see ``JSONNumber`` for what that means.
  public static func == (first: JSONNumber, second: JSONNumber) -> Bool {
    first.identity == second.identity
  }

  /// Hashes the value, independent of its spelling.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  @inline(never)
  private var identity: Identity {
    switch form {
    case .decimal(let significand, let exponent, let isNegative):
      Self.identity(significand, exponent: Int(exponent), isNegative: isNegative)
    case .double(let double):
      Self.identity(double)
    case .literal(let literal):
      Self.reading(literal) { Self.identity(of: $0) }
    }
  }

  /// The identity of `integer`; nil if neither an `Int64` nor a `UInt64` holds it.
  private static func identity(_ integer: SignedMagnitude?) -> Identity? {
    guard let integer, let magnitude = integer.shortMagnitude else { return nil }
    return .integer(magnitude, isNegative: integer.isNegative && magnitude > 0)
  }

  private static func identity(_ double: Double) -> Identity {
    // All NaNs are the same here, as hashing requires.
    identity(SignedMagnitude(exactly: double))
      ?? .double(double.isNaN ? Double.nan.bitPattern : double.bitPattern)
  }

  private static func identity(
    _ significand: UInt64,
    exponent: Int,
    isNegative: Bool
  ) -> Identity {
    let integer = try? SignedMagnitude(significand, exponent: exponent, isNegative: isNegative)
    if let short = identity(integer) { return short }
    var (significand, exponent) = (significand, exponent)
    while significand.isMultiple(of: 10) {
      significand /= 10
      exponent += 1
    }
    if significand < 100_000_000_000_000_000,
      let double = Double.nearest(to: significand, exponent: exponent, isNegative: isNegative)
    {
      return .double(double.bitPattern)
    }
    return .digits("\(significand)", exponent: "\(exponent)", isNegative: isNegative)
  }

  /// The identity of the number that `text` spells.
  private static func identity(of text: JSONText) -> Identity {
    if let short = identity(try? text.parseAnyInteger(from: 0, to: text.count)) { return short }
    guard let literal = NumberLiteral(called: text, from: 0, to: text.count),
      literal.significand != 0
    else { return .integer(0, isNegative: false) }
    var rest = SignificantDigits(text, from: literal.digitsStart, to: literal.digitsEnd)
    let zeroCount = rest.dropLastZeros()
    let digits = rest.spelling()
    let point = (literal.digitsStart..<literal.digitsEnd).first { text[$0] == UInt8(ascii: ".") }
    let fractionDigitCount = point.map { literal.digitsEnd - $0 - 1 } ?? 0
    // Each digit that was dropped or follows the point is a power of ten.
    let difference = zeroCount - fractionDigitCount
    let exponent = text.exponent(from: literal.digitsEnd, adding: difference)
    if let short = digits.parsed(as: UInt64.self), let exponent = exponent.parsed(as: Int.self) {
      return identity(short, exponent: exponent, isNegative: literal.isNegative)
    }
    return .digits(digits, exponent: exponent, isNegative: literal.isNegative)
  }
}

extension JSONText {
  /// The exponent that fills the text from `start` on, if there is one, beginning with its `e`, plus `difference`: in
  /// decimal digits, because it may have any number of them.
  ///
  /// - Complexity: O(digits).
  fileprivate func exponent(from start: Int, adding difference: Int) -> String {
    guard start < count else { return "\(difference)" }
    let exponent = string(from: start + 1, to: count)
    // The loop below is for an exponent that is larger than the difference.
    if let value = exponent.parsed(as: Int64.self), value.magnitude < UInt64(1) << 60 {
      return "\(value + Int64(difference))"
    }
    let isNegative = exponent.hasPrefix("-")
    // The last digit comes first, and the sign is left out.
    var digits = exponent.utf8.reversed().compactMap { byte in
      byte < UInt8(ascii: "0") ? nil : Int64(byte - UInt8(ascii: "0"))
    }
    var carry = Int64(isNegative ? -difference : difference)
    for position in digits.indices where carry != 0 {
      let sum = digits[position] + carry
      digits[position] = (sum % 10 + 10) % 10
      carry = (sum - digits[position]) / 10
    }
    if carry > 0 { digits.append(carry) }
    while digits.last == 0 { digits.removeLast() }
    return (isNegative ? "-" : "") + digits.reversed().map { "\($0)" }.joined()
  }
}
