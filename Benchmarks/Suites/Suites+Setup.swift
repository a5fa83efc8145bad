import Foundation

extension Suites {
  /// A new decoder for each text, as in most programs, on texts small enough for that to matter.
  static let setup = BenchSuite(name: "setup") { _ in
    [
      .decodeAnew(suite: "setup", .smallObject, as: Profile.self, named: "300-byte object"),
      .decodeAnew(suite: "setup", .tinyText, as: Pair.self, named: "20-byte text"),
      .decodeAnew(suite: "setup", .smallObject, as: Profile.self, named: "300 bytes, snake case") {
        $0.keyDecodingStrategy = .convertFromSnakeCase
        $0.dateDecodingStrategy = .iso8601
      },
    ]
  }
}
