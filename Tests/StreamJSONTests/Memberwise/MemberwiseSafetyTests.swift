import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// What must hold whatever code a model has: no value in memory that it is not for, and each value
/// destroyed once.
struct MemberwiseSafetyTests {
  private func state<Value: MemberwiseDecodable>(_ type: Value.Type) -> JSONMemberwiseReport.State {
    StreamJSONDecoder.memberwiseReport(for: type).state
  }

  /// Decodes `text` often enough for a plan to be made and used.
  private func decodeOften<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> [Value] {
    let decoder = StreamJSONDecoder()
    var values: [Value] = []
    for _ in 0..<24 { values += try decoder.decode([Value].self, from: "[\(text),\(text)]") }
    for _ in 0..<24 { values.append(try decoder.decode(Value.self, from: text)) }
    return values
  }

  // MARK: - Properties of a different type than their decoded value

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
    #expect(state(Holder.self) == .ineligible)
  }

  // MARK: - References that hold nothing

  final class Node: Decodable, @unchecked Sendable {
    // `@unchecked`: not changed after it is made.
    static let all = Locked<[Node]>([])
    let number: Int
    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
      Self.all.withLock { $0.append(self) }
    }
  }

  /// Its reference is weak, and it asks for one that is not.
  struct Asking: Decodable, MemberwiseDecodable {
    weak var node: Node?
    init(from decoder: any Decoder) throws {
      node = try decoder.container(keyedBy: CodingKeys.self).decode(Node?.self, forKey: .node)
    }
    enum CodingKeys: CodingKey { case node }
  }

  struct Edge: Decodable, MemberwiseDecodable {
    weak var from: Node?
    weak var to: Node?
    var kept: Node?
  }

  struct Child: Decodable, MemberwiseDecodable {
    unowned(unsafe) var parent: Node
    var id: Int
  }

  struct Orphan: Decodable, MemberwiseDecodable {
    unowned var parent: Passing
    unowned(unsafe) var unmanaged: Passing
    var id: Int
  }

  /// An object that nothing holds after its decode.
  final class Passing: Decodable {}

  @Test func `references that are not strong are neither read nor planned`() throws {
    for value in try decodeOften(Asking.self, #"{"node":1234567}"#) {
      #expect(value.node?.number == 1_234_567)
    }
    for value in try decodeOften(Edge.self, #"{"from":1,"to":2,"kept":3}"#) {
      #expect(value.from?.number == 1 && value.to?.number == 2 && value.kept?.number == 3)
    }
    for value in try decodeOften(Child.self, #"{"parent":1,"id":2}"#) {
      #expect(unsafe value.parent.number == 1 && value.id == 2)
    }
    for value in try decodeOften(Orphan.self, #"{"parent":{},"unmanaged":{},"id":2}"#) {
      #expect(value.id == 2)
    }
    #expect(state(Asking.self) == .ineligible)
    #expect(state(Edge.self) == .ineligible)
    #expect(state(Child.self) == .ineligible)
    #expect(state(Orphan.self) == .ineligible)
  }

  // MARK: - Types in types

  enum Only: String, Decodable { case only }
  struct Nothing: Decodable, MemberwiseDecodable, Equatable { var only: Only }
  struct AroundNothing: Decodable, MemberwiseDecodable, Equatable {
    var nothing: Nothing?
    var id: Int
  }

  @Test func `an optional without a size is there`() throws {
    let text = #"{"nothing":{"only":"only"},"id":1}"#
    for value in try decodeOften(AroundNothing.self, text) {
      #expect(value == AroundNothing(nothing: Nothing(only: .only), id: 1))
    }
  }

  struct Level0: Decodable, MemberwiseDecodable, Equatable { var a: Int, b: String }
  struct Level1: Decodable, MemberwiseDecodable, Equatable { var a: Level0, b: Level0 }
  struct Level2: Decodable, MemberwiseDecodable, Equatable { var a: Level1, b: Level1 }
  struct Level3: Decodable, MemberwiseDecodable, Equatable { var a: Level2, b: Level2 }
  struct Level4: Decodable, MemberwiseDecodable, Equatable { var a: Level3, b: Level3 }
  struct Level5: Decodable, MemberwiseDecodable, Equatable { var a: Level4, b: Level4 }

  @Test(.timeLimit(.minutes(1))) func `types in types are planned`() throws {
    var text = #"{"a":1,"b":"x"}"#
    for _ in 0..<5 { text = #"{"a":\#(text),"b":\#(text)}"# }
    let values = try decodeOften(Level5.self, text)
    #expect(values.allSatisfy { $0.b.b.b.b.b == Level0(a: 1, b: "x") })
    #expect(state(Level5.self) == .active)
  }

  struct Circle: Decodable, MemberwiseDecodable { var next: Arc? }
  struct Arc: Decodable, MemberwiseDecodable {
    var number: Int
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = try container.decodeIfPresent(Circle.self, forKey: .circle) == nil ? 0 : 1
    }
    enum CodingKeys: CodingKey { case circle }
  }

  @Test func `types that ask for each other are not made up forever`() throws {
    for value in try decodeOften(Circle.self, #"{"next":{"circle":{}}}"#) {
      #expect(value.next?.number == 1)
    }
    #expect(try decodeOften(Circle.self, "{}").allSatisfy { $0.next == nil })
  }

  // MARK: - Marks of other types

  struct Narrow: Decodable, MemberwiseDecodable, Equatable { var number: Int }

  struct Impostor: Decodable, MemberwiseDecodable, Equatable {
    var number: Int
    var text: String
    static var _decodingMark: _DecodingMark { Narrow._decodingMark }
  }

  struct Pretender: Codable, _MarkedDecodable, Equatable {
    var number: Int
    var text: String
    static var _decodingMark: _DecodingMark { WithADefault._decodingMark }
  }

  struct WithADefault: CodableWithDefaults, Equatable {
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

  struct Both: CodableWithDefaults, MemberwiseDecodable, Equatable {
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
        _ = StreamJSONDecoder.memberwiseReport(for: Outer.self)
        _ = StreamJSONDecoder.memberwiseReport(for: Inner.self)
      }
    }
    #expect(wrongCount.withLock { $0 } == 0)
    #expect(state(Outer.self) == .active)
  }

  // MARK: - Policies

  @Test func `a name that is there twice is rejected, known or not`() throws {
    let decoder = StreamJSONDecoder()
    decoder.duplicateKeyPolicy = .reject
    for _ in 0..<24 {
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
