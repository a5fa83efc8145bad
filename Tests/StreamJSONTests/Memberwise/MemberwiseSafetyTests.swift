import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// What must hold whatever code a model has: no value in memory that it is not for, and each value
/// destroyed once.
struct MemberwiseSafetyTests {
  private func state<Value: MemberwiseDecodable>(_ type: Value.Type) -> MemberwiseReport.State {
    StreamJSONDecoder.memberwisePlan(for: type).state
  }

  /// Decodes `text` often enough for a plan to be made and used.
  private func decodeOften<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> [Value] {
    let decoder = StreamJSONDecoder()
    var values: [Value] = []
    for _ in 0..<4 { values += try decoder.decode([Value].self, from: "[\(text),\(text)]") }
    for _ in 0..<4 { values.append(try decoder.decode(Value.self, from: text)) }
    return values
  }

  // MARK: - Properties that are not what is decoded for them

  struct Failure: Error, Decodable, Equatable { var number: Int }

  /// Its property is an existential of the same size as what it holds.
  struct Holder: Decodable, MemberwiseDecodable {
    var failure: any Error
    init(from decoder: any Decoder) throws {
      failure = try decoder.container(keyedBy: CodingKeys.self)
        .decode(Failure.self, forKey: .failure)
    }
    enum CodingKeys: CodingKey { case failure }
  }

  @Test func `an existential property is not taken for what it holds`() throws {
    for value in try decodeOften(Holder.self, #"{"failure":{"number":7}}"#) {
      #expect(value.failure as? Failure == Failure(number: 7))
    }
    #expect(state(Holder.self) == .refused)
  }

  // MARK: - Marks of other types

  struct Narrow: Decodable, MemberwiseDecodable, Equatable { var number: Int }

  struct Impostor: Decodable, MemberwiseDecodable, Equatable {
    var number: Int
    var text: String
    static var decodingMark: DecodingMark { Narrow.decodingMark }
  }

  struct Pretender: Codable, MarkedDecodable, Equatable {
    var number: Int
    var text: String
    static var decodingMark: DecodingMark { WithADefault.decodingMark }
  }

  struct WithADefault: DecodableWithDefaults, Equatable {
    var number = 1
    var text: String? = "default"
  }

  @Test func `the mark of another type says nothing`() throws {
    let text = #"{"number":7,"text":"a text that does not fit in place"}"#
    for value in try decodeOften(Impostor.self, text) {
      #expect(value == Impostor(number: 7, text: "a text that does not fit in place"))
    }
    for value in try decodeOften(Pretender.self, text) {
      #expect(value == Pretender(number: 7, text: "a text that does not fit in place"))
    }
    #expect(throws: DecodingError.self) { try decodeOften(Pretender.self, #"{"number":7}"#) }
  }

  // MARK: - Both markers

  struct Both: DecodableWithDefaults, MemberwiseDecodable, Equatable {
    var number = 1
    var text = "default"
  }

  @Test func `a type with defaults and the marker is decoded with its defaults`() throws {
    for value in try decodeOften(Both.self, #"{"number":7}"#) {
      #expect(value == Both(number: 7, text: "default"))
    }
    for value in try decodeOften(Both.self, #"{"number":7,"text":"x"}"#) {
      #expect(value == Both(number: 7, text: "x"))
    }
    struct Around: Decodable, MemberwiseDecodable, Equatable {
      var id: Int
      var both: Both
      var list: [Both]
    }
    let text = #"{"id":1,"both":{},"list":[{},{"text":"y"}]}"#
    for value in try decodeOften(Around.self, text) {
      #expect(value == Around(id: 1, both: Both(), list: [Both(), Both(text: "y")]))
    }
  }

  // MARK: - Threads

  struct Inner: Decodable, MemberwiseDecodable, Equatable {
    var flag: Bool
    var number: Int
    var other: Narrow?
  }

  struct Outer: Decodable, MemberwiseDecodable, Equatable {
    var flag: Bool
    var first: Inner
    var second: Inner
    var list: [Inner]
  }

  @Test func `plans are made on many threads at once`() {
    let inner = #"{"flag":true,"number":7,"other":{"number":1}}"#
    let text = #"{"flag":false,"first":\#(inner),"second":\#(inner),"list":[\#(inner)]}"#
    let part = Inner(flag: true, number: 7, other: Narrow(number: 1))
    let expected = Outer(flag: false, first: part, second: part, list: [part])
    let wrongCount = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 16) { number in
      let decoder = StreamJSONDecoder()
      for _ in 0..<100 {
        let value =
          number & 1 == 0
          ? try? decoder.decode(Outer.self, from: text)
          : try? decoder.decode([Outer].self, from: "[\(text)]").first
        if value != expected { wrongCount.withLock { $0 += 1 } }
        _ = StreamJSONDecoder.memberwisePlan(for: Outer.self)
        _ = StreamJSONDecoder.memberwisePlan(for: Inner.self)
      }
    }
    #expect(wrongCount.withLock { $0 } == 0)
    #expect(state(Outer.self) == .planned)
  }

  // MARK: - Policies

  @Test func `a name that is there twice is rejected, known or not`() throws {
    let decoder = StreamJSONDecoder()
    decoder.duplicateKeyPolicy = .reject
    for _ in 0..<4 {
      let value = try decoder.decode(Narrow.self, from: #"{"number":7,"x":1}"#)
      #expect(value == Narrow(number: 7))
      #expect(throws: DecodingError.self) {
        try decoder.decode(Narrow.self, from: #"{"number":7,"x":1,"x":2}"#)
      }
      #expect(throws: DecodingError.self) {
        try decoder.decode([Narrow].self, from: #"[{"number":7,"x":1,"x":2}]"#)
      }
    }
  }
}
