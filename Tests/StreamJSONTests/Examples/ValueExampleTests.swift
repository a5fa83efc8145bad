import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The examples of the article on values of any shape, compiled and run.
struct ValueExampleTests {
  private static let answer = Data(
    #"""
    {"status": "ok", "user": {"id": 7, "name": "Ann"}, "tags": ["new", "swift"],
     "items": [{"name": "pen", "price": 1.50}, {"name": "ink", "price": 12345678901234567890.25}]}
    """#.utf8
  )

  struct Item: Codable, Equatable {
    var name: String
    var price: Double
  }

  /// A custom type with the name of one of the library's.
  enum App {
    struct JSONValue { var text: String }

    struct Event: Codable {
      var name: String
      var payload: StreamJSON.JSONValue
    }
  }

  @Test func `a type has the name of one of the library's`() throws {
    let event = try StreamJSONDecoder()
      .decode(App.Event.self, from: Data(#"{"name":"e","payload":{"a":[1]}}"#.utf8))
    #expect(event.payload["a"]?[0]?.int == 1)
    #expect(App.JSONValue(text: "own").text == "own")
  }

  @Test func `values are changed and written`() throws {
    var json = try JSONValue(parsing: #"{"user": {"id": 7}, "tags": ["new"]}"#)
    json["user"]?["name"] = "Ann"
    json["user"]?["id"] = nil
    json["tags"]?.append("old")
    json[at: "/user/address/city"] = "Ghent"
    print(json)  // {"user":{"name":"Ann","address":{"city":"Ghent"}},"tags":["new","old"]}
    let compact = json.data()
    let readable = json.jsonString([.prettyPrinted, .sortedKeys])
    #expect(
      json.description
        == #"{"user":{"name":"Ann","address":{"city":"Ghent"}},"tags":["new","old"]}"#
    )
    #expect(compact.count < readable.utf8.count)
    #expect(try JSONValue(parsing: readable) == json)
  }

  @Test func `variables are set`() throws {
    func rename(_ json: inout JSONValue, to name: String, age: Int?) {
      json["user"]?["name"] = name
      json["user"]?["age"] = age
    }
    var json: JSONValue = ["user": ["age": 7]]
    rename(&json, to: "Ann", age: nil)
    #expect(json == ["user": ["name": "Ann"]])
    #expect(JSONValue("Ann") == json["user"]?["name"])
  }

  @Test func `from and to models`() throws {
    let item = Item(name: "pen", price: 1.5)
    var json = try JSONValue(encoding: item)
    json["count"] = 2
    let changed = try json.decode(Item.self)
    let graph = json.jsonObject  // as JSONSerialization would return it
    let same = try JSONValue(graph)
    #expect(changed == item && same == json && graph is [String: Any])
  }

  @Test func `reading without a model`() throws {
    let data = Self.answer
    let decoder = StreamJSONDecoder()
    let json = try decoder.decode(JSONValue.self, from: data)
    let id = json["user"]?["id"]?.int
    let tags = json["tags"]?.array?.compactMap(\.string) ?? []
    let name = json[at: "/items/0/name"]?.string
    let nothing = json["user"]?["address"]?["street"]?.string  // nil
    #expect(id == 7 && tags == ["new", "swift"] && name == "pen" && nothing == nil)
  }

  @Test func `the cases of a value`() throws {
    func summary(of json: JSONValue) -> String {
      switch json {
      case .null: "nothing"
      case .bool(let value): value ? "yes" : "no"
      case .number(let number): "the number \(number)"
      case .string(let string): string
      case .array(let elements): "\(elements.count) elements"
      case .object(let object): object.keys.joined(separator: ", ")
      }
    }
    let json = try StreamJSONDecoder().decode(JSONValue.self, from: Self.answer)
    #expect(summary(of: json) == "status, user, tags, items")
    #expect(json.array == nil && summary(of: [.null, 1]) == "2 elements")
  }

  @Test func `making and writing values`() throws {
    var order: JSONObject = ["id": 7, "paid": true, "lines": [["pen", 2], ["ink", 1]]]
    order["note"] = "leave at the door"
    order["paid"] = nil
    print(order)  // {"id":7,"lines":[["pen",2],["ink",1]],"note":"leave at the door"}
    let data = try JSONEncoder().encode(order)
    #expect(
      order.description == #"{"id":7,"lines":[["pen",2],["ink",1]],"note":"leave at the door"}"#
    )
    #expect(try JSONDecoder().decode(JSONObject.self, from: data) == order)
  }

  @Test func `a member of any shape`() throws {
    struct Event: Codable {
      var name: String
      var extra: JSONValue
    }
    let data = Data(#"{"name":"open","extra":{"at":[1,2]}}"#.utf8)
    let event = try StreamJSONDecoder().decode(Event.self, from: data)
    let place = try StreamJSONDecoder().decode([Int].self, withJSONObject: event.extra, at: "/at")
    #expect(place == [1, 2])
  }

  @Test func `numbers`() throws {
    let data = Self.answer
    let json = try StreamJSONDecoder().decode(JSONValue.self, from: data)
    let price = json["items"]?[1]?["price"]
    print(price?.number?.description ?? "")  // 12345678901234567890.25
    print(price?.double ?? 0)  // 1.2345678901234567e+19
    #expect(price?.number?.description == "12345678901234567890.25")
    #expect(price?.double == 1.2345678901234567e+19)
    #expect(json["items"]?[0]?["price"]?.number?.description == "1.50")
  }

  @Test func `one part`() throws {
    let data = Self.answer
    let decoder = StreamJSONDecoder()
    let item = try decoder.decode(Item.self, from: data, at: "/items/0")
    #expect(item == Item(name: "pen", price: 1.5))
  }

  @Test func `many parts`() throws {
    let data = Self.answer
    let decoder = StreamJSONDecoder()
    let document = try decoder.document(from: data)
    var items: [Item] = []
    if document["status"]?.string == "ok" {
      items = try document["items"]?.decode([Item].self) ?? []
    }
    let signed = document["user"]?.bytes  // as they are in the text
    #expect(items.count == 2)
    #expect(signed == Array(#"{"id": 7, "name": "Ann"}"#.utf8))
  }

  @Test func `records in memory`() throws {
    let data = Data("1\nx\n3\n".utf8)
    let decoder = StreamJSONDecoder()
    var good: [Int] = []
    for result in decoder.results(of: Int.self, in: data, framing: .lines) {
      switch result {
      case .success(let number): good.append(number)
      case .failure(let error): print(error.jsonError?.description ?? "")
      }
    }
    #expect(good == [1, 3])
  }
}

/// Programs of other libraries' users, with values of any shape.
struct ValueProgramTests {
  /// APIKit hands a response to its parser as `Any`: what JSONSerialization made, `Data`, a `String`,
  /// or a value that was decoded before.
  @Test func `a handler of Any`() throws {
    struct RateLimit: Decodable, Equatable {
      var count: Int
      var resetDate: Date
      enum CodingKeys: String, CodingKey {
        case count = "remaining"
        case resetDate = "reset"
      }
    }
    let decoder = StreamJSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    func response(from object: Any) throws -> RateLimit {
      try decoder.decode(RateLimit.self, withTextOrJSONObject: object, at: "/resources/core")
    }
    let text = #"{"resources":{"core":{"remaining":4999,"reset":1372700873}}}"#
    let expected = RateLimit(count: 4999, resetDate: Date(timeIntervalSince1970: 1_372_700_873))
    let objects: [Any] = [
      try JSONSerialization.jsonObject(with: Data(text.utf8)), Data(text.utf8), text,
      Array(text.utf8),
      try decoder.decode(JSONValue.self, from: text),
      ["resources": ["core": ["remaining": 4999, "reset": 1_372_700_873]]],
    ]
    for object in objects { #expect(try response(from: object) == expected) }
    let error = #expect(throws: DecodingError.self) {
      try response(from: ["resources": ["search": [:] as [String: Any]]])
    }
    #expect(error?.jsonError?.pointer == "/resources")
    #expect(error?.jsonError?.description.hasPrefix(#"no key "core""#) == true)
  }

  /// What SwiftyJSON's users write.
  @Test func `access along a path`() throws {
    let text = #"[{"user":{"name":"Ann","followers":12,"tags":["a",7,null]},"text":"hi"},{}]"#
    let json = try StreamJSONDecoder().decode(JSONValue.self, from: text)
    #expect(json[0]?["user"]?["name"]?.string == "Ann")
    #expect(json[99]?["user"]?["name"]?.string ?? "nobody" == "nobody")
    #expect(json[0]?["user"]?["followers"]?.int ?? 0 == 12)
    #expect(json[0]?["user"]?["tags"]?.array?.map { $0.string } == ["a", nil, nil])
    #expect(json.array?.map { $0["text"]?.string ?? "" } == ["hi", ""])
    #expect(json[0]?["user"]?["tags"]?[2] == .null)
    for (name, value) in json[0]?.object ?? [:] { #expect(json[0]?[name] == value) }
    if case .object(let user)? = json[0]?["user"] { #expect(user.count == 3) }
    let document = try StreamJSONDecoder().document(from: text)
    #expect(document[0]?["user"]?["name"]?.string == "Ann")
    #expect(document[99]?["user"]?["name"]?.string == nil)
    for (name, value) in try #require(document[0]?.object) {
      #expect(document[0]?[name]?.bytes == value.bytes)
    }
  }
}
