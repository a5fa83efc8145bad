import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The settings that JSONDecoder does not have.
struct PolicyTests {
  struct Model: Decodable, Equatable {
    var a: Int
    var oneTwo: String?
  }

  private func decoder(_ policy: JSONDuplicateKeyPolicy) -> StreamJSONDecoder {
    let decoder = StreamJSONDecoder()
    decoder.duplicateKeyPolicy = policy
    return decoder
  }

  private func snake(_ policy: JSONDuplicateKeyPolicy) -> StreamJSONDecoder {
    let decoder = decoder(policy)
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }

  // MARK: - Duplicates

  @Test func `the last of several members`() throws {
    let last = decoder(.useLast)
    #expect(try last.decode(Model.self, from: #"{"a":1,"a":2}"#) == Model(a: 2))
    #expect(try last.decode(Model.self, from: #"{"a":"x","\u0061":2}"#) == Model(a: 2))
    #expect(try last.decode([String: Int].self, from: #"{"a":1,"b":3,"a":2}"#) == ["a": 2, "b": 3])
    #expect(try last.decode([Int: Int].self, from: #"{"1":1,"1":2}"#) == [1: 2])
    #expect(throws: DecodingError.self) { try last.decode(Model.self, from: #"{"a":1,"a":"x"}"#) }
    let text = #"{"a":1,"one_two":"x","oneTwo":"y"}"#
    #expect(try snake(.useLast).decode(Model.self, from: text) == Model(a: 1, oneTwo: "y"))
    let table = #"{"one_two":1,"oneTwo":2,"one_two":3}"#
    #expect(
      try snake(.useLast).decode([String: Int].self, from: table) == ["one_two": 3, "oneTwo": 2]
    )
  }

  @Test func `the first of several members`() throws {
    let first = decoder(.useFirst)
    #expect(try first.decode(Model.self, from: #"{"a":1,"a":"x"}"#) == Model(a: 1))
    let text = #"{"a":1,"one_two":"x","oneTwo":"y"}"#
    #expect(try snake(.useFirst).decode(Model.self, from: text) == Model(a: 1, oneTwo: "x"))
  }

  @Test(arguments: [
    #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":2}"#, #"{"a":1,"b":0,"b":0}"#,
    "{\"a\":1,\"caf\u{E9}\":1,\"cafe\u{301}\":1}",
  ])
  func `duplicate names are refused`(text: String) throws {
    let reject = decoder(.reject)
    for result in [
      outcome { _ = try reject.decode(Model.self, from: text) }.failure,
      outcome { _ = try reject.decode([String: Int].self, from: text) }.failure,
      outcome { _ = try reject.decode(JSONTree.self, from: text) }.failure,
      outcome { _ = try snake(.reject).decode(Model.self, from: text) }.failure,
      outcome { _ = try snake(.reject).decode([String: Int].self, from: text) }.failure,
    ] {
      #expect(result?.kind == .dataCorrupted)
      #expect(result?.path == [])
      #expect(result?.text.hasPrefix("Duplicate key \"") == true)
    }
    // Only objects that are opened are checked.
    #expect(outcome { try reject.decode(Nothing.self, from: text) }.isAccepted)
    #expect(try reject.decode(Model.self, from: #"{"a":1,"c":\#(text)}"#) == Model(a: 1))
  }

  @Test func `names that are equal after conversion are duplicates`() throws {
    let text = #"{"a":1,"one_two":"x","oneTwo":"y"}"#
    #expect(throws: DecodingError.self) { try snake(.reject).decode(Model.self, from: text) }
    #expect(try decoder(.reject).decode(Model.self, from: text) == Model(a: 1, oneTwo: "y"))
    // Dictionaries keep their names.
    let table = #"{"one_two":1,"oneTwo":2}"#
    #expect(try snake(.reject).decode([String: Int].self, from: table).count == 2)
  }

  @Test func `where the duplicate name is`() throws {
    let thrown = #expect(throws: DecodingError.self) {
      try decoder(.reject).decode([Model].self, from: #"[{"a":1},{"a":2,"b":3,"a":4}]"#)
    }
    let error = try #require(thrown?.jsonError)
    #expect(error.kind == .duplicateKey)
    #expect(error.byteOffset == 22)
    #expect(
      error.description
        == #"duplicate key "a" in this object (line 1, column 23, byte 22, at /1)"#
    )
    #expect(Failure(try #require(thrown)).path.map(\.stringValue) == ["Index 1"])
  }

  @Test func `without duplicate names there is no difference`() throws {
    let text = #"{"a":1,"oneTwo":"x","z":[{"a":2},{"a":3}]}"#
    for policy in [JSONDuplicateKeyPolicy.useFirst, .useLast, .reject] {
      #expect(try decoder(policy).decode(Model.self, from: text) == Model(a: 1, oneTwo: "x"))
      #expect(
        try decoder(policy).decode(JSONTree.self, from: text)
          == JSONDecoder().decode(JSONTree.self, from: Data(text.utf8))
      )
    }
  }

  // MARK: - Strict

  @Test(arguments: OrderOfWorkTests.malformedScalars)
  func `strict refuses malformed values that are not read`(scalar: String) {
    let strict = StreamJSONDecoder()
    strict.validation = .strict
    // Grammar only: ranges and unpaired surrogates depend on the type that is read.
    guard !["1e999", "0e1"].contains(scalar) else { return }
    for text in [scalar, "[\(scalar)]", #"{"a":\#(scalar)}"#, #"{"a":1,"b":[0,\#(scalar)]}"#] {
      let result = outcome { try strict.decode(Nothing.self, from: text) }
      #expect(result.failure?.kind == .dataCorrupted, "\(text)")
    }
  }

  @Test func `strict says where`() throws {
    let strict = StreamJSONDecoder.showingValues()
    strict.validation = .strict
    let rows: [(String, String)] = [
      (
        #"{"a":[1,01]}"#,
        "found the number 01, which isn't valid JSON (line 1, column 10, byte 9, at /a/1)"
      ),
      (#"{"\q":1}"#, #"invalid escape sequence (line 1, column 3, byte 2, at /\q)"#),
      ("[1,]", "unexpected ']', expected a value (line 1, column 4, byte 3, at /1)"),
      (
        #"{"a":1,}"#,
        "unexpected '}', expected a key in double quotes (line 1, column 8, byte 7, "
          + "at the top level)"
      ),
    ]
    for (text, description) in rows {
      let thrown = #expect(throws: DecodingError.self) {
        try strict.decode(Nothing.self, from: text)
      }
      #expect(thrown?.jsonError?.description == description)
    }
  }

  @Test func `strict accepts valid documents`() throws {
    let strict = StreamJSONDecoder()
    strict.validation = .strict
    for text in Corpus.documents where ReferenceGrammar.isValid(text.bytes) {
      let ours = outcome { try strict.decode(JSONTree.self, from: text.data) }
      #expect(ours == outcome { try StreamJSONDecoder().decode(JSONTree.self, from: text.data) })
    }
  }

  // MARK: - Limits

  @Test(arguments: [0, 1, 2, 3, 100, 512, 513, 2000])
  func `the depth limit`(limit: Int) {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumDepth = limit
    for depth in [limit - 1, limit, limit + 1] where depth >= 0 {
      let text =
        depth == 0
        ? "1" : String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let result = outcome { try decoder.decode(Nothing.self, from: text) }
      #expect(result.isAccepted == (depth <= limit), "\(depth)")
    }
    // Values side by side are not deep.
    #expect(outcome { try decoder.decode(Nothing.self, from: "1") }.isAccepted)
    if limit >= 2 {
      let wide = "[\(Array(repeating: "[]", count: 1000).joined(separator: ","))]"
      #expect(outcome { try decoder.decode(Nothing.self, from: wide) }.isAccepted)
    }
  }

  @Test func `the byte limit`() throws {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumByteCount = 7
    #expect(try decoder.decode([Int].self, from: "[1,2,3]") == [1, 2, 3])
    let thrown = #expect(throws: DecodingError.self) {
      try decoder.decode([Int].self, from: "[1,2,3] ")
    }
    #expect(thrown?.jsonError?.kind == .byteLimitExceeded)
    #expect(thrown?.jsonError?.byteOffset == 7)
    decoder.limits.maximumByteCount = 0
    #expect(throws: DecodingError.self) { try decoder.decode(Int.self, from: "1") }
  }

  @Test func `senseless limits are harmless`() {
    let decoder = StreamJSONDecoder()
    for limit in [-1, .min, .max] {
      decoder.limits = JSONLimits(maximumDepth: limit, maximumByteCount: limit)
      for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf32BigEndian] {
        let data = "[[1]]".data(using: encoding) ?? Data()
        let result = outcome { try decoder.decode(Nothing.self, from: data) }
        #expect(result.isAccepted == (limit == .max))
      }
      // Read in one pass, which counts how much deeper it may go.
      let empty = Data("[]".utf8)
      let result = outcome { try decoder.decode([MarkedPoint].self, from: empty).count }
      #expect(result.isAccepted == (limit == .max))
    }
  }

  private struct MarkedPoint: MemberwiseDecodable {
    var x: Int
  }
}
