import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// What `Mirror` exposes of decoders, containers and errors.
struct ReflectionTests {
  /// Keeps what `Mirror` finds, holding only decoders and containers strongly.
  final class Found: @unchecked Sendable {
    // `@unchecked`: used on one thread.
    var coders: [Any] = []
    let objects = WeakReferenceTests.WeakList()

    func add(_ subject: Any) {
      let reflection = Reflection(of: subject)
      // Those that were asked for are counted; those inside them may not be.
      coders += reflection.coders.filter { type(of: $0) != type(of: subject) }
      for object in reflection.objects { objects.add(object) }
    }

    /// Expects everything to show the text with this number, or to throw.
    func check(_ number: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
      try objects.check(number, sourceLocation: sourceLocation)
      for coder in coders {
        do {
          guard let tree = try Reflection.tree(of: coder) else { continue }
          #expect(try NumberedText.has(number, tree), "\(tree)", sourceLocation: sourceLocation)
        } catch {
          #expect(error is DecodingError, sourceLocation: sourceLocation)
        }
      }
    }
  }

  enum Subject: CaseIterable {
    case decoder, keyed, unkeyed, single, superDecoder, error

    func value(of decoder: any Decoder) throws -> Any {
      let container = try decoder.container(keyedBy: AnyKey.self)
      return switch self {
      case .decoder: decoder
      case .keyed: container
      case .unkeyed: try container.nestedUnkeyedContainer(forKey: "list")
      case .single: try decoder.singleValueContainer()
      case .superDecoder: try container.superDecoder(forKey: "list")
      case .error:
        outcomeError { try container.decode(Int.self, forKey: "missing") } ?? CancellationError()
      }
    }

    private func outcomeError<T>(_ body: () throws -> T) -> (any Error)? {
      do {
        _ = try body()
        return nil
      } catch {
        return error
      }
    }
  }

  @Test(arguments: Subject.allCases)
  func `what Mirror finds is safe to use`(_ subject: Subject) throws {
    let (decoder, found) = (StreamJSONDecoder(), Found())
    decoder.userInfo[.script] = Script { decoder, _ in
      found.add(try subject.value(of: decoder))
      try found.check(1)
    }
    _ = try decoder.decode(Scripted.self, from: NumberedText.text(1))
    try found.check(1)
    decoder.userInfo[.script] = Script { decoder, _ in
      _ = try decoder.container(keyedBy: AnyKey.self)
      try found.check(1)
    }
    for number in 2..<6 {
      _ = try decoder.decode(Scripted.self, from: NumberedText.text(number))
      _ = try decoder.decode([Scripted].self, from: "[\(NumberedText.text(number))]")
      try found.check(1)
    }
    // The same while others hold containers, so that they are not reused.
    let kept = Kept()
    decoder.kept = kept
    _ = try decoder.decode(KeepsAll.self, from: NumberedText.text(7))
    try found.check(1)
    kept.removeAll()
    _ = try StreamJSONDecoder().decode([Int].self, from: "[1]")
    try found.check(1)
  }

  @Test func `a container shows nothing to Mirror but itself`() throws {
    let decoder = StreamJSONDecoder()
    decoder.userInfo[.script] = Script { decoder, _ in
      let keyed = try decoder.container(keyedBy: AnyKey.self)
      let box = try #require(Mirror(reflecting: keyed).children.first)
      for inner in Mirror(reflecting: box.value).children {
        #expect(Mirror(reflecting: inner.value).children.isEmpty)
      }
      let unkeyed = try keyed.nestedUnkeyedContainer(forKey: "list")
      #expect(Mirror(reflecting: unkeyed).children.isEmpty)
      #expect(Mirror(reflecting: decoder).children.isEmpty)
    }
    _ = try decoder.decode(Scripted.self, from: NumberedText.text(1))
  }

  // MARK: - Copies that nothing counts

  /// Keys that no model has kept containers of: their containers come from a pool.
  struct UnkeptKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    static let number = UnkeptKey(stringValue: "number")
  }

  /// The same, for the one test that keeps one.
  struct KeptKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The contents of containers' boxes, without a reference to the boxes.
  final class Copies: @unchecked Sendable {
    // `@unchecked`: used by one thread at a time.
    private var copies: [any KeyedDecodingContainerProtocol] = []

    func add(_ keyed: KeyedDecodingContainer<some CodingKey>) throws {
      let box = try #require(Mirror(reflecting: keyed).children.first)
      copies += Mirror(reflecting: box.value).children.compactMap {
        $0.value as? any KeyedDecodingContainerProtocol
      }
    }

    /// The numbers that the copies show.
    func numbers() throws -> [Int] {
      func number<Keyed: KeyedDecodingContainerProtocol>(_ keyed: Keyed) throws -> Int {
        try keyed.decode(Int.self, forKey: try #require(Keyed.Key(stringValue: "number")))
      }
      #expect(!copies.isEmpty)
      return try copies.map { try number($0) }
    }

    /// Expects the copies to be unusable, from here and from farther down the stack.
    func expectStale(sourceLocation: SourceLocation = #_sourceLocation) {
      func expect() {
        let error = #expect(throws: DecodingError.self, sourceLocation: sourceLocation) {
          try numbers()
        }
        guard case .dataCorrupted(let context) = error else { return }
        let text = "This container was used after decoding had finished."
        #expect(context.debugDescription == text, sourceLocation: sourceLocation)
      }
      expect()
      descend(200, expect)
    }

    /// Calls `body` some kilobytes farther down the stack.
    private func descend(_ depth: Int, _ body: () -> Void) {
      guard depth > 0 else { return body() }
      let array = Array(0..<depth)
      descend(depth - 1, body)
      withExtendedLifetime(array) {}
    }
  }

  @Test func `a copy that nothing counts is stale when its container is used again`() throws {
    let (decoder, copies) = (StreamJSONDecoder(), Copies())
    decoder.userInfo[.script] = Script { decoder, _ in
      try copies.add(try decoder.container(keyedBy: UnkeptKey.self))
      #expect(try copies.numbers() == [1])
    }
    _ = try decoder.decode(Scripted.self, from: NumberedText.text(1))
    copies.expectStale()
    decoder.userInfo[.script] = Script { decoder, _ in
      copies.expectStale()
      let container = try decoder.container(keyedBy: UnkeptKey.self)
      copies.expectStale()
      Threads.run(1) { _ in copies.expectStale() }
      #expect(try container.decode(Int.self, forKey: .number) == 2)
    }
    for _ in 0..<3 { _ = try decoder.decode(Scripted.self, from: NumberedText.text(2)) }
    copies.expectStale()
    // Within one decode, too.
    let others = Copies()
    decoder.userInfo[.script] = Script { decoder, _ in
      let isFirst = decoder.codingPath.last?.intValue == 0
      let container = try decoder.container(keyedBy: UnkeptKey.self)
      if isFirst { try others.add(container) } else { others.expectStale() }
    }
    let texts = (3..<6).map(NumberedText.text).joined(separator: ",")
    _ = try decoder.decode([Scripted].self, from: "[\(texts)]")
    others.expectStale()
  }

  @Test func `a copy that nothing counts is stale when its container was kept and is gone`() throws
  {
    let (decoder, copies) = (StreamJSONDecoder(), Copies())
    let kept = Locked<KeyedDecodingContainer<KeptKey>?>(nil)
    let others = Copies()
    decoder.userInfo[.script] = Script { decoder, _ in
      try others.add(try decoder.container(keyedBy: UnkeptKey.self))
      let container = try decoder.container(keyedBy: KeptKey.self)
      try copies.add(container)
      kept.withLock { $0 = container }
    }
    _ = try decoder.decode(Scripted.self, from: NumberedText.text(1))
    #expect(try copies.numbers() == [1])
    // From the same decode, but not kept.
    others.expectStale()
    for number in 2..<5 { _ = try decoder.decode(JSONTree.self, from: NumberedText.text(number)) }
    #expect(try copies.numbers() == [1])
    kept.withLock { $0 = nil }
    decoder.userInfo = [:]
    for number in 5..<9 {
      _ = try StreamJSONDecoder().decode(JSONTree.self, from: NumberedText.text(number))
      copies.expectStale()
    }
  }
}
