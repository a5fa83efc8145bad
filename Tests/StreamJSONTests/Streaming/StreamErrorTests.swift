import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Where the errors of streams are, and which of them end the stream.
@Suite struct StreamErrorTests {
  private struct Item: Decodable, Equatable {
    var name: String
  }

  @Test func `an element of the wrong type is an error and the next one is delivered`() {
    let found = outcomes(
      of: Item.self,
      in: """
        {"items":[
          {"name":"a"},
          {"name":7},
          null,
          {"name":"d"}]}
        """,
      framing: .arrayElements(at: "/items")
    )
    #expect(found.map { $0.value?.name } == ["a", nil, nil, "d"])
    let error = found[1].jsonError
    #expect(error?.kind == .typeMismatch)
    #expect(error?.recordIndex == 1)
    #expect(error?.pointer == "/items/1/name")
    #expect(error?.line == 3)
    #expect(error?.column == 11)
    #expect(error?.byteOffset == 37)
    #expect(found[2].jsonError?.pointer == "/items/2")
    #expect(found[2].jsonError?.line == 4)
  }

  @Test func `the coding path of an error begins at the element`() {
    let found = outcomes(of: Item.self, in: #"[{"name":1}]"#, framing: .arrayElements())
    guard case .failure(let failure, _) = found[0] else {
      Issue.record("no error")
      return
    }
    #expect(failure.path.map(\.stringValue) == ["name"])
    let whole = outcome { try JSONDecoder().decode(Item.self, from: Data(#"{"name":1}"#.utf8)) }
    #expect(failure == whole.failure)
  }

  @Test func `a member's error has the pointer of the member`() {
    let found = outcomes(
      of: JSONMember<Item>.self,
      in: #"{"x":{"a/b":{"name":null}}}"#,
      framing: .objectMembers(at: "/x")
    )
    #expect(found[0].jsonError?.pointer == JSONPointer(tokens: ["x", "a/b", "name"]))
  }

  @Test func `malformed text ends the stream of an array`() throws {
    let stream = StreamJSONDecoder().makeStream(of: Int.self, framing: .arrayElements())
    var values: [Int] = []
    #expect(throws: DecodingError.self) {
      try stream.append(Array("[1,2 3,4]".utf8)) { values.append($0) }
    }
    #expect(values == [1, 2])
    // An empty chunk adds nothing new; more bytes give the same error.
    try stream.append([]) { values.append($0) }
    let error = #expect(throws: DecodingError.self) {
      try stream.append(Array("5]".utf8)) { values.append($0) }
    }
    #expect(error?.jsonError?.kind == .unexpectedByte(expected: .commaOrArrayEnd))
    #expect(error?.jsonError?.byteOffset == 5)
    #expect(error?.jsonError?.pointer == "/2")
    #expect(throws: DecodingError.self) { try stream.finish { values.append($0) } }
    try stream.finish { values.append($0) }
    #expect(values == [1, 2])
  }

  @Test(arguments: ["\u{FF}", "\\q", "\u{1}"])
  func `malformed text after a malformed name ends the stream of an object`(name: String) {
    var text = Array("{\"a\":1,\"".utf8)
    text += name == "\u{FF}" ? [0xFF] : Array(name.utf8)
    for end in ["\" 2}", "\"", "\"}"] {
      let found = outcomes(
        of: JSONMember<Int>.self,
        in: [ArraySlice(text + end.utf8)],
        framing: .objectMembers()
      )
      #expect(found.count == 3, "\(found)")
      #expect(found.first?.value == JSONMember(key: "a", value: 1))
    }
  }

  @Test func `the pointer of an error has no name of the record before`() {
    let names = ["a", "b"].map { String(repeating: $0, count: 300) }
    let text = "{\"\(names[0])\":[1,}\n{\"\(names[1])\":[true]}\n"
    let found = outcomes(of: [String: [Int]].self, in: text, framing: .lines)
    #expect(found.map { $0.jsonError?.pointer.tokens.first } == names)
  }

  @Test func `what the body throws is rethrown and the stream goes on after that value`() throws {
    struct Stop: Error {}
    let stream = StreamJSONDecoder().makeStream(of: Int.self, framing: .arrayElements())
    var values: [Int] = []
    #expect(throws: Stop.self) {
      try stream.append(Array("[1,2,3,4".utf8)) { value in
        values.append(value)
        if value == 2 { throw Stop() }
      }
    }
    #expect(values == [1, 2])
    try stream.append(Array("5]".utf8)) { values.append($0) }
    try stream.finish { values.append($0) }
    #expect(values == [1, 2, 3, 45])
  }

  @Test func `many bad records in one chunk are taken one by one`() throws {
    let text = String(repeating: "x\n1\n", count: 2000)
    let found = outcomes(of: Int.self, in: text, framing: .lines)
    #expect(found.count == 4000)
    #expect(found.last == .value(1))
    #expect(found[3998].jsonError?.line == 3999)
    #expect(found[3998].jsonError?.byteOffset == 3998 * 2)
  }

  @Test func `errors that a model keeps have their place in the stream`() {
    struct Lossy: Decodable, Equatable {
      var error: JSONError?
      init(from decoder: any Decoder) throws {
        do {
          _ = try Item(from: decoder)
        } catch let error as DecodingError {
          self.error = error.jsonError
        }
      }
    }
    let found = outcomes(
      of: Lossy.self,
      in: "[\n{\"name\":\"a\"},\n{\"name\":1},\n\n[]]",
      framing: .arrayElements()
    )
    #expect(found.map { $0.value?.error?.line } == [nil, 3, 5])
    #expect(found[1].value?.error?.pointer == "/1/name")
    #expect(found[2].value?.error?.byteOffset == 29)
  }

  @Test func `a decoder that a model keeps goes on seeing its own element`() throws {
    struct Kept: Decodable {
      var decoder: any Decoder
      init(from decoder: any Decoder) throws { self.decoder = decoder }
    }
    let stream = StreamJSONDecoder().makeStream(of: Kept.self, framing: .arrayElements())
    var kept: [Kept] = []
    for chunk in ["[\"fir", "st\",\"se\\u0063ond\",", "\"third\"]"] {
      try stream.append(Array(chunk.utf8)) { kept.append($0) }
    }
    try stream.finish { kept.append($0) }
    let strings = try kept.map { try $0.decoder.singleValueContainer().decode(String.self) }
    #expect(strings == ["first", "second", "third"])
  }

  @Test func `an error that is not a DecodingError is thrown as it is`() {
    struct Refusal: Error, Equatable {}
    struct Refusing: Decodable {
      init(from decoder: any Decoder) throws { throw Refusal() }
    }
    let stream = StreamJSONDecoder().makeStream(of: Refusing.self, framing: .lines)
    #expect(throws: Refusal.self) { try stream.append(Array("1\n2\n".utf8)) { _ in } }
    #expect(throws: Refusal.self) { try stream.append([]) { _ in } }
  }

  @Test func `the error for using a stream during a call to it has no place`() throws {
    let stream = StreamJSONDecoder().makeStream(of: Int.self, framing: .lines)
    let copy = stream
    let error = #expect(throws: DecodingError.self) {
      try stream.append(Array("1\n".utf8)) { _ in try copy.finish { _ in } }
    }
    let jsonError = try #require(error?.jsonError)
    #expect(jsonError.kind == .reentered)
    #expect(jsonError.description == "the stream is already in use by the call that is running")
    #expect(jsonError.debugDescription == jsonError.description)
    #expect(jsonError.location == nil)
    #expect(jsonError.recordIndex == nil && jsonError.pointer == .root)
    guard case .dataCorrupted(let context) = error else {
      Issue.record("not dataCorrupted")
      return
    }
    #expect(context.codingPath.isEmpty)
    #expect(
      context.debugDescription
        == "A stream can't be used by the body, model, or source that it calls."
    )
  }

  // MARK: - Limits

  @Test func `an element that is too large is an error and the next one is delivered`() {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumElementByteCount = 8
    let texts: [(String, JSONFraming)] = [
      (#"["12345678",[1,[{"a":"]"}],3],"ok"]"#, .arrayElements()),
      (#"{"a":"12345678","b":[1,[{"a":"]"}],3],"c":"ok"}"#, .objectMembers()),
      (#""12345678" [1,[{"a":"]"}],3] "ok""#, .concatenated),
      ("\"12345678\"\n[1,[{\"a\":\"]\"}],3]\n\"ok\"", .lines),
      ("\u{1E}\"12345678\"\n\u{1E}[1,[{\"a\":\"]\"}],3]\n\u{1E}\"ok\"\n", .textSequence),
      ("data:\"12345678\"\n\ndata:[1,[{\"a\":\"]\"}],3]\n\ndata:\"ok\"\n\n", .serverSentEvents()),
    ]
    for (text, framing) in texts {
      for chunks in [[ArraySlice(text.utf8)], Chunks.singleBytes(of: Array(text.utf8)).chunks] {
        let found = outcomes(of: JSONTree.self, in: chunks, framing: framing, decoder: decoder)
        #expect(found.count == 3, "\(framing)")
        #expect(found.last == .value(.string(Array("ok".utf8))), "\(framing)")
        for outcome in found.prefix(2) {
          #expect(outcome.jsonError?.kind == .byteLimitExceeded)
          let message = outcome.jsonError?.description ?? ""
          #expect(message.hasPrefix("more than 8 bytes (limits.maximumElementByteCount) (record "))
        }
      }
    }
  }

  @Test func `progress stays at the beginning of a line that is too large until its end arrives`() {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumElementByteCount = 8
    let stream = decoder.makeStream(of: Int.self, framing: .lines)
    #expect(throws: DecodingError.self) {
      try stream.append(Data("1\n2345678901".utf8)) { _ in }
    }
    #expect(stream.progress.byteOffset == 2)
    #expect(throws: Never.self) {
      try stream.append(Data("23\n4\n".utf8)) { #expect($0 == 4) }
    }
    #expect(stream.progress.valueCount == 2 && stream.progress.errorCount == 1)
  }

  @Test(arguments: [-1, 0, 1, 2, 3])
  func `an element is bounded to the byte`(excess: Int) {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumElementByteCount = 8
    let strings = "\"" + String(repeating: "s", count: 6 + excess) + "\""
    let array = "[" + String(repeating: "1", count: 6 + excess) + "]"
    let number = String(repeating: "1", count: 8 + excess)
    for value in [strings, array, number] {
      let texts: [(String, JSONFraming)] = [
        ("[\(value),2]", .arrayElements()), (#"{"a":\#(value),"b":2}"#, .objectMembers()),
        ("\(value) 2", .concatenated), ("\(value)\n2", .lines),
        ("\u{1E}\(value)\n\u{1E}2\n", .textSequence),
        ("data:\(value)\n\ndata:2\n\n", .serverSentEvents()),
      ]
      for (text, framing) in texts {
        for chunks in [[ArraySlice(text.utf8)], Chunks.singleBytes(of: Array(text.utf8)).chunks] {
          let found = outcomes(of: JSONTree.self, in: chunks, framing: framing, decoder: decoder)
          #expect(found.count == 2, "\(framing) \(text)")
          #expect((found.first?.value == nil) == (excess > 0), "\(framing) \(text)")
          #expect(found.last?.value != nil, "\(framing) \(text)")
        }
      }
    }
  }

  @Test(arguments: ["\\q", "\\u12\"", "\\u\"34", "\u{1}", "\u{FF}"])
  func `a name that is too large is an error before a fault beyond the limit`(fault: String) {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumElementByteCount = 8
    for count in 0..<12 {
      let name = String(repeating: "n", count: count) + fault
      let text = Array(#"{"\#(name)nnn":1,"ok":2}"#.utf8)
      let whole = outcomes(
        of: JSONMember<Int>.self,
        in: [text[...]],
        framing: .objectMembers(),
        decoder: decoder
      )
      let chunks = Chunks.singleBytes(of: text).chunks
      let cut = outcomes(
        of: JSONMember<Int>.self,
        in: chunks,
        framing: .objectMembers(),
        decoder: decoder
      )
      #expect(whole == cut, "\(count)")
      if count > 8 { #expect(whole.first?.jsonError?.kind == .byteLimitExceeded, "\(count)") }
    }
  }

  @Test func `the limit for the whole stream ends it`() {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumByteCount = 10
    let found = outcomes(
      of: Int.self,
      in: "[1,2,3,4,5,6]",
      framing: .arrayElements(),
      decoder: decoder
    )
    #expect(found.compactMap(\.value) == [1, 2, 3, 4])
    #expect(found.last?.jsonError?.kind == .byteLimitExceeded)
    #expect(found.last?.jsonError?.byteOffset == 10)
    let message = found.last?.jsonError?.description ?? ""
    #expect(message.hasPrefix("more than 10 bytes (limits.maximumByteCount) (record "))
    let exact = outcomes(
      of: Int.self,
      in: "[1,2,3,45]",
      framing: .arrayElements(),
      decoder: decoder
    )
    #expect(exact.compactMap(\.value) == [1, 2, 3, 45])
    #expect(exact.count == 4)
  }

  @Test func `depth is counted from the outside of the text`() {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumDepth = 3
    let framing = JSONFraming.arrayElements(at: "/a")
    #expect(
      outcomes(of: JSONTree.self, in: #"{"a":[[]]}"#, framing: framing, decoder: decoder)
        == [.value(.array([]))]
    )
    for text in [#"{"a":[[[]]]}"#, #"{"b":[[[]]],"a":[]}"#] {
      let found = outcomes(of: JSONTree.self, in: text, framing: framing, decoder: decoder)
      #expect(found.map { $0.jsonError?.kind } == [.depthLimitExceeded])
      let message = found.first?.jsonError?.description ?? ""
      #expect(message.contains(" levels deep (limits.maximumDepth) ("), "\(message)")
    }
  }
}
