/// An integer with any number of digits, for exponents that fit in no type.
struct DecimalInteger: CustomStringConvertible {
  private var isNegative: Bool
  /// The digits, the last one first, without zeros at the beginning of the number.
  private var digits: [UInt8]

  /// The exponent of the number that fills `text` from `start` on, which begins with its `e`.
  init(exponentOf text: JSONText, from start: Int) {
    var start = start + 1
    isNegative = text[start] == UInt8(ascii: "-")
    if isNegative || text[start] == UInt8(ascii: "+") { start += 1 }
    while start < text.count, text[start] == UInt8(ascii: "0") { start += 1 }
    digits = (start..<text.count).reversed().map { text[$0] - UInt8(ascii: "0") }
  }

  private init(_ value: Int64) {
    isNegative = value < 0
    digits = []
    var rest = value.magnitude
    while rest > 0 {
      digits.append(UInt8(rest % 10))
      rest /= 10
    }
  }

  /// The sum of this and `other`.
  ///
  /// - Complexity: O(digits).
  func adding(_ other: Int) -> DecimalInteger {
    // The loop below is for a sum of which this integer is the larger part.
    guard digits.count > 17 else {
      let value = digits.reversed().reduce(Int64(0)) { $0 * 10 + Int64($1) }
      return DecimalInteger((isNegative ? -value : value) + Int64(other))
    }
    var sum = self
    let sign = isNegative == (other < 0) ? 1 : -1
    var rest = other.magnitude
    var carry = 0
    for position in digits.indices where rest > 0 || carry != 0 {
      let digit = Int(digits[position]) + carry + sign * Int(rest % 10)
      rest /= 10
      carry = digit < 0 ? -1 : digit / 10
      sum.digits[position] = UInt8((digit + 10) % 10)
    }
    if carry > 0 { sum.digits.append(1) }
    while sum.digits.last == 0 { sum.digits.removeLast() }
    return sum
  }

  var description: String {
    guard !digits.isEmpty else { return "0" }
    let spelling = digits.reversed().map { "\($0)" }.joined()
    return isNegative ? "-" + spelling : spelling
  }
}

extension JSONText {
  /// How many of the digits from `start` up to `end` come after a decimal point.
  func fractionDigitCount(from start: Int, to end: Int) -> Int {
    let point = (start..<end).first { self[$0] == UInt8(ascii: ".") }
    return point.map { end - $0 - 1 } ?? 0
  }
}
