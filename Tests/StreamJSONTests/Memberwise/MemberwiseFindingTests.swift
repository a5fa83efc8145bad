import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// An initialiser that looks like the compiler's in what it asks for, and does more.
struct MemberwiseFindingTests {
  private func state<Value: MemberwiseDecodable>(_ type: Value.Type) -> MemberwiseReport.State {
    StreamJSONDecoder.memberwisePlan(for: type).state
  }

  /// Decodes `text` by a decoder that has decoded `usual` often enough for a plan to be made and used.
  private func decode<Value: Decodable>(
    _ type: Value.Type,
    after usual: String,
    _ text: String
  ) throws -> Value {
    let decoder = StreamJSONDecoder()
    for _ in 0..<4 { _ = try decoder.decode(Value.self, from: usual) }
    return try decoder.decode(Value.self, from: text)
  }

  // MARK: - Overloads of the container's functions

  struct Numbered: Decodable, MemberwiseDecodable, Equatable {
    var id: Int16
    var name: String
  }

  struct MaybeNumbered: Decodable, MemberwiseDecodable, Equatable {
    var id: Int16?
    var name: String
  }

  @Test func `a function of the module's own that reads a number from a string is called`() throws {
    for text in [#"{"id":"7","name":"x"}"#, #"{"id":7,"name":"x"}"#] {
      let value = try decode(Numbered.self, after: #"{"id":1,"name":"x"}"#, text)
      #expect(value == Numbered(id: 7, name: "x"))
      #expect(try value == JSONDecoder().decode(Numbered.self, from: Data(text.utf8)))
      let maybe = try decode(MaybeNumbered.self, after: #"{"id":1,"name":"x"}"#, text)
      #expect(maybe == MaybeNumbered(id: 7, name: "x"))
    }
    #expect(state(Numbered.self) == .refused)
    #expect(state(MaybeNumbered.self) == .refused)
  }

  /// Passes on the error of an absent member, and catches another.
  struct Catching: Decodable, MemberwiseDecodable {
    var number: UInt64
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      do {
        number = try container.decode(UInt64.self, forKey: .number)
      } catch DecodingError.valueNotFound {
        number = 0
      }
    }
    enum CodingKeys: CodingKey { case number }
  }

  @Test func `an initialiser that catches one kind of error is found`() throws {
    #expect(try decode(Catching.self, after: #"{"number":1}"#, #"{"number":null}"#).number == 0)
    #expect(state(Catching.self) == .refused)
  }
}

extension KeyedDecodingContainer {
  /// The number or, if it is a string, the number in it.
  fileprivate func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    func plain<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try decode(type, forKey: key)
    }
    do { return try plain(Int16.self) } catch DecodingError.typeMismatch {
      return Int16(try decode(String.self, forKey: key)) ?? -1
    }
  }

  fileprivate func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    func plain<Value: Decodable>(_ type: Value.Type) throws -> Value? {
      try decodeIfPresent(type, forKey: key)
    }
    do { return try plain(Int16.self) } catch DecodingError.typeMismatch {
      return try decodeIfPresent(String.self, forKey: key).flatMap { Int16($0) }
    }
  }
}
