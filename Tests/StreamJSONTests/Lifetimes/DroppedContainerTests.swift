import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Anything that no model holds any longer is freed, with its last holder or with the next decode.
struct DroppedContainerTests {
  /// Which parts of a decode a test keeps for a while.
  enum Keeping: CaseIterable {
    case decoder, keyed, unkeyed, single, superDecoder, error, nothing
  }

  /// Stored in `userInfo`: alive for as long as any part of the decode is.
  final class Life: Sendable {}

  struct Model: Decodable {
    init(from decoder: any Decoder) throws {
      guard let kept = decoder.kept, let keeping = decoder.userInfo[.meanwhile] as? Keeping else {
        return
      }
      let container = try decoder.container(keyedBy: AnyKey.self)
      switch keeping {
      case .decoder: kept.decoders.append(decoder)
      case .keyed: kept.keyed.append(container)
      case .unkeyed: kept.unkeyed.append(try container.nestedUnkeyedContainer(forKey: "list"))
      case .single: kept.single.append(try decoder.singleValueContainer())
      case .superDecoder: kept.decoders.append(try container.superDecoder(forKey: "list"))
      case .error: _ = try container.decode(Int.self, forKey: "missing")
      case .nothing: break
      }
    }
  }

  private static let life: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "life") else { preconditionFailure() }
    return key
  }()

  @Test(arguments: Keeping.allCases, [true, false])
  func `userInfo is freed with the next decode`(_ keeping: Keeping, sameDecoder: Bool) throws {
    let (decoder, kept) = (StreamJSONDecoder(), Kept())
    weak var weakLife: Life?
    func decode() -> (any Error)? {
      let life = Life()
      weakLife = life
      decoder.userInfo = [Self.life: life, .meanwhile: keeping]
      decoder.kept = kept
      defer { decoder.userInfo = [:] }
      do {
        _ = try decoder.decode(Model.self, from: NumberedText.text(1))
        return nil
      } catch {
        return error
      }
    }
    var error = decode()
    #expect((error != nil) == (keeping == .error))
    let keepsAny = keeping != .nothing && keeping != .error
    #expect(weakLife != nil || !keepsAny)
    kept.removeAll()
    error = nil
    let other = sameDecoder ? decoder : StreamJSONDecoder()
    _ = try other.decode([Int].self, from: "[1]")
    #expect(weakLife == nil)
  }

  @Test func `many kept containers are freed with the next decode`() throws {
    let (decoder, kept) = (StreamJSONDecoder(), Kept())
    weak var weakLife: Life?
    do {
      let life = Life()
      weakLife = life
      decoder.userInfo = [Self.life: life]
      decoder.kept = kept
      for number in 0..<50 {
        _ = try decoder.decode([KeepsAll].self, from: "[\(NumberedText.text(number))]")
      }
      decoder.userInfo = [:]
    }
    for (number, container) in kept.keyed.enumerated() {
      #expect(try container.decode(Int.self, forKey: "number") == number)
    }
    kept.removeAll()
    _ = try StreamJSONDecoder().decode([Int].self, from: "[1]")
    #expect(weakLife == nil)
  }

  /// Keeps a container, releases it, and expects `read` to free what it belonged to.
  private static func expectFreed<Key: CodingKey>(
    _ type: Key.Type,
    of decoder: StreamJSONDecoder = StreamJSONDecoder(),
    by read: (StreamJSONDecoder) throws -> Void = { _ in }
  ) throws {
    let kept = Locked<KeyedDecodingContainer<Key>?>(nil)
    weak var weakLife: Life?
    do {
      let life = Life()
      weakLife = life
      decoder.userInfo[Self.life] = life
      decoder.userInfo[.script] = Script { decoder, _ in
        let container = try decoder.container(keyedBy: type)
        kept.withLock { $0 = container }
      }
      _ = try decoder.decode(Scripted.self, from: NumberedText.text(1))
      decoder.userInfo = [:]
    }
    precondition(weakLife != nil)
    kept.withLock { $0 = nil }
    try read(decoder)
    precondition(weakLife == nil)
  }

  /// Keys for which a process keeps one container: the first one is from a pool, and nothing shows
  /// when it is released.
  private enum PushKey: CodingKey { case number }
  private enum PullKey: CodingKey { case number }
  private enum AgainKey: CodingKey { case number }

  @Test func `what was kept is freed with the next bytes of a stream`() async {
    // Other tests in the same process would free it.
    await #expect(processExitsWith: .success) {
      let text = Data("1\n2\n".utf8)
      try Self.expectFreed(PushKey.self) { decoder in
        let stream = decoder.makeStream(of: Int.self, framing: .lines)
        try stream.append(text) { _ in }
      }
      let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
      try text.write(to: url)
      defer { try? FileManager.default.removeItem(at: url) }
      try Self.expectFreed(PullKey.self) { decoder in
        let values = decoder.valueIterator(of: Int.self, inFileAt: url, framing: .lines)
        _ = try values.next()
      }
    }
  }

  @Test func `what a type keeps again is freed when its last holder goes`() async {
    await #expect(processExitsWith: .success) {
      let others = (0..<3).map { _ in StreamJSONDecoder() }
      for decoder in others { _ = try decoder.decode(Nothing.self, from: "{}") }
      let first = StreamJSONDecoder()
      try Self.expectFreed(AgainKey.self, of: first) { _ = try $0.decode([Int].self, from: "[1]") }
      for decoder in [first] + others { try Self.expectFreed(AgainKey.self, of: decoder) }
    }
  }

  // Not with ThreadSanitizer, whose runtime crashes when the counter calls its `malloc`.
  #if os(Linux) && !STREAMJSON_THREAD_SANITIZER
  // Swift 6.2 passes no arguments to such processes.
  @Test func `texts are freed with the next decode`() async {
    await #expect(processExitsWith: .success) {
      let (decoder, kept) = (StreamJSONDecoder(), Kept())
      let filler = String(repeating: "1,", count: 100_000)
      let text = #"{"list":[],"filler":[\#(filler)1]}"#
      let decodeAll = { (keeping: Keeping) in
        for _ in 0..<32 {
          decoder.userInfo = [.meanwhile: keeping]
          decoder.kept = kept
          _ = try? decoder.decode(Model.self, from: text)
        }
        kept.removeAll()
        decoder.userInfo = [:]
        _ = try? decoder.decode([Int].self, from: "[1]")
      }
      for keeping in Keeping.allCases {
        // What the first decode of a process sets up does not count.
        decodeAll(.nothing)
        let use = try #require(AllocationCounter.heapUse { decodeAll(keeping) })
        precondition(use.left < 500_000, "\(keeping): \(use.left) bytes of \(32 * text.utf8.count)")
      }
    }
  }

  @Test func `decoders and containers that are gone leave nothing behind`() async {
    await #expect(processExitsWith: .success) {
      // More than are kept for the next decode, with some that a model keeps for a while.
      let round = {
        let decoders = (0..<8).map { _ in StreamJSONDecoder() }
        for decoder in decoders {
          _ = try decoder.decode(HostileModelMemoryTests.Plain.self, from: NumberedText.text(1))
        }
        let (decoder, kept) = (decoders[0], Kept())
        decoder.kept = kept
        _ = try decoder.decode(KeepsAll.self, from: NumberedText.text(2))
        decoder.userInfo = [:]
        kept.removeAll()
      }
      // What a decoder keeps of earlier texts is kept once for each that waits for its next use.
      for _ in 0..<100 { try round() }
      let use = try #require(AllocationCounter.heapUse { for _ in 0..<300 { try round() } })
      precondition(use.left < 10_000, "\(use.left) bytes are left")
    }
  }

  @Test func `parts kept of kept parts, many times over, share one text`() async {
    await #expect(processExitsWith: .success) {
      let decoder = StreamJSONDecoder()
      let kept = try decoder.decode(EscapingTests.Keeper.self, from: NumberedText.text(1))
      let keepAgain = { (count: Int) in
        try (0..<count).reduce(kept) { kept, _ in
          try kept.decoder.singleValueContainer().decode(EscapingTests.Keeper.self)
        }
      }
      var last = try keepAgain(10)
      let left = try #require(try AllocationCounter.heapUse { last = try keepAgain(1000) }).left
      precondition(left < 10_000, "\(left) bytes for one text")
      let trees = (try JSONTree(from: last.decoder), try NumberedText.tree(1))
      precondition(trees.0 == trees.1)
    }
  }

  @Test func `a container whose names were malformed is used again`() async {
    await #expect(processExitsWith: .success) {
      let decoder = StreamJSONDecoder()
      decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] }
      let allocations = {
        try AllocationCounter.count {
          _ = try decoder.decode([JSONTree].self, from: #"[{"a":1},{"b":2},{"c":[{"d":3}]}]"#)
        }
      }
      _ = try allocations()
      let before = try #require(try allocations())
      for _ in 0..<3 { _ = try? decoder.decode(JSONTree.self, from: #"{"a\q":1}"#) }
      _ = try allocations()
      let after = try #require(try allocations())
      precondition(after <= before, "\(after) allocations instead of \(before)")
    }
  }
  #endif
}
