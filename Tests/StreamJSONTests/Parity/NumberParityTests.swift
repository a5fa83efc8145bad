import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Numbers at the level of Codable: which types accept which literals.
struct NumberParityTests {
  static let integerLiterals = [
    "0", "-0", "1", "-1", "00", "127", "128", "-128", "-129", "255", "256", "32767", "32768",
    "-32768", "-32769", "65535", "65536", "2147483647", "2147483648", "-2147483648",
    "-2147483649", "4294967295", "4294967296", "9007199254740991", "9007199254740992",
    "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "-9223372036854775809", "18446744073709551615", "18446744073709551616",
    "170141183460469231731687303715884105727", "170141183460469231731687303715884105728",
    "-170141183460469231731687303715884105728", "-170141183460469231731687303715884105729",
    "340282366920938463463374607431768211455", "340282366920938463463374607431768211456",
    "1.0", "1e3", "0.1e1", "10e-1", "255.0", "1.5", "0.5", "1e-1", "-1.0", "-0.0", "0.0", "0e0",
    "1e-308", "1e18", "1E2", "1e+2", "100e-2", "-1e2", "1.50e1", "12.5e1", "2.55e2", "2.56e2",
    "9007199254740993.0", "1e400", "-1e400", "123456789012345678901234567890",
  ]

  private static func compare<T: FixedWidthInteger & Decodable>(_ type: T.Type) {
    for literal in integerLiterals {
      Parity.expectSame(type, literal)
      Parity.expectSame([T].self, "[\(literal) ]")
      Parity.expectSame([String: T].self, "{\"a\":\(literal)}")
    }
  }

  @Test func `integers of every width`() {
    Self.compare(Int.self)
    Self.compare(Int8.self)
    Self.compare(Int16.self)
    Self.compare(Int32.self)
    Self.compare(Int64.self)
    Self.compare(UInt.self)
    Self.compare(UInt8.self)
    Self.compare(UInt16.self)
    Self.compare(UInt32.self)
    Self.compare(UInt64.self)
    Self.compare(Int128.self)
    Self.compare(UInt128.self)
  }

  @Test func `overflow, fraction and sign are corrupt data and not a mismatch`() {
    for literal in ["256", "-1", "1.5", "1e3"] {
      #expect(Parity.expectSame(UInt8.self, literal).failure?.kind == .dataCorrupted)
    }
  }

  static let floatLiterals = [
    "0", "-0", "-0.0", "0.0", "0e0", "0e10", "0e400", "-0e1", "0e+1", "1", "0.1", "-1.5",
    "1e308", "1.7976931348623157e308", "1.7976931348623159e308", "1e309", "-1e309", "4.9e-324",
    "2.4e-324", "2e-324", "1e-323", "1e-400", "2.2250738585072011e-308", "9007199254740993",
    "123456789012345678901234567890", "0.1e-6", "3.4028235e38", "3.4028236e38", "1e-45", "1e-46",
    "1.17549435e-38", "7.0064923e-46", "16777217", "0.30000000000000004", "1E5", "1e+5",
    String(repeating: "9", count: 300), String(repeating: "9", count: 400),
    "0." + String(repeating: "0", count: 320) + "1", "1" + String(repeating: "0", count: 308),
    "0." + String(repeating: "3", count: 900), "179769313486231580793728971405303415e274",
  ]

  @Test(arguments: floatLiterals)
  func `floating-point numbers`(literal: String) {
    let double = Parity.outcomes(of: Double.self, from: Array(literal.utf8))
    #expect(double.ours.agrees(with: double.theirs), "\(double)")
    let float = Parity.outcomes(of: Float.self, from: Array(literal.utf8))
    #expect(float.ours.agrees(with: float.theirs), "\(float)")
    if case .value(let ours) = double.ours, case .value(let theirs) = double.theirs {
      #expect(ours.bitPattern == theirs.bitPattern)
    }
    if case .value(let ours) = float.ours, case .value(let theirs) = float.theirs {
      #expect(ours.bitPattern == theirs.bitPattern)
    }
    Parity.expectSame([Double].self, "[\(literal)]")
    Parity.expectSame([Float?].self, "[null,\(literal)]")
    Parity.expectSame(CGFloat.self, literal)
  }

  @Test func `booleans are not numbers, and numbers are not booleans`() {
    for text in ["0", "1", "true", "false", "\"1\"", "\"true\""] {
      Parity.expectSame(Bool.self, text)
      Parity.expectSame(Int.self, text)
      Parity.expectSame(Double.self, text)
    }
  }

  @Test(arguments: [
    #""inf""#, #""-inf""#, #""nan""#, #""INF""#, #""\u0069nf""#, #""""#, "1", "null", #""x""#,
    #""caf\u00e9""#, "\"caf\u{E9}\"", "\"cafe\u{301}\"", "\"nan\t\"", #""na\q""#,
  ])
  func `strings for numbers that JSON has no form for`(text: String) {
    let sets = [("inf", "-inf", "nan"), ("caf\u{E9}", "x", ""), ("x", "x", "x")]
    for (positive, negative, nan) in sets {
      let configure: Parity.Configuration = {
        $0.nonConformingFloatDecodingStrategy = .convertFromString(
          positiveInfinity: positive,
          negativeInfinity: negative,
          nan: nan
        )
      }
      // By description, since NaN is not equal to itself.
      Parity.expectSame(Described<Double>.self, text, configure: configure)
      Parity.expectSame(Described<Float>.self, text, configure: configure)
      Parity.expectSame(Described<[Double]>.self, "[\(text)]", configure: configure)
      Parity.expectSame(Described<[String: Float?]>.self, "{\"a\":\(text)}", configure: configure)
      Parity.expectSame(Int.self, text, configure: configure)
    }
  }

  struct Described<Value: Decodable>: Decodable, Equatable {
    var text: String

    init(from decoder: any Decoder) throws {
      text = "\(try decoder.singleValueContainer().decode(Value.self))"
    }
  }
}
