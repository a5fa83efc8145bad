import StreamJSONCore
import StreamJSONTestSupport
import Testing

/// How often texts are read in one pass when that is given up again and again.
struct ReadingAttemptsTests {
  private struct Part: Decodable, MemberwiseDecodable {
    var number: Int
    var text: String
  }

  private struct Other: Decodable, MemberwiseDecodable { var number: Int }

  private static let environment = DecodingEnvironment.makeLocked()

  private static let readable = #"{"number":1,"text":"a"}"#

  /// Texts that are given up: a name is escaped, something comes after the end, a type is wrong.
  private static let others = [
    #"{"number":1,"\u0074ext":"b"}"#, #"{"number":1,"text":"b"} x"#, #"{"number":1,"text":1}"#,
  ]

  /// How many of `count` texts are tried; `isRead` says whether a text can be read.
  private func tries(_ count: Int, by decoder: CoreDecoder, _ isRead: (Int) -> Bool) -> Int {
    decoder.learn(Part.self)
    var tries = 0
    for number in 0..<count {
      if isRead(number) {
        _ = try? decoder.decode(Part.self, from: Self.readable)
        if decoder.report.tapeWordCount <= 1 { tries += 1 }
      } else {
        _ = try? decoder.decode(Part.self, from: Self.others[number % 3])
      }
    }
    return tries + decoder.forgetReadingAttempts()
  }

  private func tries(_ count: Int, _ isRead: (Int) -> Bool) -> Int {
    tries(count, by: CoreDecoder(environment: Self.environment), isRead)
  }

  @Test func `texts that are never read are soon left alone`() {
    // A try that fails at the end of the text costs no more than decoding it from the tape, so at most 15 in 100
    // texts may be tried.
    #expect((1...10).contains(tries(100) { _ in false }))
    #expect((1...15).contains(tries(1_000) { _ in false }))
    #expect((1...40).contains(tries(10_000) { _ in false }))
  }

  // In builds with assertions, some texts are decoded from the tape as well.

  @Test func `texts that can be read always are`() {
    #expect(tries(1_000) { _ in true } > 900)
  }

  @Test func `after some that cannot be read, others are read again`() {
    #expect(tries(10_000) { $0 >= 20 } > 9_800)
    #expect(tries(10_000) { $0 >= 1_000 } > 7_400)
  }

  @Test func `texts of which every other one cannot be read are soon left alone`() {
    // Such a text costs as much as reading the other one saves.
    #expect(tries(1_000) { $0 % 2 == 0 } <= 60)
    #expect(tries(10_000) { $0 % 4 < 2 } <= 300)
  }

  @Test func `texts of which few cannot be read are read`() {
    #expect(tries(10_000) { $0 % 5 != 0 } > 8_900)
    #expect(tries(10_000) { $0 % 100 != 0 } > 9_700)
  }

  @Test func `types are counted on their own`() throws {
    let decoder = CoreDecoder(environment: Self.environment)
    decoder.learn(Other.self)
    decoder.learn(Part.self)
    for _ in 0..<10 { _ = try? decoder.decode(Part.self, from: Self.others[2]) }
    _ = try decoder.decode(Part.self, from: Self.readable)
    let isFirstRead = decoder.report.tapeWordCount <= 1
    var isSecondRead = false
    for _ in 0..<10 where !isSecondRead {
      _ = try decoder.decode(Other.self, from: #"{"number":1}"#)
      isSecondRead = decoder.report.tapeWordCount <= 1
    }
    #expect(!isFirstRead && isSecondRead)
  }
}
