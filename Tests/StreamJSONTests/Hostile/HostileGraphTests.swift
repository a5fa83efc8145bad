import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Deep object graphs.
struct HostileGraphTests {
  /// Something to nest in itself.
  struct Shape: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The number of arrays and objects that one nesting adds.
    var depth = 1
    var nest: @Sendable (Any) -> Any

    init(_ name: String, depth: Int = 1, _ nest: @escaping @Sendable (Any) -> Any) {
      testDescription = name
      self.depth = depth
      self.nest = nest
    }
  }

  static let shapes = [
    Shape("[Any]") { [$0] },
    Shape("[String: Any]") { ["a": $0] },
    Shape("[AnyHashable: Any]") { [AnyHashable("a"): $0] as [AnyHashable: Any] },
    Shape("[Any?]") { [$0] as [Any?] },
    Shape("[String: Any?]") { ["a": $0] as [String: Any?] },
    Shape("[AnyHashable: Any?]") { [AnyHashable("a"): $0] as [AnyHashable: Any?] },
    Shape("[Any???]") { [$0] as [Any???] },
    Shape("array in four optionals") { [$0] as [Any]???? as Any },
    Shape("object in four optionals") { ["a": $0] as [String: Any]???? as Any },
    Shape("ContiguousArray") { ContiguousArray([$0]) },
    Shape("ArraySlice") { ArraySlice([$0]) },
    Shape("Set", depth: 2) { Set([NSArray(array: [$0])]) },
    Shape("[AnyHashable]") { [$0 as? AnyHashable ?? AnyHashable(0)] },
    Shape("[AnyObject]") { [$0 as AnyObject] },
    Shape("NSArray") { NSArray(array: [$0]) },
    Shape("NSDictionary") { NSDictionary(dictionary: ["a": $0]) },
    Shape("NSOrderedSet") { NSOrderedSet(array: [$0]) },
    Shape("NSMutableArray", depth: 2) {
      let array = NSMutableArray()
      array.add(["a": $0])
      return array
    },
    Shape("mixture", depth: 4) { [["a": ContiguousArray([NSArray(array: [$0]) as Any?])]] },
    Shape("deque of dictionaries", depth: 3) { [[AnyHashable("a"): [$0] as [Any?]], 1, "b"] },
  ]

  /// A graph, handed to another thread.
  struct Graph: @unchecked Sendable {
    var root: Any
  }

  private static func graph(_ shape: Shape, depth: Int) -> Graph {
    var root: Any = [Any]()
    for _ in 0..<(depth - 1) / shape.depth { root = shape.nest(root) }
    return Graph(root: root)
  }

  @Test(arguments: shapes)
  func `as deep as the limit, on a small stack`(_ shape: Shape) async {
    let graph = Self.graph(shape, depth: 512)
    let failure = await onThread(stackSize: 256 << 10) {
      outcome { _ = try StreamJSONDecoder().decode(Nothing.self, withJSONObject: graph.root) }
        .failure
    }
    #expect(failure == nil)
    // Not released on the small stack: the standard library's containers release recursively.
    withExtendedLifetime(graph) {}
  }

  @Test(.enabled(if: graphsMayHoldClasses), arguments: shapes)
  func `deeper than the limit, on a small stack`(_ shape: Shape) async {
    let graph = Self.graph(shape, depth: 513 + shape.depth)
    let failure = await onThread(stackSize: 256 << 10) {
      outcome { _ = try StreamJSONDecoder().decode(Nothing.self, withJSONObject: graph.root) }
        .failure
    }
    #expect(failure?.kind == .dataCorrupted)
    withExtendedLifetime(graph) {}
  }

  @Test(.enabled(if: graphsMayHoldClasses), arguments: shapes)
  func `the contents of a deep graph`(_ shape: Shape) throws {
    for depth in [3, 15, 16, 17, 18, 33, 100] {
      let graph = Self.graph(shape, depth: depth).root
      let decoder = StreamJSONDecoder()
      let tree = try decoder.decode(JSONTree.self, withJSONObject: graph)
      // A text of the same graph, which only some of them have.
      guard JSONSerialization.isValidJSONObject(graph) else { continue }
      let text = try JSONSerialization.data(withJSONObject: graph)
      #expect(try decoder.decode(JSONTree.self, from: text) == tree)
    }
  }

  @Test func `many dictionaries with odd keys, side by side`() throws {
    // Each of them is an error only when it is read, and adds no level to what comes after it.
    let odd: [Any] = (0..<600).map { [$0: [1]] }
    for depth in [0, 100] {
      let graph = (0..<depth).reduce([odd, [[1]]] as [Any]) { inner, _ in [inner] }
      let last = try StreamJSONDecoder().decode(LastInts.self, withJSONObject: graph)
      #expect(last.values == [1], "\(depth)")
    }
  }

  /// The last elements, down to the integers.
  struct LastInts: Decodable {
    var values: [Int]

    init(from decoder: any Decoder) throws {
      if let values = try? decoder.singleValueContainer().decode([Int].self) {
        self.values = values
        return
      }
      var container = try decoder.unkeyedContainer()
      while (container.count ?? 0) - container.currentIndex > 1 {
        _ = try container.superDecoder()
      }
      values = try container.decode(LastInts.self).values
    }
  }

  @Test func `many wrapped values side by side, in the depth`() throws {
    var graph: Any = (0..<5000).map { [$0] as [Int]?? as Any }
    for _ in 0..<20 { graph = [graph] }
    _ = try StreamJSONDecoder().decode(JSONTree.self, withJSONObject: graph)
  }

  @Test func `an odd key in the depth is an error where it is, and there only`() throws {
    for depth in [1, 14, 15, 16, 17, 40] {
      var graph: Any = [
        ["a": [1], "b": [2]] as [AnyHashable: Any], ["a": [Date()], 1: [2]] as [AnyHashable: Any],
        [AnyHashable: Any](), "last",
      ]
      for _ in 0..<depth { graph = [graph] }
      for _ in 0..<3 { graph = ["a": graph, "z": 1] }
      let decoder = StreamJSONDecoder()
      decoder.limits.maximumDepth = depth + 6
      _ = try decoder.decode(Nothing.self, withJSONObject: graph)
      decoder.userInfo[Visitor.key] = Visitor { decoder in
        var container = try decoder.container(keyedBy: AnyKey.self)
        if container.allKeys.count != 2 { throw Unexpected() }
        for _ in 0..<2 {
          container = try container.nestedContainer(keyedBy: AnyKey.self, forKey: "a")
          if try container.decode(Int.self, forKey: "z") != 1 { throw Unexpected() }
        }
        var elements = try container.nestedUnkeyedContainer(forKey: "a")
        for _ in 0..<depth {
          if elements.count != 1 { throw Unexpected() }
          elements = try elements.nestedUnkeyedContainer()
        }
        if elements.count != 4 { throw Unexpected() }
        if try elements.decode([String: [Int]].self) != ["a": [1], "b": [2]] { throw Unexpected() }
        if (try? elements.decode([String: JSONTree].self)) != nil { throw Unexpected() }
        _ = try elements.superDecoder()
        if try elements.decode([String: Int].self) != [:] { throw Unexpected() }
        if try elements.decode(String.self) != "last" { throw Unexpected() }
      }
      _ = try decoder.decode(Visited.self, withJSONObject: graph)
    }
  }

  @Test func `thousands of optionals on a small stack`() async {
    var root: Any = 1
    for _ in 0..<2000 { root = Any?.some(root) as Any }
    let graph = Graph(root: root)
    let outcomes = await onThread(stackSize: 256 << 10) {
      [
        outcome { try StreamJSONDecoder().decode(Int.self, withJSONObject: graph.root) },
        outcome { try StreamJSONDecoder().decode([Int].self, withJSONObject: [graph.root])[0] },
      ]
    }
    #expect(outcomes == [.value(1), .value(1)])
    withExtendedLifetime(graph) {}
  }
}

// MARK: - Shared objects

/// Object graphs of a few objects that refer to each other many times.
struct SharedGraphTests {
  /// Something that contains the same object twice.
  private static let doublings: [@Sendable (Any) -> Any] = [
    { [$0, $0] }, { ["a": $0, "b": $0] }, { [$0, $0] as [Any?] }, { ContiguousArray([$0, $0]) },
    { [AnyHashable("a"): $0, AnyHashable("b"): $0] as [AnyHashable: Any] },
    { NSArray(array: [$0, $0]) }, { NSDictionary(dictionary: ["a": $0, "b": $0]) },
  ]

  private static func kind(
    of graph: Any,
    _ configure: (StreamJSONDecoder) -> Void = { _ in }
  ) -> JSONError.Kind? {
    let decoder = StreamJSONDecoder()
    configure(decoder)
    do {
      _ = try decoder.decode(Nothing.self, withJSONObject: graph)
      return nil
    } catch {
      return (error as? DecodingError)?.jsonError?.kind
    }
  }

  @Test(.enabled(if: graphsMayHoldClasses), arguments: doublings.indices)
  func `many times shared, a graph is an error`(_ number: Int) {
    var graph: Any = "leaf"
    for _ in 0..<70 { graph = Self.doublings[number](graph) }
    let kind = Self.kind(of: graph) { $0.limits.maximumGraphByteCount = 1 << 20 }
    #expect(kind == .byteLimitExceeded)
  }

  @Test func `members that are written and then discarded still count`() {
    // The key that is not a name comes late, so that most of each dictionary is written before it.
    var graph: [AnyHashable: Any] = ["x": 1]
    for _ in 0..<6 {
      var next: [AnyHashable: Any] = [:]
      var attempt = 0
      repeat {
        attempt += 1
        // Other names each time: where these take all the last places, no key of another type comes there.
        next = [:]
        for number in 0..<30 { next["k\(attempt)-\(number)"] = graph }
        next[attempt] = 0
      } while next.prefix(20).contains { $0.key == AnyHashable(attempt) }
      graph = next
    }
    let kind = Self.kind(of: graph) { $0.limits.maximumGraphByteCount = 1 << 20 }
    #expect(kind == .byteLimitExceeded)
  }

  @Test func `the error names the limit`() throws {
    let decoder = StreamJSONDecoder()
    decoder.limits = JSONLimits(maximumDepth: 3, maximumGraphByteCount: 100)
    for (graph, message) in [
      ([[[[1]]]], "nested more than 3 levels deep (limits.maximumDepth) (at /0/0/0)"),
      (
        [String(repeating: "a", count: 200)],
        "more than 100 bytes (limits.maximumGraphByteCount) (at /0)"
      ),
      (
        Array(repeating: 1, count: 200),
        "more than 100 bytes (limits.maximumGraphByteCount) (at /200)"
      ),
    ] as [(Any, String)] {
      let thrown = #expect(throws: DecodingError.self) {
        try decoder.decode(JSONValue.self, withJSONObject: graph)
      }
      #expect(thrown?.jsonError?.description == message)
    }
  }

  @Test func `objects that JSON has no kind for count`() {
    let graph = Array(repeating: NSObject(), count: 50_000)
    let kind = Self.kind(of: graph) { $0.limits.maximumGraphByteCount = 1 << 20 }
    #expect(kind == .byteLimitExceeded)
  }

  @Test func `the default limit ends a graph that is shared many times`() {
    var graph: Any = [Any]()
    for _ in 0..<70 { graph = [graph, graph] }
    #expect(Self.kind(of: graph) == .byteLimitExceeded)
  }

  @Test(.enabled(if: graphsMayHoldClasses)) func `strings that are shared count each time`() {
    let long = String(repeating: "long", count: 10_000)
    let strings = Array(repeating: long, count: 100)
    for graph in [
      strings, strings as [Any], Dictionary(grouping: strings) { _ in "a" }, [long: strings],
      (0..<100).map { _ in [long: 0] }, strings.map { $0 as NSString } as NSArray,
    ] as [Any] {
      let limit: (StreamJSONDecoder) -> Void = { $0.limits.maximumGraphByteCount = 1_000_000 }
      #expect(Self.kind(of: graph, limit) == .byteLimitExceeded)
      #expect(Self.kind(of: graph) == nil)
    }
  }

  @Test func `what counts for the limit of a graph`() {
    // The value that stands for absent ones, then the outermost array, then the inner ones.
    let graph = Array(repeating: [Any](), count: 1000)
    for (limit, isAccepted) in [(8 + 16 * 1001, true), (8 + 16 * 1001 - 1, false), (0, false)] {
      let kind = Self.kind(of: graph) { $0.limits.maximumGraphByteCount = limit }
      #expect(kind == (isAccepted ? nil : .byteLimitExceeded), "\(limit)")
    }
    let string = String(repeating: "s", count: 1000)
    for (limit, isAccepted) in [(1032, true), (1031, false), (-1, false), (.min, false)] {
      let inArray = Self.kind(of: [string]) { $0.limits.maximumGraphByteCount = limit }
      #expect(inArray == (isAccepted ? nil : .byteLimitExceeded), "\(limit)")
    }
  }

  @Test func `strings and containers count together`() {
    // About 10,000 bytes of strings, and 24 for each array of one string.
    let graph = (0..<100).map { _ in [String(repeating: "s", count: 100)] }
    for (limit, isAccepted) in [(11_000, false), (13_000, true)] {
      let kind = Self.kind(of: graph) { $0.limits.maximumGraphByteCount = limit }
      #expect(kind == (isAccepted ? nil : .byteLimitExceeded), "\(limit)")
    }
  }

  @Test func `a decoder that refused a graph decodes the next one`() throws {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumGraphByteCount = 1 << 16
    var graph: Any = [Any]()
    for _ in 0..<30 { graph = [graph, graph] }
    #expect(throws: DecodingError.self) {
      try decoder.decode(Nothing.self, withJSONObject: graph)
    }
    #expect(try decoder.decode([Int].self, withJSONObject: [1, 2]) == [1, 2])
    #expect(try decoder.decode([Int].self, from: "[1,2]") == [1, 2])
  }
}

/// Runs `body` on a separate thread with the given number of bytes of stack.
///
/// The thread gives it up before the caller goes on, so that what it holds is not released on that stack.
func onThread<Result: Sendable>(
  stackSize: Int,
  _ body: @escaping @Sendable () -> Result
) async -> Result {
  let work = Locked<(@Sendable () -> Result)?>(body)
  return await withCheckedContinuation { continuation in
    let thread = Thread {
      guard let result = work.withLock({ $0 })?() else { preconditionFailure("It ran before.") }
      work.withLock { $0 = nil }
      continuation.resume(returning: result)
    }
    thread.stackSize = stackSize
    thread.start()
  }
}
