import Testing

@testable import StreamJSONCore

/// Names can't be chosen so that they share the places of a table.
struct MemberNameTests {
  private static let count = 1 << 14

  /// Names that are alike in every way that a weak hash would not tell apart.
  private static let families: [(name: String, names: [String])] = [
    ("numbers", (0..<count).map { "\($0)" }),
    ("numbers of one length", (0..<count).map { "name\(1_000_000 + $0)" }),
    ("bits of the first block", (0..<count).map { bits(of: $0) + "aaaaaaaa" }),
    ("bits of the last block", (0..<count).map { "aaaaaaaa" + bits(of: $0) }),
    ("bits of each block", (0..<count).map { bits(of: $0) + bits(of: $0) + bits(of: $0) }),
    ("orders of blocks", (0..<count).map { blocks($0, "aaaaaaaa", "bbbbbbbb") }),
    ("blocks that differ in the upper bit", (0..<count).map { blocks($0, "aaaaaaa!", "aaaaaaaa") }),
    ("lengths", (0..<count / 8).map { String(repeating: "a", count: $0) }),
    ("zeros", (0..<count / 8).map { "a" + String(repeating: "\0", count: $0) }),
    ("zeros before", (0..<count / 8).map { String(repeating: "\0", count: $0) + "a" }),
  ]

  /// Eight characters, two bits of `number` in each of seven.
  private static func bits(of number: Int) -> String {
    String(decoding: (0..<8).map { UInt8(0x40 | number >> (2 * $0) & 3) }, as: UTF8.self)
  }

  private static func blocks(_ number: Int, _ first: String, _ second: String) -> String {
    (0..<14).map { number >> $0 & 1 == 0 ? first : second }.joined()
  }

  @Test(arguments: families.indices)
  func `similar names are spread like any others`(family: Int) {
    let names = Self.families[family].names
    let hashes = names.map { MemberName($0).spellingHash }
    #expect(Set(hashes).count == names.count)
    let size = 2 * names.count
    // Of so many places, 39.3 % are taken if the names are spread at random.
    let expected = Double(size) * 0.393
    for shift in [0, 8, 32] {
      let places = Set(hashes.map { $0 >> shift & (size - 1) })
      #expect(Double(places.count) > expected * 0.95, "\(Self.families[family].name), \(shift)")
    }
  }
}
