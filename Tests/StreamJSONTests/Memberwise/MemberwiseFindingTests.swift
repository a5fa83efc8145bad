import Foundation
import StreamJSON
import StreamJSONCore
import StreamJSONTestSupport
import Testing

/// An initializer that looks like the compiler's in what it asks for, and does more.
struct MemberwiseFindingTests {
  /// Decodes `text` after `count` of `usual`, and returns the value and the type's state after that.
  private func decode<Value: MemberwiseDecodable>(
    _ type: Value.Type,
    after usual: String,
    count: Int = 1,
    _ text: String
  ) throws -> (value: Value, state: JSONMemberwiseReport.State) {
    let decoder = RecordedDecoder()
    #expect(decoder.report(type).state == .pending)
    for _ in 0..<count { _ = try decoder.decode(type, usual) }
    #expect(decoder.report(type).state == .active)
    return (try decoder.decode(type, text), decoder.report(type).state)
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

  @Test func `the module's own function that reads a number from a string is called`() throws {
    let text = #"{"id":"7","name":"x"}"#
    // The second object is recorded; the third is tried again when its plan makes nothing of it.
    for count in [1, 2] {
      let found = try decode(Numbered.self, after: #"{"id":1,"name":"x"}"#, count: count, text)
      #expect(found.value == Numbered(id: 7, name: "x") && found.state == .ineligible)
      #expect(try found.value == JSONDecoder().decode(Numbered.self, from: Data(text.utf8)))
      let maybe = try decode(MaybeNumbered.self, after: #"{"id":1,"name":"x"}"#, count: count, text)
      #expect(maybe.value == MaybeNumbered(id: 7, name: "x") && maybe.state == .ineligible)
    }
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

  @Test func `an initializer that catches one kind of error is found`() throws {
    for count in [1, 2] {
      let found = try decode(
        Catching.self,
        after: #"{"number":1}"#,
        count: count,
        #"{"number":null}"#
      )
      #expect(found.value.number == 0 && found.state == .ineligible)
    }
  }

  /// Replaces NaN, which some backends write, with 0.
  struct Measured: Decodable, MemberwiseDecodable, Equatable {
    var value: Double
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let value = try container.decode(Double.self, forKey: .value)
      self.value = value.isNaN ? 0 : value
    }
    enum CodingKeys: CodingKey { case value }
  }

  @Test func `an initializer that makes NaN 0 is found`() throws {
    for count in [0, 1] {
      let options = DecodingOptions(nonConformingFloats: ("inf", "-inf", "NaN"))
      let decoder = RecordedDecoder(options)
      #expect(decoder.report(Measured.self).state == .pending)
      for _ in 0..<count { _ = try decoder.decode(Measured.self, #"{"value":1}"#) }
      #expect(try decoder.decode(Measured.self, #"{"value":"NaN"}"#).value == 0)
      #expect(decoder.report(Measured.self).state == .ineligible)
      #expect(try decoder.decode(Measured.self, #"{"value":"NaN"}"#).value == 0)
    }
  }

  // MARK: - Values of unknown types

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
    #expect(value.value.first == Padded(flag: false, number: 2, maybeNumber: 4))
    #expect(value.value.second == Padded(flag: false, number: 9, maybeFlag: true))
    #expect(value.value.third == Padded(flag: true, number: 1))
    #expect(value.state == .active)
    let one = try decode(
      OnePadded.self,
      after: #"{"padded":\#(first),"maybe":\#(second),"others":[\#(third)]}"#,
      #"{"padded":\#(third),"others":[]}"#
    )
    #expect(one.value.padded.number == 9 && one.value.maybe == nil && one.value.others.isEmpty)
    #expect(one.state == .active)
  }

  // MARK: - Threads

  /// Its first object is not made before `released` is signaled.
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
    _ = StreamJSONDecoder.memberwiseReport(for: Held.self)
    let ended = DispatchSemaphore(value: 0)
    let thread = Thread {
      _ = try? StreamJSONDecoder()
        .decode(Held.self, from: #"{"flag":true,"number":1,"end":false}"#)
      ended.signal()
    }
    thread.start()
    Held.reached.wait()
    let text = #"{"held":{"flag":true,"number":1,"end":false},"number":2}"#
    _ = StreamJSONDecoder.memberwiseReport(for: Holding.self)
    let decoder = StreamJSONDecoder()
    for _ in 0..<24 {
      #expect(try decoder.decode(Holding.self, from: text).held?.number == 1)
    }
    #expect(StreamJSONDecoder.memberwiseReport(for: Holding.self).state == .active)
    Held.released.signal()
    ended.wait()
    #expect(StreamJSONDecoder.memberwiseReport(for: Held.self).state == .active)
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
