import StreamJSONCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The number of generated cases: `base` times the environment's STREAMJSON_TEST_SCALE.
func scaled(_ base: Int) -> Int {
  // SAFETY: nothing in the tests changes the environment, and the string is copied at once.
  guard let value = unsafe getenv("STREAMJSON_TEST_SCALE") else { return base }
  let scale = unsafe Double(String(cString: value)) ?? 1
  return Int(Double(base) * scale)
}

/// A seeded generator (Vigna's SplitMix64), so that every run tests the same numbers.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// Memory whose last byte touches an unreadable page, to hold one number at a time.
@safe
final class NumberPage {
  /// What comes after the number in the text.
  enum Surroundings: CaseIterable {
    /// Nothing: reading one byte more would crash.
    case endOfText
    /// Three bytes: too few for a word.
    case shortRest
    /// Plenty of bytes that cannot belong to a number.
    case commas
    /// Digits, to show that the end offset is respected, not the character there.
    case digits

    var suffix: [UInt8] {
      switch self {
      case .endOfText: []
      case .shortRest: Array("]}\n".utf8)
      case .commas: Array(",\"a\":[,,,,,,,,,".utf8)
      case .digits: Array("123456789012345678901234567890".utf8)
      }
    }
  }

  private let pages: UnsafeMutableRawBufferPointer
  private let capacity: Int

  init(capacity minimum: Int = 1 << 16) {
    let pageSize = Int(getpagesize())
    capacity = (minimum + pageSize - 1) / pageSize * pageSize
    let length = capacity + pageSize
    // SAFETY: a new private mapping; its last page is made unreadable before it is shared.
    unsafe pages = UnsafeMutableRawBufferPointer(
      start: mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      count: length
    )
    let guardPage = unsafe pages.baseAddress.map { unsafe $0 + capacity }
    let result = unsafe mprotect(guardPage, pageSize, PROT_NONE)
    precondition(result == 0)
  }

  deinit {
    // SAFETY: the mapping is this object's own.
    _ = unsafe munmap(pages.baseAddress, pages.count)
  }

  /// Calls `body` with a text that ends with the page, and with the offsets of `number` in it.
  func withText<R>(
    of number: some Collection<UInt8>,
    in surroundings: Surroundings,
    _ body: (JSONText, _ start: Int, _ end: Int) -> R
  ) -> R {
    // Digits before the start must not be read either.
    let bytes = Array("12".utf8) + number + surroundings.suffix
    precondition(bytes.count <= capacity)
    // SAFETY: the range lies in the readable part of the mapping, which outlives the call.
    let target = unsafe UnsafeMutableRawBufferPointer(
      rebasing: pages[(capacity - bytes.count)..<capacity]
    )
    unsafe target.copyBytes(from: bytes)
    let text = unsafe JSONText(UnsafeBufferPointer(target.assumingMemoryBound(to: UInt8.self)))
    return body(text, 2, 2 + number.count)
  }
}

/// A natural number of any size, simple enough to be checked by inspection.
struct Natural {
  /// 32 bits each, the lowest first, without zeros at the end.
  var words: [UInt32] = []

  init(_ value: UInt64) {
    words = [UInt32(truncatingIfNeeded: value), UInt32(value >> 32)]
    trim()
  }

  static func power(of base: UInt32, _ exponent: Int) -> Natural {
    var result = Natural(1)
    for _ in 0..<exponent { result.multiply(by: base) }
    return result
  }

  private mutating func trim() {
    while words.last == 0 { words.removeLast() }
  }

  mutating func multiply(by factor: UInt32, adding addend: UInt32 = 0) {
    var carry = UInt64(addend)
    for offset in words.indices {
      carry += UInt64(words[offset]) * UInt64(factor)
      words[offset] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    if carry != 0 { words.append(UInt32(carry)) }
  }

  /// Divides by `divisor`, rounding down, and returns the remainder.
  @discardableResult
  mutating func divide(by divisor: UInt32) -> UInt32 {
    var remainder: UInt64 = 0
    for offset in words.indices.reversed() {
      let part = remainder << 32 | UInt64(words[offset])
      words[offset] = UInt32(part / UInt64(divisor))
      remainder = part % UInt64(divisor)
    }
    trim()
    return UInt32(remainder)
  }

  mutating func shiftLeft(by bitCount: Int) {
    multiply(by: 1 << UInt32(bitCount % 32))
    if !words.isEmpty { words = Array(repeating: 0, count: bitCount / 32) + words }
  }

  var bitCount: Int {
    words.isEmpty ? 0 : words.count * 32 - words[words.count - 1].leadingZeroBitCount
  }

  func bit(_ position: Int) -> UInt64 {
    position < 0 || position >= words.count * 32
      ? 0 : UInt64(words[position / 32] >> UInt32(position % 32) & 1)
  }

  /// The 64 bits whose highest bit is at `position`.
  func bits(below position: Int) -> UInt64 {
    (0..<64).reduce(0) { $0 << 1 | bit(position - 1 - $1) }
  }

  var decimalDigits: String {
    var rest = self
    var blocks: [String] = []
    while !rest.words.isEmpty {
      let block = String(rest.divide(by: 1_000_000_000))
      blocks.append(String(repeating: "0", count: 9 - block.count) + block)
    }
    let digits = blocks.reversed().joined().drop { $0 == "0" }
    return digits.isEmpty ? "0" : String(digits)
  }
}
