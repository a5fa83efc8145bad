import StreamJSON
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
