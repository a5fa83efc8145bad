import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

extension Differences {
  private func json5<T: Decodable>(
    _ type: T.Type,
    _ text: String,
    with decoder: JSONDecoder
  ) -> Outcome<T> {
    decoder.allowsJSON5 = true
    return outcome { try decoder.decode(type, from: Data(text.utf8)) }
  }

  @Test(arguments: [("0x1p3", 8), ("0x1.8p1", 3)])
  func `hexadecimal fractions aren't JSON5 numbers`(text: String, theirValue: Int) {
    #expect(json5(Int.self, text, with: JSONDecoder()) == .value(theirValue))
    #expect(json5(Double.self, text, with: JSONDecoder()).failure?.kind == .dataCorrupted)
    #expect(json5(Int.self, text, with: StreamJSONDecoder()).failure?.kind == .dataCorrupted)
    #expect(json5(Double.self, text, with: StreamJSONDecoder()).failure?.kind == .dataCorrupted)
  }

  @Test(arguments: ["Infinityfoo", "NaNfoo"])
  func `words that begin like infinity aren't decimals`(text: String) {
    #expect(json5(Decimal.self, text, with: JSONDecoder()) == .value(.nan))
    #expect(json5(Decimal.self, text, with: StreamJSONDecoder()).failure?.kind == .dataCorrupted)
  }

  /// As a Double, JSONDecoder 6.3.1 crashes on them.
  @Test(arguments: [("1.0e+", 1), ("1.5e+", 1), ("2.0E-", 2), (".0e+", 0)])
  func `exponents without digits make no JSON5 integers`(text: String, theirValue: Int) {
    #expect(json5([Int].self, "[\(text)]", with: JSONDecoder()) == .value([theirValue]))
    let outcome = json5([Int].self, "[\(text)]", with: StreamJSONDecoder())
    #expect(outcome.failure?.kind == .dataCorrupted)
  }

  /// JSONDecoder 6.3.1 crashes on these, so it is not called.
  @Test(arguments: ["1e+", "1e-", "0e+", "-0x8000000000000001"])
  func `what JSONDecoder traps on in JSON5 is an error`(text: String) {
    let outcome = json5([Int].self, "[\(text)]", with: StreamJSONDecoder())
    #expect(outcome.failure?.kind == .dataCorrupted)
    #expect(outcome.failure?.path.map(\.stringValue) == ["Index 0"])
  }

  /// JSONDecoder 6.3.1 reads the byte after this text, so it is not called.
  @Test func `a text that ends in 0x is an error`() {
    for text in ["0x", "-0x"] {
      let outcome = json5(Int.self, text, with: StreamJSONDecoder())
      #expect(outcome.failure?.kind == .dataCorrupted)
    }
  }
}
