import Testing

@testable import StreamJSONCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

struct PowersOfFiveTests {
  /// The row of the table for `exponent`, from the definition.
  private func row(_ exponent: Int) -> (high: UInt64, low: UInt64) {
    if exponent >= 0 {
      let power = Natural.power(of: 5, exponent)
      return (power.bits(below: power.bitCount), power.bits(below: power.bitCount - 64))
    }
    // 2^n / 5^-exponent, with n chosen so that the result has 128 bits.
    let divisorBitCount = Natural.power(of: 5, -exponent).bitCount
    var quotient = Natural(1)
    quotient.shiftLeft(by: divisorBitCount + 127)
    for _ in 0..<(-exponent) { quotient.divide(by: 5) }
    if exponent >= -27 { quotient.multiply(by: 1, adding: 1) }
    return (quotient.bits(below: 128), quotient.bits(below: 64))
  }

  private func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
  }

  @Test func `every row is the power of five to 128 bits`() {
    let smallest = PowersOfFive.smallestExponent
    // SAFETY: nothing in the tests changes the environment; only the presence counts.
    let isPrinting = unsafe getenv("STREAMJSON_PRINT_POWERS") != nil
    #expect(PowersOfFive.table.count == 2 * (308 - smallest + 1))
    for exponent in smallest...308 {
      let (high, low) = row(exponent)
      let offset = 2 * (exponent - smallest)
      if isPrinting {
        // Two powers per line.
        let isSecond = !offset.isMultiple(of: 4)
        print(
          "\(isSecond ? "" : "   ") \(hexadecimal(high)), \(hexadecimal(low)),",
          terminator: isSecond || exponent == 308 ? "\n" : ""
        )
      }
      #expect(PowersOfFive.table[offset] == high, "10^\(exponent)")
      #expect(PowersOfFive.table[offset + 1] == low, "10^\(exponent)")
    }
  }

  @Test func `the binary exponent of every row is right`() {
    for exponent in PowersOfFive.smallestExponent...308 {
      let bitCount = Natural.power(of: 5, abs(exponent)).bitCount
      // floor(log2(5^n)) is one less than the number of bits of 5^n, and floor(log2(5^-n)) is the
      // negative of that number of bits, because 5^n is not a power of two.
      let expected = exponent >= 0 ? bitCount - 1 + exponent : -bitCount + exponent
      #expect((exponent * 217_706) >> 16 == expected)
    }
  }
}
