import Testing

@testable import StreamJSONCore

/// What the scanner notes about the numbers of an array.
struct NumberScanTests {
  /// The words of the array that `text` is, followed by plenty of space.
  private static func words(of text: String) throws -> [TapeWord] {
    let bytes = Array((text + String(repeating: " ", count: 80)).utf8)
    var scanner = Scanner(maximumDepth: 512, allowsTrailingComma: false)
    var tape = Tape(capacity: 16)
    // SAFETY: nothing uses the tape after this function.
    defer { unsafe tape.deallocate() }
    // SAFETY: the text is used within the closure.
    let isWhole = try unsafe bytes.withUnsafeBufferPointer { bytes in
      try unsafe scanner.scan(
        JSONText(bytes),
        into: &tape,
        isFinal: true,
        dialect: StandardJSON.self
      )
    }
    #expect(isWhole)
    return (3..<tape.count).map { tape[$0] }
  }

  @Test func `the place of the point is noted`() throws {
    let words = try Self.words(of: "[0.5,-1.25, 12.5,\n-1234567.1234567890123456,12345678.5]")
    #expect(words.map(\.integerDigitCount) == [1, 1, 2, 7, 0])
    #expect(words.map(\.shortCount) == [3, 5, 4, 25, 10])
  }

  @Test(arguments: ["1", "-1", "01.5", "-01.5", "1.", ".5", "-.5", "1.5e3", "1e3", "1.5.5", "1.5-"])
  func `nothing is noted about other numbers`(number: String) throws {
    let words = try? Self.words(of: "[0.5,\(number)]")
    #expect(words.map { $0[1].integerDigitCount } ?? 0 == 0)
  }
}
