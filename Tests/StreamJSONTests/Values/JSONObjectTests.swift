import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The members of objects.
struct JSONObjectTests {
  @Test func `members keep their order`() throws {
    let text = #"{"z":1,"a":{"y":2,"b":3},"m":[]}"#
    let object = try StreamJSONDecoder().decode(JSONObject.self, from: text)
    #expect(object.keys == ["z", "a", "m"])
    #expect(object["a"]?.object?.keys == ["y", "b"])
    #expect(object.map(\.key) == object.keys)
    #expect(object.map(\.value) == object.keys.map { object[$0] })
    #expect(object.description == text)
    #expect(object.count == 3 && !object.isEmpty && JSONObject().isEmpty)
  }

  @Test(arguments: [0, 1, 11, 12, 13, 24, 25, 200, 5000])
  func `each of any number of members is found`(count: Int) throws {
    let names = (0..<count).map { "name \($0)" }
    let text = "{" + names.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
    var object = try StreamJSONDecoder().decode(JSONObject.self, from: text)
    #expect(object.keys == names)
    for (position, name) in names.enumerated() { #expect(object[name]?.int == position) }
    #expect(object["name"] == nil && object["name \(count)"] == nil)
    var built = JSONObject()
    for (position, name) in names.enumerated().reversed() {
      built[name] = .number(JSONNumber(position))
    }
    #expect(built == object && built.hashValue == object.hashValue)
    #expect(built.keys == names.reversed())
    // Removing every other member leaves the others where they are.
    for name in names where name.hasSuffix("1") { object[name] = nil }
    #expect(object.keys == names.filter { !$0.hasSuffix("1") })
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
    object["null"] = .null
    #expect(object.description == #"{"id":8,"name":"Ann","null":null}"#)
    #expect(before.description == #"{"id":7,"tags":["new"]}"#)
  }

  @Test func `equality does not depend on the order`() {
    let first: JSONObject = ["a": 1, "b": [true, .null]]
    #expect(first == ["b": [true, .null], "a": 1.0])
    #expect(first.hashValue == (["b": [true, .null], "a": 1.0] as JSONObject).hashValue)
    #expect(first != ["a": 1, "b": [.null, true]])
    #expect(first != ["a": 1, "c": [true, .null]])
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
      let names = try decoder.decode(JSONObject.self, from: text).keys
      #expect(names.filter { $0 == "a" }.count == 1 && names.first == "a")
      #expect(try decoder.decode(JSONObject.self, from: text)["a"] == 1)
      decoder.duplicateKeyPolicy = .useLast
      #expect(try decoder.decode(JSONObject.self, from: text)["a"] == 3)
      #expect(try decoder.decode(JSONObject.self, from: text).keys == names)
      decoder.duplicateKeyPolicy = .reject
      let error = #expect(throws: DecodingError.self) {
        try decoder.decode([JSONObject].self, from: "[\(text)]")
      }
      #expect(error?.jsonError?.kind == .duplicateKey)
      #expect(error?.jsonError?.pointer == "/0")
    }
  }

  @Test(arguments: [0, 20])
  func `names that are only equal as Strings are two names`(otherCount: Int) throws {
    let others = (0..<otherCount).map { ",\"o\($0)\":0" }.joined()
    let text = "{\"caf\u{E9}\":1,\"cafe\u{301}\":2,\"\u{212A}\":3,\"K\":4\(others)}"
    let decoder = StreamJSONDecoder()
    for policy in [JSONDuplicateKeyPolicy.useFirst, .useLast, .reject] {
      decoder.duplicateKeyPolicy = policy
      let object = try decoder.decode(JSONObject.self, from: text)
      let document = try decoder.document(from: Data(text.utf8))
      #expect(object.count == 4 + otherCount && document.object?.count == 4 + otherCount)
      #expect(object.description == text && document.value.description == text)
      for (name, value) in [("caf\u{E9}", 1), ("cafe\u{301}", 2), ("\u{212A}", 3), ("K", 4)] {
        #expect(object[name]?.int == value && document[name]?.int == value)
        #expect(document.object?[name]?.int == value)
        #expect(document[at: JSONPointer(tokens: [name])]?.int == value)
        #expect(try decoder.decode(Int.self, from: text, at: JSONPointer(tokens: [name])) == value)
      }
      var changed = object
      changed["cafe\u{301}"] = nil
      #expect(changed["caf\u{E9}"] == 1 && changed.count == 3 + otherCount && changed != object)
      let other = try decoder.decode(JSONObject.self, from: text.replacing("2,", with: "5,"))
      #expect(other != object)
      let graph = try decoder.decode(JSONObject.self, withJSONObject: object)
      #expect(graph == object)
    }
    let plain = "{\"K\":1,\"o\":2}"
    let document = try decoder.document(from: Data(plain.utf8))
    #expect(document["\u{212A}"] == nil && document["K"]?.int == 1)
    decoder.duplicateKeyPolicy = .reject
    #expect(throws: DecodingError.self) {
      try decoder.document(from: Data("{\"\u{E9}\":1,\"\\u00e9\":2}".utf8))
    }
  }

  @Test func `removing all members one by one takes linear time`() throws {
    for order in [{ $0 }, { $0.reversed() }, { $0.shuffled() }] as [([String]) -> [String]] {
      try Growth.expectLinear(size: 4000) { count in
        let names = (0..<count).map { "member \($0)" }
        let object = JSONObject(names.map { (key: $0, value: 1) })
        let removed = order(names)
        return {
          var object = object
          for name in removed { object[name] = nil }
          #expect(object.isEmpty && object.keys.isEmpty)
        }
      }
    }
  }

  @Test(arguments: [0, 1])
  func `removing the first or second member again and again takes linear time`(position: Int) throws
  {
    try Growth.expectLinear(size: 2000) { count in
      let object = JSONObject((0..<count).map { (key: "\($0)", value: 1) })
      return {
        var object = object
        for _ in position..<count {
          let index = object.index(object.startIndex, offsetBy: position)
          object[object[index].key] = nil
        }
        #expect(object.keys == (position == 0 ? [] : ["0"]))
      }
    }
  }

  @Test func `removing and adding members, like a dictionary`() {
    var random = SeededGenerator(seed: 5)
    var object = JSONObject()
    var expected: [(name: String, value: Int)] = []
    for step in 0..<5000 {
      let name = "\(random.next() % 60)"
      expected.removeAll { $0.name == name && step % 3 == 0 }
      if step % 3 == 0 {
        object[name] = nil
      } else {
        object[name] = .number(JSONNumber(step))
        if let position = expected.firstIndex(where: { $0.name == name }) {
          expected[position].value = step
        } else {
          expected.append((name, step))
        }
      }
      #expect(object.count == expected.count && object[name]?.int == (step % 3 == 0 ? nil : step))
      guard step % 50 == 0 else { continue }
      #expect(object.keys == expected.map(\.name))
      #expect(object.map(\.value) == expected.map { .number(JSONNumber($0.value)) })
      let copy = JSONObject(expected.map { (key: $0.name, value: .number(JSONNumber($0.value))) })
      #expect(object == copy && object.hashValue == copy.hashValue)
      #expect(object.description == copy.description)
    }
  }

  @Test func `literals take the first of several members`() {
    let members: JSONObject = ["a": 1, "a": 2]
    let value: JSONValue = ["a": 1, "a": 2]
    #expect(members == ["a": 1] && value == ["a": 1])
    #expect(JSONObject([(key: "b", value: 1), (key: "b", value: 2)]) == ["b": 1])
  }
}
