import Foundation
import Testing

/// The public interface is the one that is recorded in `.github/PublicInterface.txt`, so that each change of it is a
/// decision.
struct PublicInterfaceTests {
  private static let recorded = RepositoryFile(path: ".github/PublicInterface.txt")

  /// To record what there is now: `STREAMJSON_RECORD=1 swift test --filter PublicInterface`.
  @Test func `the public interface is the recorded one`() throws {
    let found = Self.found
    if ProcessInfo.processInfo.environment["STREAMJSON_RECORD"] == "1" {
      try found.joined(separator: "\n").write(
        to: Repository.root.appending(path: Self.recorded.path),
        atomically: true,
        encoding: .utf8
      )
    }
    let changes = found.difference(from: Self.recorded.lines.map(String.init))
    #expect(changes.insertions.map(\.line) == [], "not recorded")
    #expect(changes.removals.map(\.line) == [], "recorded, but gone")
    #expect(found.count > 300)
  }

  /// A file that imports the library then means what it means without the import.
  @Test func `types of others get only members whose names begin with an underscore`() {
    #expect(Self.intrusions(in: Self.found) == [])
  }

  @Test func `members that types of others would get are found`() {
    let harmless = [
      "JSONKind | case string", "JSONKind: Sendable", "Marked | static var mark: Int { get }",
      "Marked where Self: Other | public static var name: String { get }", "Marked: Decodable",
      "Other | associatedtype _Text", "Other | static func _text() -> _Text", "Set: Other",
      "Optional | public static func _text() -> _Text", "Optional: Other where Wrapped: Other",
      "DecodingError | public var jsonError: JSONError? { get }", "Space | public protocol Rule",
      "KeyedDecodingContainer | public func decode<T>(_ type: L<T>.Type, forKey key: Key) throws",
      "Decoder | public func decode<T>(_ type: T.Type, at pointer: JSONPointer) throws -> T",
      "Space.Rule | associatedtype Value", "Space.Rule: Marked", "public enum JSONKind",
      "public protocol Marked", "public protocol Other", "public enum Space", "open class Coder",
    ]
    #expect(Self.intrusions(in: harmless) == [])
    let members = [
      "Optional where Wrapped: Other | public var string: String? { get }",
      "Optional where Wrapped: Other | public typealias Value = Wrapped.Value?",
      "JSONKind? | public mutating func append(_ element: JSONKind)",
      "[String: JSONKind] | public func text() -> String", "Int.Words | public enum Kind",
      "Sequence where Element == JSONKind | public subscript(key: String) -> JSONKind? { get }",
      "Bool | public init?(_text text: String)", "DecodingError | public var kind: Kind { get }",
    ]
    #expect(Self.intrusions(in: harmless + members) == members)
    let conformances = [
      "Int128: @available(macOS 15, *) Marked", "Array: Space.Rule where Element: Other",
    ]
    let mark = "Marked | static var mark: Int { get }"
    let name = "Marked where Self: Other | public static var name: String { get }"
    #expect(
      Self.intrusions(in: harmless + conformances) == [
        "Int128: \(mark)", "Int128: \(name)", "Array: Space.Rule | associatedtype Value",
        "Array: \(mark)", "Array: \(name)",
      ]
    )
  }

  /// The members without an underscore that a public interface adds to types of others, in extensions and through the
  /// protocols that they conform to.
  ///
  /// A member of the errors that decoders throw, overloads for wrappers, and methods that take a `JSONPointer` change
  /// nothing in other code.
  private static func intrusions(in lines: [String]) -> [String] {
    let types = lines.compactMap { line in
      line.prefixMatch(of: /[^|]*(?:public|open) (?:final )?(?:struct|enum|class|protocol) (\w+)/)?
        .1
    }
    let others = lines.filter { line in !types.contains(line.prefix { !" .:<".contains($0) }) }
    let underscored =
      /[^|]* \| (?:.* )?(?:func|var|let|case|struct|enum|class|typealias|associatedtype) _.*/
    let harmless =
      /DecodingError \| public var jsonError:.*|Keyed(?:De|En)codingContainer \| .* func (?:de|en)code<.*|Decoder \| .* pointer: JSONPointer\).*/
    func members(_ lines: [String]) -> [String] {
      lines.filter {
        $0.contains(" | ") && $0.wholeMatch(of: underscored) == nil
          && $0.wholeMatch(of: harmless) == nil
      }
    }
    func conformances(_ lines: [String]) -> [(type: Substring, name: Substring)] {
      lines.compactMap { line in
        let match = line.prefixMatch(of: /([\w.]+): (?:@available\(.*?\) )?([\w.]+)/)
        return match.map { ($0.1, $0.2) }
      }
    }
    func members(of name: Substring) -> [String] {
      members(lines.filter { $0.hasPrefix("\(name) ") })
        + conformances(lines).filter { $0.type == name }.flatMap { members(of: $0.name) }
    }
    return members(others)
      + conformances(others).flatMap { type, name in members(of: name).map { "\(type): \($0)" } }
  }

  /// For each module, its name and its public interface.
  private static let found: [String] = {
    let modules = ["StreamJSONCore", "StreamJSON"]
    return zip(modules, PublicDeclarations.lines(of: modules)).flatMap { module, lines in
      ["module \(module)"] + lines + [""]
    }
  }()
}

extension CollectionDifference<String>.Change {
  fileprivate var line: String {
    switch self {
    case .insert(_, let line, _), .remove(_, let line, _): line
    }
  }
}
