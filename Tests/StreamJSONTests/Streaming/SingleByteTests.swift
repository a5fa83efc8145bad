import StreamJSON
import StreamJSONTestSupport
import Synchronization
import Testing

/// Sources that hand out one byte or a short chunk at a time, whose bytes are collected up to the next that can
/// complete a value.
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

  /// Hands out chunks; the last one may be shorter.
  private struct Chunks: AsyncSequence, AsyncIteratorProtocol {
    let source: CountedBytes
    let size: Int

    func makeAsyncIterator() -> Chunks { self }

    func next() async -> [UInt8]? {
      var chunk: [UInt8] = []
      while chunk.count < size, let byte = await source.next() { chunk.append(byte) }
      return chunk.isEmpty ? nil : chunk
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
    _ decoder: StreamJSONDecoder,
    inChunksOf size: Int? = nil
  ) async -> [Found] {
    let source = CountedBytes(text)
    var found: [Found] = []
    func note(_ result: Result<JSONTree, DecodingError>) {
      let outcome: StreamOutcome<JSONTree> =
        switch result {
        case .success(let value): .value(value)
        case .failure(let error): StreamOutcome(error)
        }
      found.append(Found(value: "\(outcome)", byteCount: source.count))
    }
    if let size {
      let chunks = Chunks(source: source, size: size)
      for await result in decoder.results(of: JSONTree.self, in: chunks, framing: framing) {
        note(result)
      }
    } else {
      for await result in decoder.results(of: JSONTree.self, in: source, framing: framing) {
        note(result)
      }
    }
    return found
  }

  /// The same for values that are pushed; an error may come with a later byte.
  private func pushed(
    _ text: String,
    _ framing: JSONFraming,
    _ decoder: StreamJSONDecoder,
    flushing: Bool = true
  ) throws -> [Found] {
    let stream = decoder.makeStream(of: JSONTree.self, framing: framing)
    var found: [Found] = []
    let bytes = Array(text.utf8)
    func note(_ value: JSONTree, _ count: Int) {
      found.append(Found(value: "\(value)", byteCount: count))
    }
    for (position, byte) in bytes.enumerated() {
      try stream.append(CollectionOfOne(byte)) { note($0, position + 1) }
      // From here on, nothing is collected.
      if flushing { try stream.append([]) { note($0, position + 1) } }
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
      #expect(try pushed(text, framing, decoder, flushing: false) == expected)
    }
  }

  @Test(arguments: [1, 2, 3, 7, 100, 256, 257])
  func `no value waits for a chunk after its last one`(size: Int) async throws {
    for (framing, text) in Self.framings {
      let decoder = StreamJSONDecoder()
      let byteCount = text.utf8.count
      let expected = try pushed(text, framing, decoder).map { found in
        let chunkCount = (found.byteCount + size - 1) / size
        return Found(value: found.value, byteCount: min(chunkCount * size, byteCount))
      }
      #expect(await pulled(text, framing, decoder, inChunksOf: size) == expected)
    }
  }

  /// Hands out single bytes on the actor that asks.
  private struct IsolatedBytes: AsyncSequence, AsyncIteratorProtocol {
    typealias Element = UInt8
    var bytes: ArraySlice<UInt8>
    let actor: (any Actor)?

    func makeAsyncIterator() -> IsolatedBytes { self }

    mutating func next(isolation actor: isolated (any Actor)?) async throws(Never) -> UInt8? {
      #expect(actor === self.actor)
      actor?.assertIsolated()
      return bytes.popFirst()
    }
  }

  private actor Reader {
    func read(_ text: String) async -> [Int] {
      var values: [Int] = []
      let source = IsolatedBytes(bytes: Array(text.utf8)[...], actor: self)
      for await result in StreamJSONDecoder().results(of: Int.self, in: source, framing: .lines) {
        if let value = try? result.get() { values.append(value) }
      }
      return values
    }
  }

  @Test func `a source is asked on the actor of the loop, and otherwise on none`() async throws {
    #expect(await Reader().read("1\n2\n3") == [1, 2, 3])
    var values: [Int] = []
    let source = IsolatedBytes(bytes: Array("1\n2\n3".utf8)[...], actor: nil)
    for try await value in StreamJSONDecoder().values(of: Int.self, in: source, framing: .lines) {
      values.append(value)
    }
    #expect(values == [1, 2, 3])
  }

  @Test func `JSON5's own literals do not wait either`() async throws {
    let decoder = StreamJSONDecoder()
    decoder.allowsJSON5 = true
    let text = "[ 'a]', {b: '}'}, /* ] */ 0x1F , [1,], // }\n true]"
    let expected = try pushed(text, .arrayElements(), decoder)
    #expect(expected.count == 5)
    #expect(await pulled(text, .arrayElements(), decoder) == expected)
  }

  /// They are longer than one batch of collected bytes.
  @Test(arguments: [JSONFraming.lines, .concatenated, .arrayElements()])
  func `values of any length are whole`(framing: JSONFraming) async throws {
    let values = [1_000, 1_023, 1_024, 1_025, 20_000].map { count in
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
      #expect(
        asked(damaged, framing, &random) == whole.map { "\($0)" },
        "\(damaged)"
      )
    }
  }

  /// The outcomes of bytes that are pushed one by one, while the value in progress is asked for now and then.
  private func asked(
    _ text: String,
    _ framing: JSONFraming,
    _ random: inout SeededGenerator
  ) -> [String] {
    let stream = StreamJSONDecoder().makeStream(of: JSONTree.self, framing: framing)
    var found: [StreamOutcome<JSONTree>] = []
    /// Calls `body` until it throws no further error.
    func all(_ body: () throws -> Void, _ again: () throws -> Void) {
      do { try body() } catch {
        let outcome = StreamOutcome<JSONTree>(error)
        // Malformed text in an array ends the stream, and every call says so.
        if found.last == outcome { return }
        found.append(outcome)
        all(again, again)
      }
    }
    for byte in text.utf8 {
      all(
        { try stream.append(CollectionOfOne(byte)) { found.append(.value($0)) } },
        { try stream.append([]) { found.append(.value($0)) } }
      )
      if Int.random(in: 0..<4, using: &random) == 0 { _ = try? stream.partialValue() }
    }
    all(
      { try stream.finish { found.append(.value($0)) } },
      { try stream.finish { found.append(.value($0)) } }
    )
    return found.map { "\($0)" }
  }

  @Test func `what ends a number is looked at, even if it begins nothing`() throws {
    for end in ["a", "é", "-", "\u{0}", "\u{7F}", "{"] {
      let stream = StreamJSONDecoder().makeStream(of: Int.self, framing: .concatenated)
      var found: [Int] = []
      let fault = #expect(throws: DecodingError.self) {
        for byte in "7 -1\(end)9".utf8 {
          try stream.append(CollectionOfOne(byte)) { found.append($0) }
          _ = try stream.partialValue()
        }
        try stream.append(" ".utf8) { found.append($0) }
      }
      #expect(found == (end == "-" ? [7] : [7, -1]), "\(end)")
      #expect(fault?.jsonError?.byteOffset == (end == "{" ? 5 : 4))
    }
  }

  // MARK: - Bytes that are pushed one by one

  @Test(arguments: framings.indices)
  func `the value in progress is the same after each byte`(index: Int) throws {
    let (framing, text) = Self.framings[index]
    let stream = StreamJSONDecoder().makeStream(of: JSONValue.self, framing: framing)
    let flushed = StreamJSONDecoder().makeStream(of: JSONValue.self, framing: framing)
    for (position, byte) in text.utf8.enumerated() {
      try stream.append(CollectionOfOne(byte)) { _ in }
      try flushed.append(CollectionOfOne(byte)) { _ in }
      try flushed.append([]) { _ in }
      // Now and then, so that bytes have been collected.
      guard position % 3 == 0 else { continue }
      // The beginning of the terminator is malformed, for both.
      #expect((try? stream.partialValue()) == (try? flushed.partialValue()))
      try flushed.append([]) { _ in }
      #expect(stream.progress.valueCount == flushed.progress.valueCount)
    }
  }

  @Test(arguments: [1, 2, 3, 7])
  func `single bytes and longer chunks may be mixed`(size: Int) throws {
    for (framing, text) in Self.framings {
      let expected = outcomes(of: JSONTree.self, in: text, framing: framing)
      let stream = StreamJSONDecoder().makeStream(of: JSONTree.self, framing: framing)
      let copy = stream
      var found: [StreamOutcome<JSONTree>] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        for byte in rest.prefix(size) {
          try stream.append(CollectionOfOne(byte)) { found.append(.value($0)) }
        }
        rest = rest.dropFirst(size)
        try copy.append(rest.prefix(5)) { found.append(.value($0)) }
        rest = rest.dropFirst(5)
        try stream.appendBatches(rest.prefix(1)) { found += $0.map { .value($0) } }
        rest = rest.dropFirst(1)
      }
      try copy.finish { found.append(.value($0)) }
      #expect(found == expected)
    }
  }

  @Test func `a stream that is in use takes no single byte`() throws {
    let stream = StreamJSONDecoder().makeStream(of: Int.self, framing: .lines)
    let copy = stream
    var found: [Int] = []
    var kinds: [JSONError.Kind?] = []
    func refused(_ body: () throws -> Void) {
      do { try body() } catch { kinds.append((error as? DecodingError)?.jsonError?.kind) }
    }
    for byte in "1\n23\n45".utf8 {
      try stream.append(CollectionOfOne(byte)) { value in
        found.append(value)
        refused { try copy.append(CollectionOfOne(UInt8(ascii: "9"))) { _ in } }
        refused { _ = try copy.partialValue() }
        refused { try copy.finish { _ in } }
      }
    }
    try stream.finish { value in
      found.append(value)
      refused { try copy.append(CollectionOfOne(UInt8(ascii: "9"))) { _ in } }
    }
    #expect(found == [1, 23, 45])
    #expect(kinds == Array(repeating: .reentered, count: 7))
  }

  @Test func `a fault among collected bytes is thrown and not lost`() throws {
    let stream = StreamJSONDecoder().makeStream(of: [Int].self, framing: .concatenated)
    for byte in "[1]  [2,x".utf8 { try stream.append(CollectionOfOne(byte)) { _ in } }
    let partial = #expect(throws: DecodingError.self) { try stream.partialValue() }
    let later = #expect(throws: DecodingError.self) {
      try stream.append(CollectionOfOne(UInt8(ascii: "]"))) { _ in }
    }
    #expect(partial?.jsonError?.byteOffset == 8)
    #expect(later?.jsonError == partial?.jsonError)
    let last = #expect(throws: DecodingError.self) { try stream.finish { _ in } }
    #expect(last?.jsonError == partial?.jsonError)
    try stream.finish { _ in }
    #expect(stream.progress.errorCount == 1 && stream.progress.valueCount == 1)
  }

  @Test func `a limit is exceeded whatever was collected`() throws {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumElementByteCount = 8
    let stream = decoder.makeStream(of: JSONTree.self, framing: .arrayElements())
    var found: [StreamOutcome<JSONTree>] = []
    for byte in #"[["0123456789"],[2]]"#.utf8 {
      do {
        try stream.append(CollectionOfOne(byte)) { found.append(.value($0)) }
      } catch {
        found.append(StreamOutcome(error))
        try stream.append([]) { found.append(.value($0)) }
      }
    }
    try stream.finish { found.append(.value($0)) }
    #expect(
      found
        == outcomes(
          of: JSONTree.self,
          in: #"[["0123456789"],[2]]"#,
          framing: .arrayElements(),
          decoder: decoder
        )
    )
    #expect(found.count == 2)
  }
}
