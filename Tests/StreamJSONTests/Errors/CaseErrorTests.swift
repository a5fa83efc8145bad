import Foundation
import StreamJSON
import Testing

/// What errors say about names and cases that a model does not have.
struct CaseErrorTests {
  private func error<T: Decodable>(
    _ type: T.Type,
    _ text: String,
    _ settings: (StreamJSONDecoder) -> Void = { _ in }
  ) throws -> (error: DecodingError, sentence: String) {
    let decoder = StreamJSONDecoder()
    settings(decoder)
    let thrown = #expect(throws: DecodingError.self) { try decoder.decode(type, from: text) }
    let error = try #require(thrown)
    let located = try #require(decoder.locate(error, in: text))
    let known = try #require(error.jsonError)
    #expect(located.description == known.description)
    let sentence = known.description
    return (
      error, String(sentence[..<(sentence.range(of: " (line ")?.lowerBound ?? sentence.endIndex)])
    )
  }

  // MARK: - Key strategies

  struct User: Decodable {
    var appUserID: Int
    enum CodingKeys: String, CodingKey { case appUserID = "app_user_id" }
  }

  @Test func `an error says if no converted name can be the key`() throws {
    let (error, sentence) = try error(User.self, #"{"app_user_id": 1}"#) {
      $0.keyDecodingStrategy = .convertFromSnakeCase
    }
    #expect(
      sentence == #"no key "app_user_id" in this object; found "app_user_id", "#
        + #"which keyDecodingStrategy turns into "appUserId""#
    )
    guard case .keyNotFound(_, let context) = error else { return #expect(Bool(false)) }
    #expect(context.debugDescription.hasPrefix("No value associated with key CodingKeys"))
  }

  @Test func `names that a strategy leaves alone are shown alone`() throws {
    struct Model: Decodable { var id: Int }
    let sentence = try error(Model.self, #"{"first_name": 1, "name": 2, "a_b": 3, "c_d": 4}"#) {
      $0.keyDecodingStrategy = .convertFromSnakeCase
    }.sentence
    #expect(
      sentence == #"no key "id" in this object; found "first_name", which keyDecodingStrategy "#
        + #"turns into "firstName", "name", "a_b", which keyDecodingStrategy turns into "aB", "#
        + "and 1 more"
    )
  }

  @Test func `a custom strategy is not called for an error`() throws {
    struct Model: Decodable { var id: Int }
    let sentence = try error(Model.self, #"{"id": 1}"#) {
      $0.keyDecodingStrategy = .custom { path in
        struct Key: CodingKey {
          var stringValue: String
          var intValue: Int? { nil }
          init(stringValue: String) { self.stringValue = stringValue }
          init?(intValue: Int) { nil }
        }
        return Key(stringValue: "x" + path[path.count - 1].stringValue)
      }
    }.sentence
    #expect(
      sentence == #"no key "id" in this object; found "id" before applying keyDecodingStrategy"#
    )
  }

  // MARK: - Enumerations with associated values

  enum Shape: Codable {
    case circle(radius: Double)
    case rectangle(width: Double, height: Double)
    case nothing
  }

  @Test(arguments: [
    (#"{"cirlce": {}}"#, #"found the key "cirlce", which isn't a case of Shape; it has "circle""#),
    (#"{"Circle": {}}"#, #"found the key "Circle", which isn't a case of Shape; it has "circle""#),
    (
      #"{"hexagon": {}}"#,
      #"found the key "hexagon", which isn't a case of Shape; "#
        + #"it has "circle", "rectangle", and "nothing""#
    ),
    (
      #"{"hexagon": {}, "b": 1}"#,
      #"found the keys "hexagon" and "b", none of which is a case of Shape; "#
        + #"it has "circle", "rectangle", and "nothing""#
    ),
    (
      "{}",
      "found an object without keys, expected the name of a case of Shape; "
        + #"it has "circle", "rectangle", and "nothing""#
    ),
    (
      #"{"circle": {}, "nothing": {}}"#,
      #"found several cases of Shape, "circle" and "nothing", expected one"#
    ),
  ])
  func `an unknown case is named, and so is a similar one`(text: String, sentence: String) throws {
    for (text, pointer) in [(text, ""), ("[\(text)]", "/0")] {
      let (thrown, found) =
        text.hasPrefix("[") ? try error([Shape].self, text) : try error(Shape.self, text)
      #expect(found == sentence)
      #expect(thrown.jsonError?.pointer.description == pointer)
      guard case .typeMismatch(_, let context) = thrown else { return #expect(Bool(false)) }
      #expect(context.debugDescription == "Invalid number of keys found, expected one.")
    }
  }

  @Test func `cases are compared as the strategy converts them`() throws {
    enum Event: Codable { case userJoined(name: String), userLeft(name: String) }
    enum Written: Codable {
      case fooBar(Int), other(Int)
      enum CodingKeys: String, CodingKey { case fooBar = "foo_bar", other }
    }
    let settings: (StreamJSONDecoder) -> Void = { $0.keyDecodingStrategy = .convertFromSnakeCase }
    #expect(
      try error(Event.self, #"{"user_jioned": {}}"#, settings).sentence
        == #"keyDecodingStrategy turns the key "user_jioned" into "userJioned", "#
        + #"which isn't a case of Event; it has "userJoined""#
    )
    #expect(
      try error(Written.self, #"{"foo_bar": {"_0": 1}}"#, settings).sentence
        == #"keyDecodingStrategy turns the key "foo_bar" into "fooBar", "#
        + #"which isn't a case of Written; it has "foo_bar""#
    )
    #expect(
      try error(Written.self, #"{"foo_bar": {}, "no": {}}"#, settings).sentence
        == #"found the keys "foo_bar" and "no", none of which is a case of Written; it has "foo_bar""#
    )
  }

  // MARK: - Raw values

  enum Size: String, Codable, CaseIterable { case small, large }
  enum Level: Int, Codable, CaseIterable { case low = 1, high = 3 }
  enum Letter: String, Codable, CaseIterable {
    case a, b, c, d, e, f, g, h, i, j, k, l, m, n
  }
  enum Unlisted: String, Codable { case one }

  @Test func `a message lists the raw values that are accepted`() throws {
    let (thrown, sentence) = try error([Size].self, #"["small", "huge"]"#)
    #expect(
      sentence == #"found a string that isn't a valid Size; expected "small" or "large""#
    )
    guard case .dataCorrupted(let context) = thrown else { return #expect(Bool(false)) }
    #expect(context.debugDescription == "Cannot initialize Size from invalid String value huge")
    #expect(
      try error([Level].self, "[2]").sentence
        == "found a number that isn't a valid Level; expected 1 or 3"
    )
    #expect(
      try error([Letter].self, #"["z"]"#).sentence
        == "found a string that isn't a valid Letter; expected "
        + #""a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", or 2 more"#
    )
    #expect(
      try error([Unlisted].self, #"["z"]"#).sentence
        == "found a string that isn't a valid Unlisted"
    )
  }

  @Test func `a model's own error lists nothing`() throws {
    enum Careful: String, Decodable, CaseIterable {
      case one
      init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath,
            debugDescription: try decoder.singleValueContainer().decode(String.self)
          )
        )
      }
    }
    for text in ["not today", "Cannot initialize Careful while it is locked from outside"] {
      #expect(
        try error([Careful].self, "[\"\(text)\"]").sentence
          == "found a string that isn't a valid Careful"
      )
    }
  }

  @Test func `kept errors list the accepted values, too`() throws {
    struct Model: Decodable { @JSONLossy var sizes: [Size] }
    let model = try StreamJSONDecoder().decode(Model.self, from: #"{"sizes": ["huge", "small"]}"#)
    let sentence = try #require(model.$sizes.errors.first?.jsonError).description
    #expect(sentence.contains(#"isn't a valid Size; expected "small" or "large" ("#))
  }

  /// The cases are asked for when the decode ends, of a model that has kept its decoder.
  @Test func `code of the cases may decode with a decoder that was kept`() throws {
    enum Color: String, Decodable, CaseIterable {
      static nonisolated(unsafe) var kept: (any Decoder)?
      static nonisolated(unsafe) var errors: [any Error] = []
      case red
      static var allCases: [Color] {
        for _ in 0..<200 {
          do {
            _ = try unsafe kept?.singleValueContainer().decode(Int.self)
          } catch {
            unsafe errors.append(error)
          }
        }
        return [.red]
      }
    }
    struct Keeping: Decodable {
      var color: Color
      init(from decoder: any Decoder) throws {
        unsafe Color.kept = decoder
        color = try decoder.singleValueContainer().decode(Color.self)
      }
    }
    defer { unsafe (Color.kept, Color.errors) = (nil, []) }
    let long = "blue" + String(repeating: "x", count: 400)
    for _ in 0..<3 {
      let error = #expect(throws: DecodingError.self) {
        try StreamJSONDecoder().decode(Keeping.self, from: Data("\"\(long)\"".utf8))
      }
      #expect(
        error?.jsonError?.description.contains(#"expected "red""#) == true,
        "\(error as Any)"
      )
    }
    let errors = unsafe Color.errors
    #expect(errors.count >= 200)
    #expect(errors.allSatisfy { $0 is DecodingError })
    // They may say anything, as long as they don't read a text that is gone.
    for error in errors { _ = (error as? DecodingError)?.jsonError?.description }
  }
}
