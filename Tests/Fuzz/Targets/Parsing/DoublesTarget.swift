import StreamJSONCore
import StreamJSONTestSupport

/// Decimal to binary, compared with the standard library.
struct DoublesTarget: FuzzTarget {
  static let name = "doubles"
  static let summary = "numbers as Double and Float, bit for bit, against the standard library"

  private let memory = GuardedMemory()

  func input(from source: inout InputSource) -> [UInt8] {
    source.number()
  }

  func disagreement(on input: [UInt8]) -> String? {
    let isNumber = NumberGrammar.isNumber(input)
    return unsafe memory.withCopy(of: input) { bytes in
      // SAFETY: the bytes exist until the closure has returned.
      let text = unsafe JSONText(bytes.bindMemory(to: UInt8.self))
      let double = text.parseDouble(from: 0, to: text.count)
      let float = text.parseFloat(from: 0, to: text.count)
      guard isNumber else {
        guard double == nil, float == nil else { return "not a number, yet \(double as Any)" }
        let fault = NumberLiteral.firstInvalidOffset(in: text, from: 0, to: text.count)
        return fault == nil ? "not a number, yet no fault" : nil
      }
      let isZero = NumberGrammar.isZero(input)
      let string = String(decoding: input, as: UTF8.self)
      let theirDouble = Double(string).flatMap { $0.isInfinite || $0 == 0 && !isZero ? nil : $0 }
      let theirFloat = Float(string).flatMap { $0.isInfinite || $0 == 0 && !isZero ? nil : $0 }
      if double?.bitPattern != theirDouble?.bitPattern {
        return "Double \(double as Any), expected \(theirDouble as Any)"
      }
      if float?.bitPattern != theirFloat?.bitPattern {
        return "Float \(float as Any), expected \(theirFloat as Any)"
      }
      return nil
    }
  }
}

/// RFC 8259, section 6, for bytes that are nothing but a number.
enum NumberGrammar {
  static func isNumber(_ bytes: [UInt8]) -> Bool {
    var offset = 0
    func next() -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }
    func digits() -> Int {
      let start = offset
      while (0x30...0x39).contains(next()) { offset += 1 }
      return offset - start
    }
    if next() == UInt8(ascii: "-") { offset += 1 }
    let isZeroFirst = next() == UInt8(ascii: "0")
    let count = digits()
    guard count == 1 || count > 1 && !isZeroFirst else { return false }
    if next() == UInt8(ascii: ".") {
      offset += 1
      guard digits() > 0 else { return false }
    }
    if next() | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if next() == UInt8(ascii: "+") || next() == UInt8(ascii: "-") { offset += 1 }
      guard digits() > 0 else { return false }
    }
    return offset == bytes.count
  }

  /// Whether a number has no digit but zeros, apart from its exponent.
  static func isZero(_ number: [UInt8]) -> Bool {
    number.prefix { $0 | 0x20 != UInt8(ascii: "e") }.allSatisfy { !(0x31...0x39).contains($0) }
  }
}

extension InputSource {
  /// A number, sometimes damaged.
  mutating func number() -> [UInt8] {
    let choice = random.next()
    var bytes: [UInt8]
    switch choice % 8 {
    case 0:
      bytes = Array("\(Double(bitPattern: random.next()))".utf8)
    case 1:
      bytes = Array("\(Float(bitPattern: UInt32(truncatingIfNeeded: random.next())))".utf8)
    case 2:
      bytes = Array("\(Int64(bitPattern: random.next()) >> Int64(choice >> 8 % 64))".utf8)
    case 3:
      // Halfway between two doubles, or slightly off it.
      bytes = Self.tie(random.next())
    default:
      bytes = writtenNumber(choice >> 8)
    }
    guard choice >> 40 % 8 == 0, !bytes.isEmpty else { return bytes }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch choice >> 48 % 4 {
    case 0: bytes[place] = random.pick(Array("0123456789+-.eE".utf8))
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(random.pick(Array("0019.eE-+".utf8)), at: place)
    default: bytes.removeSubrange(place...)
    }
    return bytes
  }

  private mutating func writtenNumber(_ choice: UInt64) -> [UInt8] {
    var bytes: [UInt8] = choice % 4 == 0 ? [UInt8(ascii: "-")] : []
    appendDigits(random.pick([1, 1, 2, 3, 8, 9, 16, 17, 18, 19, 20, 21, 38, 39, 40, 60]), &bytes)
    if choice >> 8 % 4 < 2 {
      bytes.append(UInt8(ascii: "."))
      let zeros = choice >> 16 % 8 == 0 ? random.pick([1, 8, 20, 300]) : 0
      bytes += repeatElement(UInt8(ascii: "0"), count: zeros)
      appendDigits(random.pick([1, 2, 6, 7, 8, 9, 15, 16, 17, 19, 25, 40]), &bytes)
    }
    if choice >> 24 % 4 < 2 {
      bytes.append(random.pick([UInt8(ascii: "e"), UInt8(ascii: "E")]))
      bytes += random.pick([[], [UInt8(ascii: "+")], [UInt8(ascii: "-")], [UInt8(ascii: "-")]])
      let limit: UInt64 = choice >> 32 % 16 == 0 ? 100_000 : choice >> 36 % 2 == 0 ? 30 : 400
      bytes += "\(random.next() % limit)".utf8
    }
    return bytes
  }

  private mutating func appendDigits(_ count: Int, _ bytes: inout [UInt8]) {
    var bits = random.next()
    // Runs of one digit lead to carries and ties.
    let isRun = bits % 8 == 0
    for number in 0..<count {
      if number % 16 == 15 { bits = random.next() }
      bytes.append(UInt8(truncatingIfNeeded: 0x30 + (isRun ? bits >> 60 % 10 : bits % 10)))
      if !isRun { bits /= 10 }
    }
    if count > 1, bytes[bytes.count - count] == 0x30, bits % 16 > 0 {
      bytes[bytes.count - count] = 0x31
    }
  }

  private static func tie(_ bits: UInt64) -> [UInt8] {
    let exponent = Int(bits >> 53 % 120) - 60
    let significand = (bits & 0x1F_FFFF_FFFF_FFFF | 0x10_0000_0000_0000) << 1 | 1
    guard exponent >= 0 else {
      // significand * 2^exponent is significand * 5^-exponent * 10^exponent.
      var digits = [UInt8]("\(significand)".utf8)
      for _ in 0..<(0 - exponent) { digits = times(digits, 5) }
      digits += "e\(exponent)".utf8
      return digits
    }
    var digits = [UInt8]("\(significand)".utf8)
    for _ in 0..<exponent { digits = times(digits, 2) }
    if bits % 3 == 0 { digits += ".00000000000000000000001".utf8 }
    return digits
  }

  /// Decimal digits times a small factor.
  private static func times(_ digits: [UInt8], _ factor: Int) -> [UInt8] {
    var result = digits
    var carry = 0
    for place in result.indices.reversed() {
      let product = Int(result[place] - 0x30) * factor + carry
      result[place] = UInt8(truncatingIfNeeded: 0x30 + product % 10)
      carry = product / 10
    }
    if carry > 0 { result.insert(UInt8(truncatingIfNeeded: 0x30 + carry), at: 0) }
    return result
  }
}
