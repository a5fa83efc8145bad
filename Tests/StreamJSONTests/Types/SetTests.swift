import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Sets, whose strings are decoded in a special way.
struct SetTests {
  @Test(arguments: [
    "[]", #"["a"]"#, #"["a","b","a"]"#, #"["a",1]"#, #"[1,"a"]"#, #"["a",null]"#, #"["\\n","\\q"]"#,
    "{}", "null", "1", #""a""#, #"[["a"]]"#,
  ])
  func `of strings are those of JSONDecoder`(_ text: String) {
    expectAgreement(Set<String>.self, text)
    expectAgreement(Set<String>?.self, text)
    expectAgreement(Held<Set<String>>.self, #"{"value":\#(text),"other":\#(text)}"#)
    expectAgreement([Set<String>].self, "[[],\(text)]")
  }

  @Test func `keep the first of equal strings`() throws {
    for names in [["\u{E9}", "e\u{301}"], ["e\u{301}", "\u{E9}"]] {
      let text = #"["\#(names[0])","\#(names[1])"]"#
      let ours = try StreamJSONDecoder().decode(Set<String>.self, from: text)
      let theirs = try JSONDecoder().decode(Set<String>.self, from: Data(text.utf8))
      #expect(ours.map { Array($0.utf8) } == theirs.map { Array($0.utf8) })
    }
  }

  @Test func `have no more room than their elements need`() throws {
    let zeros = "[\(Array(repeating: "0", count: 200_000).joined(separator: ","))]"
    #expect(try StreamJSONDecoder().decode(Set<Int>.self, from: zeros).capacity < 5000)
    let copies = "[\(Array(repeating: "\"\"", count: 200_000).joined(separator: ","))]"
    #expect(try StreamJSONDecoder().decode(Set<String>.self, from: copies).capacity < 5000)
    let different = "[\((0..<20_000).map { "\"\($0)\"" }.joined(separator: ","))]"
    let set = try StreamJSONDecoder().decode(Set<String>.self, from: different)
    #expect(set == Set((0..<20_000).map(String.init)))
    #expect(set.capacity < 80_000)
  }
}
