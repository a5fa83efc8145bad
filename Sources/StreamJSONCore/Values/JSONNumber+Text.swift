extension JSONNumber: CustomStringConvertible {
  /// The number in JSON, with all its digits; `null` if it is not finite.
  ///
  /// A `Double` that is an integer of up to 64 bits is written as one. Any other is written with the fewest
  /// digits that identify it. A zero keeps its sign.
  public var description: String {
    switch form {
    case .decimal(let significand, let exponent, let isNegative):
      (isNegative ? "-" : "") + Self.spelling(significand, exponent: Int(exponent))
    case .double(let double):
      Self.spelling(double)
    case .literal(let literal):
      literal
    }
  }

  private static func spelling(_ double: Double) -> String {
    if double == 0, double.sign == .minus { return "-0" }
    if let integer = Int64(exactly: double) { return "\(integer)" }
    if let integer = UInt64(exactly: double) { return "\(integer)" }
    return double.isFinite ? "\(double)" : "null"
  }

  /// How many zeros are written out before the first digit or after the last one.
  private static let maximumZeroCount = 6

  /// The spelling of `significand * 10^exponent`.
  private static func spelling(_ significand: UInt64, exponent: Int) -> String {
    let digits = "\(significand)"
    // The power of ten of the first digit.
    let scale = exponent + digits.utf8.count - 1
    switch exponent {
    case 0:
      return digits
    case 1...maximumZeroCount:
      // The zeros of 0e3 are the exponent's.
      return significand > 0 ? digits + String(repeating: "0", count: exponent) : digits
    case ..<0 where scale >= -maximumZeroCount:
      let padded = String(repeating: "0", count: max(0, -scale)) + digits
      let point = padded.utf8.index(padded.endIndex, offsetBy: exponent)
      return "\(padded[..<point]).\(padded[point...])"
    default:
      let fraction = digits.dropFirst()
      return "\(digits.prefix(1))\(fraction.isEmpty ? "" : ".")\(fraction)e\(scale)"
    }
  }
}
