import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Errors on each level of a deep value, whose total cost must be linear in the depth.
///
/// The exception is an error that each level makes for an element. Its path is a separate array, which the standard
/// library puts together, so copying paths takes quadratic time with a small factor.
struct HostileErrorDepthTests {
  @Test(arguments: Way.allCases, [false, true])
  func `an error on each level`(way: Way, isGraph: Bool) async throws {
    let result = await onThread(stackSize: 1 << 29) {
      Result {
        try Growth.ratio(size: 512) { depth in
          let decoder = StreamJSONDecoder()
          decoder.limits.maximumDepth = .max
          decoder.userInfo[Visitor.key] = way
          let text = way.text(depth: depth)
          let object = isGraph ? way.object(depth: depth) : nil
          return {
            do {
              _ =
                try object.map { try decoder.decode(Level.self, withJSONObject: $0) }
                ?? decoder.decode(Level.self, from: text)
              throw Unexpected()
            } catch is DecodingError {}
          }
        }
      }
    }
    let ratio = try result.get()
    #expect(ratio < 10, "four times the depth, \(ratio) times the time")
  }

  /// When a level has an error, and how it goes to the next level.
  enum Way: CaseIterable {
    /// A level drops an error before it goes deeper.
    case missing, scalar, plainKey, element, single, throughSuper, throughNested
    /// A level makes another error of the one from the next level.
    case wrapped, replaced, wrappedInArray
    /// A level drops the error from the next level, and then throws its own.
    case dropped

    private var isOfArrays: Bool { self == .element || self == .wrappedInArray }

    func text(depth: Int) -> String {
      let (start, end) = isOfArrays ? ("[", "]") : (#"{"a":"#, "}")
      return String(repeating: start, count: depth) + "0" + String(repeating: end, count: depth)
    }

    func object(depth: Int) -> Any {
      var object: Any = 0
      for _ in 0..<depth { object = isOfArrays ? [object] : ["a": object] }
      return object
    }
  }

  struct Level: Decodable {
    private static let child = AnyKey(stringValue: "a")
    private static let absent = AnyKey(stringValue: "b")

    private enum Plain: CodingKey { case a, b }

    init(from decoder: any Decoder) throws {
      guard let way = decoder.userInfo[Visitor.key] as? Way else { throw Unexpected() }
      switch way {
      case .plainKey:
        let container = try decoder.container(keyedBy: Plain.self)
        try Self.fail { _ = try container.decode(Int.self, forKey: .b) }
        _ = try container.decode(Level.self, forKey: .a)
      case .element, .wrappedInArray:
        var container = try decoder.unkeyedContainer()
        guard way == .wrappedInArray else {
          try Self.fail { _ = try container.decode(String.self) }
          _ = try container.decode(Level.self)
          return
        }
        do {
          _ = try container.decode(Level.self)
        } catch {
          throw DecodingError.dataCorruptedError(in: container, debugDescription: "Bad.")
        }
      case .single:
        try Self.fail { _ = try decoder.singleValueContainer().decode(String.self) }
        _ = try decoder.container(keyedBy: AnyKey.self).decode(Level.self, forKey: Self.child)
      case .missing, .scalar, .throughSuper, .throughNested, .wrapped, .replaced, .dropped:
        try Self.decode(way, decoder)
      }
    }

    private static func decode(_ way: Way, _ decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      switch way {
      case .missing:
        try fail { _ = try container.decode(Int.self, forKey: absent) }
        _ = try container.decode(Level.self, forKey: child)
      case .throughSuper:
        let inner = try container.superDecoder(forKey: child)
        try fail { _ = try inner.singleValueContainer().decode(String.self) }
        _ = try Level(from: inner)
      case .throughNested:
        let inner = try container.nestedContainer(keyedBy: AnyKey.self, forKey: child)
        try fail { _ = try inner.decode(String.self, forKey: child) }
        _ = try inner.decode(Level.self, forKey: child)
      case .wrapped, .replaced:
        do {
          _ = try container.decode(Level.self, forKey: child)
        } catch {
          let context = DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "Bad.",
            underlyingError: way == .wrapped ? error : nil
          )
          throw DecodingError.dataCorrupted(context)
        }
      case .dropped:
        try fail { _ = try container.decode(Level.self, forKey: child) }
        _ = try container.decode(Int.self, forKey: absent)
      default:
        try fail { _ = try container.decode(String.self, forKey: child) }
        _ = try container.decode(Level.self, forKey: child)
      }
    }

    /// Drops the error of `body`.
    private static func fail(_ body: () throws -> Void) throws {
      // A macro call for each would take more time than everything else.
      if (try? body()) != nil { throw Unexpected() }
    }
  }
}
