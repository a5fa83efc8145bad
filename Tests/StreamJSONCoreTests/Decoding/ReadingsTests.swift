import StreamJSONTestSupport
import Testing

@testable import StreamJSONCore

/// How often texts are read in one pass when that is given up again and again.
struct ReadingsTests {
  /// How many of `count` texts are tried, of which `isRead` says whether they can be read.
  private func tries(_ count: Int, _ isRead: (Int) -> Bool) -> Int {
    var readings = Readings()
    var tries = 0
    for number in 0..<count where readings.begin(3) {
      tries += 1
      readings.end(3, isRead: isRead(number))
    }
    return tries
  }

  @Test func `texts that are never read are soon left alone`() {
    // A try that ends at the end of the text costs no more than what the ordinary way does, so at most
    // 15 in 100 texts may be tried.
    #expect(tries(100) { _ in false } <= 10)
    #expect(tries(1_000) { _ in false } <= 15)
    #expect(tries(100_000) { _ in false } <= 200)
  }

  @Test func `texts that can be read always are`() {
    #expect(tries(1_000) { _ in true } == 1_000)
  }

  @Test func `after some that cannot be read, others are read again`() {
    #expect(tries(10_000) { $0 >= 20 } > 9_900)
    #expect(tries(10_000) { $0 >= 1_000 } > 7_500)
  }

  @Test func `texts of which every other one cannot be read are soon left alone`() {
    // Such a text costs as much as reading the other one saves.
    #expect(tries(1_000) { $0 % 2 == 0 } <= 60)
    #expect(tries(10_000) { $0 % 4 < 2 } <= 300)
  }

  @Test func `texts of which few cannot be read are read`() {
    #expect(tries(10_000) { $0 % 5 != 0 } > 9_000)
    #expect(tries(10_000) { $0 % 100 != 0 } > 9_800)
  }

  @Test func `types are counted on their own`() {
    var readings = Readings()
    for _ in 0..<10 where readings.begin(0) { readings.end(0, isRead: false) }
    let (isFirstTried, isSecondTried) = (readings.begin(0), readings.begin(1))
    #expect(!isFirstTried && isSecondTried)
  }

  private struct Part: Decodable, MemberwiseDecodable {
    var number: Int
    var text: String
  }

  private static let environment = DecodingEnvironment.makeLocked()

  @Test(arguments: [#""\u0074ext":"b"}"#, #""text":"b"} x"#, #""text":1}"#])
  func `texts with a fault at the end are soon left alone`(end: String) {
    let decoder = DocumentDecoder(
      document: Document(),
      options: DecodingOptions(),
      environment: Self.environment
    )
    _ = decoder.memberwiseReport(for: Part.self)
    let text = Array(#"{"number":1,"#.utf8) + Array(end.utf8)
    for _ in 0..<1_000 {
      unsafe text.withUnsafeBufferPointer { bytes in
        // SAFETY: the bytes exist until the closure has returned.
        _ = try? unsafe decoder.decode(Part.self, from: JSONText(bytes))
      }
      decoder.reset()
    }
    #expect((1...15).contains(decoder.memory.readings.givenUpCount))
  }
}
