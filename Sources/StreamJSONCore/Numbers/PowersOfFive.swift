/// Powers of five to 128 bits, for `ParsableFloat.nearestBits(to:exponent:)`.
///
/// Each power is scaled by a power of two to have its highest bit at the top, and is cut off after
/// 128 bits; those of the exponents from -27 through -1 are rounded up instead.
///
/// They are computed when the first number needs one: a literal had 327 lines. Those of numbers with
/// up to 19 digits and no exponent are a literal all the same, because whether the others exist is a
/// call for each number: 1 % of the instructions on canada.json.
enum PowersOfFive {
  /// The highest 64 bits of the power with the exponent `exponent`.
  @inline(__always)
  static func high(_ exponent: Int) -> UInt64 {
    isOfFraction(exponent)
      ? ofFractions[(exponent &+ 19) &* 2] : table[(exponent &- smallestExponent) &* 2]
  }

  /// The next 64 bits of the power with the exponent `exponent`.
  @inline(__always)
  static func low(_ exponent: Int) -> UInt64 {
    isOfFraction(exponent)
      ? ofFractions[(exponent &+ 19) &* 2 &+ 1] : table[(exponent &- smallestExponent) &* 2 &+ 1]
  }

  @inline(__always)
  private static func isOfFraction(_ exponent: Int) -> Bool { exponent >= -19 && exponent <= 0 }

  /// For each exponent from -19 through 0: the highest 64 bits of the power, then the next 64.
  private static let ofFractions: [UInt64] = [
    0xec1e4a7db69561a5, 0x2b31e9e3d06c32e6, 0x9392ee8e921d5d07, 0x3aff322e62439fd0,
    0xb877aa3236a4b449, 0x09befeb9fad487c3, 0xe69594bec44de15b, 0x4c2ebe687989a9b4,
    0x901d7cf73ab0acd9, 0x0f9d37014bf60a11, 0xb424dc35095cd80f, 0x538484c19ef38c95,
    0xe12e13424bb40e13, 0x2865a5f206b06fba, 0x8cbccc096f5088cb, 0xf93f87b7442e45d4,
    0xafebff0bcb24aafe, 0xf78f69a51539d749, 0xdbe6fecebdedd5be, 0xb573440e5a884d1c,
    0x89705f4136b4a597, 0x31680a88f8953031, 0xabcc77118461cefc, 0xfdc20d2b36ba7c3e,
    0xd6bf94d5e57a42bc, 0x3d32907604691b4d, 0x8637bd05af6c69b5, 0xa63f9a49c2c1b110,
    0xa7c5ac471b478423, 0x0fcf80dc33721d54, 0xd1b71758e219652b, 0xd3c36113404ea4a9,
    0x83126e978d4fdf3b, 0x645a1cac083126ea, 0xa3d70a3d70a3d70a, 0x3d70a3d70a3d70a4,
    0xcccccccccccccccc, 0xcccccccccccccccd, 0x8000000000000000, 0x0000000000000000,
  ]

  /// The exponents of the first and the last row.
  static let smallestExponent = -342
  private static let largestExponent = 308

  /// The same for each exponent from -342 through 308.
  static let table: [UInt64] = {
    var table = [UInt64](repeating: 0, count: 2 * (largestExponent - smallestExponent + 1))
    // 5^308 has 716 bits, and 2^1023 has enough to leave more than 128 of them after 342 divisions.
    // Dividing step by step is exact: what one step cuts off does not change the next quotient.
    var power = Limbs(repeating: 0, count: 32)
    power[0] = 1
    for exponent in 0...largestExponent {
      setRow(of: exponent, to: power, in: &table)
      multiplyByFive(&power)
    }
    var quotient = Limbs(repeating: 0, count: 32)
    quotient[31] = 0x8000_0000
    for exponent in (smallestExponent ... -1).reversed() {
      divideByFive(&quotient)
      setRow(of: exponent, to: quotient, in: &table)
    }
    return table
  }()

  /// A natural number in groups of 32 bits, the lowest first.
  ///
  /// (Dividing two groups of 64 bits calls a function on most processors.)
  private typealias Limbs = [UInt32]

  private static func multiplyByFive(_ limbs: inout Limbs) {
    var carry: UInt64 = 0
    for position in limbs.indices {
      let product = UInt64(limbs[position]) * 5 + carry
      limbs[position] = UInt32(truncatingIfNeeded: product)
      carry = product >> 32
    }
  }

  private static func divideByFive(_ limbs: inout Limbs) {
    var remainder: UInt64 = 0
    for position in limbs.indices.reversed() {
      let dividend = remainder << 32 | UInt64(limbs[position])
      limbs[position] = UInt32(truncatingIfNeeded: dividend / 5)
      remainder = dividend % 5
    }
  }

  /// Sets the row of `exponent` to the highest 128 bits of `limbs`.
  private static func setRow(of exponent: Int, to limbs: Limbs, in table: inout [UInt64]) {
    let highest = limbs.lastIndex { $0 != 0 } ?? 0
    func group(_ place: Int) -> UInt64 { place <= highest ? UInt64(limbs[highest - place]) : 0 }
    // The highest five groups contain 128 bits from the highest one on.
    let shift = group(0).leadingZeroBitCount - 32
    let first: UInt64 = group(0) << 32 | group(1)
    let middle: UInt64 = group(2) << 32 | group(3)
    let row = 2 * (exponent - smallestExponent)
    table[row] = first << shift | middle >> (64 - shift)
    table[row + 1] = middle << shift | group(4) >> (32 - shift)
    if -27 ... -1 ~= exponent { table[row + 1] += 1 }
  }
}
