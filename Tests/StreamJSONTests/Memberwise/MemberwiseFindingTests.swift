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
    for _ in 0..<24 { _ = try decoder.decode(Value.self, from: usual) }
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

  // MARK: - Values of unknown types

  struct Tags: Decodable {
    var list: [String]
    init(_ list: [String]) { self.list = list }
    init(from decoder: any Decoder) throws {
      list = try decoder.singleValueContainer().decode([String].self)
    }
  }

  struct Sorting: Decodable, MemberwiseDecodable {
    var tags: Tags
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tags = Tags(try container.decode(Tags.self, forKey: .tags).list.sorted())
    }
    enum CodingKeys: CodingKey { case tags }
  }

  struct MaybeSorting: Decodable, MemberwiseDecodable {
    var number: Int
    var tags: Tags?
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = try container.decode(Int.self, forKey: .number)
      tags = try container.decodeIfPresent(Tags.self, forKey: .tags).map { Tags($0.list.sorted()) }
    }
    enum CodingKeys: CodingKey { case number, tags }
  }

  @Test func `a changed value of an unknown type is found`() throws {
    let value = try decode(Sorting.self, after: #"{"tags":["a","b"]}"#, #"{"tags":["b","a"]}"#)
    #expect(value.tags.list == ["a", "b"])
    #expect(state(Sorting.self) == .refused)
    let maybe = try decode(
      MaybeSorting.self,
      after: #"{"number":1,"tags":["a","b"]}"#,
      #"{"number":1,"tags":["b","a"]}"#
    )
    #expect(maybe.tags?.list == ["a", "b"])
    #expect(state(MaybeSorting.self) == .refused)
  }

  struct Padded: Decodable, Equatable {
    var flag: Bool
    var number: Int
    var maybeFlag: Bool?
    var maybeNumber: Int?
  }

  struct WithPadding: Decodable, MemberwiseDecodable, Equatable {
    var first: Padded
    var second: Padded
    var third: Padded?
  }

  struct OnePadded: Decodable, MemberwiseDecodable, Equatable {
    var padded: Padded
    var maybe: Padded?
    var others: [Padded]
  }

  @Test func `what lies between the properties of an unknown type is not compared`() throws {
    let first = #"{"flag":true,"number":1}"#
    let second = #"{"flag":false,"number":2,"maybeNumber":4}"#
    let third = #"{"flag":false,"number":9,"maybeFlag":true}"#
    let value = try decode(
      WithPadding.self,
      after: #"{"first":\#(first),"second":\#(second),"third":\#(third)}"#,
      #"{"first":\#(second),"second":\#(third),"third":\#(first)}"#
    )
    #expect(value.first == Padded(flag: false, number: 2, maybeNumber: 4))
    #expect(value.second == Padded(flag: false, number: 9, maybeFlag: true))
    #expect(value.third == Padded(flag: true, number: 1))
    #expect("\(StreamJSONDecoder.memberwisePlan(for: WithPadding.self))".hasPrefix("planned"))
    let one = try decode(
      OnePadded.self,
      after: #"{"padded":\#(first),"maybe":\#(second),"others":[\#(third)]}"#,
      #"{"padded":\#(third),"others":[]}"#
    )
    #expect(one.padded.number == 9 && one.maybe == nil && one.others.isEmpty)
    #expect("\(StreamJSONDecoder.memberwisePlan(for: OnePadded.self))".hasPrefix("planned"))
  }

  // MARK: - Elements

  struct Item: Codable, MemberwiseDecodable, Equatable {
    var name: String
    var index: Int32?
  }

  struct Counting: Decodable, MemberwiseDecodable {
    var items: [Item]
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      items = try container.decode([Item].self, forKey: .items)
      for index in items.indices { items[index].index = Int32(index) }
    }
    enum CodingKeys: CodingKey { case items }
  }

  struct Bounded: Decodable, MemberwiseDecodable {
    var numbers: [Int]
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      numbers = try container.decode([Int].self, forKey: .numbers)
      for number in numbers where number < 0 { throw CancellationError() }
    }
    enum CodingKeys: CodingKey { case numbers }
  }

  struct Upper: Decodable, MemberwiseDecodable {
    var names: Set<String>
    var byName: [String: String]
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      names = try container.decode(Set<String>.self, forKey: .names)
      byName = try container.decode([String: String].self, forKey: .byName)
      for (name, value) in byName { byName[name] = value.uppercased() }
    }
    enum CodingKeys: CodingKey { case names, byName }
  }

  @Test func `elements that are changed or checked are found`() throws {
    let items = #"{"items":[{"name":"a"},{"name":"b"}]}"#
    #expect(try decode(Counting.self, after: #"{"items":[]}"#, items).items.last?.index == 1)
    #expect(state(Counting.self) == .refused)
    #expect(throws: CancellationError.self) {
      try decode(Bounded.self, after: #"{"numbers":[1]}"#, #"{"numbers":[-1]}"#)
    }
    #expect(state(Bounded.self) == .refused)
    let upper = #"{"names":["a"],"byName":{"a":"b"}}"#
    #expect(try decode(Upper.self, after: #"{"names":[],"byName":{}}"#, upper).byName["a"] == "B")
    #expect(state(Upper.self) == .refused)
  }

  // MARK: - Threads

  /// Its first plan is not made before `released` is signalled.
  struct Held: Decodable, MemberwiseDecodable, Equatable {
    var flag: Bool
    var number: Int
    var maybe: Int?
    var end: Bool
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      flag = try container.decode(Bool.self, forKey: .flag)
      number = try container.decode(Int.self, forKey: .number)
      maybe = try container.decodeIfPresent(Int.self, forKey: .maybe)
      end = try container.decode(Bool.self, forKey: .end)
      guard
        Held.isHeld.withLock({ isHeld in
          defer { isHeld = false }
          return isHeld
        })
      else { return }
      Held.reached.signal()
      Held.released.wait()
    }
    enum CodingKeys: CodingKey { case flag, number, maybe, end }
    static let isHeld = Locked(true)
    static let reached = DispatchSemaphore(value: 0)
    static let released = DispatchSemaphore(value: 0)
  }

  struct Holding: Decodable, MemberwiseDecodable {
    var held: Held?
    var other: Held?
    var number: Int
  }

  @Test func `a plan is the same while another thread makes that of a part`() throws {
    let ended = DispatchSemaphore(value: 0)
    let thread = Thread {
      _ = StreamJSONDecoder.memberwisePlan(for: Held.self)
      ended.signal()
    }
    thread.start()
    Held.reached.wait()
    let text = #"{"held":{"flag":true,"number":1,"end":false},"number":2}"#
    #expect(state(Holding.self) == .planned)
    let decoder = StreamJSONDecoder()
    for _ in 0..<24 {
      #expect(try decoder.decode(Holding.self, from: text).held?.number == 1)
    }
    Held.released.signal()
    ended.wait()
    #expect(state(Held.self) == .planned)
    for _ in 0..<24 {
      #expect(try decoder.decode(Holding.self, from: text).held?.number == 1)
    }
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
