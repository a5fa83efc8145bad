import Foundation
import Testing

/// The public interface is the one that is recorded in `.github/PublicInterface.txt`, so that each change of it is a
/// decision.
struct PublicInterfaceTests {
  private static let recorded = RepositoryFile(path: ".github/PublicInterface.txt")

  /// To record what there is now: `STREAMJSON_RECORD=1 swift test --filter PublicInterface`.
  @Test func `the public interface is the recorded one`() throws {
    let found = try Self.lines(of: ["StreamJSONCore", "StreamJSON"])
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

  /// For each module, its name and its public interface.
  private static func lines(of modules: [String]) throws -> [String] {
    let declarations = try modules.map { module in
      try Repository.files(in: "Sources/\(module)").flatMap { file in
        try DeclarationParser.declarations(in: file.text)
      }
    }
    let hidden = Declaration.hiddenTypes(of: declarations.flatMap { $0 })
    return zip(modules, declarations).flatMap { module, declarations in
      ["module \(module)"] + Declaration.publicInterface(of: declarations, hiding: hidden) + [""]
    }
  }
}

extension CollectionDifference<String>.Change {
  fileprivate var line: String {
    switch self {
    case .insert(_, let line, _), .remove(_, let line, _): line
    }
  }
}
