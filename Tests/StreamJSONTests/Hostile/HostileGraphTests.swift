import Foundation
import StreamJSON
import TestSupport
import Testing

/// Object graphs that are deep.
struct HostileGraphTests {
  /// Something to be nested in itself.
  struct Shape: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Arrays and objects that a nesting adds.
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
    Shape("Set") { Set([AnyHashable($0 as? [AnyHashable] ?? [])]) },
    Shape("[AnyHashable]") { [AnyHashable($0 as? [AnyHashable] ?? [])] },
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
    // Not let go on the small stack: that of the standard library's containers is recursive.
    withExtendedLifetime(graph) {}
  }

  @Test(arguments: shapes)
  func `deeper than the limit, on a small stack`(_ shape: Shape) async {
    let graph = Self.graph(shape, depth: 513 + shape.depth)
    let failure = await onThread(stackSize: 256 << 10) {
      outcome { _ = try StreamJSONDecoder().decode(Nothing.self, withJSONObject: graph.root) }
        .failure
    }
    #expect(failure?.kind == .dataCorrupted)
    withExtendedLifetime(graph) {}
  }

  @Test(arguments: shapes)
  func `what is in a deep graph`(_ shape: Shape) throws {
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

/// Runs `body` on a thread of its own with so many bytes of stack.
func onThread<Result: Sendable>(
  stackSize: Int,
  _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: body()) }
    thread.stackSize = stackSize
    thread.start()
  }
}
