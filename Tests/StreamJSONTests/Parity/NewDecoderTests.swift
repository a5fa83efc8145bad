import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Decoders that are made for one text and thrown away: what they share must not show.
struct NewDecoderTests {
  struct Pair: Decodable, Equatable, Sendable {
    var oneTwo: Int?
    var three: Double?
  }

  private static let text = #"{"one_two":1,"oneTwo":2,"three":3.5,"three":"nan",}"#

  @Test(arguments: 0..<6)
  func `settings of one decoder do not reach the next`(setting: Int) throws {
    let plain = outcome { try JSONDecoder().decode(Pair.self, from: Data(Self.text.utf8)) }
    for _ in 0..<8 {
      let decoder = StreamJSONDecoder()
      switch setting {
      case 0: decoder.keyDecodingStrategy = .convertFromSnakeCase
      case 1: decoder.keyDecodingStrategy = .custom { _ in AnyKey(stringValue: "x") }
      case 2: decoder.duplicateKeyPolicy = .reject
      case 3: decoder.validation = .strict
      case 4: decoder.limits.maximumDepth = 0
      default: decoder.duplicateKeyPolicy = .useLast
      }
      let other = outcome { try decoder.decode(Pair.self, from: Self.text) }
      let ours = outcome { try StreamJSONDecoder().decode(Pair.self, from: Self.text) }
      #expect(ours.agrees(with: plain))
      #expect(other != ours)
    }
  }

  @Test func `what userInfo held goes with its decoder`() throws {
    final class Guest: Sendable {}
    weak var guest: Guest?
    do {
      let strong = Guest()
      guest = strong
      let decoder = StreamJSONDecoder()
      decoder.userInfo[.guest] = strong
      #expect(try decoder.decode([Int].self, from: "[1]") == [1])
    }
    #expect(guest == nil)
  }

  /// A decoder with its own defaults.
  final class SnakeCaseDecoder: StreamJSONDecoder, @unchecked Sendable {
    override var keyDecodingStrategy: KeyDecodingStrategy {
      get { .convertFromSnakeCase }
      set {}
    }
  }

  /// A decoder with its own limits.
  final class CarefulDecoder: StreamJSONDecoder, @unchecked Sendable {
    override init() {
      super.init()
      limits = JSONLimits(maximumDepth: 1)
      duplicateKeyPolicy = .reject
      validation = .strict
    }
  }

  @Test(arguments: ["[[1]]", #"{"a":1,"a":2}"#, "[1,]"])
  func `limits and policies of a subclass count`(text: String) throws {
    #expect(throws: DecodingError.self) { try CarefulDecoder().decode(JSONTree.self, from: text) }
    _ = try StreamJSONDecoder().decode(JSONTree.self, from: text)
  }

  @Test func `what userInfo held goes when it changes during a decode`() throws {
    final class Guest: Sendable {}
    struct Host: Decodable {
      init(from decoder: any Decoder) throws {
        (decoder.userInfo[.host] as? Box)?.decoder?.userInfo = [:]
      }
    }
    // Used on one thread.
    final class Box: @unchecked Sendable {
      var decoder: StreamJSONDecoder?
    }
    weak var guest: Guest?
    let decoder = StreamJSONDecoder()
    do {
      let (strong, box) = (Guest(), Box())
      guest = strong
      box.decoder = decoder
      decoder.userInfo = [.host: box, .guest: strong]
      _ = try decoder.decode(Host.self, from: "1")
      box.decoder = nil
    }
    #expect(guest == nil)
  }

  @Test func `defaults of a subclass count`() throws {
    let text = #"{"one_two":1,"three":2}"#
    #expect(try SnakeCaseDecoder().decode(Pair.self, from: text) == Pair(oneTwo: 1, three: 2))
    #expect(try StreamJSONDecoder().decode(Pair.self, from: text) == Pair(oneTwo: nil, three: 2))
  }

  /// Keeps a container over an object whose names are converted.
  struct Keeper: Decodable {
    var container: KeyedDecodingContainer<AnyKey>
    init(from decoder: any Decoder) throws {
      container = try decoder.container(keyedBy: AnyKey.self)
    }
  }

  @Test func `more names than are remembered between texts`() throws {
    let crowd = (0..<3000).map { #"{"name_\#($0)":\#($0),"one_two":\#($0)}"# }
    let text = "[" + crowd.joined(separator: ",") + "]"
    var kept: [Keeper] = []
    for _ in 0..<3 {
      let decoder = StreamJSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      let pairs = try decoder.decode([Pair].self, from: text)
      #expect(pairs.map(\.oneTwo) == Array(0..<3000))
      kept += try decoder.decode([Keeper].self, from: text)
    }
    for (number, keeper) in kept.enumerated() {
      let expected = number % 3000
      let name = AnyKey(stringValue: "name\(expected)")
      #expect(try keeper.container.decode(Int.self, forKey: "oneTwo") == expected)
      #expect(try keeper.container.decode(Int.self, forKey: name) == expected)
    }
  }

  /// Texts that leave more behind than most.
  ///
  /// Texts that fit a type are decoded as that type only: a failed attempt would leave more notes.
  private static let leavers: [@Sendable (StreamJSONDecoder) -> Void] = [
    { _ = try? $0.decode([Int].self, from: "\u{FEFF}[1]") },
    { _ = try? $0.decode(JSONTree.self, from: "\u{FEFF}\n[1,") },
    { _ = try? $0.decode([String].self, from: "[\"é\"]".data(using: .utf16) ?? Data()) },
    { _ = try? $0.decode([Int].self, from: "[1,\n\"é\"]".data(using: .utf16) ?? Data()) },
    { _ = try? $0.decode(JSONTree.self, from: Data([0xFF, 0xFE, 0x5B, 0, 0, 0xD8])) },
    { _ = try? $0.decode([[Int]].self, withJSONObject: [[1], ["x"], [Data()]]) },
    { _ = try? $0.decode([[String]].self, withJSONObject: [["a"], ["\n"]]) },
    { _ = try? $0.decode([[Int]].self, from: "[[1],\n[2,\"\\n\"]]") },
    { _ = try? $0.decode(JSONTree.self, from: #"{"\u0061":["\n"]}"#) },
    {
      _ = try? $0.decode(Nothing.self, from: "[" + String(repeating: "1,", count: 70_000) + "1]")
    },
  ]

  @Test(arguments: leavers.indices)
  func `what a text leaves behind does not move the next error`(leaver: Int) throws {
    for configure in [{ _ in }, { $0.keyDecodingStrategy = .convertFromSnakeCase }]
      as [(StreamJSONDecoder) -> Void]
    {
      let kept = StreamJSONDecoder()
      configure(kept)
      for decoder in [kept, kept, StreamJSONDecoder()] {
        Self.leavers[leaver](decoder)
        Self.leavers[leaver](StreamJSONDecoder())
        let error = #expect(throws: DecodingError.self) {
          try decoder.decode([String: [Int]].self, from: "{\"a\":[1,\n\"x\"]}")
        }
        #expect(error?.jsonError?.byteOffset == 9)
        #expect(error?.jsonError?.line == 2)
        #expect(error?.jsonError?.column == 1)
        #expect(error?.jsonError?.pointer == "/a/1")
      }
    }
  }

  @Test func `new decoders on many threads`() async {
    let rounds = 40 * TestScale.factor
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<16 {
        group.addTask {
          for round in 0..<rounds {
            let decoder = StreamJSONDecoder()
            if task % 2 == 0 { decoder.keyDecodingStrategy = .convertFromSnakeCase }
            let name = task % 2 == 0 ? "one_two" : "oneTwo"
            let texts = [#"{"\#(name)":\#(round),"three":0.5}"#, #"{"three":\#(task)}"#]
            let pairs = try? texts.map { try decoder.decode(Pair.self, from: $0) }
            #expect(
              pairs == [Pair(oneTwo: round, three: 0.5), Pair(oneTwo: nil, three: Double(task))]
            )
          }
        }
      }
    }
  }
}

extension CodingUserInfoKey {
  fileprivate static let guest = named("guest")
  fileprivate static let host = named("host")

  private static func named(_ name: String) -> CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: name) else { preconditionFailure() }
    return key
  }
}
