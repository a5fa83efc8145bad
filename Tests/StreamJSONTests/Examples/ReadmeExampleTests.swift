import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The README's examples, and those of the articles about the same subjects, compiled and run.
///
/// RepositoryTests checks that each block of Swift code in the README and the articles appears
/// verbatim in this folder.
struct ReadmeExampleTests {
  @Test func `a value of any shape is read without a model`() throws {
    let decoder = StreamJSONDecoder()
    let data = Data(#"{"user": {"id": 7}, "items": [{"name": "pen"}]}"#.utf8)

    let json = try decoder.decode(JSONValue.self, from: data)
    let id = json["user"]?["id"]?.int
    let name = json[at: "/items/0/name"]?.string

    #expect(id == 7)
    #expect(name == "pen")
  }

  @Test func `it goes wherever a JSONDecoder goes`() throws {
    struct Order: Decodable {
      var orderID: Int
      var placedAt: Date

      enum CodingKeys: String, CodingKey {
        case orderID = "orderId"
        case placedAt
      }
    }
    let data = Data(#"{"order_id": 7, "placed_at": "2026-01-31T08:00:00Z"}"#.utf8)

    let decoder: JSONDecoder = StreamJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    let order = try decoder.decode(Order.self, from: data)

    #expect(order.orderID == 7)
    #expect(order.placedAt == Date(timeIntervalSince1970: 1_769_846_400))
  }

  // MARK: - Object graphs

  struct Profile: Codable {
    enum Gender: Int, Codable {
      case male = 1
      case female = 2
    }

    var name: String
    var gender: Gender?

    enum CodingKeys: String, CodingKey {
      case name, gender
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      gender =
        switch try container.decodeIfPresent(String.self, forKey: .gender) {
        case "male": .male
        case "female": .female
        default: nil
        }
    }
  }

  @Test func `a profile is decoded from a dictionary`() throws {
    let response: [String: Any] = ["name": "Ann", "gender": "female"]
    let profile = try StreamJSONDecoder().decode(Profile.self, withJSONObject: response)
    let json = try JSONEncoder().encode(profile)  // {"name":"Ann","gender":2}

    #expect(profile.gender == .female)
    #expect(
      [#"{"name":"Ann","gender":2}"#, #"{"gender":2,"name":"Ann"}"#].contains(
        String(decoding: json, as: UTF8.self)
      )
    )
  }

  struct ResponseHandler {
    var decoder = StreamJSONDecoder()

    func model<T: Decodable>(_ type: T.Type = T.self, from response: Any) throws -> T {
      try decoder.decode(type, withTextOrJSONObject: response)
    }
  }

  @Test(.enabled(if: graphsMayHoldClasses))
  func `a handler makes a model or several of any response`() throws {
    struct Item: Decodable, Equatable {
      var id: Int
    }

    let handler = ResponseHandler()
    let one: Item = try handler.model(from: ["id": 1])
    let many: [Item] = try handler.model(from: NSArray(array: [["id": 1], ["id": 2]]))
    let text: [Item] = try handler.model(from: Data(#"[{"id": 3}]"#.utf8))

    #expect(one == Item(id: 1))
    #expect(many.map(\.id) == [1, 2])
    #expect(text == [Item(id: 3)])
  }

  @Test func `the objects of an SDK are converted`() throws {
    struct Timestamp {
      var seconds: Double

      func dateValue() -> Date { Date(timeIntervalSince1970: seconds) }
    }
    struct DocumentReference {
      var path: String
    }
    struct Post: Decodable {
      var date: Date
      var author: String
    }
    let snapshot: [String: Any] = [
      "date": Timestamp(seconds: 60), "author": DocumentReference(path: "users/1"),
    ]

    let decoder = StreamJSONDecoder()
    decoder.unknownObjectConversion = { object in
      switch object {
      case let timestamp as Timestamp: timestamp.dateValue()
      case let reference as DocumentReference: reference.path
      default: nil
      }
    }
    let post = try decoder.decode(Post.self, withJSONObject: snapshot)

    #expect(post.date == Date(timeIntervalSince1970: 60))
    #expect(post.author == "users/1")
  }

  struct Feed: Decodable {
    struct Item: Decodable {
      var url: URL
      var text: String?

      enum CodingKeys: String, CodingKey {
        case url
        case text = "content_text"
      }
    }

    var title: String
    var items: [Item]
  }

  @Test func `a feed with a trailing comma is decoded`() throws {
    let feed = try StreamJSONDecoder().decode(
      Feed.self,
      from: """
        {"title": "Notes", "items": [{"url": "https://example.org/1", "content_text": "First"},]}
        """
    )

    #expect(feed.items[0].url.lastPathComponent == "1")
    #expect(feed.items[0].text == "First")
  }

  class Person: Decodable {
    var name: String
  }

  final class User: Person {
    var roles: Set<String>

    enum CodingKeys: String, CodingKey {
      case roles
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      roles = try container.decode(Set<String>.self, forKey: .roles)
      try super.init(from: decoder)
    }
  }

  @Test func `a list of class instances is decoded`() throws {
    let users = try StreamJSONDecoder().decode(
      [User].self,
      withJSONObject: [["name": "Ann", "roles": ["admin"]], ["name": "Bo", "roles": []]]
    )

    #expect(users.map(\.name) == ["Ann", "Bo"])
    #expect(users[0].roles == ["admin"])
  }

  // MARK: - Errors

  @Test func `an error says what was found and where`() throws {
    struct Item: Decodable {
      var userID: Int
    }
    let data = Data(#"{"items": [{"userID": 1}, {"userID": "2"}]}"#.utf8)
    var printed: [String] = []
    func print(_ text: String) { printed.append(text) }

    let decoder = StreamJSONDecoder()
    decoder.showsValuesInErrors = true
    do {
      _ = try decoder.decode([String: [Item]].self, from: data)
    } catch let error as DecodingError {
      print(error.jsonError?.debugDescription ?? "\(error)")
    }

    #expect(
      printed == [
        #"""
        found the string "2", expected Int (line 1, column 38, byte 37, at /items/1/userID)
        {"items": [{"userID": 1}, {"userID": "2"}]}
                                             ^
        """#
      ]
    )
    let missing = #expect(throws: DecodingError.self) {
      try StreamJSONDecoder().decode(Item.self, from: #"{"userId": 1}"#)
    }
    #expect(
      missing?.jsonError?.description == #"""
        no key "userID" in this object; found "userId" \#
        (line 1, column 1, byte 0, at the top level)
        """#
    )
    let syntax = #expect(throws: DecodingError.self) {
      try StreamJSONDecoder().decode([Int].self, from: "[1, 2,\n 3 4]")
    }
    #expect(
      syntax?.jsonError?.description
        == "unexpected '4', expected ',' or ']' (line 2, column 4, byte 10, at /3)"
    )
  }

  @Test func `a string at the top level of a graph`() throws {
    let decoder = StreamJSONDecoder()
    let name = try decoder.decode(String.self, withJSONObject: "Ann")
    #expect(name == "Ann")
  }

  // MARK: - Policies and limits

  @Test func `policies and limits are settings`() throws {
    let decoder = StreamJSONDecoder()
    decoder.duplicateKeyPolicy = .reject
    decoder.validation = .strict
    decoder.limits = JSONLimits(maximumDepth: 64, maximumByteCount: 1 << 20)

    #expect(throws: DecodingError.self) {
      try decoder.decode([String: Int].self, from: #"{"a": 1, "a": 2}"#)
    }
    #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: "[1,]") }
  }
}
