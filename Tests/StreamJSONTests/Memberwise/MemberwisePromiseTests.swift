import StreamJSON
import StreamJSONTestSupport
import Testing

/// What happens where the marker is a false promise.
struct MemberwisePromiseTests {
  /// Treats one value in another way than all others.
  struct Broken: Decodable, MemberwiseDecodable, Equatable {
    var number: Int
    init(from decoder: any Decoder) throws {
      let number = try decoder.container(keyedBy: CodingKeys.self)
        .decode(Int.self, forKey: .number)
      self.number = number == 42 ? 0 : number
    }
    enum CodingKeys: CodingKey { case number }
  }

  #if DEBUG
  @Test func `a build with assertions stops at a broken promise`() async {
    await #expect(processExitsWith: .failure) {
      _ = try StreamJSONDecoder().decode([Broken].self, from: Self.text(with: 42))
    }
    await #expect(processExitsWith: .failure) {
      // In one pass over the text.
      let decoder = StreamJSONDecoder()
      for _ in 0..<80 { _ = try decoder.decode(Broken.self, from: #"{"number":42}"#) }
    }
    await #expect(processExitsWith: .success) {
      _ = try StreamJSONDecoder().decode([Broken].self, from: Self.text(with: 41))
    }
  }

  /// Catches the errors of texts, and not those that it is tried with.
  struct Forgiving: Decodable, MemberwiseDecodable {
    var number: Int
    init(from decoder: any Decoder) throws {
      do {
        number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
      } catch  where !"\(error)".contains("made up") {
        number = 0
      }
    }
    enum CodingKeys: CodingKey { case number }
  }

  @Test func `a build with assertions stops where only the plan throws`() async {
    await #expect(processExitsWith: .failure) { Self.decode(#"{"number":"x"}"#) }
    await #expect(processExitsWith: .failure) { Self.decode("{}") }
    await #expect(processExitsWith: .failure) { Self.decode(#"{"number":1e100}"#) }
    // As in other builds, the error is the ordinary one.
    await #expect(processExitsWith: .success) {
      let decoder = StreamJSONDecoder()
      for _ in 0..<24 { _ = try decoder.decode(Counted.self, from: #"{"number":1,"list":[]}"#) }
      for _ in 0..<9 {
        let thrown = outcome {
          _ = try decoder.decode([Counted].self, from: #"[{"number":1,"list":[]},{"number":"x"}]"#)
        }
        let expected = outcome {
          _ = try StreamJSONDecoder()
            .decode([Uncounted].self, from: #"[{"number":1,"list":[]},{"number":"x"}]"#)
        }
        try #require(thrown.failure?.path.map(\.stringValue) == ["Index 1", "number"])
        try #require(thrown.failure?.text == expected.failure?.text)
      }
    }
  }

  private static func decode(_ text: String) {
    let decoder = StreamJSONDecoder()
    for _ in 0..<24 { _ = try? decoder.decode(Forgiving.self, from: #"{"number":1}"#) }
    _ = try? decoder.decode(Forgiving.self, from: text)
  }

  struct Uncounted: Decodable {
    var number: Int
    var list: [Int]
  }

  /// Counts how often it is called.
  struct Counted: Decodable, MemberwiseDecodable {
    var number: Int
    var list: [Int]
    static let count = Locked(0)
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = try container.decode(Int.self, forKey: .number)
      list = try container.decode([Int].self, forKey: .list)
      Self.count.withLock { $0 += 1 }
    }
    enum CodingKeys: CodingKey { case number, list }
  }

  @Test func `a build with assertions looks at the texts with the numbers that it says`() throws {
    let decoder = StreamJSONDecoder()
    for _ in 0..<20 { _ = try decoder.decode(Counted.self, from: #"{"number":1,"list":[2]}"#) }
    let before = Counted.count.withLock { $0 }
    for _ in 0..<1000 { _ = try decoder.decode(Counted.self, from: #"{"number":1,"list":[2]}"#) }
    #expect((6...10).contains(Counted.count.withLock { $0 } - before))
  }

  /// So many that the marker is known.
  private static func text(with number: Int) -> String {
    "[\((0..<200).map { _ in "{\"number\":\(number)}" }.joined(separator: ","))]"
  }
  #else
  @Test func `a broken promise gives the value in the text`() throws {
    let decoder = StreamJSONDecoder()
    for _ in 0..<80 { _ = try decoder.decode(Broken.self, from: #"{"number":1}"#) }
    #expect(try decoder.decode(Broken.self, from: #"{"number":42}"#).number == 42)
  }
  #endif
}
