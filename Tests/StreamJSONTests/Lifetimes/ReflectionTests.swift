import Foundation
import StreamJSON
import TestSupport
import Testing

/// What `Mirror` hands out of decoders, containers and errors.
struct ReflectionTests {
  /// Keeps what `Mirror` finds, the decoders and containers strongly, and nothing else.
  final class Found: @unchecked Sendable {
    // `@unchecked`: used on one thread.
    var coders: [Any] = []
    let objects = WeakReferenceTests.WeakList()

    func add(_ subject: Any) {
      let reflection = Reflection(of: subject)
      // Those that were asked for are counted; what is inside of them may not be.
      coders += reflection.coders.filter { type(of: $0) != type(of: subject) }
      for object in reflection.objects { objects.add(object) }
    }

    /// Expects that everything shows the text with this number, or throws.
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
    // The same while others hold containers, so that they are not used again.
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
}
