import Foundation

extension Suites {
  /// Object graphs of the decode suite's documents, compared with the usual detour through a text:
  /// `JSONSerialization.data(withJSONObject:)`, then JSONDecoder.
  static let objects = BenchSuite(name: "objects") { corpus in
    cases(suite: "objects", corpus: corpus, against: .detour)
  }

  /// The same graphs, compared with JSONDecoder reading an existing equivalent text: the cost of a
  /// graph relative to that of a text.
  static let objectsAndTexts = BenchSuite(name: "objects-text") { corpus in
    cases(suite: "objects-text", corpus: corpus, against: .text)
  }

  private static func cases(
    suite: String,
    corpus: String?,
    against rival: GraphRival
  ) -> [BenchCase] {
    let generated: [BenchCase] = [
      .graph(suite: suite, .feed, as: Feed.self, against: rival),
      .graph(suite: suite, .catalog, as: Catalog.self, against: rival),
      .graph(suite: suite, .geography, as: Geography.self, against: rival),
      .graph(suite: suite, .logLines, as: [LogLine].self, against: rival),
      .graph(suite: suite, .events, as: [HostEvent].self, against: rival),
      .graph(suite: suite, .smallObject, as: Profile.self, against: rival),
      .graph(suite: suite, .tinyText, as: Pair.self, against: rival),
      .graph(suite: suite, .wideObjects, as: [WideRecord].self, against: rival),
      .graph(suite: suite, .longStrings, as: [String].self, against: rival),
      .graph(suite: suite, .integers, as: Integers.self, against: rival),
      .graph(suite: suite, .mixedNumbers, as: [Reading].self, against: rival),
      .graph(suite: suite, .snakeCase, as: [Order].self, against: rival) {
        $0.keyDecodingStrategy = .convertFromSnakeCase
      },
      .graph(suite: suite, .dates, as: [Revision].self, against: rival) {
        $0.dateDecodingStrategy = .iso8601
      },
      .graph(suite: suite, .base64, as: [Attachment].self, against: rival),
      .graph(suite: suite, .enumerations, as: [Shape].self, against: rival),
    ]
    let files = (corpus.map(Document.corpus) ?? []).map { document -> BenchCase in
      switch document.name {
      case "twitter.json": .graph(suite: suite, document, as: Timeline.self, against: rival)
      case "citm_catalog.json": .graph(suite: suite, document, as: Catalog.self, against: rival)
      default: .graph(suite: suite, document, as: Geography.self, against: rival)
      }
    }
    return generated + files
  }
}
