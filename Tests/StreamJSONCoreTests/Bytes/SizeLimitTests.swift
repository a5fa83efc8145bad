import StreamJSONCore
import Testing

/// Limits that follow from the width of offsets, with the integers of systems that the tests do not run on.
struct SizeLimitTests {
  @Test func `a text has as many bytes as 32 bits can count, or an Int`() {
    #expect(Tape.byteLimit(as: Int64.self) == 4_294_967_295)
    #expect(Tape.byteLimit(as: Int32.self) == .max)
    #expect(Tape.byteLimit == Tape.byteLimit(as: Int.self))
  }
}
