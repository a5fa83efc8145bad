import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Pins what RFC 8259 leaves open.
struct ImplementationDefinedTests {
  private static let goldenPath = "golden/implementation-defined.txt"

  @Test func `decides the open cases as the golden file says`() throws {
    let texts = Corpus.conformance.filter { $0.expectation == .implementationDefined }
    let lines = texts.map { text in
      let result = outcome { try StreamJSONDecoder().decode(JSONTree.self, from: text.data) }
      return "\(text.name) \(result.isAccepted ? "accepted" : "rejected")\n"
    }
    // STREAMJSON_WRITE_GOLDEN=1 swift test --filter ImplementationDefinedTests
    if ProcessInfo.processInfo.environment["STREAMJSON_WRITE_GOLDEN"] == "1" {
      let file = Corpus.directory.appending(path: Self.goldenPath)
      try Data(lines.joined().utf8).write(to: file)
    }
    let golden = try #require(Corpus.contents(of: Self.goldenPath))
    let expected = String(decoding: golden, as: UTF8.self).split(separator: "\n").map { "\($0)\n" }
    #expect(Set(lines).subtracting(expected).sorted() == [])
    #expect(Set(expected).subtracting(lines).sorted() == [])
  }
}
