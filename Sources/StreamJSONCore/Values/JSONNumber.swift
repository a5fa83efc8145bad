/// A number as in JSON: with any number of digits, and with no difference between integers and other
/// numbers.
///
/// ```swift
/// let number = JSONNumber("12345678901234567890123")   // from a literal, nil if it is malformed
/// let price: JSONNumber = 19.99
/// let count: JSONNumber = 3
/// count.int                                            // 3
/// price.int                                            // nil
/// ```
///
/// Nothing is lost: a number that was read from JSON has all its digits, and ``description`` writes them
/// again. ``int``, ``integer(as:)``, and ``double`` convert it on request.
///
/// ## Equality
///
/// Numbers are equal if they have the same value, however they are spelled: 1, 1.0, and 10e-1 are equal.
/// Integers that fit in 64 bits are compared as integers. Any other number of up to 17 significant digits
/// is compared as the nearest `Double`, which is what other coders make of it. A number of more digits, or
/// one beyond the range of `Double`, is compared exactly, whatever its exponent. 0 and -0 are equal, but a
/// -0 that comes from JSON keeps its sign, in JSON and as a `Double`.
public struct JSONNumber: Sendable {
  /// How the value is held.
  enum Form: Sendable {
    /// `significand * 10^exponent`, negated if `isNegative`.
    case decimal(significand: UInt64, exponent: Int32, isNegative: Bool)
    /// A number that was a `Double` before, or is not finite.
    case double(Double)
    /// A number of RFC 8259 that does not fit in `decimal`.
    case literal(String)
  }

  let form: Form

  /// Makes a number from an integer of any size.
  public init(_ value: some BinaryInteger) {
    if let significand = UInt64(exactly: value.magnitude) {
      form = .decimal(significand: significand, exponent: 0, isNegative: value < 0)
    } else {
      form = .literal("\(value)")
    }
  }

  /// Makes a number from an integer of up to 128 bits.
  init(_ value: SignedMagnitude) {
    let isNegative = value.isNegative && !value.magnitude.isZero
    if value.magnitude.high == 0 {
      form = .decimal(significand: value.magnitude.low, exponent: 0, isNegative: isNegative)
    } else {
      form = .literal(
        String { bytes in
          bytes.reserve(40)
          if isNegative { bytes.append(UInt8(ascii: "-")) }
          bytes.append(decimal: value.magnitude)
        }
      )
    }
  }

  /// Makes a number from a floating-point number.
  ///
  /// JSON has no infinities and no NaN. If such a number comes from JSON5 or from your code, its
  /// ``description`` is `null`, as in JavaScript.
  public init(_ value: Double) { form = .double(value) }

  /// Makes a number from its JSON representation (RFC 8259 section 6), with all its digits.
  ///
  /// - Returns: Nil if `literal` is anything else, such as `01`, `.5`, or a number with spaces.
  /// - Complexity: O(length of `literal`).
  public init?(_ literal: some StringProtocol) {
    let number = Self.reading(String(literal)) { JSONNumber(in: $0, from: 0, to: $0.count) }
    guard let number else { return nil }
    self = number
  }

  /// Makes the number that the bytes of `text` from `start` up to `end` spell; nil if they do not spell one.
  @inline(never)
  init?(in text: JSONText, from start: Int, to end: Int) {
    guard let literal = NumberLiteral(called: text, from: start, to: end) else { return nil }
    if let number = JSONNumber(literal) {
      self = number
    } else {
      form = .literal(text.string(from: start, to: end))
    }
  }

  /// Makes a number from `literal`; nil if that does not hold all of the digits, or if its exponent is too large.
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
  /// The value as an `Int`; nil if it has a fraction or does not fit.
  ///
  /// 1.0 and 1e3 are integers, as they are for `StreamJSONDecoder`.
  public var int: Int? { integer(as: Int.self) }

  /// Returns the value as an integer of the given type, or nil if it has a fraction or does not fit.
  public func integer<T: FixedWidthInteger>(as type: T.Type) -> T? {
    switch form {
    case .decimal(let significand, let exponent, let isNegative) where T.bitWidth <= 128:
      try? SignedMagnitude(significand, exponent: Int(exponent), isNegative: isNegative)
        .value(as: type)
    case .decimal, .literal:
      // A type of another package may have more than 128 bits.
      Self.reading(description) { text in
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
      Self.reading(literal) { text in text.parseDouble(from: 0, to: text.count) }
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

  /// What `body` returns for the bytes of `literal`.
  static func reading<Result>(_ literal: String, _ body: (JSONText) -> Result) -> Result {
    var bytes = ByteArena(capacity: literal.utf8.count)
    bytes.append(literal)
    // The result does not refer to the bytes.
    return withExtendedLifetime(bytes) { body($0.text) }
  }
}

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Makes a number from an integer literal.
  public init(integerLiteral value: Int) { self.init(value) }

  /// Makes a number from a floating-point literal.
  public init(floatLiteral value: Double) { self.init(value) }
}
