import Foundation
import StreamJSON
import Testing

/// Values of any shape from and to models, object graphs, and variables.
struct ValueConversionTests {
  struct Item: Codable, Equatable {
    var name: String
    var price: Double?
    var tags: [String]
    var made = Date(timeIntervalSinceReferenceDate: 1.5)
  }

  private static let item = Item(name: "pen", price: 1.25, tags: ["new"])

  @Test func `a value is what an encoder writes`() throws {
    let json = try JSONValue(encoding: Self.item)
    #expect(json.description == #"{"made":1.5,"name":"pen","price":1.25,"tags":["new"]}"#)
    #expect(try json.decode(Item.self) == Self.item)
    #expect(try JSONValue(encoding: "text") == "text")
    #expect(try JSONValue(encoding: [1, nil, 3]) == [1, .null, 3])
    #expect(try JSONValue(encoding: json) == json)
  }

  @Test func `an encoder's and a decoder's strategies apply`() throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.keyEncodingStrategy = .convertToSnakeCase
    struct Order: Codable, Equatable { var orderDate: Date }
    let order = Order(orderDate: Date(timeIntervalSince1970: 7))
    let json = try JSONValue(encoding: order, with: encoder)
    #expect(json == ["order_date": 7])
    let decoder = StreamJSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try json.decode(Order.self, with: decoder) == order)
    #expect(throws: DecodingError.self) { try json.decode(Order.self) }
  }

  @Test func `what cannot be encoded is an error`() {
    #expect(throws: EncodingError.self) { try JSONValue(encoding: Double.infinity) }
  }

  @Test func `an object graph becomes a value and back`() throws {
    let graph: [String: Any] = [
      "name": "Ann", "age": 7, "ratio": 0.5, "isNew": true, "none": NSNull(), "list": [1, "a"],
      "large": UInt64.max,
    ]
    let json = try JSONValue(graph)
    #expect(json["age"] == 7 && json["isNew"] == true && json["none"] == .null)
    #expect(json["list"] == [1, "a"] && json["large"]?.number?.description == "\(UInt64.max)")
    let object = try #require(json.jsonObject as? [String: Any])
    #expect(object["name"] as? String == "Ann" && object["age"] as? Int == 7)
    #expect(object["ratio"] as? Double == 0.5 && object["isNew"] as? Bool == true)
    #expect(object["none"] is NSNull && object["large"] as? UInt64 == .max)
    #expect((object["list"] as? [Any])?.count == 2)
    #expect(JSONSerialization.isValidJSONObject(object))
    #expect(try JSONValue(object) == json)
    #expect(try JSONValue(parsing: "1e999").jsonObject as? String == "1e999")
  }

  @Test func `what is not JSON is an error`() {
    #expect(throws: DecodingError.self) { try JSONValue(["a": Thread.current] as [String: Any]) }
  }

  @Test(arguments: ["0", "-1.5", "12345678901234567890.25", "1e-20", "7e3"])
  func `a decimal is what a model gets`(text: String) throws {
    let expected = try JSONDecoder().decode(Decimal.self, from: Data(text.utf8))
    #expect(try JSONValue(parsing: text).decimal == expected)
    #expect(JSONValue.string(text).decimal == nil)
  }

  @Test func `a decimal that does not fit is nil`() {
    #expect(JSONNumber("1e999")?.decimal == nil)
  }

  @Test func `a text with options`() throws {
    let json: JSONValue = ["b": 1, "a": [true]]
    #expect(json.jsonString() == json.description)
    #expect(json.jsonString([.sortedKeys]) == #"{"a":[true],"b":1}"#)
    #expect(json.jsonString([.prettyPrinted]).utf8.elementsEqual(json.bytes([.prettyPrinted])))
    #expect(json.object?.jsonString([.sortedKeys]) == #"{"a":[true],"b":1}"#)
  }

  @Test func `variables are set without a case`() throws {
    var json: JSONValue = ["a": [:], "list": []]
    let (string, int, bool, double) = ("s", 7, true, 0.5)
    let absent: String? = nil
    json["a"]?["string"] = string
    json["a"]?["int"] = int
    json["a"]?["int8"] = Int(Int8(int)) + 1
    json["a"]?["bool"] = bool
    json["a"]?["double"] = double
    json["a"]?["strings"] = [string, string]
    json["a"]?["dictionary"] = ["k": int]
    json["a"]?["value"] = JSONValue(string)
    json["a"]?["absent"] = int
    json["a"]?["absent"] = absent
    json["a"]?["other"]?["string"] = string
    json["list"]?.append(int)
    json["list"]?[1] = string
    json["list"]?[9] = string
    json[at: "/new/deep"] = bool
    #expect(
      json == [
        "a": [
          "string": "s", "int": 7, "int8": 8, "bool": true, "double": 0.5, "strings": ["s", "s"],
          "dictionary": ["k": 7], "value": "s",
        ],
        "list": [7, "s"], "new": ["deep": true],
      ]
    )
    var object: JSONObject = [:]
    object["n"] = int
    object["s"] = "literal"
    object["n"] = nil
    #expect(object == ["s": "literal"])
  }

  @Test func `an object has what a dictionary has`() throws {
    var object = JSONObject(uniqueKeysWithValues: [("b", 1), ("a", 2), ("c", 3)])
    #expect(object.keys == ["b", "a", "c"] && object.values == [1, 2, 3])
    #expect(object.removeValue(forKey: "b") == 1 && object.removeValue(forKey: "x") == nil)
    #expect(object.filter { $0.value.int ?? 0 > 2 } == ["c": 3])
    #expect(object.mapValues { .string($0.description) }.description == #"{"a":"2","c":"3"}"#)
    let both = object.merging(["c": 4, "d": 5] as JSONObject) { old, new in [old, new] }
    #expect(both.description == #"{"a":2,"c":[3,4],"d":5}"#)
    object.merge(["a": .null] as [String: JSONValue]) { _, new in new }
    #expect(object == ["a": .null, "c": 3])
    struct Stop: Error {}
    #expect(throws: Stop.self) { try object.merge(object) { _, _ in throw Stop() } }
    #expect(throws: Stop.self) { try object.mapValues { _ in throw Stop() } }
    #expect(throws: Stop.self) { try object.filter { _ in throw Stop() } }
  }

  @Test func `a wide object has them, too`() {
    let members = (0..<100).map { ("key \($0)", JSONValue($0)) }
    var object = JSONObject(uniqueKeysWithValues: members)
    for number in stride(from: 0, to: 100, by: 3) { object.removeValue(forKey: "key \(number)") }
    #expect(object.values.compactMap(\.int) == (0..<100).filter { $0 % 3 != 0 })
    #expect(object.mapValues { $0 }.keys == object.keys)
    #expect(object.filter { _ in true } == object)
  }

  @Test func `pointers are extended and coded`() throws {
    let pointer: JSONPointer = "/items"
    #expect(pointer.appending(0).appending("a/b") == "/items/0/a~1b")
    let json = try JSONEncoder().encode([pointer.appending("~")])
    #expect(try JSONDecoder().decode([JSONPointer].self, from: json) == ["/items/~0"])
    #expect(try StreamJSONDecoder().decode([JSONPointer].self, from: json) == ["/items/~0"])
    let error = #expect(throws: DecodingError.self) {
      try StreamJSONDecoder().decode([JSONPointer].self, from: #"["items"]"#)
    }
    #expect("\(try #require(error))".contains("isn't a JSON Pointer"))
  }

  @Test func `a document has decimals, too`() throws {
    let document = try StreamJSONDecoder().document(from: #"{"a": 0.1, "b": "1"}"#)
    #expect(document["a"]?.decimal == Decimal(string: "0.1"))
    #expect(document["b"]?.decimal == nil)
  }
}
