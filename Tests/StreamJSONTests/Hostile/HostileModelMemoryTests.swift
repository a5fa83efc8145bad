import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

// Not with ThreadSanitizer, whose runtime crashes when the counter calls its `malloc`.
#if os(Linux) && !STREAMJSON_THREAD_SANITIZER
/// How much memory a text can make a model's keys, arrays and key strategies take.
///
/// Each test runs in its own process, because all memory that a process allocates is counted.
struct HostileModelMemoryTests {
  // MARK: - Keys

  /// A key that texts do not have, under names of all kinds.
  struct Gegenstand: Decodable {
    var size: Int?
    var width: Int?
    var note: Int?

    enum CodingKeys: String, CodingKey {
      case size = "größe_des_gegenstands_in_zentimetern"
      case width = "größe"
      case note = "\u{212A}\u{E4}"
    }
  }

  struct Plain: Decodable {
    var size: Int?
    var width: Int?
    var note: Int?
  }

  private static let objects = Array(
    "[\((0..<20_000).map { "{\"a\":\($0)}" }.joined(separator: ","))]".utf8
  )

  @Test func `a key outside ASCII that is not there leaves nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let kept = StreamJSONDecoder()
      // Those with a name outside ASCII have an index.
      let indexed = Array(
        String(decoding: Self.objects, as: UTF8.self).replacing("a", with: "é").utf8
      )
      for (isNew, text) in [
        (false, Self.objects), (true, Self.objects), (false, indexed), (true, indexed),
      ] {
        let decode = {
          let decoder = isNew ? StreamJSONDecoder() : kept
          _ = try decoder.decode([Gegenstand].self, from: text)
        }
        try decode()
        let use = try #require(AllocationCounter.heapUse { for _ in 0..<3 { try decode() } })
        precondition(use.left < 1000, "\(use.left) bytes left")
      }
    }
  }

  @Test func `a key outside ASCII that is not there costs what a plain one does`() async {
    await #expect(processExitsWith: .success) {
      let decoder = StreamJSONDecoder()
      let count = { (type: any Decodable.Type) -> Int in
        _ = try decoder.decode(type, from: Self.objects)
        return try #require(
          AllocationCounter.count { _ = try decoder.decode(type, from: Self.objects) }
        )
      }
      let (plain, unusual) = (try count([Plain].self), try count([Gegenstand].self))
      precondition(unusual <= plain + 10, "\(unusual) allocations instead of \(plain)")
    }
  }

  @Test func `a long key that is not there costs what a plain one does`() async {
    await #expect(processExitsWith: .success) {
      let decoder = StreamJSONDecoder()
      _ = try decoder.decode([AskingForLong].self, from: Self.objects)
      let allocations = try #require(
        AllocationCounter.count { _ = try decoder.decode([AskingForLong].self, from: Self.objects) }
      )
      precondition(allocations < 100, "\(allocations) allocations")
    }
  }

  /// An enum whose name has 10,000 bytes.
  enum LongKey: CodingKey {
    case long

    static let name = String(repeating: "long names", count: 1000)
    var stringValue: String { Self.name }
    var intValue: Int? { nil }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  struct AskingForLong: Decodable {
    init(from decoder: any Decoder) throws {
      if try decoder.container(keyedBy: LongKey.self).contains(.long) { throw Unexpected() }
    }
  }

  /// Asks for missing names, as Strings.
  struct Asking<Names: NameList>: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      for key in Names.keys where container.contains(key) { throw Unexpected() }
    }
  }

  protocol NameList {
    static var keys: [AnyKey] { get }
  }

  enum PlainNames: NameList {
    static let keys = ["size", String(repeating: "a", count: 100)].map(AnyKey.init(stringValue:))
  }

  enum NamesOutsideASCII: NameList {
    static let keys = ["größe", String(repeating: "ä", count: 100)].map(AnyKey.init(stringValue:))
  }

  @Test func `a key outside ASCII that is not an enum's costs what a plain one does`() async {
    await #expect(processExitsWith: .success) {
      let decoder = StreamJSONDecoder()
      let count = { (type: any Decodable.Type) -> Int in
        _ = try decoder.decode(type, from: Self.objects)
        return try #require(
          AllocationCounter.count { _ = try decoder.decode(type, from: Self.objects) }
        )
      }
      let plain = try count([Asking<PlainNames>].self)
      let unusual = try count([Asking<NamesOutsideASCII>].self)
      precondition(unusual <= plain + 10, "\(unusual) allocations instead of \(plain)")
      for type in [[Asking<PlainNames>].self, [Asking<NamesOutsideASCII>].self]
        as [any Decodable.Type]
      {
        let use = try #require(
          AllocationCounter.heapUse { _ = try decoder.decode(type, from: Self.objects) }
        )
        precondition(use.left < 1000, "\(use.left) bytes left")
      }
    }
  }

  @Test func `a long key that is not an enum's leaves nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let decoder = StreamJSONDecoder()
      let ask = { (count: Int) in
        decoder.userInfo[.script] = Script { decoder, _ in
          let container = try decoder.container(keyedBy: AnyKey.self)
          let name = String(repeating: "a", count: count)
          if container.contains(AnyKey(stringValue: name)) { throw Unexpected() }
        }
        _ = try decoder.decode(Scripted.self, from: #"{"a":1}"#)
      }
      try ask(10)
      let use = try #require(AllocationCounter.heapUse { try ask(1_000_000) })
      precondition(use.left < 10_000, "\(use.left) bytes left")
    }
  }

  // MARK: - Counts of elements

  /// A model of 2,048 bytes.
  struct Large: Decodable, Hashable {
    struct Four<Part: Decodable & Hashable & Sendable>: Decodable, Hashable {
      var a: Part?
      var b: Part?
      var c: Part?
      var d: Part?
    }

    var parts: Four<Four<Four<Four<String>>>>?

    enum CodingKeys: String, CodingKey { case parts }
  }

  /// A key of 128 bytes.
  struct LargeKey: CodingKey {
    let stringValue: String
    var words: (Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0)
    var more: (Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0)
    var intValue: Int? { nil }

    init?(stringValue: String) {
      guard stringValue == "a" else { return nil }
      self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
  }

  struct AllKeys: Decodable {
    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: LargeKey.self).allKeys
    }
  }

  /// Each holds an array of the same type; only the first elements are valid.
  struct Nest: Decodable {
    var large: Large?
    var children: [Nest]
  }

  @Test func `a count is not believed`() async {
    await #expect(processExitsWith: .success) {
      precondition(MemoryLayout<Large>.stride >= 2048)
      let zeros = String(repeating: ",0", count: 50_000)
      let array = Array("[{}\(zeros)]".utf8)
      let object = Array("{\"a\":{}\((0..<20_000).map { ",\"\($0)\":0" }.joined())}".utf8)
      try expect(bytesFor: [Large].self, array, atMost: 10 * array.count)
      try expect(bytesFor: [Large?].self, array, atMost: 10 * array.count)
      try expect(bytesFor: Set<Large>.self, array, atMost: 10 * array.count)
      try expect(bytesFor: [[Large]].self, Array("[[{}\(zeros)]]".utf8), atMost: 10 * array.count)
      try expect(bytesFor: [String: Large].self, object, atMost: 10 * object.count)
      try expect(bytesFor: [String: [Large]].self, object, atMost: 10 * object.count)
      try expect(bytesFor: AllKeys.self, object, atMost: 10 * object.count)
      // At depth, too: each level has its own array.
      let level = String(repeating: ",0", count: 100)
      let before = String(repeating: "{\"children\":[", count: 60)
      let after = String(repeating: "\(level)]}", count: 60)
      let nest = Array("\(before){}\(after)".utf8)
      try expect(bytesFor: Nest.self, nest, atMost: 2_500_000)
    }
  }

  @Test func `room grows with the elements that exist`() async {
    await #expect(processExitsWith: .success) {
      // All elements up to a given one are valid.
      for count in [1, 7, 8, 9, 31, 32, 33, 500, 2000] {
        let good = Array(repeating: "{}", count: count).joined(separator: ",")
        let text = Array("[\(good)\(String(repeating: ",0", count: 100_000))]".utf8)
        let bound = 10 * text.count + 6 * count * MemoryLayout<Large>.stride
        try expect(bytesFor: [Large].self, text, atMost: bound)
        let members = (0..<count).map { "\"k\($0)\":{}" }.joined(separator: ",")
        let others = (0..<20_000).map { ",\"\($0)\":0" }.joined()
        // A dictionary has up to twice as much room as it needs, and both copies while it grows.
        let object = Array("{\(members)\(others)}".utf8)
        let objectBound = 10 * object.count + 16 * count * MemoryLayout<Large>.stride
        try expect(bytesFor: [String: Large].self, object, atMost: objectBound)
      }
    }
  }
}

extension HostileModelMemoryTests {
  // MARK: - Key strategies

  /// Objects within objects, whose members are read by the names that a strategy makes.
  struct Renamed: Decodable {
    var someValue: Int?
    var theChildren: [Renamed]?
  }

  @Test func `a custom key strategy keeps the names of the objects that are read`() async {
    await #expect(processExitsWith: .success) {
      let custom: (StreamJSONDecoder) -> Void = {
        $0.keyDecodingStrategy = .custom { AnyKey(stringValue: "_" + $0[$0.count - 1].stringValue) }
      }
      let name = "a name of thirty bytes or so"
      for piece in ["{\"a\":1}", "{\"\(name)\":1}", "{\"a\":1,\"b\":2,\"\(name)\":[{}]}"] {
        let count = 500_000 / piece.utf8.count
        let text = Array("[\(Array(repeating: piece, count: count).joined(separator: ","))]".utf8)
        // Eight bytes for a value, sixteen for an object, plus growth.
        try expect(bytesFor: [Renamed].self, text, atMost: 8 * text.count, custom)
      }
      let members = (0..<30_000).map { "\"k\($0)\":0" }.joined(separator: ",")
      let wide = Array("{\(members)}".utf8)
      try expect(bytesFor: Renamed.self, wide, atMost: 12 * wide.count, custom)
    }
  }
}

/// Ends the process unless decoding `text`, to a value or an error, takes at most the given number
/// of bytes of heap beyond the outcome.
private func expect<T: Decodable>(
  bytesFor type: T.Type,
  _ text: [UInt8],
  atMost bound: Int,
  _ configure: @escaping (StreamJSONDecoder) -> Void = { _ in }
) throws {
  let decode = { () -> T? in
    let decoder = StreamJSONDecoder()
    configure(decoder)
    return try? decoder.decode(type, from: text)
  }
  // What the first decode of a process sets up does not count.
  _ = decode()
  let peak = try #require(AllocationCounter.heapUse(of: decode)).peakBeyondResult
  precondition(peak <= bound, "\(peak) bytes for \(text.count) and \(type)")
}
#endif
