/// A small random number generator: the same seed gives the same document everywhere.
///
/// Sebastiano Vigna's SplitMix64, https://prng.di.unimi.it/splitmix64.c
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

extension SplitMix64 {
  /// True in `percent` of a hundred cases.
  mutating func chance(_ percent: Int) -> Bool {
    number(0..<100) < percent
  }

  /// A number in the range.
  mutating func number(_ range: Range<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// One of the elements.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0..<elements.count)]
  }

  /// A number from 0 up to 1, with all the digits that a Double has.
  mutating func fraction() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// `count` digits, the first of which is not zero.
  mutating func digits(_ count: Int) -> String {
    var text = String(number(1..<10))
    for _ in 1..<max(count, 1) { text.append(String(number(0..<10))) }
    return text
  }

  /// `count` hexadecimal digits.
  mutating func hexadecimal(_ count: Int) -> String {
    String((0..<count).map { _ in pick(Array("0123456789abcdef")) })
  }
}
