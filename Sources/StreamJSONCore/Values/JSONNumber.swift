/// An arbitrary-precision JSON number.
///
/// ```swift
/// let number = JSONNumber("12345678901234567890123")   // from a literal, nil if it is malformed
/// let price: JSONNumber = 19.99
/// let count: JSONNumber = 3
/// count.int                                            // 3
/// price.int                                            // nil
/// ```
///
/// A number that was read from JSON keeps all its digits, and ``description`` has them all. ``int``, ``integer(as:)``,
/// and ``double`` convert it on request.
///
/// ## Equality
///
/// Numbers are equal if they have the same value, however they're written: 1, 1.0, and 10e-1 are equal. Integers that
/// fit in 64 bits are compared as integers. Any other number of up to 17 significant digits is compared as the nearest
/// `Double`, as other coders convert it. A number of more digits, or one beyond the range of `Double`, is compared
/// exactly, whatever its exponent. 0 and -0 are equal, but a -0 that comes from JSON keeps its sign, in JSON and as a
/// `Double`.
public struct JSONNumber: Sendable {
  /// How the value is held.
  enum Form: Sendable {
    /// `significand * 10^exponent`, negated if `isNegative`.
    case decimal(significand: UInt64, exponent: Int32, isNegative: Bool)
    /// A number that was a `Double` before, or isn't finite.
    case double(Double)
    /// A number of RFC 8259 that doesn't fit in `decimal`.
    case literal(String)
  }

  let form: Form

  /// Creates a number from an integer of any size.
  public init(_ value: some BinaryInteger) {
    if let significand = UInt64(exactly: value.magnitude) {
      form = .decimal(significand: significand, exponent: 0, isNegative: value < 0)
    } else {
      form = .literal("\(value)")
    }
  }

  /// Creates a number from an integer of up to 128 bits.
  init(_ value: SignedMagnitude) {
    let isNegative = value.isNegative && !value.magnitude.isZero
    if value.magnitude.high == 0 {
      form = .decimal(significand: value.magnitude.low, exponent: 0, isNegative: isNegative)
    } else {
      form = .literal(
        String { bytes in
          bytes.append(isNegative ? "-" : "")
          bytes.reserve(39)
          bytes.append(decimal: value.magnitude)
        }
      )
    }
  }

  /// Creates a number from a floating-point number.
  ///
  /// JSON has no infinities and no NaN. If such a number comes from JSON5 or from your code, its
  /// ``description`` is `null`, as in JavaScript.
  public init(_ value: Double) { form = .double(value) }

  /// Creates a number from its JSON representation (RFC 8259 section 6), with all its digits.
  ///
  /// - Returns: Nil if `literal` is anything else, such as `01`, `.5`, or a number with spaces.
  /// - Complexity: O(length of `literal`).
  public init?(_ literal: some StringProtocol) {
    let number = String(literal).withText { JSONNumber(in: $0, from: 0, to: $0.count) }
    guard let number else { return nil }
    self = number
  }

  /// Creates the number that the bytes of `text` from `start` up to `end` spell; nil if they don't spell one.
  @inline(never)
  init?(in text: JSONText, from start: Int, to end: Int) {
    guard let literal = NumberLiteral(called: text, from: start, to: end) else { return nil }
    if let number = JSONNumber(literal) {
      self = number
    } else {
      form = .literal(text.string(from: start, to: end))
    }
  }

  /// Creates a number from `literal`; nil if that doesn't hold all of the digits, or if its exponent is too large.
  @inline(__always)
  init?(_ literal: NumberLiteral) {
    guard !literal.hasMoreDigits, let exponent = Self.shortExponent(literal.exponent) else {
      return nil
    }
    let (significand, isNegative) = (literal.significand, literal.isNegative)
    form = .decimal(significand: significand, exponent: exponent, isNegative: isNegative)
  }

  /// The exponent, if it is so small that counts of digits may be added to it in 32 bits.
  ///
  /// Where `Int` has 32 bits, a larger exponent may have become the largest `Int` instead of what the text says.
  static func shortExponent(_ exponent: some FixedWidthInteger) -> Int32? {
    exponent.magnitude < 1 << 30 ? Int32(exponent) : nil
  }
}

extension JSONNumber {
  /// The value as an `Int`; nil if it has a fraction or doesn't fit.
  ///
  /// 1.0 and 1e3 are integers, as they are for `StreamJSONDecoder`.
  public var int: Int? { integer(as: Int.self) }

  /// Returns the value as an integer of the given type, or nil if it has a fraction or doesn't fit.
  public func integer<T: FixedWidthInteger>(as type: T.Type) -> T? {
    switch form {
    case .decimal(let significand, let exponent, let isNegative) where T.bitWidth <= 128:
      try? SignedMagnitude(significand, exponent: Int(exponent), isNegative: isNegative)
        .value(as: type)
    case .decimal, .literal:
      // A type of another package may have more than 128 bits.
      description.withText { text in
        T.bitWidth > 128
          ? text.parseWideInteger(from: 0, to: text.count)
          : (try? text.parseAnyInteger(from: 0, to: text.count))?.value(as: type)
      }
    case .double(let double):
      T(exactly: double)
    }
  }

  /// The value as the nearest `Double`, ties to even.
  ///
  /// Nil if the value is beyond the range of `Double`, such as 1e400, or if it is nonzero but would become
  /// zero, such as 1e-400.
  public var double: Double? {
    switch form {
    case .decimal(let significand, let exponent, let isNegative):
      Double.nearest(to: significand, exponent: Int(exponent), isNegative: isNegative)
    case .double(let double):
      double
    case .literal(let literal):
      literal.withText { text in text.parseDouble(from: 0, to: text.count) }
    }
  }

  /// Whether it is a zero with a minus sign, which no integer has.
  var isNegativeZero: Bool {
    switch form {
    case .decimal(let significand, _, let isNegative): isNegative && significand == 0
    case .double(let double): double == 0 && double.sign == .minus
    case .literal(let literal): literal.utf8.first == UInt8(ascii: "-") && self == 0
    }
  }
}

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a number from an integer literal.
  public init(integerLiteral value: Int) { self.init(value) }

  /// Creates a number from a floating-point literal.
  public init(floatLiteral value: Double) { self.init(value) }
}

extension JSONNumber: Codable {
  /// Decodes a number with any decoder.
  ///
  /// With `StreamJSONDecoder`, the number has all its digits. With other decoders, this tries a 64-bit integer, then a
  /// 128-bit integer where the system has that type, and then a `Double`.
  ///
  /// - Throws: `DecodingError` if the value isn't a number.
  public init(from decoder: any Decoder) throws {
    if let number = try Self.readFromTape(of: decoder) {
      self = number
      return
    }
    let container = try decoder.singleValueContainer()
    if let integer = try? container.decode(Int64.self) {
      self.init(integer)
    } else if let integer = try? container.decode(UInt64.self) {
      self.init(integer)
    } else if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
      let integer = try? container.decode(Int128.self)
    {
      self.init(integer)
    } else {
      self.init(try container.decode(Double.self))
    }
  }

  /// Encodes the number with any encoder.
  ///
  /// An integer of up to 64 bits (or 128 bits, if the encoder supports them) is encoded as an integer, and any other
  /// number as the nearest `Double`. A zero with a minus sign is a `Double`. To get all digits, use ``description``.
  ///
  /// - Throws: `EncodingError.invalidValue` for a number beyond the range of `Double`, and the errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if isNegativeZero {
      try container.encode(-0.0)
    } else if let integer = integer(as: Int64.self) {
      try container.encode(integer)
    } else if let integer = integer(as: UInt64.self) {
      try container.encode(integer)
    } else if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
      // Of other forms, a `Double` is just as good.
      case .literal = form,
      let integer = integer(as: Int128.self), (try? container.encode(integer)) != nil
    {
      return
    } else if let double {
      try container.encode(double)
    } else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "\(self) is beyond the range of Double."
        )
      )
    }
  }
}

extension JSONNumber: Hashable {
  /// What equal numbers have in common.
  private enum Identity: Hashable {
    /// An integer that fits in 64 bits, with or without a sign.
    case integer(UInt64, isNegative: Bool)
    /// The bits of a `Double` that isn't such an integer.
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
      literal.withText { Self.identity(of: $0) }
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

extension JSONNumber: CustomStringConvertible {
  /// The number in JSON, with all its digits; `null` if it isn't finite.
  ///
  /// A `Double` that is an integer of up to 64 bits is written as an integer, and any other with the fewest digits that
  /// identify it. A zero keeps its sign.
  public var description: String {
    switch form {
    case .decimal(let significand, let exponent, let isNegative):
      return (isNegative ? "-" : "") + Self.spelling(significand, exponent: Int(exponent))
    case .double(let double):
      if isNegativeZero { return "-0" }
      if case .integer(let magnitude, let isNegative) = identity {
        return (isNegative ? "-" : "") + "\(magnitude)"
      }
      return double.isFinite ? "\(double)" : "null"
    case .literal(let literal):
      return literal
    }
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
      let all = String(repeating: "0", count: max(0, -scale)) + digits
      return all.dropLast(-exponent) + "." + all.suffix(-exponent)
    default:
      let others = digits.dropFirst()
      return digits.prefix(1) + (others.isEmpty ? "" : ".") + others + "e\(scale)"
    }
  }
}

extension String {
  /// Creates a string of the UTF-8 that `write` adds.
  init(_ write: (inout ByteArena) -> Void) {
    var bytes = ByteArena()
    write(&bytes)
    // The string does not refer to the bytes.
    self = withExtendedLifetime(bytes) { $0.text.string(from: 0, to: $0.count) }
  }
}
