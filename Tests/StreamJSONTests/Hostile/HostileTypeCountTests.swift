import Foundation
import StreamJSON
import StreamJSONCore
import StreamJSONTestSupport
import Testing

/// Programs that decode very many types, of which one decoder meets each.
struct HostileTypeCountTests {
  /// A digit of the number of a type.
  protocol Digit { associatedtype Next: Digit }
  enum Zero: Digit { typealias Next = One }
  enum One: Digit { typealias Next = Two }
  enum Two: Digit { typealias Next = Three }
  enum Three: Digit { typealias Next = Four }
  enum Four: Digit { typealias Next = Five }
  enum Five: Digit { typealias Next = Six }
  enum Six: Digit { typealias Next = Seven }
  enum Seven: Digit { typealias Next = Zero }
  enum Number<A: Digit, B: Digit> {}

  /// One of many types, each with another key type.
  struct Plain<Row, Column>: Decodable {
    var number: Int
    var name: String?
  }

  struct Marked<Row, Column>: Decodable, MemberwiseDecodable {
    var number: Int
    var part: MarkedPart<Row, Column>?
  }

  struct MarkedPart<Row, Column>: Decodable, MemberwiseDecodable {
    var number: Int
    var text: Substitute?
  }

  /// Marked, but has no plan.
  struct Refused<Row, Column>: Decodable, MemberwiseDecodable {
    var number: Int
    init(from decoder: any Decoder) throws {
      number =
        1 + (try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number))
    }
    enum CodingKeys: CodingKey { case number }
  }

  struct Substitute: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  /// Calls `body` with `count` pairs of types, of at most 4,096.
  private static func forEachPair(_ count: Int, _ body: some PairBody) throws {
    var rest = count
    func a<A: Digit>(_ type: A.Type, _ turns: Int) throws {
      guard turns > 0 else { return }
      try b(type, Zero.self, 8)
      try a(A.Next.self, turns - 1)
    }
    func b<A: Digit, B: Digit>(_ first: A.Type, _ type: B.Type, _ turns: Int) throws {
      guard turns > 0 else { return }
      try c(first, type, Zero.self, 8)
      try b(first, B.Next.self, turns - 1)
    }
    func c<A: Digit, B: Digit, C: Digit>(
      _ first: A.Type,
      _ second: B.Type,
      _ type: C.Type,
      _ turns: Int
    ) throws {
      guard turns > 0 else { return }
      try d(first, second, type, Zero.self, 8)
      try c(first, second, C.Next.self, turns - 1)
    }
    func d<A: Digit, B: Digit, C: Digit, D: Digit>(
      _ first: A.Type,
      _ second: B.Type,
      _ third: C.Type,
      _ type: D.Type,
      _ turns: Int
    ) throws {
      guard turns > 0, rest > 0 else { return }
      rest -= 1
      try body.run(Number<A, B>.self, Number<C, D>.self)
      try d(first, second, third, D.Next.self, turns - 1)
    }
    try a(Zero.self, 8)
  }

  protocol PairBody { func run<Row, Column>(_ row: Row.Type, _ column: Column.Type) throws }

  struct Decoding: PairBody {
    let kind: String
    let decoder: CoreDecoder

    func run<Row, Column>(_ row: Row.Type, _ column: Column.Type) throws {
      switch kind {
      case "plain": _ = try decoder.decode(Plain<Row, Column>.self, from: #"{"number":1}"#)
      case "failing":
        _ = try? decoder.decode(Plain<Row, Column>.self, from: #"{"number":"x"}"#)
      case "marked":
        decoder.learn(Marked<Row, Column>.self)
        let text = #"{"number":1,"part":{"number":2,"text":1}}"#
        for _ in 0..<3 { _ = try decoder.decode(Marked<Row, Column>.self, from: text) }
      default:
        decoder.learn(Refused<Row, Column>.self)
        for _ in 0..<3 { _ = try decoder.decode(Refused<Row, Column>.self, from: #"{"number":1}"#) }
      }
    }
  }

  @Test(arguments: ["plain", "failing", "marked", "refused"])
  func `a type costs the same, however many a decoder has met`(_ kind: String) throws {
    let size = Growth.scaled(256, debug: 128)
    // The runtime makes the metadata of all of them.
    try Self.forEachPair(4 * size, Decoding(kind: kind, decoder: Self.makeDecoder()))
    try Growth.expectLinear(size: size) { count in
      { try Self.forEachPair(count, Decoding(kind: kind, decoder: Self.makeDecoder())) }
    }
  }

  /// The first keeps nothing, the second keeps its decoder for as long as the next one needs to be decoded.
  @Test(arguments: [false, true])
  func `a decode costs the same, however many types its decoder has met`(keeps: Bool) throws {
    let ratios = try (0..<3).map { _ in
      try Growth.ratio(size: 1024) { count in
        let decoder = Self.makeDecoder()
        try Self.forEachPair(count, Decoding(kind: "plain", decoder: decoder))
        return {
          for _ in 0..<2_000 {
            if keeps {
              Keeper.last.withLock { $0 = nil }
              _ = try decoder.decode(Keeper.self, from: #"{"number":1}"#)
            } else {
              _ = try decoder.decode(Plain<Int, Int>.self, from: #"{"number":1}"#)
            }
          }
        }
      }
    }
    // The times themselves vary with what else the machine does.
    let ratio = ratios.min() ?? .infinity
    #expect(ratio < 1.5, "four times the types, \(ratio) times the time")
  }

  struct Keeper: Decodable {
    static let last = Locked<(any Decoder)?>(nil)

    init(from decoder: any Decoder) throws {
      Self.last.withLock { $0 = decoder }
    }
  }

  /// A decoder of a process that has met no type.
  private static func makeDecoder() -> CoreDecoder {
    CoreDecoder(environment: .makeLocked(stopsAtFalsePromises: false))
  }
}
