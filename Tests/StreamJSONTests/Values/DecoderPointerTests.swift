import Foundation
import StreamJSON
import Testing

/// Values that an `init(from:)` decodes at a pointer, with both decoders.
struct DecoderPointerTests {
  /// What a pointer leads to, or the error.
  private struct Found: Decodable {
    var value: Result<String, any Error>
    var ifPresent: Result<String?, any Error>

    init(from decoder: any Decoder) throws {
      let pointer = decoder.userInfo[.pointer] as? JSONPointer ?? .root
      value = Result { try decoder.decode(String.self, at: pointer) }
      ifPresent = Result { try decoder.decodeIfPresent(String.self, at: pointer) }
    }
  }

  private static let text = Data(
    #"""
    {"name": "Ann", "address": {"city": "Ghent", "none": null, "0": "zero", "a/b": "slash"},
     "phones": ["1", "2", null], "deep": [[{"x": ["y"]}]], "number": 7}
    """#.utf8
  )

  private func found(at pointer: JSONPointer, with decoder: JSONDecoder) throws -> Found {
    decoder.userInfo[.pointer] = pointer
    return try decoder.decode(Found.self, from: Self.text)
  }

  @Test(arguments: [
    ("/name", "Ann"), ("/address/city", "Ghent"), ("/address/0", "zero"),
    ("/address/a~1b", "slash"), ("/phones/0", "1"), ("/phones/1", "2"), ("/deep/0/0/x/0", "y"),
  ])
  func `a value is found`(pointer: String, value: String) throws {
    let pointer = try #require(JSONPointer(pointer))
    for decoder in [StreamJSONDecoder(), JSONDecoder()] {
      let found = try found(at: pointer, with: decoder)
      #expect(try found.value.get() == value)
      #expect(try found.ifPresent.get() == value)
    }
  }

  @Test(arguments: [
    "/none", "/address/none", "/address/street/x", "/phones/2", "/phones/3", "/phones/9",
    "/phones/9/x", "/deep/1", "/deep/0/0/y",
  ])
  func `a value that is missing or null is nil`(pointer: String) throws {
    let pointer = try #require(JSONPointer(pointer))
    var kinds: [String] = []
    for decoder in [StreamJSONDecoder(), JSONDecoder()] {
      let found = try found(at: pointer, with: decoder)
      #expect(try found.ifPresent.get() == nil)
      let error = #expect(throws: DecodingError.self) { try found.value.get() }
      kinds.append(Self.kind(of: try #require(error)))
    }
    #expect(kinds[0] == kinds[1])
  }

  @Test(arguments: ["", "/number", "/name/x", "/number/0", "/phones/x", "/address"])
  func `a value of another kind is an error`(pointer: String) throws {
    let pointer = try #require(JSONPointer(pointer))
    for decoder in [StreamJSONDecoder(), JSONDecoder()] {
      let found = try found(at: pointer, with: decoder)
      let error = #expect(throws: DecodingError.self) { try found.value.get() }
      #expect(Self.kind(of: try #require(error)) == "typeMismatch")
      #expect(throws: DecodingError.self) { try found.ifPresent.get() }
    }
  }

  @Test func `strategies apply`() throws {
    struct Model: Decodable {
      var date: Date
      init(from decoder: any Decoder) throws {
        date = try decoder.decode(Date.self, at: "/bigOrders/0/madeAt")
      }
    }
    let text = Data(#"{"big_orders": [{"made_at": 7}]}"#.utf8)
    for decoder in [StreamJSONDecoder(), JSONDecoder()] {
      decoder.dateDecodingStrategy = .secondsSince1970
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      #expect(try decoder.decode(Model.self, from: text).date.timeIntervalSince1970 == 7)
    }
    let graph: [String: Any] = ["bigOrders": [["madeAt": 3]]]
    let decoder = StreamJSONDecoder()
    let model = try decoder.decode(Model.self, withJSONObject: graph)
    #expect(model.date.timeIntervalSinceReferenceDate == 3)
  }

  private static func kind(of error: DecodingError) -> String {
    switch error {
    case .keyNotFound: "keyNotFound"
    case .valueNotFound: "valueNotFound"
    case .typeMismatch: "typeMismatch"
    default: "dataCorrupted"
    }
  }
}

extension CodingUserInfoKey {
  // SAFETY: no key is refused.
  fileprivate static let pointer = unsafe CodingUserInfoKey(rawValue: "pointer").unsafelyUnwrapped
}
