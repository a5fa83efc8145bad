import Foundation
import StreamJSONTestSupport
import Testing

@testable import StreamJSON

/// `convertFromSnakeCase` as JSONDecoder does it.
struct SnakeCaseTests {
  /// What JSONDecoder makes of the names of one object.
  private static func converted(_ names: [String], with decoder: JSONDecoder) throws -> Set<String>
  {
    struct Names: Decodable {
      var names: Set<String>
      init(from decoder: any Decoder) throws {
        names = Set(try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue))
      }
    }
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let object = Dictionary(names.map { ($0, 1) }) { first, _ in first }
    return try decoder.decode(Names.self, from: JSONEncoder().encode(object)).names
  }

  private func compare(_ name: String) throws {
    let theirs = try Self.converted([name], with: JSONDecoder())
    #expect(try Self.converted([name], with: StreamJSONDecoder()) == theirs, "\(name)")
    #expect([SnakeCase.convert(name)] == theirs, "\(name)")
  }

  @Test(arguments: [
    "", "_", "__", "___", "a", "A", "_a", "a_", "__a__", "ALL_CAPS", "this_aNd_that", "a__b",
    "a___b",
    "1_a", "a_1", "a_1b", "a_b1c", "1", "1_2", "_a_b_", "Snake_Case", "url_STRING",
    "foo-bar_baz qux", "ß_ß", "ǆ_ǆx", "ΑΣ_ΑΣ", "imageURL", "image_url", "ALLCAPS", "_ALLCAPS_",
    "a_é", "é_a", "a_\u{301}b", "a\u{301}_b", "_\u{301}a_b", "a_b'c", "a_o'neill", "a_b.c", "İ_İ",
    "ﬁ_ﬁ", "a_ﬁx", "日_本", "😀_😀a", "a_b\u{0}c", "a_\u{0}", "one_two_three_four_five_six_seven",
    "a_b_", "_a_b", "__a__b__", "A_B", "aB_cD", "0_0a0a", "x_1A2b",
  ])
  func `converts a name as JSONDecoder does`(_ name: String) throws {
    try compare(name)
  }

  @Test func `converts generated names as JSONDecoder does`() throws {
    var generator = SeededGenerator(seed: 95)
    let plain = Array("abzABZ019__")
    let other = Array("aB1__-'. é\u{301}ßΣ")
    for _ in 0..<2000 * TestScale.factor {
      let alphabet = generator.chance(0.7) ? plain : other
      let count = Int.random(in: 0...generator.pick([4, 12, 40]), using: &generator)
      try compare(String((0..<count).map { _ in generator.pick(alphabet) }))
    }
  }
}
