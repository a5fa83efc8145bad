import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Which types get a plan.
struct MemberwiseQualifyingTests {
  private func state<Value: MemberwiseDecodable>(_ type: Value.Type) -> JSONMemberwiseReport.State {
    StreamJSONDecoder.memberwiseReport(for: type).state
  }

  struct Wide: Decodable, MemberwiseDecodable, Equatable {
    var signed: Int128
    var unsigned: UInt128
    var maybe: Int128?
  }

  @Test func `integers of 128 bits are members like others`() throws {
    let decoder = StreamJSONDecoder()
    let text = #"{"signed":-170141183460469231731687303715884105728,"unsigned":1,"maybe":2}"#
    for _ in 0..<24 {
      let value = try decoder.decode(Wide.self, from: text)
      #expect(value == Wide(signed: .min, unsigned: 1, maybe: 2))
    }
    #expect(state(Wide.self) == .active)
  }

  /// A type for which this module has a function that catches an error about it, and no other.
  struct Level: Decodable, Equatable {
    var number: Int
    init(number: Int) { self.number = number }
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        number = try container.decode(Int.self)
      } catch DecodingError.typeMismatch(_, let context) {
        throw DecodingError.typeMismatch(Level.self, context)
      }
    }
  }

  struct Leveled: Decodable, MemberwiseDecodable, Equatable {
    var level: Level
    var name: String
  }

  @Test func `an overload that catches the errors about one type is found`() throws {
    for count in [0, 1, 3] {
      let decoder = RecordedDecoder()
      _ = decoder.report(Leveled.self)
      for _ in 0..<count { _ = try decoder.decode(Leveled.self, #"{"level":1,"name":"a"}"#) }
      let value = try decoder.decode(Leveled.self, #"{"level":"x","name":"a"}"#)
      #expect(value == Leveled(level: Level(number: 0), name: "a"))
      #expect(decoder.report(Leveled.self).state == .ineligible)
    }
  }

  struct Ported: Decodable, MemberwiseDecodable, Equatable {
    var port: UInt16
    var name: String
  }

  @Test(arguments: 0...4)
  func `an overload that looks at the path of an error is found`(count: Int) throws {
    let decoder = RecordedDecoder()
    _ = decoder.report(Ported.self)
    for _ in 0..<count { _ = try decoder.decode(Ported.self, #"{"port":1,"name":"a"}"#) }
    for text in [#"{"port":"x","name":"a"}"#, #"{"port":null,"name":"a"}"#] {
      #expect(throws: Never.self) { try JSONDecoder().decode(Ported.self, from: Data(text.utf8)) }
      let value = try decoder.decode(Ported.self, text)
      #expect(value == Ported(port: 80, name: "a"))
    }
    #expect(decoder.report(Ported.self).state == .ineligible)
    // A mistake elsewhere is an error as before, with its path.
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(Ported.self, #"{"port":1,"name":[]}"#)
    }
    #expect(error?.jsonError?.pointer == "/name")
  }

  struct Conditional<Value: Codable & Sendable>: Codable {
    var first: Value?
    var second = 5
  }

  @Test func `defaults of some of a generic type's values are used`() throws {
    let decoder = StreamJSONDecoder()
    for _ in 0..<24 {
      let value = try decoder.decode(Conditional<Int>.self, from: #"{"first":1}"#)
      #expect(value.first == 1 && value.second == 7)
      #expect(throws: DecodingError.self) {
        try decoder.decode(Conditional<String>.self, from: #"{"first":"x"}"#)
      }
      let other = try decoder.decode(Conditional<String>.self, from: #"{"first":"x","second":1}"#)
      #expect(other.first == "x" && other.second == 1)
    }
  }
}

extension MemberwiseQualifyingTests.Conditional: _MarkedDecodable, SendableMetatype,
  MemberwiseDecodable
{}

extension MemberwiseQualifyingTests.Conditional: CodableWithDefaults where Value == Int {
  init() { (first, second) = (6, 7) }
}

extension KeyedDecodingContainer {
  /// Catches the errors whose path ends in its key.
  fileprivate func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    do {
      return try value(type, key)
    } catch DecodingError.typeMismatch(_, let context)
      where context.codingPath.last?.stringValue == key.stringValue
    {
      return 80
    } catch DecodingError.valueNotFound(_, let context)
      where context.codingPath.last?.stringValue == key.stringValue
    {
      return 80
    }
  }

  fileprivate func value<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    try decode(type, forKey: key)
  }

  fileprivate func decode(
    _ type: MemberwiseQualifyingTests.Level.Type,
    forKey key: Key
  ) throws -> MemberwiseQualifyingTests.Level {
    do {
      return try value(type, key)
    } catch DecodingError.typeMismatch(let mismatched, _) where mismatched == type {
      return MemberwiseQualifyingTests.Level(number: 0)
    }
  }
}
