import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The members of objects.
struct JSONObjectTests {
  @Test func `members keep their order`() throws {
    let text = #"{"z":1,"a":{"y":2,"b":3},"m":[]}"#
    let object = try StreamJSONDecoder().decode(JSONObject.self, from: text)
    #expect(object.names == ["z", "a", "m"])
    #expect(object["a"]?.object?.names == ["y", "b"])
    #expect(object.map(\.name) == object.names)
    #expect(object.map(\.value) == object.names.map { object[$0] })
    #expect(object.description == text)
    #expect(object.count == 3 && !object.isEmpty && JSONObject().isEmpty)
  }

  @Test(arguments: [0, 1, 11, 12, 13, 24, 25, 200, 5000])
  func `each of any number of members is found`(count: Int) throws {
    let names = (0..<count).map { "name \($0)" }
    let text = "{" + names.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
    var object = try StreamJSONDecoder().decode(JSONObject.self, from: text)
    #expect(object.names == names)
    for (position, name) in names.enumerated() { #expect(object[name]?.int == position) }
    #expect(object["name"] == nil && object["name \(count)"] == nil)
    var built = JSONObject()
    for (position, name) in names.enumerated().reversed() {
      built[name] = .number(JSONNumber(position))
    }
    #expect(built == object && built.hashValue == object.hashValue)
    #expect(built.names == names.reversed())
    // Removing every other member leaves the others where they are.
    for name in names where name.hasSuffix("1") { object[name] = nil }
    #expect(object.names == names.filter { !$0.hasSuffix("1") })
    for (position, name) in names.enumerated() {
      #expect(object[name]?.int == (name.hasSuffix("1") ? nil : position))
    }
    #expect(count < 2 || object != built)
  }

  @Test func `setting members`() {
    var object: JSONObject = ["id": 7, "tags": ["new"]]
    let before = object
    object["name"] = "Ann"
    object["id"] = 8
    object["none"] = nil
    #expect(object.description == #"{"id":8,"tags":["new"],"name":"Ann"}"#)
    object["tags"] = nil
    object["null"] = .some(.null)
    #expect(object.description == #"{"id":8,"name":"Ann","null":null}"#)
    #expect(before.description == #"{"id":7,"tags":["new"]}"#)
  }

  @Test func `equality does not depend on the order`() {
    let first: JSONObject = ["a": 1, "b": [true, nil]]
    #expect(first == ["b": [true, nil], "a": 1.0])
    #expect(first.hashValue == (["b": [true, nil], "a": 1.0] as JSONObject).hashValue)
    #expect(first != ["a": 1, "b": [nil, true]])
    #expect(first != ["a": 1, "c": [true, nil]])
    #expect(first != ["a": 1])
  }

  @Test(arguments: [2, 14])
  func `duplicates in a text`(count: Int) throws {
    let others = (2..<max(2, count)).map { ",\"o\($0)\":0" }.joined()
    for text in [
      #"{"a":1,"b":2,"a":3\#(others)}"#, #"{"a":1\#(others),"b":2,"\u0061":3}"#,
      #"{"\u0061":1,"b":2\#(others),"a":3}"#,
    ] {
      let decoder = StreamJSONDecoder()
      let names = try decoder.decode(JSONObject.self, from: text).names
      #expect(names.filter { $0 == "a" }.count == 1 && names.first == "a")
      #expect(try decoder.decode(JSONObject.self, from: text)["a"] == 1)
      decoder.duplicateKeyPolicy = .useLast
      #expect(try decoder.decode(JSONObject.self, from: text)["a"] == 3)
      #expect(try decoder.decode(JSONObject.self, from: text).names == names)
      decoder.duplicateKeyPolicy = .reject
      let error = #expect(throws: DecodingError.self) {
        try decoder.decode([JSONObject].self, from: "[\(text)]")
      }
      #expect(error?.jsonError?.kind == .duplicateName)
      #expect(error?.jsonError?.pointer == "/0")
    }
  }

  @Test func `names that are equal as Strings are the same`() throws {
    let object = try StreamJSONDecoder().decode(
      JSONObject.self,
      from: "{\"caf\u{E9}\":1,\"cafe\u{301}\":2,\"\u{212A}\":3,\"K\":4}"
    )
    #expect(object.count == 2)
    #expect(object["cafe\u{301}"] == 1 && object["K"] == 3)
  }

  @Test func `literals take the first of several members`() {
    let members: JSONObject = ["a": 1, "a": 2]
    let value: JSONValue = ["a": 1, "a": 2]
    #expect(members == ["a": 1] && value == ["a": 1])
    #expect(JSONObject([(name: "b", value: 1), (name: "b", value: 2)]) == ["b": 1])
  }
}
