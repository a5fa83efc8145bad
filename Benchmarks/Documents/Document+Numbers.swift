import Foundation

/// Arrays of numbers, each of one kind.
extension Document {
  /// Integers of one to eighteen digits, alone and in arrays.
  static let integers = Document(name: "integers") { writer, random in
    writer.object {
      $0.array("values") {
        for _ in 0..<40_000 { $0.number(signed(&random, random.number(1..<19))) }
      }
      $0.array("rows") {
        for _ in 0..<8000 {
          $0.array {
            for _ in 0..<random.number(0..<8) { $0.element(random.number(0..<2000)) }
          }
        }
      }
    }
  }

  /// Objects with a number of every width, as in a table of measurements.
  static let mixedNumbers = Document(name: "mixed numbers") { writer, random in
    writer.array {
      for id in 0..<8000 {
        $0.object {
          $0.member("id", id)
          $0.member("channel", random.number(0..<256))
          $0.member("offset", random.number(-30_000..<30_000))
          $0.number("total", signed(&random, 18))
          $0.number("ratio", String(format: "%.4f", random.fraction()))
          $0.member("exact", random.fraction() * 1000)
          $0.number("whole", random.digits(3))
          $0.number("tiny", String(format: "%.6e", random.fraction() / 1e12))
        }
      }
    }
  }

  static let shortDoubles = numbers("short doubles") { random in
    String(format: "%.\(random.number(1..<4))f", (random.fraction() - 0.5) * 1000)
  }

  static let longDoubles = numbers("doubles long") { random in
    "\((random.fraction() - 0.5) * 1000)"
  }

  static let exponents = numbers("doubles with exponents") { random in
    let exponent = random.number(-250..<250)
    return "\(random.digits(1)).\(random.digits(random.number(2..<16)))e\(exponent)"
  }

  static let smallIntegers = numbers("integers small") { "\($0.number(0..<1000))" }
  static let wideIntegers = numbers("wide integers") { signed(&$0, 18) }
  static let unsignedIntegers = numbers("integers unsigned") { "1" + $0.digits(18) }

  static let decimals = numbers("decimals", 10_000) { random in
    signed(&random, random.number(1..<8)) + "." + random.digits(2)
  }

  private static func numbers(
    _ name: String,
    _ count: Int = 50_000,
    _ make: @escaping @Sendable (inout SplitMix64) -> String
  ) -> Document {
    Document(name: name) { writer, random in
      writer.array {
        for _ in 0..<count { $0.number(make(&random)) }
      }
    }
  }

  private static func signed(_ random: inout SplitMix64, _ digits: Int) -> String {
    (random.chance(30) ? "-" : "") + random.digits(digits)
  }
}
