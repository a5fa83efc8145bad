import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Decoders and containers that are used after `decode` has returned, inside another decode, or on
/// several threads.
struct EscapingTests {
  /// Keeps its decoder.
  struct Keeper: Decodable {
    var decoder: any Decoder
    init(from decoder: any Decoder) throws { self.decoder = decoder }
  }

  /// Keeps every kind of container.
  struct ContainerKeeper: Decodable {
    var keyed: KeyedDecodingContainer<AnyKey>
    var inner: KeyedDecodingContainer<CodingPathTests.Keys>
    var unkeyed: any UnkeyedDecodingContainer
    var parent: any Decoder

    init(from decoder: any Decoder) throws {
      keyed = try decoder.container(keyedBy: AnyKey.self)
      inner = try keyed.nestedContainer(keyedBy: CodingPathTests.Keys.self, forKey: "inner")
      unkeyed = try keyed.nestedUnkeyedContainer(forKey: "list")
      _ = try unkeyed.decode(String.self)
      parent = try keyed.superDecoder(forKey: "inner")
    }
  }

  static let text = #"""
    {"list":["first \u0041 and long enough for the heap","second \n","third"],
     "inner":{"a":"caf\u00e9","b":[1,2,"x"]},"number":12.5}
    """#

  /// Decodes with bytes that are overwritten afterward.
  private static func decodeFromDoomedBytes<T: Decodable>(
    _ type: T.Type,
    with decoder: JSONDecoder
  ) throws -> T {
    guard let ours = decoder as? StreamJSONDecoder else {
      return try decoder.decode(type, from: Data(text.utf8))
    }
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
    defer {
      _ = unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0x21)
      unsafe bytes.deallocate()
    }
    unsafe bytes.copyBytes(from: text.utf8)
    // SAFETY: the bytes stay as they are until the call has returned.
    return try unsafe ours.decode(type, from: UnsafeRawBufferPointer(bytes))
  }

  private static func traces(_ body: (JSONDecoder, inout Trace) throws -> Void) throws -> [Trace] {
    try [JSONDecoder(), StreamJSONDecoder()].map { decoder in
      var trace = Trace()
      try body(decoder, &trace)
      // The decoder goes on with another text before the trace is compared.
      _ = try decoder.decode([Int].self, from: Data("[1,2,3]".utf8))
      return trace
    }
  }

  @Test func `a kept decoder still works`() throws {
    let traces = try Self.traces { decoder, trace in
      let kept = try Self.decodeFromDoomedBytes(Keeper.self, with: decoder).decoder
      _ = try decoder.decode([String].self, from: Data(#"["other"]"#.utf8))
      trace.note { try JSONTree(from: kept) }
      trace.note { try kept.container(keyedBy: AnyKey.self).decode(Int.self, forKey: "list") }
      trace.note { try kept.container(keyedBy: AnyKey.self).decode(Double.self, forKey: "number") }
      trace.note { try kept.container(keyedBy: AnyKey.self).decode(Int.self, forKey: "number") }
      trace.note { try kept.unkeyedContainer() }
      trace.note(path: kept.codingPath)
    }
    #expect(traces[1].agrees(with: traces[0]), "\(traces)")
  }

  @Test func `a kept nested decoder sees the outermost value, as in JSONDecoder`() throws {
    let traces = try Self.traces { decoder, trace in
      let list = try decoder.decode([Keeper].self, from: Data("[1,[2],{}]".utf8))
      for kept in list {
        trace.note(path: kept.decoder.codingPath)
        trace.note { try JSONTree(from: kept.decoder) }
      }
    }
    #expect(traces[1].agrees(with: traces[0]), "\(traces)")
  }

  @Test func `kept containers still work`() throws {
    let traces = try Self.traces { decoder, trace in
      var kept = try Self.decodeFromDoomedBytes(ContainerKeeper.self, with: decoder)
      _ = try decoder.decode(JSONTree.self, from: Data(#"{"inner":{"a":0},"list":[0]}"#.utf8))
      trace.note { try kept.keyed.decode([String].self, forKey: "list") }
      trace.note { try kept.keyed.decode(Int.self, forKey: "missing") }
      trace.note { try kept.keyed.decode(Int.self, forKey: "number") }
      trace.note { try kept.inner.decode(String.self, forKey: .a) }
      trace.note { try kept.inner.decode([Int].self, forKey: .b) }
      trace.note(path: kept.inner.codingPath)
      trace.note { try kept.unkeyed.decode(String.self) }
      trace.note { try kept.unkeyed.decode(Int.self) }
      trace.note(path: kept.unkeyed.codingPath)
      trace.note { try JSONTree(from: kept.parent) }
      trace.note(path: kept.parent.codingPath)
      let nested = try kept.keyed.nestedContainer(keyedBy: AnyKey.self, forKey: "inner")
      trace.note { try nested.decode(String.self, forKey: "a") }
      trace.note { try nested.superDecoder(forKey: "b").unkeyedContainer().count }
    }
    #expect(traces[1].agrees(with: traces[0]), "\(traces)")
  }

  @Test func `a decoder kept after a failed decode still works`() throws {
    // JSONDecoder's reads freed memory.
    struct Failing: Decodable {
      init(from decoder: any Decoder) throws {
        (decoder.userInfo[.script] as? Box)?.decoder = decoder
        throw CancellationError()
      }
    }
    let box = Box()
    let decoder = StreamJSONDecoder()
    decoder.userInfo[.script] = box
    #expect(throws: CancellationError.self) {
      try Self.decodeFromDoomedBytes(Failing.self, with: decoder)
    }
    _ = try decoder.decode([Int].self, from: "[1,2,3]")
    let kept = try #require(box.decoder)
    #expect(try JSONTree(from: kept) == decoder.decode(JSONTree.self, from: Self.text))
  }

  /// Carries a decoder out of a failed decode; used on one thread.
  final class Box: @unchecked Sendable {
    var decoder: (any Decoder)?
  }

  @Test func `many kept containers at once, from a reused decoder`() throws {
    let decoder = StreamJSONDecoder()
    var kept: [KeyedDecodingContainer<AnyKey>] = []
    for number in 0..<100 {
      struct Element: Decodable {
        var container: KeyedDecodingContainer<AnyKey>
        init(from decoder: any Decoder) throws {
          container = try decoder.container(keyedBy: AnyKey.self)
        }
      }
      let text = "[\((0..<50).map { #"{"k":\#(number * 50 + $0)}"# }.joined(separator: ","))]"
      kept += try decoder.decode([Element].self, from: text).map(\.container)
    }
    for (number, container) in kept.enumerated() {
      #expect(try container.decode(Int.self, forKey: "k") == number)
    }
  }

  /// Decodes a text with the decoder that is decoding it.
  struct Reentrant: Decodable, Equatable {
    var values: [Int]

    init(from decoder: any Decoder) throws {
      guard let inner = (decoder.userInfo[.script] as? SharedDecoder)?.decoder else {
        throw CancellationError()
      }
      let container = try decoder.container(keyedBy: AnyKey.self)
      let text = try container.decode(String.self, forKey: "text")
      values = try inner.decode([Int].self, from: Data(text.utf8))
      if let more = try container.decodeIfPresent(Reentrant.self, forKey: "more") {
        values += more.values
      }
      if text.contains("0") {
        let again = #"{"text":"[5]","more":{"text":"[6]"}}"#
        values += try inner.decode(Reentrant.self, from: Data(again.utf8)).values
      }
    }
  }

  struct SharedDecoder: Sendable { var decoder: JSONDecoder }

  @Test func `a decoder used inside init(from:)`() throws {
    let text = #"{"text":"[0,1]","more":{"text":"[2]","more":{"text":"[3,0]"}}}"#
    let results = try [JSONDecoder(), StreamJSONDecoder()].map { decoder in
      decoder.userInfo[.script] = SharedDecoder(decoder: decoder)
      defer { decoder.userInfo = [:] }
      return try decoder.decode(Reentrant.self, from: Data(text.utf8))
    }
    #expect(results[0] == results[1])
    #expect(results[1].values == [0, 1, 2, 3, 0, 5, 6, 5, 6])
  }

  struct Record: Decodable, Equatable, Sendable {
    var id: Int
    var name: String
    var tags: [String]
    var nested: [String: Double]?
  }

  @Test func `one decoder on many threads`() async {
    let decoder = StreamJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let rounds = 40 * TestScale.factor
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<16 {
        group.addTask {
          for round in 0..<rounds {
            let id = task * 1000 + round
            let record = Record(id: id, name: "n\(id)", tags: ["é", "\(id)"], nested: ["a_b": 0.5])
            let tags = #"["\u00e9","\#(id)"]"#
            let text =
              #"{"id":\#(id),"name":"n\#(id)","tags":\#(tags),"nested":{"a_b":0.5}}"#
            #expect(outcome { try decoder.decode(Record.self, from: text) } == .value(record))
            #expect(throws: DecodingError.self) {
              try decoder.decode(Record.self, from: #"{"id":\#(id),"name":[]}"#)
            }
            #expect(throws: DecodingError.self) { try decoder.decode([Record].self, from: "[{]") }
          }
        }
      }
    }
  }

  @Test func `errors and settings on many threads`() async {
    let decoder = StreamJSONDecoder()
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            decoder.limits.maximumDepth = 100 + task
            decoder.validation = .strict
            decoder.duplicateKeyPolicy = task.isMultiple(of: 2) ? .useLast : .useFirst
            let result = outcome { try decoder.decode([Int].self, from: "[1,2,\"x\"]") }
            #expect(result.failure?.kind == .typeMismatch)
          }
        }
      }
    }
  }
}
