import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Errors once decode has returned, and how they are shown.
extension JSONErrorTests {
  @Test func `errors of containers that are used after decode has returned`() throws {
    var text = "{\"pad\":[\(String(repeating: "0,\n", count: 400_000))0],"
    text += "\n\"inner\":{\"a\":\"x\",\"b\":[1,\"\\q\"]}}"
    let kept = try StreamJSONDecoder.showingValues().decode(EscapingTests.Keeper.self, from: text)
      .decoder
    let inner = try kept.container(keyedBy: AnyKey.self)
      .nestedContainer(keyedBy: AnyKey.self, forKey: "inner")
    let mismatch = #expect(throws: DecodingError.self) { try inner.decode(Int.self, forKey: "a") }
    let error = try #require(mismatch?.jsonError)
    #expect(error.line == 400_002)
    #expect(error.column == 14)
    #expect(error.pointer == "/inner/a")
    #expect(
      error.debugDescription.hasSuffix("\"inner\":{\"a\":\"x\",\"b\":[1,\"\\q\"]}}\n             ^")
    )
    let escape = #expect(throws: DecodingError.self) {
      try inner.decode([AnyValue].self, forKey: "b")
    }
    #expect(escape?.jsonError?.pointer == "/inner/b/1")
    #expect(escape?.jsonError?.kind == .invalidEscape)
  }

  private struct AnyValue: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if (try? container.decode(Int.self)) == nil { _ = try container.decode(String.self) }
    }
  }

  @Test func `an error is the same long after its bytes have gone`() throws {
    var thrown: DecodingError?
    var expected = ""
    do {
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 20, alignment: 1)
      unsafe bytes.copyBytes(from: #"{"k":[1,2,"three é"]}"#.utf8.prefix(20))
      unsafe bytes[19] = 0x5D
      thrown = #expect(throws: DecodingError.self) {
        // SAFETY: the bytes are there until the call has returned.
        try unsafe StreamJSONDecoder.showingValues().decode(
          Nothing.self,
          from: UnsafeRawBufferPointer(bytes)
        )
      }
      expected = thrown?.jsonError?.debugDescription ?? ""
      _ = unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0x21)
      unsafe bytes.deallocate()
    }
    #expect(thrown?.jsonError?.debugDescription == expected)
    #expect(expected.contains("three"))
  }

  // MARK: - The line with a caret

  @Test func `the caret's line is cut on both sides`() throws {
    let text = "[\(String(repeating: "1,", count: 100))x\(String(repeating: ",1", count: 100))]"
    let lines = try error(Nothing.self, text).debugDescription.split(separator: "\n")
    #expect(lines.count == 3)
    let line = "…\(String(repeating: "1,", count: 19))x\(String(repeating: ",1", count: 18)),…"
    #expect(lines[1] == line)
    #expect(lines[2] == String(repeating: " ", count: 39) + "^")
  }

  @Test(
    arguments: [
      ("[1,\n", "[1,\n\n^", false), ("[\t\u{1}]", "[  ]\n  ^", true), ("[x", "[x\n ^", true),
      ("[1 ", "[1 \n   ^", true), ("[\"é\",x]", "[\"é\",x]\n     ^", true),
      ("[\r\n  x]", "  x]\n  ^", true),
    ] as [(String, String, Bool)]
  )
  func `the line and the caret`(text: String, expected: String, hasLine: Bool) throws {
    let error = try error(Nothing.self, text)
    let lines = error.debugDescription.dropFirst(error.description.count)
    #expect(lines == (hasLine ? "\n" + expected : ""))
  }

  // MARK: - Pointers

  @Test func `long pointers are abbreviated in descriptions only`() throws {
    let depth = 100
    let text =
      String(repeating: #"{"name":"#, count: depth) + "x" + String(repeating: "}", count: depth)
    let error = try error(Nothing.self, text)
    #expect(error.pointer.tokens == Array(repeating: "name", count: depth))
    #expect(error.description.count < 220)
    #expect(error.description.contains("…"))
  }

  @Test func `the pointer has the text's own names, whatever the strategy`() throws {
    struct Model: Decodable { var oneTwo: [Int] }
    let decoder = StreamJSONDecoder.showingValues()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let error = try error(Model.self, #"{"one_two":[1,"x"]}"#, decoder)
    #expect(error.pointer == "/one_two/1")
  }

  @Test func `errors through a superDecoder point at the whole document's place`() throws {
    struct Child: Decodable {
      init(from decoder: any Decoder) throws {
        let parent = try decoder.container(keyedBy: AnyKey.self).superDecoder()
        _ = try parent.singleValueContainer().decode([Int].self)
      }
    }
    #expect(try error([Child].self, #"[{"super":[1,true]}]"#).pointer == "/0/super/1")
  }

  @Test func `every failure of the corpus carries one`() {
    for text in Corpus.conformance {
      do {
        _ = try StreamJSONDecoder.showingValues().decode(JSONTree.self, from: text.data)
      } catch let error as DecodingError {
        guard let error = error.jsonError else {
          Issue.record("\(text): no JSONError")
          continue
        }
        #expect(error.byteOffset >= 0 && error.byteOffset <= text.bytes.count, "\(text)")
        #expect(!error.debugDescription.isEmpty)
        let (line, column) = Self.naivePlace(of: error.byteOffset, in: text.bytes)
        #expect(text.name.contains("encoding") || error.line == line, "\(text)")
        #expect(text.name.contains("encoding") || error.column == column, "\(text)")
      } catch {
        Issue.record("\(text): \(error)")
      }
    }
  }

  @Test func `equal errors are equal`() throws {
    let first = try error([Int].self, "[1,true]")
    #expect(try first == error([Int].self, "[1,true]"))
    #expect(try first.hashValue == error([Int].self, "[1,true]").hashValue)
    #expect(try first != error([Int].self, "[1, true]"))
    #expect(try first != error([Int8].self, "[1,true]"))
    #expect(try first != error([Int].self, "[1,false]"))
  }

  @Test func `a model's own error has none`() {
    let error = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "own"))
    #expect(error.jsonError == nil)
  }
}
