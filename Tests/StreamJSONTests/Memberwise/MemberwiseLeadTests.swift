import StreamJSON
import StreamJSONCore
import StreamJSONTestSupport
import Testing

/// Objects whose members come with the same bytes between them as in the objects before, or with others.
struct MemberwiseLeadTests {
  enum Marked {}
  enum Plain {}

  struct Node<Form: Sendable>: Decodable {
    var id: Int
    var title: String?
    var size: Double
    var tags: [String]?
    var a: Bool?
    var children: [Node<Form>]?
  }

  /// Decodes texts one after the other by a decoder that remembers what it has read.
  private final class Reader {
    private let decoder = CoreDecoder(environment: .locked)

    init() { learn(Node<Marked>.self) }

    func learn(_ type: any MemberwiseDecodable.Type) { decoder.learn(type) }

    /// How many texts were given up.
    var givenUpCount: Int { decoder.forgetReadingAttempts() }

    func outcome<Value: Decodable>(_ type: Value.Type, _ text: [UInt8]) -> String {
      // Each text is read in one pass if it can be, whatever the texts before it were.
      decoder.forgetReadingAttempts()
      do {
        var description = ""
        // A read past the end stops the process.
        let buffer = GuardedBuffer(text)
        try withExtendedLifetime(buffer) {
          // SAFETY: the buffer lives until the closure has returned.
          // Not by `dump`, which takes the square of the depth.
          print(try unsafe decoder.decode(type, from: buffer.bytes), to: &description)
        }
        return description.removing("Marked", "Plain")
      } catch {
        return "\(error)".removing("Marked", "Plain")
      }
    }
  }

  /// Makes texts of nodes that are more or less alike.
  private struct Writer {
    var random: SeededGenerator
    /// The whitespace to put between the tokens.
    var spaces = [""]
    /// How often a member is missing, one is in another place, and one is added that nobody knows.
    var (missing, moved, added) = (0.0, 0.0, 0.0)
    /// How many names there are that no property has.
    var nameCount = 4

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func node(depth: Int) -> String {
      var members = [
        "\"id\"" + colon()
          + "\(Int.random(in: -9...Int.max, using: &random) >> random.pick(0...60))",
        "\"size\"" + colon() + random.pick(["1", "0.5", "-12.375", "65.613616999999977", "1e3"]),
      ]
      var optional = [
        "\"title\"" + colon() + random.pick(["\"x\"", "null", "\"a longer string than that\""]),
        "\"tags\"" + colon() + random.pick(["[]", "[\"x\"]", "[\"x\",\"y\\n\"]", "null"]),
        "\"a\"" + colon() + random.pick(["true", "false", "null"]),
      ]
      if depth > 0 {
        let count = random.pick(0...3)
        let nodes = (0..<count).map { _ in node(depth: depth - 1) }
        optional.append("\"children\"" + colon() + "[" + joined(nodes) + "]")
      }
      for member in optional where !random.chance(missing) { members.append(member) }
      while random.chance(added) {
        let name = "n" + String(repeating: "x", count: random.pick(0..<nameCount))
        let value = random.pick(["1", "\"s\"", "{\"id\":[]}", "[{},1]", "null", "true"])
        members.insert("\"\(name)\"" + colon() + value, at: random.pick(0...members.count))
      }
      if random.chance(moved) { members.shuffle(using: &random) }
      return "{" + joined(members) + "}"
    }

    private mutating func joined(_ parts: [String]) -> String {
      guard !parts.isEmpty else { return space() }
      return space()
        + parts.reduce("") { result, part in
          (result.isEmpty ? "" : result + space() + "," + space()) + part
        } + space()
    }

    private mutating func colon() -> String { space() + ":" + space() }

    private mutating func space() -> String { random.pick(spaces) }
  }

  private func compare(_ texts: some Sequence<[UInt8]>, _ marked: Reader, _ plain: Reader) {
    for text in texts {
      let expected = plain.outcome(Node<Plain>.self, text)
      let found = marked.outcome(Node<Marked>.self, text)
      #expect(found == expected, "\(String(decoding: text, as: UTF8.self))")
    }
  }

  struct Tagged<Tag>: Decodable, MemberwiseDecodable {
    var id: Int
    var name: String?
  }

  @Test func `objects of more types than leads are noted for are read as well`() {
    let marked = Reader()
    let text = Array(#"{"id":1,"name":"x"}"#.utf8)
    func read<Tag>(_ type: Tag.Type, _ count: Int) {
      guard count > 0 else { return }
      marked.learn(Tagged<Tag>.self)
      // The 1st, the 2nd and the 4th are recorded.
      let found = (0..<4).map { _ in marked.outcome(Tagged<Tag>.self, text) }
      #expect(found.allSatisfy { $0.contains("id: 1") && $0.contains("name: Optional(\"x\")") })
      let malformed = Array(#"{"id":1"name":"x"}"#.utf8)
      #expect(marked.outcome(Tagged<Tag>.self, malformed).contains("Error"))
      read([Tag].self, count - 1)
    }
    read(Int.self, 80)
    // Only the malformed ones.
    #expect(marked.givenUpCount == 80)
  }

  private static let spaces: [[String]] = [
    [""], ["\n  "], ["", " "], ["", "\n", "\r\n\t", "        \n    "],
    ["", String(repeating: " ", count: 300)],
  ]

  @Test func `objects that are more or less alike are as without the marker`() {
    let (marked, plain) = (Reader(), Reader())
    for seed in 0..<40 as Range<UInt64> {
      var writer = Writer(seed: seed)
      writer.spaces = Self.spaces[Int(seed) % Self.spaces.count]
      writer.missing = [0, 0.1, 0.5][Int(seed / 5) % 3]
      writer.moved = [0, 0.1, 1][Int(seed / 15) % 3]
      writer.added = [0, 0.3, 0.7][Int(seed / 3) % 3]
      // More than are remembered.
      writer.nameCount = seed % 4 == 3 ? 300 : 4
      let given = marked.givenUpCount
      let texts = (0..<20).map { _ in Array(writer.node(depth: 3).utf8) }
      compare(texts, marked, plain)
      // Some have a name twice; all others can be read.
      if writer.added == 0 { #expect(marked.givenUpCount == given) }
    }
  }

  @Test func `thousands of texts with a byte changed are as without the marker`() {
    let (marked, plain) = (Reader(), Reader())
    for spaces in Self.spaces.prefix(3 / TestScale.stride(inDebug: 3)) {
      var writer = Writer(seed: 7)
      writer.spaces = spaces
      writer.added = 0.2
      let texts = (0..<2).map { _ in Array(writer.node(depth: 1).utf8) }
      for text in texts {
        let changed = text.indices.lazy.flatMap { position -> [[UInt8]] in
          let (before, after) = (text[..<position], text[(position + 1)...])
          let changes: [[UInt8]] =
            [[], [text[position], text[position]]]
            + Array("{},:\"[] 1n\u{0}".utf8).map { [$0, text[position]] }
            + Array("{},:\"[] 1n".utf8).map { [$0] }
          // The text itself keeps what leads to its members as what came last.
          return changes.map { Array(before + $0 + after) } + [text]
        }
        compare(changed, marked, plain)
      }
    }
  }

  @Test func `what opens an object does not lead to a member`() {
    let (marked, plain) = (Reader(), Reader())
    let texts = [
      #"{"id":1,"size":2,"a":true}"#, #"{"id":1{"size":2,"a":true}"#, #"{"id":1"size":2,"a":true}"#,
      #"{,"id":1,"size":2,"a":true}"#, #"{"id":1,"size":2,"a":true,}"#,
      #"{"id":1,"size":2}{"a":true}"#,
      #"{"id":1,"size":2,{"a":true}"#, #"{"id":1,"size":2,"children":[{"id":1,"size":2}]}"#,
      #"{"id":1,"size":2,"children":[,"id":1,"size":2}]}"#,
      #"{"id":1,"size":2,"children":[{"id":1,"size":2},,"id":1,"size":2}]}"#, "{}", "{", "}",
      #"{"id":1,"size":2,"children":[{"id":1,"size":2,"id":1,"size":2}]}"#,
    ]
    for _ in 0..<3 {
      for text in texts + texts.reversed() { compare([Array(text.utf8)], marked, plain) }
    }
  }

  @Test func `every depth is counted`() {
    let (marked, plain) = (Reader(), Reader())
    func text(_ depth: Int) -> [UInt8] {
      let opening = String(repeating: #"{"id":1,"size":2,"children":["#, count: depth)
      let closing = String(repeating: "]}", count: depth)
      return Array((opening + #"{"id":1,"size":2}"# + closing).utf8)
    }
    // Each level is an object and an array.
    let limit = DecodingOptions().limits.maximumDepth / 2
    compare([text(limit - 1), text(limit), text(limit + 1)], marked, plain)
  }

  @Test func `leads are forgotten where they differ for long, and noted again`() {
    let (marked, plain) = (Reader(), Reader())
    // Objects of whose members none comes after the same one twice, inside others that are still open.
    let others = (0..<900).map { number in
      let members = (0..<20).map { "\"m\(number * 20 + $0)\":\($0)" }.joined(separator: ",")
      return "{\"id\":\(number),\(members),\"size\":1}"
    }
    let usual = #"{"id":1,"size":2,"a":true}"#
    let children = [usual] + others + [usual, usual]
    let text = Array(
      #"{"id":1,"size":2,"children":[\#(children.joined(separator: ","))],"a":false}"#.utf8
    )
    compare([text, text, Array(usual.utf8), text], marked, plain)
    #expect(marked.givenUpCount == 0)
  }
}

extension MemberwiseLeadTests.Node: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLeadTests.Marked {}
