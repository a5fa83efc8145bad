import StreamJSONCore
import StreamJSONTestSupport

/// Integers of every width, compared with arithmetic on their digits.
struct IntegersTarget: FuzzTarget {
  static let name = "integers"
  static let summary = "numbers as integers of every width, against the standard library"

  private let memory = GuardedMemory()

  func input(from source: inout InputSource) -> [UInt8] {
    if source.random.next() % 2 == 0 { return source.number() }
    return source.edge()
  }

  func disagreement(on input: [UInt8]) -> String? {
    let expected = Self.integerDigits(of: input)
    return unsafe memory.withCopy(of: input) { bytes in
      // SAFETY: the bytes exist until the closure has returned.
      let text = unsafe JSONText(bytes.bindMemory(to: UInt8.self))
      return Self.wrongSigned(text, expected) ?? Self.wrongUnsigned(text, expected)
    }
  }

  private static func wrongSigned(_ text: JSONText, _ expected: String?) -> String? {
    if let wrong = wrong(text, expected, Int.self) { return wrong }
    if let wrong = wrong(text, expected, Int8.self) { return wrong }
    if let wrong = wrong(text, expected, Int16.self) { return wrong }
    if let wrong = wrong(text, expected, Int32.self) { return wrong }
    if let wrong = wrong(text, expected, Int64.self) { return wrong }
    return wrong(text, expected, Int128.self)
  }

  private static func wrongUnsigned(_ text: JSONText, _ expected: String?) -> String? {
    if let wrong = wrong(text, expected, UInt.self) { return wrong }
    if let wrong = wrong(text, expected, UInt8.self) { return wrong }
    if let wrong = wrong(text, expected, UInt16.self) { return wrong }
    if let wrong = wrong(text, expected, UInt32.self) { return wrong }
    if let wrong = wrong(text, expected, UInt64.self) { return wrong }
    return wrong(text, expected, UInt128.self)
  }

  private static func wrong<T: FixedWidthInteger>(
    _ text: JSONText,
    _ expected: String?,
    _ type: T.Type
  ) -> String? {
    let our = text.parseInteger(from: 0, to: text.count, as: type)
    let their = expected.flatMap { T($0) }
    guard our != their else { return nil }
    return "\(type) \(our as Any), expected \(their as Any)"
  }

  /// The sign and digits of the integer that `number` is; nil if it is not one or is very large.
  private static func integerDigits(of number: [UInt8]) -> String? {
    guard NumberGrammar.isNumber(number) else { return nil }
    guard !NumberGrammar.isZero(number) else { return "0" }
    let isNegative = number[0] == UInt8(ascii: "-")
    let end = number.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? number.count
    var exponent = 0
    if end < number.count {
      // 2 to the power of 60 is more than any number of digits can make up for.
      let bound = 1 << 60
      let written = number[(end + 1)...].filter { $0 != UInt8(ascii: "+") }
      let isDown = written.first == UInt8(ascii: "-")
      exponent = Int(String(decoding: written, as: UTF8.self)) ?? (isDown ? -bound : bound)
      exponent = min(max(exponent, -bound), bound)
    }
    let mantissa = number[(isNegative ? 1 : 0)..<end]
    if let point = mantissa.firstIndex(of: UInt8(ascii: ".")) {
      exponent -= mantissa.endIndex - point - 1
    }
    var digits = Array(mantissa.filter { $0 != UInt8(ascii: ".") }.drop { $0 == 0x30 })
    while digits.last == 0x30 {
      digits.removeLast()
      exponent += 1
    }
    guard exponent >= 0, exponent < 50 else { return nil }
    digits += repeatElement(0x30, count: exponent)
    return (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
  }
}

extension InputSource {
  /// A number close to the limit of an integer type's range, in one of its spellings.
  fileprivate mutating func edge() -> [UInt8] {
    let choice = random.next()
    let width = [8, 16, 32, 53, 63, 64, 127][Int(choice % 7)]
    let edge = (UInt128(1) << UInt128(width)) &+ UInt128(choice >> 8 % 5) &- 2
    var bytes = Array("\(choice >> 16 % 2 == 0 ? "-" : "")\(edge)".utf8)
    switch choice >> 24 % 6 {
    case 0: bytes += ".0".utf8
    case 1: bytes += "e0".utf8
    case 2: bytes += "0e-1".utf8
    case 3:
      bytes.insert(UInt8(ascii: "."), at: bytes.count - 1)
      bytes += "E+1".utf8
    default: break
    }
    return bytes
  }
}
