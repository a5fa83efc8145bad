import Testing

@testable import StreamJSONCore

/// Limits that follow from the width of offsets, with the integers of systems that the tests do not run on.
struct SizeLimitTests {
  @Test func `a text has as many bytes as 32 bits can count, or an Int`() {
    #expect(Tape.byteLimit(as: Int64.self) == 4_294_967_295)
    #expect(Tape.byteLimit(as: Int32.self) == Int32.max - 64)
    #expect(Tape.byteLimit == Tape.byteLimit(as: Int.self))
  }

  @Test func `a tape that expects many words asks for no more bytes than an Int can count`() {
    #expect(Tape.wordLimit(as: Int64.self) == 4_294_967_295)
    #expect(Tape.wordLimit(as: Int32.self) == 268_435_455)
  }

  @Test func `an array asks for no more bytes than an Int can count`() {
    #expect(Tape.elementLimit(stride: Int32(1024)) == 2_097_151)
    #expect(Tape.elementLimit(stride: Int32(0)) == Int32.max - 64)
    for stride in [1, 2, 7, 24, 512, 65536] as [Int32] {
      let count = Tape.elementLimit(stride: stride)
      #expect(!count.multipliedReportingOverflow(by: stride).overflow)
    }
  }

  @Test func `bytes are copied few times while they grow, up to the last one`() {
    for bound in [Int32.max, 2_000_000_000, 1 << 28] {
      var (capacity, count) = (Int32(64), 0)
      while capacity < .max {
        let larger = ByteArena.larger(capacity, doublingTo: bound)
        #expect(larger - capacity > capacity / 9 || larger == .max)
        (capacity, count) = (larger, count + 1)
      }
      #expect(count < 50)
    }
    #expect(ByteArena.larger(1000, doublingTo: .max) == 2000)
    #expect(ByteArena.larger(1000, doublingTo: 1500) == 1500)
    #expect(ByteArena.larger(600, doublingTo: 1500) == 1500)
    #expect(ByteArena.larger(1500, doublingTo: 1500) == 1687)
  }

  @Test func `an exponent that 32 bits may have cut off is read from the text`() {
    #expect(
      JSONNumber.shortExponent(Int32.max) == nil && JSONNumber.shortExponent(Int32.min) == nil
    )
    #expect(JSONNumber.shortExponent(Int64(1) << 30) == nil)
    #expect(JSONNumber.shortExponent(Int32(-1_073_741_823)) == Int32(-1_073_741_823))
    for text in ["1e1073741823", "1e1073741824", "1e2147483647", "1e2147483648", "10e9999999999"] {
      #expect(JSONNumber(text)?.description == text)
    }
    #expect(JSONNumber("10e2147483646") == JSONNumber("1e2147483647"))
    #expect(JSONNumber("1e2147483647") != JSONNumber("1e2147483648"))
    #expect(JSONNumber("10e9999999999") == JSONNumber("1e10000000000"))
  }
}
