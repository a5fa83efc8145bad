import Foundation

extension Suites {
  /// A new decoder for each text, as in most programs, on texts small enough for that to matter.
  static let setup = BenchSuite(name: "setup") { _ in
    [
      .decodeAnew(suite: "setup", .smallObject, as: Profile.self, named: "object 300 bytes"),
      .decodeAnew(suite: "setup", .tinyText, as: Pair.self, named: "text 20 bytes"),
      .decodeAnew(suite: "setup", .smallObject, as: Profile.self, named: "300 bytes, snake case") {
        $0.keyDecodingStrategy = .convertFromSnakeCase
        $0.dateDecodingStrategy = .iso8601
      },
    ]
  }
}
