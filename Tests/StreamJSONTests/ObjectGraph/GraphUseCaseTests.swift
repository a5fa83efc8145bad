import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The uses that decoding from object graphs is meant for, as whole programs.
struct GraphUseCaseTests {
  // MARK: - A profile from a dictionary that a library hands over

  struct Profile: Codable, Equatable {
    enum Gender: Int, Codable {
      case male = 1
      case female = 2
    }

    var name: String
    var age: Int
    var gender: Gender?

    enum CodingKeys: String, CodingKey {
      case name, age, gender
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      age = try container.decode(Int.self, forKey: .age)
      gender =
        switch try container.decodeIfPresent(String.self, forKey: .gender) {
        case "male": .male
        case "female": .female
        default: nil
        }
    }
  }

  @Test(.enabled(if: graphsMayHoldClasses))
  func `a profile is read from a dictionary and written as JSON`() throws {
    let response: [String: Any] = ["name": "Ann", "age": 34, "gender": "female"]
    let profile = try StreamJSONDecoder().decode(Profile.self, withJSONObject: response)
    #expect(profile.gender == .female)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = String(decoding: try encoder.encode(profile), as: UTF8.self)
    #expect(json == #"{"age":34,"gender":2,"name":"Ann"}"#)
    let plain = try StreamJSONDecoder().decode(
      Profile.self,
      withJSONObject: ["name": "Bo", "age": 7.0, "gender": NSNull()]
    )
    #expect(plain.gender == nil)
    let failure = outcome {
      try StreamJSONDecoder().decode(Profile.self, withJSONObject: ["name": "Bo", "age": "7"])
    }.failure
    #expect(failure?.kind == .typeMismatch)
    #expect(failure?.path.map(\.stringValue) == ["age"])
    #expect(failure?.text == "Expected to decode Int but found a string instead.")
  }

  // MARK: - A handler of responses of any kind

  /// Turns what a networking library calls a response into a model or a collection of models.
  struct ResponseHandler {
    var decoder = StreamJSONDecoder()

    func model<T: Decodable>(_ type: T.Type = T.self, from response: Any) -> Result<T, any Error> {
      Result { try decoder.decode(type, withTextOrJSONObject: response) }
    }

    func models<C: Decodable & RangeReplaceableCollection>(
      _ type: C.Type = C.self,
      from response: Any
    ) throws -> C where C.Element: Decodable {
      try decoder.decode(type, withTextOrJSONObject: response)
    }
  }

  struct Item: Decodable, Equatable {
    var id: Int
    var title: String?
  }

  @Test(.enabled(if: graphsMayHoldClasses))
  func `a handler returns a model or a collection of models`() throws {
    let handler = ResponseHandler()
    let one: Any = ["id": 1, "title": nil] as [String: Any?]
    #expect(try handler.model(Item.self, from: one).get() == Item(id: 1))
    let two: Any = NSArray(array: [["id": 1], ["id": 2, "title": "b"]])
    let items: [Item] = try handler.models(from: two)
    #expect(items == [Item(id: 1), Item(id: 2, title: "b")])
    #expect(try handler.models(ContiguousArray<Item>.self, from: two).count == 2)
    let text: Any = Data(#"[{"id": 3}]"#.utf8)
    #expect(try handler.models([Item].self, from: text) == [Item(id: 3)])
    guard
      case .failure(DecodingError.keyNotFound(let key, _)) = handler.model(
        Item.self,
        from: ["name": "x"]
      )
    else {
      Issue.record("no error")
      return
    }
    #expect(key.stringValue == "id")
  }

  // MARK: - A JSON Feed

  struct Feed: Decodable, Equatable {
    struct Item: Decodable, Equatable {
      var id: String
      var url: URL
      var text: String?

      enum CodingKeys: String, CodingKey {
        case id, url
        case text = "content_text"
      }
    }

    var title: String
    var homePage: URL
    var items: [Item]

    enum CodingKeys: String, CodingKey {
      case title, items
      case homePage = "home_page_url"
    }
  }

  @Test func `a feed is the same from a text with a trailing comma and from its graph`() throws {
    let text = """
      {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "Notes",
        "home_page_url": "https://example.org/",
        "items": [
          {"id": "2", "url": "https://example.org/2", "content_text": "Second"},
          {"id": "1", "url": "https://example.org/1"},
        ],
      }
      """
    let decoder = StreamJSONDecoder()
    let feed = try decoder.decode(Feed.self, from: text)
    #expect(feed.items.map(\.url.lastPathComponent) == ["2", "1"])
    #expect(try decoder.decode(Feed.self, withTextOrJSONObject: text) == feed)
    let graph: [String: Any] = [
      "title": "Notes", "home_page_url": try #require(URL(string: "https://example.org/")),
      "items": [
        ["id": "2", "url": "https://example.org/2", "content_text": "Second"],
        ["id": "1", "url": "https://example.org/1"],
      ],
    ]
    #expect(try decoder.decode(Feed.self, withJSONObject: graph) == feed)
  }

  // MARK: - Class instances with a superclass

  class Person: Decodable {
    var id: Int
    var name: String
  }

  final class User: Person {
    var roles: Set<String>

    enum CodingKeys: String, CodingKey {
      case roles
    }

    required init(from decoder: any Decoder) throws {
      roles = try decoder.container(keyedBy: CodingKeys.self).decode(
        Set<String>.self,
        forKey: .roles
      )
      try super.init(from: decoder)
    }
  }

  final class NestedUser: Person {
    var roles: [String]

    enum CodingKeys: String, CodingKey {
      case roles, person = "super"
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      roles = try container.decode([String].self, forKey: .roles)
      try super.init(from: container.superDecoder())
    }
  }

  @Test func `a list of users is read from dictionaries, superclass included`() throws {
    let list: [[String: Any]] = [
      ["id": 1, "name": "Ann", "roles": ["admin", "editor"]],
      ["id": 2, "name": "Bo", "roles": Set(["reader"])],
    ]
    let users = try StreamJSONDecoder().decode([User].self, withJSONObject: list)
    #expect(users.map(\.name) == ["Ann", "Bo"])
    #expect(users.map(\.roles) == [["admin", "editor"], ["reader"]])
    let nested = try StreamJSONDecoder().decode(
      [NestedUser].self,
      withJSONObject: [["roles": [], "super": ["id": 3, "name": "Cy"]]] as [[String: Any]]
    )
    #expect(nested.first?.id == 3)
    let failure = outcome {
      try StreamJSONDecoder().decode(
        [NestedUser].self,
        withJSONObject: [["roles": [], "super": ["id": 3, "name": 4]]]
      )
    }.failure
    #expect(failure?.path.map(\.stringValue) == ["Index 0", "super", "name"])
  }

  /// What the article on object graphs lists.
  @Test func `strings and contiguous bytes may be texts, and nothing else`() throws {
    let decoder = StreamJSONDecoder()
    let text = "[7]"
    let bytes = Array(text.utf8)
    let texts: [Any] = [
      text, text[...], text.utf8, Data(bytes), bytes, bytes[...], ContiguousArray(bytes),
      Optional(text) as Any,
    ]
    for object in texts {
      let numbers = try decoder.decode([Int].self, withTextOrJSONObject: object)
      #expect(numbers == [7], "\(type(of: object))")
    }
    let graphs: [Any] = [[55] as [Int], [55] as [Int8], [55] as Set<UInt8>, [55] as [UInt16]]
    for object in graphs {
      let numbers = try decoder.decode([Int].self, withTextOrJSONObject: object)
      #expect(numbers == [55], "\(type(of: object))")
    }
    // Below the top level, all of them are parts of the graph.
    #expect(try decoder.decode([[Int]].self, withJSONObject: [bytes]) == [[91, 55, 93]])
    #expect(try decoder.decode([String].self, withJSONObject: [text]) == [text])
  }
}
