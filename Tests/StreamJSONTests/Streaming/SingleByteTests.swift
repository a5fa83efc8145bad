import StreamJSON
import StreamJSONTestSupport
import Synchronization
import Testing

/// Sources that hand out one byte at a time, whose bytes are collected up to the next that can complete a
/// value.
@Suite struct SingleByteTests {
  /// Hands out single bytes, and counts them.
  private final class CountedBytes: AsyncSequence, AsyncIteratorProtocol, Sendable {
    typealias Element = UInt8
    private let bytes: [UInt8]
    private let state = Mutex(0)

    init(_ text: String) { bytes = Array(text.utf8) }

    var count: Int { state.withLock { $0 } }

    func makeAsyncIterator() -> CountedBytes { self }

    func next() async -> UInt8? {
      state.withLock { count in
        guard count < bytes.count else { return nil }
        count += 1
        return bytes[count - 1]
      }
    }
  }

  private struct Found: Equatable {
    var value: String
    /// How many bytes had been asked for.
    var byteCount: Int
  }

  /// The values, each with the number of bytes that were asked for before it came.
  private func pulled(
    _ text: String,
    _ framing: JSONFraming,
    _ decoder: StreamJSONDecoder
  ) async -> [Found] {
    let source = CountedBytes(text)
    var found: [Found] = []
    for await result in decoder.results(of: JSONTree.self, in: source, framing: framing) {
      let outcome: StreamOutcome<JSONTree> =
        switch result {
        case .success(let value): .value(value)
        case .failure(let error): StreamOutcome(error)
        }
      found.append(Found(value: "\(outcome)", byteCount: source.count))
    }
    return found
  }

  /// The same for values that are pushed; an error may come with a later byte.
  private func pushed(
    _ text: String,
    _ framing: JSONFraming,
    _ decoder: StreamJSONDecoder
  ) throws -> [Found] {
    var stream = decoder.makeStream(of: JSONTree.self, framing: framing)
    var found: [Found] = []
    let bytes = Array(text.utf8)
    func note(_ value: JSONTree, _ count: Int) {
      found.append(Found(value: "\(value)", byteCount: count))
    }
    for (position, byte) in bytes.enumerated() {
      try stream.append(CollectionOfOne(byte)) { note($0, position + 1) }
    }
    try stream.finish { note($0, bytes.count) }
    return found
  }

  private static let values = [
    "{}", "[]", #"{"a":[1,{"b":"]}"}],"c":null}"#, #""text with } and ] and , in it""#, #""""#,
    "true",
    "false", "null", "0", "-12.5e+3", #"[[[]],[{"\"":"\\"}]]"#, #""é😀\u00e9""#, "[1, 2 ,3]",
  ]

  private static let framings: [(framing: JSONFraming, text: String)] = {
    let values = Self.values
    let inArray = "[" + values.joined(separator: " , ") + "]"
    let members = values.enumerated().map { "\"m\($0.offset)\": \($0.element)" }
    return [
      (.lines, values.joined(separator: "\n") + "\n"),
      (.lines, "\n" + values.joined(separator: " \r\n\n")),
      (.concatenated, values.joined(separator: "\n ")),
      (.textSequence, values.map { "\u{1E}\($0)\n" }.joined()),
      // Without a line feed, a number or literal may have been cut.
      (
        .textSequence,
        values.filter { $0.hasSuffix("}") || $0.hasSuffix("]") }.map { "\u{1E}\($0)" }.joined()
      ),
      (.arrayElements(), inArray),
      (.arrayElements(at: "/x/1"), #"{"w":"]}","x":[{"y":[1,"]"]},"# + inArray + "]} "),
      (.objectMembers(), "{" + members.joined(separator: ",") + "}"),
      (.serverSentEvents(), values.map { "id: 1\r\ndata: \($0)\r\n\r\n" }.joined()),
      (.serverSentEvents(), values.map { ": ping\rdata:\($0)\r\r" }.joined() + "data: [DONE]\n\n"),
    ]
  }()

  @Test(arguments: framings.indices)
  func `no value waits for a byte after its last one`(index: Int) async throws {
    let (framing, text) = Self.framings[index]
    for allowsJSON5 in [false, true] {
      let decoder = StreamJSONDecoder()
      decoder.allowsJSON5 = allowsJSON5
      let expected = try pushed(text, framing, decoder)
      #expect(expected.count > 4)
      #expect(await pulled(text, framing, decoder) == expected)
    }
  }

  @Test func `JSON5's own literals do not wait either`() async throws {
    let decoder = StreamJSONDecoder()
    decoder.allowsJSON5 = true
    let text = "[ 'a]', {b: '}'}, /* ] */ 0x1F , [1,], // }\n true]"
    let expected = try pushed(text, .arrayElements(), decoder)
    #expect(expected.count == 5)
    #expect(await pulled(text, .arrayElements(), decoder) == expected)
  }

  /// Longer than what is collected at once.
  @Test(arguments: [JSONFraming.lines, .concatenated, .arrayElements()])
  func `values of any length are whole`(framing: JSONFraming) async throws {
    let values = [4_000, 4_095, 4_096, 4_097, 20_000].map { count in
      "{\"text\":\"\(String(repeating: "x", count: count))\"}"
    }
    let isArray = framing == .arrayElements()
    let text =
      isArray ? "[\(values.joined(separator: ","))]" : values.joined(separator: "\n") + "\n"
    let decoder = StreamJSONDecoder()
    let expected = try pushed(text, framing, decoder)
    #expect(await pulled(text, framing, decoder) == expected)
  }

  @Test(arguments: framings.indices)
  func `a text that is cut or damaged anywhere gives what it gives as a whole`(
    index: Int
  ) async throws {
    let (framing, text) = Self.framings[index]
    var random = SeededGenerator(seed: 7)
    for _ in 0..<60 {
      var bytes = Array(text.utf8)
      bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      if Bool.random(using: &random), !bytes.isEmpty {
        let position = Int.random(in: 0..<bytes.count, using: &random)
        bytes[position] = "{}[]\",:x1 \n".utf8.randomElement(using: &random) ?? 0
      }
      let damaged = String(decoding: bytes, as: UTF8.self)
      let whole = outcomes(of: JSONTree.self, in: [Array(damaged.utf8)[...]], framing: framing)
      let found = await pulled(damaged, framing, StreamJSONDecoder()).map(\.value)
      #expect(found == whole.map { "\($0)" }, "\(damaged)")
    }
  }
}
