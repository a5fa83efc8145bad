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
  /// The first `count` words of the power of `exponent`, from the definition, and cut off.
  private func words(_ count: Int, of exponent: Int) -> [UInt64] {
    var power = Natural.power(of: 5, abs(exponent))
    if exponent < 0 {
      // 2^n / 5^-exponent, with n chosen so that the result has as many bits as the words.
      var quotient = Natural(1)
      quotient.shiftLeft(by: power.bitCount + 64 * count - 1)
      for _ in 0..<(-exponent) { quotient.divide(by: 5) }
      power = quotient
    }
    return (0..<count).map { power.bits(below: power.bitCount - 64 * $0) }
  }

  /// The first two words, rounded as in the table.
  private func roundedWords(of exponent: Int) -> [UInt64] {
    var words = words(2, of: exponent)
    // None of them ends with a word of ones.
    if -27..<0 ~= exponent { words[1] += 1 }
    return words
  }

  /// Prints the rows of the table, as many words per line as it has.
  private func printRows(_ words: [UInt64], perLine: Int) {
    for start in stride(from: 0, to: words.count, by: perLine) {
      let line = words[start..<min(start + perLine, words.count)].map { word in
        let digits = String(word, radix: 16)
        return "0x" + String(repeating: "0", count: 16 - digits.count) + digits + ","
      }
      print("    " + line.joined(separator: " "))
    }
  }

  @Test func `every power of five is right to 128 bits`() {
    let exponents = PowersOfFive.allExponents
    // SAFETY: nothing in the tests changes the environment; only the presence counts.
    if unsafe getenv("STREAMJSON_PRINT_POWERS") != nil {
      printRows(PowersOfFive.nearExponents.flatMap { roundedWords(of: $0) }, perLine: 4)
      let distant = stride(from: exponents.lowerBound, through: exponents.upperBound, by: 28)
      printRows(distant.flatMap { words(3, of: $0) }, perLine: 3)
    }
    for exponent in exponents {
      let isNear = PowersOfFive.nearExponents.contains(exponent)
      let power = isNear ? PowersOfFive.near(exponent) : PowersOfFive.distant(exponent)
      #expect([power.high, power.low] == roundedWords(of: exponent), "10^\(exponent)")
    }
  }

  @Test func `the binary exponent of every row is right`() {
    for exponent in PowersOfFive.allExponents {
      let bitCount = Natural.power(of: 5, abs(exponent)).bitCount
      // floor(log2(5^n)) is one less than the number of bits of 5^n, and floor(log2(5^-n)) is the
      // negative of that number of bits, because 5^n is not a power of two.
      let expected = exponent >= 0 ? bitCount - 1 + exponent : -bitCount + exponent
      #expect((exponent * 217_706) >> 16 == expected)
    }
  }
}
