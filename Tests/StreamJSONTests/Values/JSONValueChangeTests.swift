import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Values that are changed in place, and written.
struct JSONValueChangeTests {
  private func changed(_ text: String, _ change: (inout JSONValue) -> Void) throws -> String {
    var json = try JSONValue(parsing: text)
    let before = json
    change(&json)
    // A copy does not change.
    #expect(before == (try JSONValue(parsing: text)))
    return json.description
  }

  @Test func `members`() throws {
    let text = #"{"user":{"id":7},"tags":["a"]}"#
    #expect(
      try changed(text) { $0["user"]?["name"] = "Ann" }
        == #"{"user":{"id":7,"name":"Ann"},"tags":["a"]}"#
    )
    #expect(try changed(text) { $0["user"]?["id"] = 8 } == #"{"user":{"id":8},"tags":["a"]}"#)
    #expect(try changed(text) { $0["user"]?["id"] = nil } == #"{"user":{},"tags":["a"]}"#)
    #expect(try changed(text) { $0["user"] = nil } == #"{"tags":["a"]}"#)
    #expect(try changed(text) { $0["user"]?["tags"] = [1] }.contains(#"{"id":7,"tags":[1]}"#))
    #expect(try changed(text) { $0["user"]?["id"] = .null }.hasPrefix(#"{"user":{"id":null}"#))
  }

  @Test func `a chain changes values that exist, and a pointer adds objects`() throws {
    let text = #"{"user":{"id":7}}"#
    #expect(try changed(text) { $0["a"]?["b"] = true } == text)
    #expect(try changed(text) { $0["user"]?["a"]?["b"] = true } == text)
    #expect(try changed(text) { $0["user"]?[1]?["b"] = true } == text)
    #expect(try changed(text) { $0["a"]?.append(1) } == text)
    #expect(try changed(text) { $0["a"]?[at: "/b/c"] = 1 } == text)
    #expect(try changed(text) { $0[at: "/a/b/c"] = 1 } == #"{"user":{"id":7},"a":{"b":{"c":1}}}"#)
    #expect(
      try changed(text) { $0[at: "/a/b/0"] = .null } == #"{"user":{"id":7},"a":{"b":{"0":null}}}"#
    )
    #expect(try changed(text) { $0["user"]?[at: "/a/b"] = 1 } == #"{"user":{"id":7,"a":{"b":1}}}"#)
    #expect(try changed("[]") { $0[at: "/-/a"] = 1 } == #"[{"a":1}]"#)
    #expect(try changed(text) { $0[at: "/user/id"] = nil } == #"{"user":{}}"#)
    #expect(try changed(text) { $0[at: ""] = nil } == "null")
  }

  @Test func `setting nil where nothing is changes nothing`() throws {
    let text = #"{"a":1,"b":null,"c":"x","d":[1]}"#
    #expect(try changed(text) { $0["e"]?["f"] = nil } == text)
    #expect(try changed(text) { $0["a"]?["f"] = nil } == text)
    #expect(try changed(text) { $0["b"]?["f"] = nil } == text)
    #expect(try changed(text) { $0["c"]?[0] = nil } == text)
    #expect(try changed(text) { $0["d"]?["x"] = nil } == text)
    #expect(try changed(text) { $0["d"]?[5] = nil } == text)
    #expect(try changed(text) { $0[at: "/e/f/g"] = nil } == text)
  }

  @Test func `setting a member converts a value of another kind`() throws {
    #expect(try changed(#"{"a":1}"#) { $0["a"]?["b"] = 2 } == #"{"a":{"b":2}}"#)
    #expect(try changed(#"{"a":1}"#) { $0["a"]?[0] = 2 } == #"{"a":[2]}"#)
    #expect(try changed(#"{"a":1}"#) { $0["a"]?.append(2) } == #"{"a":[2]}"#)
    #expect(try changed("null") { $0["a"] = 1 } == #"{"a":1}"#)
    #expect(try changed("[]") { $0["a"] = 1 } == #"{"a":1}"#)
  }

  @Test func `elements`() throws {
    let text = #"{"a":[1,2,3]}"#
    #expect(try changed(text) { $0["a"]?[0] = 9 } == #"{"a":[9,2,3]}"#)
    #expect(try changed(text) { $0["a"]?[3] = 4 } == #"{"a":[1,2,3,4]}"#)
    #expect(try changed(text) { $0["a"]?[4] = 5 } == text)
    #expect(try changed(text) { $0["a"]?[-1] = 5 } == text)
    #expect(try changed(text) { $0["a"]?[.max] = 5 } == text)
    #expect(try changed(text) { $0["a"]?[1] = nil } == #"{"a":[1,3]}"#)
    #expect(try changed(text) { $0["a"]?.append("x") } == #"{"a":[1,2,3,"x"]}"#)
    #expect(try changed(text) { $0["a"]?[0]?["b"] = 1 } == #"{"a":[{"b":1},2,3]}"#)
    #expect(try changed(#"[[1]]"#) { $0[0]?[0] = 2 } == "[[2]]")
  }

  @Test func `pointers`() throws {
    let text = #"{"a":{"b":[1,{"c":2}]}}"#
    #expect(try changed(text) { $0[at: "/a/b/1/c"] = 3 } == #"{"a":{"b":[1,{"c":3}]}}"#)
    #expect(try changed(text) { $0[at: "/a/b/-"] = 3 } == #"{"a":{"b":[1,{"c":2},3]}}"#)
    #expect(try changed(text) { $0[at: "/a/b/0"] = nil } == #"{"a":{"b":[{"c":2}]}}"#)
    #expect(try changed(text) { $0[at: "/a/x/y"] = 1 } == #"{"a":{"b":[1,{"c":2}],"x":{"y":1}}}"#)
    #expect(try changed(text) { $0[at: "/a/b/9"] = 1 } == text)
    #expect(try changed(text) { $0[at: "/a/b/x"] = 1 } == text)
    #expect(try changed(text) { $0[at: ""] = 1 } == "1")
    #expect(try changed(text) { $0["a"]?[at: "/b/0"] = 5 } == #"{"a":{"b":[5,{"c":2}]}}"#)
  }

  @Test func `a value is changed where it is`() throws {
    // With copies, four times as many changes, in a value four times as wide, would take 16 times as long.
    try Growth.expectLinear(size: 1000) { count in
      let members = (0..<count).map { #""m\#($0)":0"# }.joined(separator: ",")
      let value = try JSONValue(parsing: #"{"a":{"b":{\#(members)},"c":[]}}"#)
      return {
        var json = value
        for number in 0..<count {
          json["a"]?["b"]?["m\(number)"] = 1
          json["a"]?["c"]?.append(.number(JSONNumber(number)))
          json[at: JSONPointer(tokens: ["a", "b", "m\(number)"])] = 2
        }
        #expect(json["a"]?["c"]?.array?.count == count && json["a"]?["b"]?["m0"] == 2)
      }
    }
  }

  @Test func `a text of each form is parsed`() throws {
    let text = #"{"a":[1,2.50,"é"]}"#
    #expect(try JSONValue(parsing: text).description == text)
    #expect(try JSONValue(parsing: text[...]).description == text)
    #expect(try JSONValue(parsing: Data(text.utf8)).description == text)
    let error = #expect(throws: DecodingError.self) { try JSONValue(parsing: "[1,") }
    #expect(error?.jsonError?.byteOffset == 3)
  }

  @Test func `texts are compact, pretty or sorted`() throws {
    let text = #"{"b":[1,{"z":null,"a":"x\n/"}],"a":{},"é":[],"B":1.50}"#
    let json = try JSONValue(parsing: text)
    #expect(String(decoding: json.data(), as: UTF8.self) == text)
    #expect(json.bytes() == Array(text.utf8) && json.object?.bytes() == json.bytes())
    #expect(
      String(decoding: json.data(.sortedKeys), as: UTF8.self)
        == #"{"B":1.50,"a":{},"b":[1,{"a":"x\n/","z":null}],"é":[]}"#
    )
    let pretty = """
      {
        "b": [
          1,
          {
            "z": null,
            "a": "x\\n/"
          }
        ],
        "a": {},
        "é": [],
        "B": 1.50
      }
      """
    #expect(String(decoding: json.data(.prettyPrinted), as: UTF8.self) == pretty)
    for formatting in [[], .prettyPrinted, .sortedKeys, [.prettyPrinted, .sortedKeys]]
      as [JSONFormatting]
    {
      #expect(try JSONValue(parsing: json.data(formatting)) == json)
      let reference = try JSONSerialization.jsonObject(with: json.data(formatting)) as? NSDictionary
      #expect(
        reference == (try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
      )
    }
    #expect(JSONValue.number(JSONNumber(Double.nan)).bytes() == Array("null".utf8))
    #expect(String(decoding: JSONValue.array([]).bytes(.prettyPrinted), as: UTF8.self) == "[]")
  }

  @Test func `a value of the default depth is released on a small stack`() throws {
    for (opening, closing) in [("[", "]"), (#"{"a":"#, "}")] {
      let count = JSONLimits().maximumDepth
      let text =
        String(repeating: opening, count: count) + (opening == "[" ? "" : "1")
        + String(repeating: closing, count: count)
      let kept = Locked<JSONValue?>(try JSONValue(parsing: text))
      let isDone = DispatchSemaphore(value: 0)
      let thread = Thread {
        kept.withLock { $0 = nil }
        isDone.signal()
      }
      thread.stackSize = 512 << 10
      thread.start()
      isDone.wait()
      #expect(kept.withLock { $0?.isNull ?? true })
    }
  }

  @Test func `removing a missing value ends where the path does`() throws {
    let pointer = try #require(JSONPointer(String(repeating: "/a", count: 200_000)))
    var value: JSONValue = ["b": 1]
    value[at: pointer] = nil
    #expect(value == ["b": 1])
  }
}
