import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// What the numbers of a graph mean in JSON.
struct GraphNumberTests {
  private let decoder = StreamJSONDecoder()

  @Test(.enabled(if: graphsMayHoldClasses))
  func `a boolean is never a number, and a number never a boolean`() {
    let booleans: [Any] = [
      true, false, NSNumber(value: true), false as NSNumber, Bool?.some(true) as Any,
    ]
    let numbers: [Any] = [
      1, 0, 1 as Int8, 0 as UInt8, 1 as UInt64, 1.0, 0 as Float, 1 as CGFloat, 1 as Decimal,
      1 as Int128, NSNumber(value: 1), NSNumber(value: 0), NSNumber(value: 1 as Int8),
      NSNumber(value: 0 as UInt8), NSNumber(value: 1 as Int16), NSNumber(value: 1 as Int32),
      NSNumber(value: 1 as Int64), NSNumber(value: 1 as UInt), NSNumber(value: 1.0),
      NSNumber(value: 0 as Float), NSDecimalNumber.one, NSDecimalNumber.zero,
    ]
    func isMismatch<T: Decodable>(_ type: T.Type, _ object: Any) -> Bool {
      guard
        case .failure(let failure) = outcome(of: {
          try decoder.decode([T].self, withJSONObject: [object])
        })
      else { return false }
      return failure.kind == .typeMismatch && failure.path.count == 1
    }
    for object in booleans {
      #expect((try? decoder.decode(Bool.self, withJSONObject: object)) != nil)
      #expect(isMismatch(Int.self, object))
      #expect(isMismatch(UInt8.self, object))
      #expect(isMismatch(Double.self, object))
      #expect(isMismatch(Float.self, object))
      #expect(isMismatch(Decimal.self, object))
      #expect(isMismatch(String.self, object))
    }
    for object in numbers {
      #expect(isMismatch(Bool.self, object), "\(type(of: object))")
      #expect(isMismatch(String.self, object))
      #expect((try? decoder.decode(Int.self, withJSONObject: object)) != nil)
      #expect((try? decoder.decode(Double.self, withJSONObject: object)) != nil)
      #expect((try? decoder.decode(Decimal.self, withJSONObject: object)) != nil)
    }
  }

  @Test(.enabled(if: graphsMayHoldClasses)) func `integers and fractions convert by value`() throws
  {
    #expect(try decoder.decode(Double.self, withJSONObject: 3) == 3)
    #expect(try decoder.decode(Float.self, withJSONObject: UInt8(3)) == 3)
    #expect(try decoder.decode(Int.self, withJSONObject: 1.0) == 1)
    #expect(try decoder.decode(UInt8.self, withJSONObject: NSNumber(value: 255.0)) == 255)
    #expect(try decoder.decode(Int.self, withJSONObject: NSDecimalNumber(string: "12e2")) == 1200)
    #expect(try decoder.decode(Float.self, withJSONObject: Float(0.1)) == 0.1)
    #expect(try decoder.decode(Decimal.self, withJSONObject: 0.1) == Decimal(string: "0.1"))
    for object in [1.5, Float(0.5), NSNumber(value: 1e19), Decimal(string: "0.25") as Any, 1e300] {
      #expect(throws: DecodingError.self) { try decoder.decode(Int.self, withJSONObject: object) }
    }
    #expect(throws: DecodingError.self) { try decoder.decode(Int8.self, withJSONObject: 128) }
    #expect(throws: DecodingError.self) { try decoder.decode(UInt.self, withJSONObject: -1) }
    #expect(throws: DecodingError.self) { try decoder.decode(Float.self, withJSONObject: 1e300) }
  }

  @Test(.enabled(if: graphsMayHoldClasses)) func `every digit of a large number is kept`() throws {
    #expect(try decoder.decode(UInt64.self, withJSONObject: UInt64.max) == .max)
    #expect(try decoder.decode(UInt64.self, withJSONObject: NSNumber(value: UInt64.max)) == .max)
    #expect(try decoder.decode(Int64.self, withJSONObject: Int64.min) == .min)
    #expect(try decoder.decode(Int128.self, withJSONObject: Int128.min) == .min)
    #expect(try decoder.decode(UInt128.self, withJSONObject: UInt128.max) == .max)
    let digits = "12345678901234567890123456789012345678"
    for text in [digits, "-" + digits, "0." + digits, "-1234567890.1234567890123456789012345678"] {
      let number = NSDecimalNumber(string: text)
      let decimal = try #require(Decimal(string: text))
      #expect(try decoder.decode(Decimal.self, withJSONObject: number) == decimal)
      #expect(try decoder.decode([Decimal].self, withJSONObject: [decimal]) == [decimal])
    }
    #expect(
      try decoder.decode(Int128.self, withJSONObject: NSDecimalNumber(string: digits))
        == Int128(digits)
    )
    #expect(
      try decoder.decode(Double.self, withJSONObject: NSDecimalNumber(string: "65.613616999999977"))
        == 65.613616999999977
    )
  }

  @Test func `decimals of every size and exponent keep their value`() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<(500 * TestScale.factor) {
      let shift = UInt128(UInt64.random(in: 0..<128, using: &generator))
      let high = UInt128(UInt64.random(in: 0 ... .max, using: &generator))
      let mantissa = (high << 64 | UInt128(generator.next())) >> shift
      let sign = Bool.random(using: &generator) ? "-" : ""
      let text = "\(sign)\(mantissa)e\(Int.random(in: -80...80, using: &generator))"
      guard let decimal = Decimal(string: text) else { continue }
      let again = try decoder.decode(Decimal.self, withJSONObject: [decimal] as [Any], at: 0)
      #expect(again == decimal, "\(text)")
    }
  }

  @Test func `numbers that are not finite are errors, or welcome where strings stand for them`()
    throws
  {
    let objects: [Any] = [
      Double.nan, -Double.infinity, Float.infinity, NSNumber(value: Double.nan),
      NSDecimalNumber.notANumber, Decimal.nan,
    ]
    for object in objects {
      for failure in [
        outcome(of: { try decoder.decode([Double].self, withJSONObject: [object]) }).failure,
        outcome(of: { try decoder.decode([Float].self, withJSONObject: [object]) }).failure,
        outcome(of: { try decoder.decode([Int].self, withJSONObject: [object]) }).failure,
        outcome(of: { try decoder.decode([Decimal].self, withJSONObject: [object]) }).failure,
      ] {
        #expect(failure?.kind == .dataCorrupted)
        #expect(failure?.path.first?.intValue == 0)
        #expect(failure?.text.hasPrefix("JSON can't represent the number") == true)
      }
    }
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    #expect(try decoder.decode(Double.self, withJSONObject: -Double.infinity) == -.infinity)
    #expect(try decoder.decode(Float.self, withJSONObject: Double.nan).isNaN)
    #expect(try decoder.decode([Double].self, withJSONObject: ["-inf"]) == [-.infinity])
    #expect(throws: DecodingError.self) {
      try decoder.decode(Int.self, withJSONObject: Double.infinity)
    }
  }
}

extension StreamJSONDecoder {
  fileprivate func decode<T: Decodable>(
    _ type: T.Type,
    withJSONObject object: [Any],
    at position: Int
  ) throws -> T {
    try decode([T].self, withJSONObject: object)[position]
  }
}
