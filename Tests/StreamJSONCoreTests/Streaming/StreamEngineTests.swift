import StreamJSONTestSupport
import Testing

@testable import StreamJSONCore

/// What the engine keeps, and that it only reads bytes it has.
@Suite struct StreamEngineTests {
  /// Pushes chunks, each at the edge of accessible memory and gone afterward.
  private func push(
    _ chunks: [ArraySlice<UInt8>],
    _ framing: JSONFraming,
    options: DecodingOptions = DecodingOptions(),
    afterEach check: (StreamEngine) -> Void = { _ in }
  ) throws -> [String] {
    let engine = StreamEngine(
      StreamForm(of: Any.self, framing: framing, options: options),
      environment: .locked
    )
    var found: [String] = []
    for chunk in chunks {
      let buffer = GuardedBuffer(chunk)
      try withExtendedLifetime(buffer) {
        // SAFETY: the buffer is alive.
        let text = unsafe JSONText(buffer.bytes)
        engine.append(text)
        while case .value = try engine.next() { found.append(try engine.decode(String.self)) }
      }
      check(engine)
    }
    engine.finish()
    while case .value = try engine.next() { found.append(try engine.decode(String.self)) }
    return found
  }

  private static let texts: [(String, JSONFraming)] = [
    (
      #"{"a":{"b":["x","y"],"c":1},"items":["one","tw\n","é"],"z":[[]]}"#,
      .arrayElements(at: "/items")
    ),
    (#"{"a":"one","b":"tw\n","c":"é"}"#, .objectMembers()),
    ("\"one\"\r\n\n\"tw\\n\"\n\"é\"", .lines),
    ("\u{1E}\"one\"\n\u{1E}\"tw\\n\"\n\u{1E}\"é\"\n", .textSequence),
    (#""one""tw\n" "é""#, .concatenated),
    ("data: \"one\"\r\n\r\n:\ndata:\"tw\\n\"\n\ndata:\ndata: \"é\"\n\n", .serverSentEvents()),
  ]

  @Test func `no byte outside of a chunk is read`() throws {
    for (text, framing) in Self.texts {
      let bytes = Array(text.utf8)
      for chunking in Chunks.assortment(of: bytes, seed: 1, everySplit: true) {
        #expect(
          try push(chunking.chunks, framing) == ["one", "tw\n", "é"],
          "\(framing) \(chunking)"
        )
      }
    }
  }

  @Test func `memory is bounded by the largest value and one chunk`() throws {
    let value = "\"" + String(repeating: "v", count: 300) + "\""
    let values = (0..<150).map { _ in value }
    let texts: [(String, JSONFraming)] = [
      ("[" + values.joined(separator: ",\n") + "]", .arrayElements()),
      (values.joined(separator: "\n"), .lines),
      (values.map { "\u{1E}\($0)\n" }.joined(), .textSequence),
      (values.joined(), .concatenated),
      (values.map { ": comment\ndata: \($0)\n\n" }.joined(), .serverSentEvents()),
    ]
    for (text, framing) in texts {
      for size in [10, 50, 1000] {
        var most = 0
        let chunks = Chunks.pieces(of: Array(text.utf8), size: size).chunks
        let count = try push(chunks, framing) { most = max(most, $0.keptByteCount) }.count
        #expect(count == 150)
        #expect(most <= value.utf8.count + size + 8, "\(framing) \(size)")
      }
    }
  }

  @Test func `bytes kept after errors are released while more arrive`() throws {
    let engine = StreamEngine(
      StreamForm(of: Any.self, framing: .lines, options: DecodingOptions()),
      environment: .locked
    )
    let chunk = Array(String(repeating: "\"v\"\n", count: 40).utf8) + Array("x\n".utf8)
    var (valueCount, errorCount, most) = (0, 0, 0)
    for _ in 0..<1000 {
      let buffer = GuardedBuffer(chunk[...])
      withExtendedLifetime(buffer) {
        // SAFETY: the buffer is alive.
        let text = unsafe JSONText(buffer.bytes)
        engine.append(text)
        do {
          while case .value = try engine.next() {
            _ = try engine.decode(String.self)
            valueCount += 1
          }
        } catch {
          // The rest is not asked for before the next chunk.
          errorCount += 1
        }
      }
      most = max(most, engine.bufferByteCount)
    }
    #expect(errorCount == 1000)
    #expect(valueCount == 40_000)
    #expect(most < 16_384)
  }

  @Test func `bytes outside of the selected array are not kept`() throws {
    let long = String(repeating: "skipped [\\\"{ ", count: 1000)
    let nested = String(repeating: "[{\"a\":", count: 60) + "1" + String(repeating: "}]", count: 60)
    let texts = [
      #"{"a":"\#(long)","b":["x"]}"#,
      #"{"\#(long)":0,"b":["x"]}"#,
      #"{"a":\#(String(repeating: "1", count: 50_000)),"b":["x"]}"#,
      #"{"a":[\#(Array(repeating: nested, count: 50).joined(separator: ","))],"b":["x"]}"#,
      #"{"b":["x"],"a":"\#(long)"}"#,
      #"{"a":0,\#(String(repeating: " \n", count: 20_000))"b":["x"]}"#,
    ]
    for text in texts {
      for size in [13, 700] {
        let found = try push(
          Chunks.pieces(of: Array(text.utf8), size: size).chunks,
          .arrayElements(at: "/b")
        ) { engine in
          #expect(engine.keptByteCount < 16)
        }
        #expect(found == ["x"])
      }
    }
  }

  @Test func `the rest of a value that is too large is not kept`() throws {
    let options = DecodingOptions(limits: JSONLimits(maximumElementByteCount: 100))
    let long = String(repeating: "abc[ ", count: 1000)
    let texts: [(String, JSONFraming)] = [
      (#"["\#(long)","x"]"#, .arrayElements()), (#"{"a":"\#(long)","b":"x"}"#, .objectMembers()),
      ("\"\(long)\"\n\"x\"\n", .lines), ("\"\(long)\" \"x\"", .concatenated),
      ("\u{1E}\"\(long)\"\n\u{1E}\"x\"\n", .textSequence),
      ("data: \"\(long)\"\n\ndata: \"x\"\n\n", .serverSentEvents()),
    ]
    for (text, framing) in texts {
      let engine = StreamEngine(
        StreamForm(of: Any.self, framing: framing, options: options),
        environment: .locked
      )
      var found: [String] = []
      var errorCount = 0
      for chunk in Chunks.pieces(of: Array(text.utf8), size: 90).chunks {
        let buffer = GuardedBuffer(chunk)
        withExtendedLifetime(buffer) {
          // SAFETY: the buffer is alive.
          unsafe engine.append(JSONText(buffer.bytes))
          var isDone = false
          while !isDone {
            do {
              while case .value = try engine.next() {
                found.append(try engine.decode(String.self))
              }
              isDone = true
            } catch {
              errorCount += 1
            }
          }
        }
        #expect(engine.keptByteCount <= 200, "\(framing)")
      }
      #expect(errorCount == 1, "\(framing)")
      #expect(found == ["x"], "\(framing)")
    }
  }

  /// A value that is too large is kept up to the limit, and not at all from there on.
  @Test(
    arguments: [
      JSONFraming.arrayElements(), .lines, .concatenated, .serverSentEvents(), .textSequence,
    ],
    // The last chunks before the limit end far from it, and near it.
    [10_000, 131_000, 174_750, 1_000_000]
  )
  func `skipped bytes are not kept`(framing: JSONFraming, chunkByteCount: Int) {
    let options = DecodingOptions(limits: JSONLimits(maximumElementByteCount: 1 << 20))
    let engine = StreamEngine(
      StreamForm(of: Any.self, framing: framing, options: options),
      environment: .locked
    )
    let (start, end) =
      switch framing {
      case .arrayElements: ("[\"a", "\",\"b\"]")
      case .serverSentEvents: ("data: \"a", "\"\n\ndata: \"b\"\n\n")
      case .textSequence: ("\u{1E}\"a", "\"\n\u{1E}\"b\"\n")
      default: ("\"a", "\"\n\"b\"\n")
      }
    let string = String(repeating: "x", count: chunkByteCount)
    var (most, capacity, errorCount) = (0, 0, 0)
    var found: [String] = []
    for chunk in [start] + Array(repeating: string, count: 4_000_000 / chunkByteCount) + [end] {
      let buffer = GuardedBuffer(Array(chunk.utf8)[...])
      withExtendedLifetime(buffer) {
        // SAFETY: the buffer is alive.
        var rest = unsafe JSONText(buffer.bytes)
        while rest.count > 0 {
          rest = engine.appendPiece(of: rest)
          var isAtEnd = false
          while !isAtEnd {
            do {
              isAtEnd = try engine.next() != .value
              if !isAtEnd { found.append(try engine.decode(String.self)) }
            } catch {
              errorCount += 1
            }
          }
        }
      }
      most = max(most, engine.keptCapacity)
      capacity = engine.keptCapacity
    }
    #expect(errorCount == 1)
    #expect(found == ["b"])
    // Room for that many bytes is not made twice.
    #expect(most <= (1 << 20) + (1 << 18))
    #expect(capacity <= 1 << 18)
  }
}

extension StreamEngine {
  /// The number of bytes that are needed between two chunks.
  fileprivate var keptByteCount: Int { state.scan.window.rest.count }

  /// The number of bytes in the buffer.
  fileprivate var bufferByteCount: Int { state.buffer.count }

  /// How many bytes there is room for.
  fileprivate var keptCapacity: Int { state.buffer.capacity }
}
