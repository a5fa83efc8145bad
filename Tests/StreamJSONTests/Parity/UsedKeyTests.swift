import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// That the keys in a path are those that the model used, as far as names, numbers, and plain enums show.
struct UsedKeyTests {
  /// A key that cannot be made.
  struct Numberless: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { fatalError("made a key") }
    init?(intValue: Int) { fatalError("made a key") }
  }

  /// A key that is its name.
  struct Named: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    static let a = Self(stringValue: "a")
    static let b = Self(stringValue: "b")
  }

  /// A key that may have a number.
  struct Tagged: CodingKey {
    var stringValue: String
    var intValue: Int?
    init(_ name: String, _ number: Int? = nil) { (stringValue, intValue) = (name, number) }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  @Test func `no key is made for a path`() throws {
    struct Model: Decodable {
      init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Numberless.self)
        _ = try outer.decode([String: Int].self, forKey: Numberless("a"))
        let inner = try outer.nestedContainer(keyedBy: Numberless.self, forKey: Numberless("a"))
        #expect(inner.codingPath.first?.stringValue == "a")
        #expect((try? inner.decode(String.self, forKey: Numberless("b"))) == nil)
        #expect((try? inner.nestedUnkeyedContainer(forKey: Numberless("b"))) == nil)
      }
    }
    _ = try StreamJSONDecoder().decode(Model.self, from: Data(#"{"a":{"b":1}}"#.utf8))
  }

  /// What a model does with its decoder.
  ///
  /// An object, because task-local values that are functions crash in optimized code (Swift 6.3).
  private final class Body: Sendable {
    private let call: @Sendable (any Decoder) throws -> Void

    init(_ call: @escaping @Sendable (any Decoder) throws -> Void) { self.call = call }

    func callAsFunction(_ decoder: any Decoder) throws { try call(decoder) }
  }

  /// Calls a closure with its decoder.
  private struct Child: Decodable {
    @TaskLocal static var body = Body { _ in }

    init(from decoder: any Decoder) throws { try Self.body(decoder) }
  }

  /// What `body` sees, given the decoder of the object, when it decodes its `a` by a tagged key, and
  /// the model there uses the container around it.
  private func exercise(
    _ text: String,
    _ use:
      @escaping @Sendable (
        _ parent: any Decoder, _ child: any Decoder, _ trace: inout Trace
      ) throws -> Void
  ) {
    Parity.expectSameTrace(text) { parent, trace in
      let parts = Locked((parent: parent, trace: Trace()))
      let container = try parent.container(keyedBy: Tagged.self)
      let body = Body { child in
        try parts.withLock { try use($0.parent, child, &$0.trace) }
      }
      try Child.$body.withValue(body) {
        _ = try container.decode(Child.self, forKey: Tagged("a"))
      }
      trace.entries += parts.withLock { $0.trace.entries }
      let enclosing = try parent.container(keyedBy: Named.self)
      trace.note { try enclosing.decode([Bool].self, forKey: .a) }
    }
  }

  @Test func `a model that uses the container around it`() {
    exercise(#"{"a":{"a":1,"b":[2]}}"#) { parent, child, trace in
      // Before anything is opened inside the value, and after that.
      for _ in 0..<2 {
        let tagged = try parent.container(keyedBy: Tagged.self)
        let plain = try parent.container(keyedBy: Named.self)
        trace.note { try plain.decode(Int.self, forKey: .a) }
        trace.note { try tagged.decode(Int.self, forKey: Tagged("a")) }
        let again = try tagged.nestedContainer(keyedBy: Named.self, forKey: Tagged("a"))
        trace.note(path: again.codingPath)
        trace.note { try again.decode(Bool.self, forKey: .a) }
        let other = try plain.nestedContainer(keyedBy: Tagged.self, forKey: .a)
        trace.note(path: other.codingPath + child.codingPath)
        let own = try child.container(keyedBy: Named.self)
        trace.note(path: own.codingPath)
        trace.note { try own.decode([Bool].self, forKey: .b) }
        trace.note { try plain.decode([Int].self, forKey: .a) }
        trace.note { try other.decode(Bool.self, forKey: Tagged("a")) }
      }
    }
    exercise(#"{"a":5}"#) { parent, child, trace in
      for _ in 0..<2 {
        let tagged = try parent.container(keyedBy: Tagged.self)
        let plain = try parent.container(keyedBy: Named.self)
        trace.note { try plain.decode(Bool.self, forKey: .a) }
        trace.note { try child.singleValueContainer().decode(Bool.self) }
        trace.note { try tagged.decode(Bool.self, forKey: Tagged("a")) }
        trace.note { try child.singleValueContainer().decode(Bool.self) }
        trace.note(path: child.codingPath)
      }
    }
  }

  /// Containers around the current one, and the numbers of the keys in the paths of errors.
  private final class Trail: @unchecked Sendable {
    var containers: [KeyedDecodingContainer<Tagged>] = []
    var numbers: [[Int?]] = []
  }

  private struct Level: Decodable {
    init(from decoder: any Decoder) throws {
      guard let trail = decoder.userInfo[Visitor.key] as? Trail else { throw Unexpected() }
      let container = try decoder.container(keyedBy: Tagged.self)
      trail.containers.append(container)
      defer { trail.containers.removeLast() }
      let depth = trail.containers.count
      let entered = Tagged("a", depth)
      let others = trail.containers.indices.reversed().map { ($0, Tagged("a", 100 + $0)) }
      for (position, key) in others + [(depth - 1, entered)] + others {
        do {
          _ = try trail.containers[position].decode(Int.self, forKey: key)
        } catch DecodingError.typeMismatch(_, let context),
          DecodingError.valueNotFound(_, let context)
        {
          trail.numbers.append(context.codingPath.map(\.intValue))
        }
      }
      _ = try container.decode(Level?.self, forKey: entered)
    }
  }

  @Test func `the containers around one are asked again by other keys at each depth`() throws {
    let text = String(repeating: #"{"a":"#, count: 12) + "null" + String(repeating: "}", count: 12)
    let numbers = try [JSONDecoder(), StreamJSONDecoder()].map { decoder in
      let trail = Trail()
      decoder.userInfo[Visitor.key] = trail
      _ = try decoder.decode(Level.self, from: Data(text.utf8))
      return trail.numbers
    }
    #expect(numbers[0] == numbers[1])
    #expect(numbers[0].count == 168)
  }

  @Test func `the keys of the containers around one stay, however many there are inside`() {
    let members = (0..<5000).map { "\"k\($0)\":{}" }.joined(separator: ",")
    Parity.expectSameTrace("{\"o\":{\(members)}}") { decoder, trace in
      let outer = try decoder.container(keyedBy: Tagged.self)
      let inner = try outer.nestedContainer(keyedBy: Tagged.self, forKey: Tagged("o", 1))
      for number in 0..<5000 {
        let key = Tagged("k\(number)", number)
        let last = try inner.nestedContainer(keyedBy: Tagged.self, forKey: key)
        if number % 1000 == 999 { trace.note { try last.decode(Int.self, forKey: Tagged("z")) } }
      }
      trace.note(path: inner.codingPath)
    }
  }

  /// All members of an object, by keys in the order of the text and then the other way around.
  @Test func `wide objects are read by keys from allKeys`() {
    for count in [2, 60, 64, 65, 300, 1500] {
      for twin in ["", ",\"k1\":-1"] {
        let members = (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        Parity.expectSameTrace("{\(members)\(twin)}") { decoder, trace in
          let container = try decoder.container(keyedBy: AnyKey.self)
          let keys = (0..<count).map { AnyKey(stringValue: "k\($0)") }
          for key in keys {
            trace.note { try container.decode(String.self, forKey: key) }
            trace.note { try container.decode(Int.self, forKey: key) }
          }
          for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            trace.note { try container.decode(Int.self, forKey: key) }
            trace.note { try container.decode(Int.self, forKey: key) }
          }
          trace.note { try container.decode(Int.self, forKey: "missing") }
          trace.note { try container.decode(Int.self, forKey: "k1") }
        }
      }
    }
  }
}
