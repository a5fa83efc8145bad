import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The cost of using parts that have outlived their decode: time and memory grow with how much is used.
struct KeptTextCostTests {
  private struct KeptDecoder: Decodable {
    let decoder: any Decoder
    init(from decoder: any Decoder) throws { self.decoder = decoder }
  }

  private struct KeptArray: Decodable {
    let container: any UnkeyedDecodingContainer
    init(from decoder: any Decoder) throws { container = try decoder.unkeyedContainer() }
  }

  private struct KeptObject: Decodable {
    let container: KeyedDecodingContainer<AnyKey>
    init(from decoder: any Decoder) throws {
      container = try decoder.container(keyedBy: AnyKey.self)
    }
  }

  private static let a = AnyKey(stringValue: "a")
  private static let b = AnyKey(stringValue: "b")

  private static func array(of element: String, _ count: Int) -> Data {
    Data("[\(Array(repeating: element, count: count).joined(separator: ","))]".utf8)
  }

  // MARK: - Time

  @Test func `each element of a kept array opened by itself`() throws {
    try Growth.expectLinear(size: Growth.scaled(2000, debug: 500)) { count in
      let text = Self.array(of: "{\"a\":{\"b\":1}}", count)
      return {
        let kept = try StreamJSONDecoder().decode(KeptDecoder.self, from: text)
        let objects = try kept.decoder.singleValueContainer().decode([KeptObject].self)
        for object in objects {
          let inner = try object.container.nestedContainer(keyedBy: AnyKey.self, forKey: Self.a)
          #expect(try inner.decode(Int.self, forKey: Self.b) == 1)
        }
      }
    }
  }

  @Test func `a path, an error and a super decoder in each of many kept objects`() throws {
    try Growth.expectLinear(size: Growth.scaled(2000, debug: 500)) { count in
      let text = Self.array(of: "{\"a\":{\"b\":1}}", count)
      return {
        let objects = try StreamJSONDecoder().decode([KeptObject].self, from: text)
        for object in objects {
          #expect(object.container.codingPath.count == 1)
          #expect(throws: DecodingError.self) {
            try object.container.decode(Int.self, forKey: Self.b)
          }
          #expect(try object.container.superDecoder(forKey: Self.a).codingPath.count == 2)
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `all keys of a wide kept object`(_ isSnakeCase: Bool) throws {
    try Growth.expectLinear(size: Growth.scaled(4000, debug: 500)) { count in
      let names = (0..<count).map { "a_name_\($0)" }
      let text = Data("{\(names.map { "\"\($0)\":1" }.joined(separator: ","))}".utf8)
      let keys = (0..<count).map {
        AnyKey(stringValue: isSnakeCase ? "aName\($0)" : "a_name_\($0)")
      }
      return {
        let decoder = StreamJSONDecoder()
        if isSnakeCase { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        let object = try decoder.decode(KeptObject.self, from: text)
        for key in keys { #expect(try object.container.decode(Int.self, forKey: key) == 1) }
      }
    }
  }

  private struct KeptBoth: Decodable {
    let decoder: any Decoder
    let container: KeyedDecodingContainer<AnyKey>
    init(from decoder: any Decoder) throws {
      self.decoder = decoder
      container = try decoder.container(keyedBy: AnyKey.self)
    }
  }

  @Test func `parts of kept parts, and so on`() throws {
    try Growth.expectLinear(size: Growth.scaled(4000, debug: 500)) { count in
      {
        var kept = try StreamJSONDecoder().decode(KeptBoth.self, from: "{\"a\":{\"b\":1}}")
        for _ in 0..<count {
          kept = try kept.decoder.singleValueContainer().decode(KeptBoth.self)
        }
        let inner = try kept.container.nestedContainer(keyedBy: AnyKey.self, forKey: Self.a)
        #expect(inner.codingPath.map(\.stringValue) == ["a"])
      }
    }
  }

  // MARK: - Memory

  // Not with ThreadSanitizer, whose runtime crashes when the counter calls its `malloc`.
  #if os(Linux) && !STREAMJSON_THREAD_SANITIZER
  /// The number of bytes that each of `parts` holds.
  private static func bytesEach<Part>(_ count: Int, _ parts: () throws -> [Part]) throws -> Int {
    var kept: [Part] = []
    let use = try #require(try AllocationCounter.heapUse { kept = try parts() })
    precondition(kept.count == count)
    return use.left / count
  }

  @Test func `anything opened from a kept part takes only the memory it needs`() async {
    await #expect(processExitsWith: .success) {
      let count = 5000
      let text = Self.array(of: "{\"a\":1}", count)
      let decoder = StreamJSONDecoder()
      let objects = try Self.bytesEach(count) {
        var array = try decoder.decode(KeptArray.self, from: text).container
        return try (0..<count).map { _ in try array.nestedContainer(keyedBy: AnyKey.self) }
      }
      precondition(objects < 1500, "\(objects) bytes for each object")
      let decoders = try Self.bytesEach(count) {
        var array = try decoder.decode(KeptArray.self, from: text).container
        return try (0..<count).map { _ in try array.superDecoder() }
      }
      precondition(decoders < 1500, "\(decoders) bytes for each decoder")
      let models = try Self.bytesEach(count) {
        var array = try decoder.decode(KeptArray.self, from: text).container
        return try (0..<count).map { _ in try array.decode(KeptObject.self) }
      }
      precondition(models < 1500, "\(models) bytes for each model")
    }
  }

  @Test func `a small kept text does not hold the room of a large one`() async {
    await #expect(processExitsWith: .success) {
      let large = Self.array(of: "0", 60_000)
      let strings = Self.array(of: "\"\\u00e4 \(String(repeating: "long", count: 10_000))\"", 3)
      let small = Data("{\"a\":1}".utf8)
      let graph = (0..<60_000).map { "string \($0)" }
      let count = 50
      let decoder = StreamJSONDecoder()
      let bytes = try Self.bytesEach(count) {
        try (0..<count).map { _ in
          _ = try decoder.decode([Int].self, from: large)
          _ = try decoder.decode([String].self, from: strings)
          _ = try decoder.decode([String].self, withJSONObject: graph)
          return try decoder.decode(KeptObject.self, from: small)
        }
      }
      precondition(bytes < 20_000, "\(bytes) bytes for each object")

      let lines = (String(decoding: large, as: UTF8.self) + "\n{\"a\":1}\n")
      let ofStream = try Self.bytesEach(count) {
        let stream = decoder.makeStream(of: Either.self, framing: .lines)
        var kept: [KeptObject] = []
        for _ in 0..<count {
          try stream.append(lines.utf8) { if let object = $0.object { kept.append(object) } }
        }
        return kept
      }
      precondition(ofStream < 20_000, "\(ofStream) bytes for each object of a stream")
    }
  }

  /// Numbers, or an object that is kept.
  private struct Either: Decodable {
    var object: KeptObject?
    init(from decoder: any Decoder) throws {
      if (try? [Int](from: decoder)) == nil { object = try KeptObject(from: decoder) }
    }
  }
  #endif
}
