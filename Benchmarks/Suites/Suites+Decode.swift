import Foundation

extension Suites {
  /// Whole documents as plain models: the suite whose geometric mean counts.
  static let decode = BenchSuite(name: "decode") { corpus in
    decodeGenerated + (corpus.map(decodeCorpus) ?? [])
  }

  private static let decodeGenerated: [BenchCase] = [
    .decode(suite: "decode", .feed, as: Feed.self),
    .decode(suite: "decode", .catalog, as: Catalog.self),
    .decode(suite: "decode", .geography, as: Geography.self),
    .decode(suite: "decode", .logLines, as: [LogLine].self),
    .decode(suite: "decode", .events, as: [HostEvent].self),
    .decode(suite: "decode", .smallObject, as: Profile.self),
    .decode(suite: "decode", .tinyText, as: Pair.self),
    .decode(suite: "decode", .wideObjects, as: [WideRecord].self),
    .decode(suite: "decode", .longStrings, as: [String].self),
    .decode(suite: "decode", .integers, as: Integers.self),
    .decode(suite: "decode", .mixedNumbers, as: [Reading].self),
    .decode(suite: "decode", .snakeCase, as: [Order].self) {
      $0.keyDecodingStrategy = .convertFromSnakeCase
    },
    .decode(suite: "decode", .dates, as: [Revision].self) { $0.dateDecodingStrategy = .iso8601 },
    .decode(suite: "decode", .base64, as: [Attachment].self),
    .decode(suite: "decode", .enumerations, as: [Shape].self),
  ]

  /// The three well-known files, as models of every member they have.
  private static func decodeCorpus(_ directory: String) -> [BenchCase] {
    Document.corpus(in: directory).map { document in
      switch document.name {
      case "twitter.json": .decode(suite: "decode", document, as: Timeline.self)
      case "citm_catalog.json": .decode(suite: "decode", document, as: Catalog.self)
      default: .decode(suite: "decode", document, as: Geography.self)
      }
    }
  }
}
