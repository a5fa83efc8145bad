import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// An array that several tasks decode is what one core decodes.
@Suite struct ArrayConcurrencyTests {
  private func outcome<T>(_ body: () async throws -> T) async -> String {
    do {
      return "\(try await body())"
    } catch {
      return "\(Failure(error)) \((error as? DecodingError)?.jsonError.map { "\($0)" } ?? "")"
    }
  }

  private func requireSame<T: Decodable & Sendable>(
    _ type: [T].Type,
    _ bytes: some Collection<UInt8>,
    _ decoder: StreamJSONDecoder = StreamJSONDecoder()
  ) async {
    let data = Data(bytes)
    let expected = await outcome { try decoder.decode(type, from: data) }
    for (concurrency, partByteCount) in [(2, 1), (3, 4), (8, 10), (2, 40), (0, 1)] {
      let found = await outcome {
        try await decoder.decode(
          type,
          from: data,
          concurrency: concurrency,
          partByteCount: partByteCount
        )
      }
      #expect(found == expected, "\(String(decoding: bytes, as: UTF8.self))")
    }
    await requireSame(
      type,
      data,
      at: "/a",
      around: (#"{"x":[1,{"a":[]}],"a":"#, #","b":[2,3]}"#),
      decoder
    )
  }

  /// The same inside a document, with members before and after it.
  private func requireSame<T: Decodable & Sendable>(
    _ type: [T].Type,
    _ bytes: some Collection<UInt8>,
    at pointer: JSONPointer,
    around: (String, String),
    _ decoder: StreamJSONDecoder = StreamJSONDecoder()
  ) async {
    let data = Data(around.0.utf8) + Data(bytes) + Data(around.1.utf8)
    let expected = await outcome { try decoder.decode(type, from: data, at: pointer) }
    for (concurrency, partByteCount) in [(2, 1), (8, 10), (2, 40)] {
      let found = await outcome {
        try await decoder.decode(
          type,
          from: data,
          at: pointer,
          concurrency: concurrency,
          partByteCount: partByteCount
        )
      }
      #expect(found == expected, "\(String(decoding: data, as: UTF8.self))")
    }
  }

  @Test(arguments: [Corpus.conformance, Corpus.documents].flatMap(\.groups))
  func `texts of all kinds`(texts: CorpusGroup) async {
    for text in texts {
      await requireSame([JSONTree].self, text.bytes.prefix(4000))
      let array = Array("[".utf8) + text.bytes.prefix(1000) + Array("]".utf8)
      await requireSame([JSONTree].self, array)
    }
  }

  @Test func `random arrays, some of them damaged`() async {
    var random = SeededGenerator(seed: 4)
    var generator = JSONGenerator(seed: 5)
    for round in 0..<100 * TestScale.factor {
      let element = round % 2 == 0 ? generator.text() : random.pick(Self.elements)
      var elements: [[UInt8]] = []
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        elements.append(random.chance(0.8) ? element : generator.text())
      }
      let separator = random.pick([",", ", ", " ,\n", ",,"])
      var bytes = Array("[".utf8) + elements.joined(separator: Array(separator.utf8)) + [0x5D]
      if random.chance(0.3) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = random.pick(
          Array("[]{},\":1".utf8)
        )
      }
      await requireSame([JSONTree].self, bytes)
    }
  }

  private static let elements = [
    #"{"id":1,"tags":[{"id":2},{"id":3}]}"#, #"{"a":"},{\"id\":"}"#, "[[1,2],[3,4]]", "\"a,b\"",
    #""\",\"""#, "1", "null", "{}", "[]", #"{ "name" : "x" }"#,
  ].map { Array($0.utf8) }

  @Test(arguments: [
    "[1,,2]", "[1,]", "[,1]", "[1,2],[3]", "[[1]],[2]]", "[{\"a\":1}],{\"a\":2}]", "[1,2", "[", "",
    "\u{FEFF}[1,2,3,4]", " [ 1 , 2 , 3 ] ", "[1,2,3,]", "{\"a\":1}", "[1,2,3]]", "[1,2,\"x\",3]",
    "[true,false,null]", "[1]\u{0}", "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,1e,20]",
  ])
  func `unusual and malformed arrays`(text: String) async {
    await requireSame([Int].self, text.utf8)
    await requireSame([JSONTree].self, text.utf8)
    let json5 = StreamJSONDecoder()
    json5.allowsJSON5 = true
    await requireSame([Int].self, text.utf8, json5)
    let strict = StreamJSONDecoder()
    strict.validation = .strict
    await requireSame([Int].self, text.utf8, strict)
    let short = StreamJSONDecoder()
    short.limits.maximumByteCount = 9
    await requireSame([Int].self, text.utf8, short)
    let utf16 = text.data(using: .utf16LittleEndian) ?? Data()
    await requireSame([Int].self, utf16)
  }

  /// Counts on how many texts the elements were decoded.
  private struct Indexed: Decodable, Sendable {
    var index: Int
    var value: Int

    init(from decoder: any Decoder) throws {
      index = decoder.codingPath.last?.intValue ?? -1
      value = try Int(from: decoder)
    }
  }

  @Test func `the work is divided`() async throws {
    let text = "[" + (0..<1000).map { "\($0)" }.joined(separator: ",") + "]"
    let values = try await StreamJSONDecoder().decode(
      [Indexed].self,
      from: Data(text.utf8),
      concurrency: 2,
      partByteCount: 100
    )
    #expect(values.map(\.value) == Array(0..<1000))
    #expect(values.count { $0.index == 0 } == 4)
  }

  @Test func `the work is divided inside a document`() async throws {
    let numbers = (0..<1000).map { "\($0)" }.joined(separator: ",")
    let text = #"{"next":null,"x":{"data":[[]]},"data":{"y":"\"}","numbers":[\#(numbers)]},"n":1}"#
    let values = try await StreamJSONDecoder().decode(
      [Indexed].self,
      from: Data(text.utf8),
      at: "/data/numbers",
      concurrency: 2,
      partByteCount: 100
    )
    #expect(values.map(\.value) == Array(0..<1000))
    #expect(values.count { $0.index == 0 } == 4)
  }

  @Test func `a pointer whose name looks like a part of the text`() async {
    for name in [#"a":["x"#, #"a":{"b"#, #"x":1,"a"#, #"x":{"a"#, #"a\"#, ""] {
      for around in [
        (#"{"a":"#, "}"), (#"{"a":{"b":"#, "}}"), (#"{"x":1,"a":"#, "}"), (#"{"":"#, "}"),
      ] {
        await requireSame(
          [JSONTree].self,
          #"["x","y","z","u","v","w"]"#.utf8,
          at: JSONPointer(tokens: [name]),
          around: around
        )
      }
    }
  }

  @Test(arguments: [
    (#"{"a":[0],"a":"#, "}"), (#"{"a":"#, #","a":[0,0]}"#), (#"{"\u0061":[0,0],"a":"#, "}"),
    (#"{"x":"a\\","a":"#, "}"), (#"{"x":1"a":"#, "}"), (#"{"x":1 "a":"#, "}"),
    (#"{"x":"\","a":"#, "}"),
    (#"{"a" : "#, "} x"), (#"{"é":1,"a":"#, "}"), (#"{"x":[{]},"a":"#, "}"), (#"{"x":-,"a":"#, "}"),
    ("[{}, ", "]"), (#"{"a":"#, ""), (#"{"a":"#, "]"), (#"{"b":{"a":"#, "}}"),
    (#"{"a":{"a":"#, "}}"),
    (#"{"A":[0],"a":"#, #","b":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}"#), ("\u{FEFF} {\"a\":", "}"),
  ])
  func `whatever is around the array`(around: (String, String)) async {
    let policies: [JSONDuplicateKeyPolicy] = [.useFirst, .useLast, .reject]
    for policy in policies {
      for depth in [2, 3, 512] {
        let decoder = StreamJSONDecoder()
        decoder.duplicateKeyPolicy = policy
        decoder.limits.maximumDepth = depth
        for array in ["[1,2,3,4,5,6,7,8,9,10,11,12]", "[[1],[2],[3],[4],[5]]", "[]", "7"] {
          for pointer: JSONPointer in ["/a", "/1", "/b", "/a/a"] {
            await requireSame([JSONTree].self, array.utf8, at: pointer, around: around, decoder)
          }
        }
      }
    }
  }

  @Test func `bytes in any collection`() async throws {
    let text = "[" + (0..<1000).map { "\($0)" }.joined(separator: ",") + "]"
    let collections: [any Collection<UInt8>] = [
      text.utf8, Array(text.utf8), ContiguousArray(" \(text)".utf8).dropFirst(),
      Array(text.utf8.reversed()).reversed(),
    ]
    for bytes in collections {
      let values = try await StreamJSONDecoder().decode(
        [Int].self,
        from: bytes,
        concurrency: 2,
        partByteCount: 100
      )
      #expect(values == Array(0..<1000))
    }
  }

  @Test func `a slice of data, and parts of the usual size`() async throws {
    let numbers = (0..<300_000).map { Double($0) / 4 }
    let text = "x[" + numbers.map { "\($0)" }.joined(separator: ", ") + "]"
    let values = try await StreamJSONDecoder().decode(
      [Double].self,
      from: Data(text.utf8).dropFirst(),
      concurrency: 3
    )
    #expect(values == numbers)
  }

  @Test func `a canceled task gets an error`() async {
    let data = Data(("[" + String(repeating: "1,", count: 1000) + "1]").utf8)
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await StreamJSONDecoder().decode(
        [Int].self,
        from: data,
        concurrency: 2,
        partByteCount: 10
      )
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
