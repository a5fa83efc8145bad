import Foundation
import StreamJSON
import StreamJSONCore
import StreamJSONTestSupport
import Testing

/// An error of a plan leaves the decoder only if the initializer throws, too, and then it is the initializer's.
struct MemberwiseErrorTests {
  /// An object, or where it is a member, by an overload of `decode(_:forKey:)`, also an integer.
  struct Price: Codable, MemberwiseDecodable, Equatable {
    var cents: Int
    var currency: String?
  }

  struct Line: Codable, MemberwiseDecodable, Equatable {
    var name: String
    var price: Price
    var count: Int
  }

  struct Order: Codable, MemberwiseDecodable, Equatable {
    var id: Int
    var first: Line
    var lines: [Line]
    var byName: [String: Line]
  }

  struct Attempts: Decodable, MemberwiseDecodable, Equatable {
    var before: String
    var attempts: [Caught]
  }

  /// Catches the error of a marked type.
  struct Caught: Decodable, Equatable {
    var line: Line?
    init(from decoder: any Decoder) throws {
      line = try? decoder.singleValueContainer().decode(Line.self)
    }
  }

  private static func line(_ price: String, count: String = "1") -> String {
    #"{"name":"a","price":\#(price),"count":\#(count)}"#
  }

  private static func order(_ line: String, _ good: String = line(#"{"cents":1}"#)) -> String {
    #"{"id":1,"first":\#(good),"lines":[\#(good),\#(line)],"byName":{"x":\#(good),"y":\#(line)}}"#
  }

  private static let good = line(#"{"cents":1}"#)
  private static let byOverload = line("1")

  /// Wrong for the plan and for the initializer.
  private static let wrong = [
    line("true"), line(#"{"cents":"x"}"#), line("1", count: "null"), #"{"name":"a","price":1}"#,
    "[]", #"{"price":2}"#,
  ]

  /// A decoder that has plans for all types, which others share.
  private static func planned() throws -> RecordedDecoder {
    let decoder = RecordedDecoder()
    _ = (decoder.report(Line.self), decoder.report(Order.self), decoder.report(Price.self))
    _ = decoder.report(Attempts.self)
    for _ in 0..<5 {
      _ = try decoder.decode(Order.self, order(good))
      _ = try decoder.decode([Line].self, "[\(good)]")
      _ = try decoder.decode(Attempts.self, #"{"before":"","attempts":[\#(good)]}"#)
    }
    #expect(decoder.report(Line.self).state == .active)
    #expect(decoder.report(Order.self).state == .active)
    #expect(decoder.report(Attempts.self).state == .active)
    return decoder
  }

  private static func warm(_ decoder: RecordedDecoder) throws {
    for _ in 0..<3 {
      _ = try decoder.decode(Order.self, order(good))
      _ = try decoder.decode([Line].self, "[\(good),\(good)]")
      _ = try decoder.decode(Attempts.self, #"{"before":"","attempts":[\#(good)]}"#)
    }
  }

  /// Each way in which a line may be reached.
  private static func expectLines(_ decoder: RecordedDecoder) throws {
    let line = byOverload
    #expect(try decoder.decode(Line.self, line).price.cents == 1)
    #expect(try decoder.decode([Line].self, "[\(good),\(line)]")[1].price.cents == 1)
    #expect(try decoder.decode([String: Line].self, #"{"a":\#(line)}"#)["a"]?.price.cents == 1)
    #expect(try decoder.decode(Order.self, order(line)).byName["y"]?.price.cents == 1)
    #expect(try decoder.decode([Order].self, "[\(order(good, line))]")[0].first.price.cents == 1)
    #expect(try decoder.decode(Caught.self, line).line?.price.cents == 1)
    let attempts = #"{"before":"","attempts":[\#(good),\#(line)]}"#
    #expect(try decoder.decode(Attempts.self, attempts).attempts[1].line?.price.cents == 1)
  }

  @Test func `every decoder that knows a wrong plan asks the initializer`() throws {
    let decoder = try Self.planned()
    let others = (0..<20).map { _ in decoder.another }
    for other in others { try Self.warm(other) }
    for other in [decoder] + others { try Self.expectLines(other) }
  }

  @Test func `no number of wrong texts keeps the initializer from being asked`() throws {
    let decoder = try Self.planned()
    // The overload doesn't catch these errors.
    let uncaught = [Self.line(#"{"cents":"x"}"#), "[]", #"{"price":2}"#, #"{"name":1}"#]
    for number in 0..<40 {
      let wrong = uncaught[number % uncaught.count]
      #expect(throws: DecodingError.self) { try decoder.decode(Line.self, wrong) }
      #expect(throws: DecodingError.self) { try decoder.decode([Line].self, "[\(wrong)]") }
      #expect(throws: DecodingError.self) { try decoder.decode(Order.self, Self.order(wrong)) }
    }
    try Self.expectLines(decoder)
    #expect(decoder.report(Line.self).state == .ineligible)
    #expect(decoder.report(Order.self).state == .active)
  }

  @Test func `the error is that of an initializer that was never planned`() throws {
    for wrong in Self.wrong + Self.wrong.map({ Self.order($0) }) {
      let decoder = try Self.planned()
      for _ in 0..<20 {
        let expected = outcome { try JSONDecoder().decode(Line.self, from: Data(wrong.utf8)) }
        #expect(outcome { try decoder.decode(Line.self, wrong) } == expected)
        let order = outcome { try JSONDecoder().decode(Order.self, from: Data(wrong.utf8)) }
        #expect(outcome { try decoder.decode(Order.self, wrong) } == order)
      }
    }
  }

  // MARK: - Members that are decoded later

  enum Size: String, Decodable { case small, large, other }

  /// Most of its members are read in one pass, and `size` later.
  struct Parcel: Decodable, MemberwiseDecodable, Equatable {
    var name: String
    var street: String
    var city: String
    var country: String
    var size: Size
    var note: String?
  }

  private static func parcel(_ size: String) -> String {
    let long = String(repeating: "a long street ", count: 8)
    return #"{"size":\#(size),"name":"a","street":"\#(long)","city":"b","country":"c"}"#
  }

  @Test func `nor does an error of a member that is decoded later`() throws {
    for isArray in [false, true] {
      func size(_ decoder: RecordedDecoder, _ size: String) throws -> Size? {
        let parcel = Self.parcel(size)
        return isArray
          ? try decoder.decode([Parcel].self, "[\(Self.parcel(#""small""#)),\(parcel)]").last?.size
          : try decoder.decode(Parcel.self, parcel).size
      }
      let first = RecordedDecoder()
      _ = first.report(Parcel.self)
      for _ in 0..<40 { #expect(try size(first, #""small""#) == .small) }
      let others = (0..<20).map { _ in first.another }
      for other in others { for _ in 0..<4 { #expect(try size(other, #""large""#) == .large) } }
      for other in others {
        for _ in 0..<20 { #expect(throws: DecodingError.self) { try size(other, "7") } }
        #expect(try size(other, #""huge""#) == .other)
        #expect(try size(other, #""small""#) == .small)
      }
    }
  }

  // MARK: - What an error costs

  /// Is nested in itself, with a type that isn't marked in between.
  struct Level: Decodable, MemberwiseDecodable {
    var pad: [Piece]
    var child: Box?
    var id: Int
  }

  struct Piece: Decodable {
    static let count = Locked(0)
    init(from decoder: any Decoder) throws { Self.count.withLock { $0 += 1 } }
  }

  final class Box: Decodable {
    static let count = Locked(0)
    let level: Level
    init(from decoder: any Decoder) throws {
      Self.count.withLock { $0 += 1 }
      level = try decoder.singleValueContainer().decode(Level.self)
    }
  }

  /// Leaves out a level that cannot be decoded.
  struct TolerantLevel: Decodable, MemberwiseDecodable {
    var pad: [Piece]
    @JSONLossy var children: [TolerantLevel]
    var id: Int
  }

  private static func levels(_ depth: Int, _ child: String, _ end: String, id: String) -> String {
    (0..<depth).reduce(#"{"pad":[0,0],"id":1}"#) { inner, level in
      #"{"pad":[0,0],\#(child)\#(inner)\#(end),"id":\#(level == 0 ? "1" : id)}"#
    }
  }

  // Both use the same counters.
  @Test(.serialized, arguments: ["null", "1"])
  func `nothing inside is decoded twice because of an error, however deep`(_ id: String) throws {
    for depth in [1, 10, 60] {
      let decoder = RecordedDecoder()
      _ = (decoder.report(Level.self), decoder.report(TolerantLevel.self))
      let good = Self.levels(3, #""child":"#, "", id: "1")
      for _ in 0..<9 { _ = try decoder.decode(Level.self, good) }
      let tolerant = Self.levels(3, #""children":["#, "]", id: "1")
      for _ in 0..<9 { _ = try decoder.decode(TolerantLevel.self, tolerant) }
      #expect(decoder.report(Level.self).state == .active)
      #expect(decoder.report(TolerantLevel.self).state == .active)

      // The innermost level, or every one of them, has no usable `id`.
      Box.count.withLock { $0 = 0 }
      Piece.count.withLock { $0 = 0 }
      let nested = Self.levels(depth, #""child":"#, "", id: id)
        .replacing(#"{"pad":[0,0],"id":1}"#, with: #"{"pad":[0,0],"id":""}"#)
      #expect(throws: DecodingError.self) { try decoder.decode(Level.self, nested) }
      #expect(Box.count.withLock { $0 } == depth)
      #expect(Piece.count.withLock { $0 } == 2 * depth + 2)

      Piece.count.withLock { $0 = 0 }
      let lossy = Self.levels(depth, #""children":["#, "]", id: id)
      _ = try? decoder.decode(TolerantLevel.self, lossy)
      #expect(Piece.count.withLock { $0 } == 2 * depth + 2)
    }
  }
}

extension KeyedDecodingContainer {
  fileprivate func decode(
    _ type: MemberwiseErrorTests.Price.Type,
    forKey key: Key
  ) throws -> MemberwiseErrorTests.Price {
    do {
      return try decodeAnything(forKey: key)
    } catch DecodingError.typeMismatch(_, let context)
      where context.codingPath.last?.stringValue == key.stringValue
    {
      return MemberwiseErrorTests.Price(cents: try decode(Int.self, forKey: key), currency: nil)
    }
  }

  fileprivate func decode(
    _ type: MemberwiseErrorTests.Size.Type,
    forKey key: Key
  ) throws -> MemberwiseErrorTests.Size {
    do {
      return try decodeAnything(forKey: key)
    } catch DecodingError.dataCorrupted {
      return .other
    }
  }

  private func decodeAnything<Value: Decodable>(forKey key: Key) throws -> Value {
    try decode(Value.self, forKey: key)
  }
}
