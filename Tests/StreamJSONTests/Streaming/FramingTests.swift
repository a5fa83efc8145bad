import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// What each framing finds in a stream, compared with JSONDecoder on the parts.
@Suite struct FramingTests {
  private func values(_ name: String, framing: JSONFraming? = nil) -> [StreamOutcome<JSONTree>] {
    let stream = Corpus.text(name, in: Corpus.streams)
    return outcomes(
      of: JSONTree.self,
      in: [stream.bytes[...]],
      framing: framing ?? stream.framing
    )
  }

  private func decoded(_ bytes: some Sequence<UInt8>) throws -> JSONTree {
    try JSONDecoder().decode(JSONTree.self, from: Data(bytes))
  }

  private func elements(_ tree: JSONTree?) -> [JSONTree] {
    if case .array(let elements) = tree { elements } else { [] }
  }

  private func numbers(_ outcomes: [StreamOutcome<Numbered>]) -> [Int?] {
    outcomes.map { $0.value?.n }
  }

  private struct Numbered: Decodable, Equatable {
    var n: Int
  }

  // MARK: - Arrays and objects

  @Test(arguments: ["array-elements", "array-of-scalars"])
  func `the elements of an array are those that JSONDecoder finds`(name: String) throws {
    let whole = try decoded(Corpus.text(name, in: Corpus.streams).bytes)
    #expect(elements(whole).count > 3)
    #expect(values(name) == elements(whole).map { .value($0) })
  }

  @Test func `the elements of a nested array are those that JSONDecoder finds`() throws {
    struct Page: Decodable { var items: [JSONTree] }
    let bytes = Corpus.text("nested-array", in: Corpus.streams).bytes
    let page = try JSONDecoder().decode(Page.self, from: Data(bytes))
    #expect(page.items.count == 15)
    #expect(values("nested-array") == page.items.map { .value($0) })
  }

  @Test func `the members of an object come with their names in the order of the text`() throws {
    let bytes = Corpus.text("object-members", in: Corpus.streams).bytes
    let whole = try JSONDecoder().decode([String: JSONTree].self, from: Data(bytes))
    let members = outcomes(
      of: JSONMember<JSONTree>.self,
      in: [bytes[...]],
      framing: .objectMembers()
    ).compactMap(\.value)
    #expect(members.count == whole.count)
    #expect(members.allSatisfy { whole[$0.key] == $0.value })
    #expect(members.prefix(3).map(\.key) == ["amber", "bridge", "cedar"])
  }

  @Test func `members without their names are the values`() {
    let found = outcomes(of: Int.self, in: #"{"a":1,"b":2,"a":3}"#, framing: .objectMembers())
    #expect(found.compactMap(\.value) == [1, 2, 3])
  }

  @Test func `names of members are unescaped and every duplicate is delivered`() {
    let found = outcomes(
      of: JSONMember<Int>.self,
      in: #"{"\u0061\n":1,"é":2,"é":3,"":4}"#,
      framing: .objectMembers()
    )
    #expect(
      found.compactMap(\.value) == [
        JSONMember(key: "a\n", value: 1), JSONMember(key: "é", value: 2),
        JSONMember(key: "é", value: 3), JSONMember(key: "", value: 4),
      ]
    )
  }

  @Test func `a malformed name loses its member and no other`() {
    let found = outcomes(
      of: JSONMember<Int>.self,
      in: #"{"a":1,"\x":[{"b":2}],"c":3}"#,
      framing: .objectMembers()
    )
    #expect(found.map { $0.value?.key } == ["a", nil, "c"])
    #expect(found[1].jsonError?.kind == .invalidEscape)
    #expect(found[1].jsonError?.byteOffset == 8)
    #expect(found[1].jsonError?.recordIndex == 1)
  }

  @Test func `a member cannot be decoded anywhere else`() {
    let error = #expect(throws: DecodingError.self) {
      try StreamJSONDecoder().decode([JSONMember<Int>].self, from: "[1]")
    }
    #expect(
      error?.jsonError?.description
        == "A JSONMember can only be decoded from a stream of an object's members "
        + "(line 1, column 2, byte 1, at /0)"
    )
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(JSONMember<Int>.self, from: Data("1".utf8))
    }
    let found = outcomes(of: [JSONMember<Int>].self, in: #"{"a":[1]}"#, framing: .objectMembers())
    #expect(found.map { $0.value == nil } == [true])
  }

  // MARK: - Records

  @Test(
    arguments: ["log-lines", "log-lines-crlf-no-final-newline", "scalars-and-blank-lines"])
  func `the lines are those that JSONDecoder decodes`(name: String) throws {
    let bytes = Corpus.text(name, in: Corpus.streams).bytes
    let lines = bytes.split(separator: 0x0A).filter { !$0.allSatisfy { $0 <= 0x20 } }
    #expect(lines.count > 5)
    #expect(try values(name) == lines.map { .value(try decoded($0)) })
  }

  @Test func `a bad line is one error and the next line is read`() {
    let bytes = Corpus.text("bad-lines", in: Corpus.streams).bytes
    let found = outcomes(of: Numbered.self, in: [bytes[...]], framing: .lines)
    #expect(numbers(found) == [1, nil, 3, nil, nil, nil, 6, nil, nil, 8])
    let errors = found.compactMap(\.jsonError)
    #expect(errors.map(\.recordIndex) == [1, 3, 4, 5, 7, 8])
    #expect(errors.map(\.line) == [2, 4, 5, 6, 8, 9])
    #expect(errors.map(\.column) == [6, 1, 6, 9, 1, 7])
    #expect(
      errors.map(\.kind) == [
        .unexpectedEnd, .typeMismatch, .typeMismatch, .trailingBytes, .valueNotFound,
        .invalidNumber,
      ]
    )
  }

  @Test func `the records of a text sequence are those that JSONDecoder decodes`() throws {
    let bytes = Corpus.text("records", in: Corpus.streams).bytes
    let records = bytes.split(separator: 0x1E)
    #expect(records.count > 5)
    #expect(try values("records") == records.map { .value(try decoded($0)) })
  }

  @Test func `a record that is cut is an error and so is a number that may be`() {
    let name = "records-with-truncated"
    let found = values(name)
    let object = { (n: Int) -> StreamOutcome<JSONTree> in
      let number = JSONTree.number(bits: Double(n).bitPattern, integer: n)
      return .value(.object([JSONTree.Member(name: Array("n".utf8), value: number)]))
    }
    #expect(found.count == 7)
    #expect(found[0] == object(1))
    #expect(found[1].jsonError?.kind == .unexpectedEnd)
    #expect(found[2] == object(4))
    #expect(found[3].jsonError?.kind == .unexpectedEnd)
    #expect(found[4].jsonError != nil)
    #expect(found[5] == .value(.number(bits: (7.0).bitPattern, integer: 7)))
    #expect(found[6] == object(8))
  }

  @Test func `a literal of a text sequence needs whitespace after it, too`() {
    let found = outcomes(
      of: JSONTree.self,
      in: "\u{1E}true\u{1E}null \u{1E}false\u{1E}\"\"\u{1E}[]\u{1E}true",
      framing: .textSequence
    )
    #expect(found.map { $0.value == nil } == [true, false, true, false, false, true])
    #expect(found[0].jsonError?.kind == .unexpectedEnd)
    #expect(found[2].jsonError?.kind == .unexpectedEnd)
    #expect(found[5].jsonError?.kind == .unexpectedEnd)
  }

  @Test func `bytes between the records of a text sequence are separate errors`() {
    let found = outcomes(
      of: Int.self,
      in: "1\n\u{1E}2\n3\n\u{1E}\n\u{1E}[\n1]\n\u{1E}4\n",
      framing: .textSequence
    )
    #expect(found.map(\.value) == [nil, 2, nil, nil, 4])
    #expect(found[0].jsonError?.kind == .unexpectedByte(expected: .recordSeparator))
    #expect(found[2].jsonError?.byteOffset == 5)
    #expect(found[3].jsonError?.kind == .typeMismatch)
  }

  @Test func `concatenated values need nothing between them`() {
    let found = values("values")
    #expect(found.count == 12)
    #expect(found.allSatisfy { $0.value != nil })
    #expect(found[4] == .value(.number(bits: (5.0).bitPattern, integer: 5)))
    #expect(found[8] == .value(.string(Array("nine".utf8))))
    #expect(found[11] == .value(.number(bits: (-115.0).bitPattern, integer: -115)))
  }

  // MARK: - Server-sent events

  @Test(arguments: ["chat-completion", "chat-tool-call-crlf"])
  func `the events are those that JSONDecoder decodes`(name: String) throws {
    let bytes = Corpus.text(name, in: Corpus.streams).bytes
    let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
    let data = lines.filter {
      $0.starts(with: "data:".utf8) && !$0.starts(with: "data: [DONE]".utf8)
    }
    #expect(data.count > 3)
    #expect(try values(name) == data.map { .value(try decoded($0.dropFirst(5))) })
  }

  @Test func `fields, comments and line ends of events are those of the specification`() {
    let bytes = Corpus.text("fields-and-comments", in: Corpus.streams).bytes
    let found = outcomes(of: Numbered.self, in: [bytes[...]], framing: .serverSentEvents())
    #expect(numbers(found) == [1, 2, 3, 4, 5])
    let all = outcomes(
      of: Numbered.self,
      in: [bytes[...]],
      framing: .serverSentEvents(terminator: nil)
    )
    #expect(numbers(all) == [1, 2, 3, 4, 5, nil, 99])
    #expect(all[5].jsonError?.recordIndex == 5)
  }

  @Test func `an event that the end of the stream ends is delivered if it is complete`() {
    let framing = JSONFraming.serverSentEvents()
    #expect(
      outcomes(of: Int.self, in: "data: 1\n\ndata: 2", framing: framing) == [.value(1), .value(2)]
    )
    #expect(outcomes(of: Int.self, in: "data: 1\n\ndata", framing: framing) == [.value(1)])
    #expect(outcomes(of: Int.self, in: "data: 1\n\ndata: [DONE]", framing: framing) == [.value(1)])
    let cut = outcomes(of: [Int].self, in: "data: [1", framing: framing)
    #expect(cut.map { $0.jsonError?.kind } == [.unexpectedEnd])
  }

  @Test func `an error in the data of several lines has the place of its byte`() {
    let found = outcomes(
      of: [Int].self,
      in: "data: [1,\r\n: no data\r\ndata:2,\r\nid: 7\r\ndata: x]\r\n\r\n",
      framing: .serverSentEvents()
    )
    let error = found[0].jsonError
    #expect(error?.kind == .unexpectedByte(expected: .value))
    #expect(error?.byteOffset == 44)
    #expect(error?.line == 5)
    #expect(error?.column == 7)
  }

  @Test func `the terminator is the caller's`() {
    let text = "data: 1\n\ndata: {\"end\":true}\n\ndata: 2\n\n"
    #expect(
      outcomes(
        of: Int.self,
        in: text,
        framing: .serverSentEvents(terminator: #"{"end":true}"#)
      )
        == [.value(1)]
    )
  }

  @Test func `data that only begins like the terminator ends nothing`() {
    for data in ["[DONE]x", "[DONE] 1", "[DONE]]", "[DON"] {
      let found = outcomes(
        of: Int.self,
        in: "data: 1\n\ndata: \(data)\n\ndata: 2\n\n",
        framing: .serverSentEvents()
      )
      #expect(found.map(\.value) == [1, nil, 2], "\(data)")
    }
    #expect(
      outcomes(of: Int.self, in: "data: [DONE] \n\ndata: 2\n\n", framing: .serverSentEvents())
        == []
    )
  }

  @Test func `a byte-order mark is passed over in every framing`() {
    let mark = "\u{FEFF}"
    #expect(outcomes(of: Int.self, in: mark + "[1]", framing: .arrayElements()) == [.value(1)])
    #expect(outcomes(of: Int.self, in: mark + "1\n2", framing: .lines) == [.value(1), .value(2)])
    #expect(outcomes(of: Int.self, in: mark + "1 2", framing: .concatenated).count == 2)
    #expect(
      outcomes(of: Int.self, in: mark + "\u{1E}1\n", framing: .textSequence) == [.value(1)]
    )
    #expect(
      outcomes(of: Int.self, in: mark + "data:1\n\n", framing: .serverSentEvents()) == [.value(1)]
    )
  }
}
