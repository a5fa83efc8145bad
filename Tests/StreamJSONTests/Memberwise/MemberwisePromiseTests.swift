import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// What happens where the marker is a false promise.
struct MemberwisePromiseTests {
  /// Treats one value in another way than all others.
  struct Broken: Decodable, MemberwiseDecodable, Equatable {
    var number: Int
    init(from decoder: any Decoder) throws {
      let number = try decoder.container(keyedBy: CodingKeys.self)
        .decode(Int.self, forKey: .number)
      self.number = number == 42 ? 0 : number
    }
    enum CodingKeys: CodingKey { case number }
  }

  #if DEBUG
  @Test func `a build with assertions stops when a plan turns out to be wrong`() async {
    await #expect(processExitsWith: .failure) { try Self.decode([41, 42]) }
    await #expect(processExitsWith: .failure) { try Self.decode([41, 41, 41, 41, 41, 41, 41, 42]) }
    await #expect(processExitsWith: .failure) {
      try Self.decode([41])
      let decoder = StreamJSONDecoder()
      _ = try decoder.decode([Broken].self, from: #"[{"number":42}]"#)
    }
    // The first object shows it: there is no plan, and no wrong value.
    await #expect(processExitsWith: .success) { try Self.decode([42, 41, 42]) }
    await #expect(processExitsWith: .success) { try Self.decode([41, 41, 42, 41]) }
  }

  @Test func `a build with assertions stops where only the plan throws`() async {
    // Swift 6.2 passes no arguments to such processes.
    await #expect(processExitsWith: .failure) { Self.decodeForgiving(#"{"number":"x"}"#) }
    await #expect(processExitsWith: .failure) { Self.decodeForgiving("{}") }
    await #expect(processExitsWith: .failure) { Self.decodeForgiving(#"{"number":1e100}"#) }
  }

  private static func decodeForgiving(_ last: String) {
    let decoder = StreamJSONDecoder()
    _ = StreamJSONDecoder.memberwiseReport(for: Forgiving.self)
    for _ in 0..<10 { _ = try? decoder.decode(Forgiving.self, from: #"{"number":1}"#) }
    _ = try? decoder.decode(Forgiving.self, from: last)
  }

  private static func decode(_ numbers: [Int]) throws {
    _ = StreamJSONDecoder.memberwiseReport(for: Broken.self)
    let decoder = StreamJSONDecoder()
    for number in numbers {
      let value = try decoder.decode(Broken.self, from: #"{"number":\#(number)}"#)
      try #require(value.number == number || number == 42)
    }
  }
  #endif

  /// Catches the errors of texts.
  struct Forgiving: Decodable, MemberwiseDecodable {
    var number: Int
    init(from decoder: any Decoder) throws {
      do {
        number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
      } catch {
        number = 0
      }
    }
    enum CodingKeys: CodingKey { case number }
  }

  @Test func `an object that only the plan cannot decode is decoded once more`() throws {
    for text in [#"{"number":"x"}"#, "{}", #"{"number":1e100}"#, "7"] {
      let decoder = RecordedDecoder()
      _ = decoder.report(Forgiving.self)
      // The 1st and the 2nd are recorded.
      for _ in 0..<4 { _ = try decoder.decode(Forgiving.self, #"{"number":1}"#) }
      #expect(decoder.report(Forgiving.self).state == .active)
      #expect(try decoder.decode(Forgiving.self, text).number == 0)
      #expect(decoder.report(Forgiving.self).state == .ineligible)
    }
  }

  /// Catches the error of one key, and not that of the next.
  struct HalfForgiving: Decodable, MemberwiseDecodable {
    var number: Int
    var name: String
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = (try? container.decode(Int.self, forKey: .number)) ?? 0
      name = try container.decode(String.self, forKey: .name)
    }
    enum CodingKeys: CodingKey { case number, name }
  }

  @Test func `the error is that of the initializer, not that of the plan`() throws {
    for text in ["{}", #"{"number":"x"}"#, #"{"name":null}"#] {
      let decoder = RecordedDecoder()
      _ = decoder.report(HalfForgiving.self)
      for _ in 0..<4 { _ = try decoder.decode(HalfForgiving.self, #"{"number":1,"name":"a"}"#) }
      #expect(decoder.report(HalfForgiving.self).state == .active)
      let error = #expect(throws: DecodingError.self) {
        try decoder.decode(HalfForgiving.self, text)
      }
      #expect(error?.jsonError?.description.contains("name") == true)
      #expect(decoder.report(HalfForgiving.self).state == .ineligible)
    }
  }

  struct Counted: Decodable, MemberwiseDecodable {
    var number: Int
    static let count = Locked(0)
    init(from decoder: any Decoder) throws {
      Self.count.withLock { $0 += 1 }
      number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
    }
    enum CodingKeys: CodingKey { case number }
  }

  @Test func `every object that fails asks the initializer once`() throws {
    let decoder = RecordedDecoder()
    _ = decoder.report(Counted.self)
    // None of those that follow is recorded.
    for _ in 0..<1_100 { _ = try decoder.decode(Counted.self, #"{"number":1}"#) }
    let before = Counted.count.withLock { $0 }
    for _ in 0..<20 {
      #expect(throws: DecodingError.self) { try decoder.decode(Counted.self, #"{"number":"x"}"#) }
    }
    #expect(Counted.count.withLock { $0 } - before == 20)
    #expect(decoder.report(Counted.self).state == .active)
  }

  /// Has no plan while all of its objects lack the key, like a type that a model tries in vain.
  struct Tried: Decodable, MemberwiseDecodable {
    var number: Int
    static let recordedCount = Locked(0)
    init(from decoder: any Decoder) throws {
      if "\(Swift.type(of: decoder))".contains("Recording") {
        Self.recordedCount.withLock { $0 += 1 }
      }
      number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
    }
    enum CodingKeys: CodingKey { case number }
  }

  @Test func `of objects that fail, few are recorded`() throws {
    let decoder = RecordedDecoder()
    _ = decoder.report(Tried.self)
    for _ in 0..<1_000 {
      #expect(throws: DecodingError.self) { try decoder.decode(Tried.self, "{}") }
    }
    #expect((1...10).contains(Tried.recordedCount.withLock { $0 }))
    #expect(decoder.report(Tried.self).state == .pending)
    for _ in 0..<1_000 { _ = try decoder.decode(Tried.self, #"{"number":1}"#) }
    #expect(decoder.report(Tried.self).state == .active)
  }

  /// The compiler's initializer decodes it by an overload of `decode`, which catches errors for the same key.
  @propertyWrapper struct OrMinusOne: Decodable {
    var wrappedValue: Int
    init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
    init(from decoder: any Decoder) throws {
      wrappedValue = try decoder.singleValueContainer().decode(Int.self)
    }
  }
  struct Overloaded: Decodable, MemberwiseDecodable {
    enum Kind: String, Decodable { case plain, other }
    @OrMinusOne var number: Int
    var kind: Kind
  }

  @Test func `an object with members of other types is decoded once more, too`() throws {
    for isArray in [false, true] {
      let decoder = RecordedDecoder()
      _ = decoder.report(Overloaded.self)
      let good = #"{"number":1,"kind":"other"}"#
      let bad = #"{"number":"x","kind":"plain"}"#
      for _ in 0..<20 { _ = try decoder.decode(Overloaded.self, good) }
      #expect(decoder.report(Overloaded.self).state == .active)
      if isArray {
        #expect(try decoder.decode([Overloaded].self, "[\(good),\(bad)]")[1].number == -1)
      } else {
        #expect(try decoder.decode(Overloaded.self, bad).number == -1)
      }
    }
  }

  @Test func `a decoder soon learns that another one has given up a plan`() throws {
    let decoder = RecordedDecoder()
    _ = decoder.report(Broken.self)
    for _ in 0..<600 { _ = try decoder.decode(Broken.self, #"{"number":1}"#) }
    let other = decoder.another
    while decoder.report(Broken.self).state == .active {
      _ = try other.decode(Broken.self, #"{"number":42}"#)
    }
    let text = #"{"number":42}"#
    let wrongCount = try (0..<1000).count { _ in
      try decoder.decode(Broken.self, text).number != 0
    }
    #expect(wrongCount <= 128)
    #expect(try other.decode(Broken.self, text).number == 0)
  }

  @Test func `until a recorded object shows it, values may be wrong`() throws {
    let decoder = RecordedDecoder()
    _ = decoder.report(Broken.self)
    for _ in 0..<4 { _ = try decoder.decode(Broken.self, #"{"number":1}"#) }
    // The 5th to the 7th are not recorded, the 8th is.
    for _ in 5..<8 { #expect(try decoder.decode(Broken.self, #"{"number":42}"#).number == 42) }
    #expect(try decoder.decode(Broken.self, #"{"number":42}"#).number == 0)
    #expect(try decoder.decode([Broken].self, #"[{"number":42},{"number":42}]"#)[1].number == 0)
    #expect(decoder.report(Broken.self).description.contains("number"))
  }

  struct Around: Decodable, MemberwiseDecodable {
    var one: Broken
    var list: [Broken]
    var date: Date
  }

  @Test func `inner objects are recorded with the outer ones`() throws {
    let decoder = RecordedDecoder()
    _ = decoder.report(Around.self)
    func text(_ one: Int, _ other: Int) -> String {
      #"{"one":{"number":\#(one)},"list":[{"number":\#(other)},{"number":1}],"date":1}"#
    }
    for _ in 0..<7 { _ = try decoder.decode(Around.self, text(1, 2)) }
    #expect(decoder.report(Broken.self).state == .active)
    // It is `one` or the first element of `list`.
    _ = try decoder.decode(Around.self, text(42, 42))
    #expect(decoder.report(Broken.self).state == .ineligible)
    #expect(decoder.report(Around.self).state == .active)
    for _ in 0..<9 {
      let value = try decoder.decode(Around.self, text(1, 42))
      #expect(value.list[0].number == 0 && value.list[1].number == 1)
    }
  }
}

extension KeyedDecodingContainer {
  fileprivate func decode(
    _ type: MemberwisePromiseTests.OrMinusOne.Type,
    forKey key: Key
  ) throws -> MemberwisePromiseTests.OrMinusOne {
    do {
      return try decodeAnything(forKey: key)
    } catch DecodingError.typeMismatch(_, let context)
      where context.codingPath.last?.stringValue == key.stringValue
    {
      return MemberwisePromiseTests.OrMinusOne(wrappedValue: -1)
    }
  }

  private func decodeAnything<Value: Decodable>(forKey key: Key) throws -> Value {
    try decode(Value.self, forKey: key)
  }
}
