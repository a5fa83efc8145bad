import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Things that have outlived their decode are read from any thread, and from several at once.
struct ThreadLifetimeTests {
  /// Keeps one container of each kind.
  struct Model: Decodable, @unchecked Sendable {
    // `@unchecked`: JSONDecoder's containers are only read, as are these.
    var keyed: KeyedDecodingContainer<AnyKey>
    var unkeyed: any UnkeyedDecodingContainer
    var decoder: any Decoder

    init(from decoder: any Decoder) throws {
      self.decoder = decoder
      keyed = try decoder.container(keyedBy: AnyKey.self)
      unkeyed = try keyed.nestedUnkeyedContainer(forKey: "list")
    }

    func check(_ number: Int) throws {
      let name = try keyed.decode(String.self, forKey: "name")
      #expect(name == "the name of text \(number), long enough for the heap")
      #expect(try keyed.decode(Int.self, forKey: "number") == number)
      #expect(keyed.allKeys.map(\.stringValue) == ["name", "number", "list"])
      var list = unkeyed
      #expect(try list.decode(String.self) == "a \(number)")
      #expect(try list.decode(Int.self) == number)
      let nested = try list.nestedContainer(keyedBy: AnyKey.self)
      #expect(try nested.decode(Int.self, forKey: "inner") == number)
      #expect(throws: DecodingError.self) { try keyed.decode(Int.self, forKey: "missing") }
    }
  }

  private static let rounds = 20 * TestScale.factor

  @Test func `models with containers of one text are read on many threads`() throws {
    let decoder = StreamJSONDecoder()
    for _ in 0..<Self.rounds {
      let text = "[\((0..<32).map(NumberedText.text).joined(separator: ","))]"
      let models = try decoder.decode([Model].self, from: text)
      Threads.run(4) { thread in
        for number in stride(from: thread, to: 32, by: 4) {
          #expect(throws: Never.self) { try models[number].check(number) }
        }
      }
    }
  }

  @Test func `one kept container is read on many threads`() throws {
    let decoder = StreamJSONDecoder()
    for round in 0..<Self.rounds {
      let model = try decoder.decode(Model.self, from: NumberedText.text(round))
      Threads.run(4) { _ in
        for _ in 0..<50 { #expect(throws: Never.self) { try model.check(round) } }
      }
    }
  }

  @Test func `one kept decoder decodes on many threads`() throws {
    let decoder = StreamJSONDecoder()
    for round in 0..<Self.rounds {
      let model = try decoder.decode(Model.self, from: NumberedText.text(round))
      let tree = try NumberedText.tree(round)
      Threads.run(4) { _ in
        for _ in 0..<20 {
          #expect(outcome { try JSONTree(from: model.decoder) } == .value(tree))
          #expect(model.decoder.codingPath.isEmpty)
          #expect(throws: Never.self) { try Model(from: model.decoder).check(round) }
        }
      }
    }
  }

  @Test func `containers are read on many threads while their decoder goes on`() throws {
    let decoder = StreamJSONDecoder()
    let models = try (0..<4).map { try decoder.decode(Model.self, from: NumberedText.text($0)) }
    let rounds = 20 * Self.rounds
    Threads.run(6) { thread in
      for round in 0..<rounds {
        guard thread < 4 else {
          let number = thread * 100_000 + round
          let model = try? decoder.decode(Model.self, from: NumberedText.text(number))
          #expect(throws: Never.self) { try model?.check(number) }
          continue
        }
        #expect(throws: Never.self) { try models[thread].check(thread) }
      }
    }
  }

  @Test func `containers are released on many threads`() throws {
    let decoder = StreamJSONDecoder()
    let rounds = 50 * Self.rounds
    Threads.run(4) { thread in
      var models: [(Int, Model)] = []
      for round in 0..<rounds {
        let number = thread * 100_000 + round
        guard let model = try? decoder.decode(Model.self, from: NumberedText.text(number)) else {
          Issue.record("text \(number) was not decoded")
          continue
        }
        models.append((number, model))
        guard models.count > 8 else { continue }
        for (number, model) in models { #expect(throws: Never.self) { try model.check(number) } }
        models.removeAll()
      }
    }
  }

  /// Passes what it gets to a thread that reads it at once.
  struct Watched: Decodable {
    init(from decoder: any Decoder) throws {
      guard let watcher = decoder.userInfo[.script] as? Watcher else { return }
      try watcher.watch(decoder)
      // The decode goes on while the thread is at work.
      _ = try JSONTree(from: decoder)
    }
  }

  /// Reads on another thread what the decodes of one text pass to it.
  final class Watcher: Sendable {
    private struct Hands: @unchecked Sendable {
      var keyed: KeyedDecodingContainer<AnyKey>
      var unkeyed: any UnkeyedDecodingContainer
      var decoder: any Decoder
    }

    let number: Int
    /// Whether the decoder works on another thread while the decode runs.
    let worksElsewhere: Bool
    let isOver = Locked(false)
    private let waits = Locked<[@Sendable () -> Void]>([])

    init(number: Int, worksElsewhere: Bool = false) {
      (self.number, self.worksElsewhere) = (number, worksElsewhere)
    }

    func watch(_ decoder: any Decoder) throws {
      let keyed = try decoder.container(keyedBy: AnyKey.self)
      let hands = Hands(
        keyed: keyed,
        unkeyed: try keyed.nestedUnkeyedContainer(forKey: "list"),
        decoder: decoder
      )
      let started = DispatchSemaphore(value: 0)
      let group = DispatchGroup()
      group.enter()
      Thread { [self] in
        // The decode waits, so it's certain what these reads find.
        let found = read(hands)
        #expect(found == found.map { _ in worksElsewhere })
        started.signal()
        // After that, two threads would use what JSONDecoder made at once, which isn't safe.
        var left = worksElsewhere ? 0 : 30
        while left > 0 {
          let isOver = isOver.withLock { $0 }
          if isOver { left -= 1 }
          let found = read(hands)
          #expect(!isOver || !found.contains(false))
        }
        group.leave()
      }.start()
      started.wait()
      waits.withLock { $0.append { group.wait() } }
    }

    /// Reads everything: each result is correct or a `DecodingError`.
    ///
    /// - Returns: For each read, whether it worked.
    private func read(_ hands: Hands) -> [Bool] {
      func works(_ body: () throws -> Bool) -> Bool {
        do {
          #expect(try body())
          return true
        } catch {
          #expect(error is DecodingError)
          return false
        }
      }
      let name = "the name of text \(number), long enough for the heap"
      let names: Set = ["name", "number", "list"]
      let found = Set(hands.keyed.allKeys.map(\.stringValue))
      #expect(found.isSubset(of: names))
      var list = hands.unkeyed
      return [
        works { try hands.keyed.decode(String.self, forKey: "name") == name },
        works { try hands.keyed.decode(Int.self, forKey: "number") == number },
        found == names,
        works { try list.decode(String.self) == "a \(number)" },
        works { try NumberedText.has(number, JSONTree(from: hands.decoder)) },
      ]
    }

    func wait() {
      isOver.withLock { $0 = true }
      for wait in waits.withLock({ $0 }) { wait() }
    }
  }

  @Test func `many threads read while their decode returns`() throws {
    let watcher = Watcher(number: 0, worksElsewhere: true)
    let reference = JSONDecoder()
    reference.userInfo[.script] = watcher
    _ = try reference.decode(Watched.self, from: Data(NumberedText.text(0).utf8))
    watcher.wait()
    let decoder = StreamJSONDecoder()
    for round in 0..<5 * Self.rounds / TestScale.stride(inDebug: 4) {
      let watcher = Watcher(number: round)
      decoder.userInfo[.script] = watcher
      _ = try decoder.decode(Watched.self, from: NumberedText.text(round))
      decoder.userInfo = [:]
      for other in 0..<20 {
        _ = try decoder.decode(JSONTree.self, from: NumberedText.text(1_000_000 + other))
      }
      watcher.wait()
    }
  }

  /// What a model can reach while it is decoded.
  struct Parts: @unchecked Sendable {
    // `@unchecked`: the tests use it on other threads.
    var keyed: KeyedDecodingContainer<Key>
    var counted: KeyedDecodingContainer<Key>
    var unkeyed: any UnkeyedDecodingContainer
    var decoder: any Decoder
    var above: any Decoder

    /// No model keeps a container with such keys, so that most of them come from a pool.
    enum Key: CodingKey { case number, object, list }

    init(of decoder: any Decoder) throws {
      self.decoder = decoder
      keyed = try decoder.container(keyedBy: Key.self)
      above = try keyed.superDecoder(forKey: .object)
      counted = try above.container(keyedBy: Key.self)
      unkeyed = try keyed.nestedUnkeyedContainer(forKey: .list)
    }

    func expectMisuse() {
      func expect<Value>(_ body: () throws -> Value) {
        let error = #expect(throws: DecodingError.self) { _ = try body() }
        #expect(error?.jsonError?.kind == .misuse)
        // It is about a call, and has no place.
        #expect(error?.jsonError?.description.contains("top level") == false)
      }
      expect { try keyed.decode(Int.self, forKey: .number) }
      expect { try keyed.nestedContainer(keyedBy: Key.self, forKey: .object) }
      expect { try counted.decode(Int.self, forKey: .number) }
      expect {
        var unkeyed = unkeyed
        return try unkeyed.decode(Int.self)
      }
      for decoder in [decoder, above] {
        expect { try decoder.container(keyedBy: Key.self) }
        expect { try decoder.singleValueContainer().decode(JSONTree.self) }
      }
      #expect(keyed.allKeys.isEmpty && counted.allKeys.isEmpty)
      #expect(!keyed.contains(.number) && !counted.contains(.number))
    }
  }

  @Test func `what another thread uses during the decode is an error there`() throws {
    let decoder = StreamJSONDecoder()
    // Stacks of another size lie in other places.
    for stackSize in [nil, 512 << 10] {
      decoder.userInfo[.script] = Script { decoder, _ in
        let parts = try Parts(of: decoder)
        Threads.run(4, stackSize: stackSize) { _ in parts.expectMisuse() }
        #expect(try parts.keyed.decode(Int.self, forKey: .number) == 1)
        #expect(try parts.counted.decode(Int.self, forKey: .number) == 2)
      }
      Threads.run(1, stackSize: stackSize) { _ in
        let text = #"{"number":1,"object":{"number":2},"list":[3]}"#
        for _ in 0..<5 {
          #expect(throws: Never.self) {
            _ = try decoder.decode(Scripted.self, from: text)
            _ = try decoder.decode([Scripted].self, from: "[\(text),\(text)]")
          }
        }
      }
    }
  }

  @Test func `containers opened after the decode are read on any thread`() throws {
    let text = #"{"object":{"number":2,"object":{"number":3},"list":[4]}}"#
    struct Kept: Decodable, @unchecked Sendable {
      // `@unchecked`: as `Model`.
      var parts: Parts
      init(from decoder: any Decoder) throws { parts = try Parts(of: decoder) }
    }
    let kept = try StreamJSONDecoder().decode(
      Kept.self,
      from: #"{"number":1,"list":[{"number":5}],"object":\#(text)}"#
    )
    var opened = [
      try kept.parts.keyed.nestedContainer(keyedBy: Parts.Key.self, forKey: .object),
      try kept.parts.counted.nestedContainer(keyedBy: Parts.Key.self, forKey: .object),
      try kept.parts.above.container(keyedBy: Parts.Key.self),
    ]
    opened.append(try opened[1].superDecoder(forKey: .object).container(keyedBy: Parts.Key.self))
    var list = kept.parts.unkeyed
    opened.append(try list.nestedContainer(keyedBy: Parts.Key.self))
    struct Opened: @unchecked Sendable {
      // `@unchecked`: as `Model`.
      var containers: [KeyedDecodingContainer<Parts.Key>]
    }
    Threads.run(4) { [opened = Opened(containers: opened)] _ in
      let numbers = opened.containers.map { try? $0.decode(Int.self, forKey: .number) }
      #expect(numbers == [nil, 2, nil, 3, 5])
    }
  }
}
