import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// URLs as JSONDecoder reads them.
struct URLTests {
  @Test func `agrees with JSONDecoder on values of every kind`() {
    for value in valuesOfEveryKind + [
      "\"https://example.com/a?b=c#d\"", "\"http://a b\"", "\"http://[::1\"", "\"http://日本.jp/é\"",
      "\"%zz\"", "\"//x\"", "\"a\\u0000b\"", "{\"relative\":\"http://a\"}", "\"mailto:x@y\"",
    ] {
      expectAgreement(URL.self, value)
      expectAgreement(URL?.self, value)
      expectAgreement([URL].self, "[\(value)]")
      expectAgreement(Held<URL>.self, "{\"value\":\(value)}")
      expectAgreement([String: URL].self, "{\"value\":\(value)}")
    }
  }
}

/// Decimals as JSONDecoder reads them.
struct DecimalTests {
  /// A Decimal with its description, which says more than equality does.
  private struct Described: Decodable, Equatable {
    var decimal: Decimal
    var description: String

    init(from decoder: any Decoder) throws {
      decimal = try decoder.singleValueContainer().decode(Decimal.self)
      description = decimal.description
    }
  }

  @Test func `agrees with JSONDecoder on values of every kind`() {
    for value in valuesOfEveryKind {
      expectAgreement(Decimal.self, value)
      expectAgreement(Decimal?.self, value)
      expectAgreement([Decimal].self, "[\(value)]")
      expectAgreement(Held<Decimal>.self, "{\"value\":\(value)}")
      expectAgreement([String: Decimal].self, "{\"value\":\(value)}")
    }
  }

  private static let most = "340282366920938463463374607431768211455"
  private static let nines = String(repeating: "9", count: 38)

  @Test(arguments: [
    "0", "-0", "0.0", "-0.0", "0e5", "0e400", "0e-400", "0e127", "0e128", "0e-129", "1", "-1",
    "1.5",
    "0.1", "10", "100", "1e1", "1e127", "1e128", "1e129", "1e-127", "1e-128", "1e-129", "10e127",
    "10e126", "0.1e128", "0.1e129", "1.0e128", "10e-129", "0.1e-127", "0.1e-128", "1.0e-128",
    "1.0e-127",
    "100e200", "12e127", "12e-129", "1e165", "1e166", "1e-166", "-1e127", "-1e-128", "1e1000",
    "1e-1000", "1e99999999999999999999", "1e-99999999999999999999", most, "-" + most, most + "0",
    "0." + most, most + "e88", most + "e89", most + "e127", most + "e128", most + ".0", most + ".5",
    "340282366920938463463374607431768211456", "340282366920938463463374607431768211460",
    nines, nines + "9", nines + "99", nines + ".9", nines + ".99", nines + "e127", nines + "e128",
    "1" + String(repeating: "0", count: 38), "1" + String(repeating: "0", count: 39),
    "1" + String(repeating: "0", count: 100), "1" + String(repeating: "0", count: 127),
    "1" + String(repeating: "0", count: 165), "1" + String(repeating: "0", count: 166),
    "1" + String(repeating: "0", count: 200), "0." + String(repeating: "0", count: 127) + "1",
    "0." + String(repeating: "0", count: 128) + "1",
    "0." + String(repeating: "0", count: 200) + "1",
    "0." + String(repeating: "0", count: 100) + nines, "0." + String(repeating: "3", count: 127),
    "0." + String(repeating: "3", count: 200), "1." + String(repeating: "0", count: 200),
    "1." + String(repeating: "0", count: 200) + "1",
    "123456789012345678901234567890.123456789012345",
    "18446744073709551615", "18446744073709551616", "9223372036854775807", "0.3",
    "3.14159265358979",
    "1.23e10", "1.23E+10", "1.23e-10", "123.456e-3", "4294967296", "65536e3",
    "1e", "1.", ".5", "01", "-", "--1", "1.5.1", "1e+", "1ee1",
  ])
  func `reads a decimal as JSONDecoder does`(_ number: String) {
    expectAgreement([Described].self, "[\(number)]")
    expectAgreement([Described].self, "[-\(number)]")
  }

  @Test func `reads generated decimals as JSONDecoder does`() {
    var generator = SeededGenerator(seed: 10)
    for _ in 0..<1500 * TestScale.factor {
      let digits = { (count: Int) in
        (0..<count).map { _ in "\(Int.random(in: 0...9, using: &generator))" }.joined()
      }
      var number = "\(Int.random(in: 1...9, using: &generator))"
      number += digits(Int.random(in: 0...generator.pick([3, 20, 45]), using: &generator))
      if generator.chance(0.5) {
        number += "." + digits(Int.random(in: 1...generator.pick([3, 20, 45]), using: &generator))
      }
      if generator.chance(0.5) {
        number += "e\(Int.random(in: generator.pick([-5...5, -140...140]), using: &generator))"
      }
      expectAgreement([Described].self, "[\(number)]")
    }
  }
}
