extension Suites {
  /// Documents of the suite `decode` as models with the marker; that suite has their plain twins.
  static let memberwise = BenchSuite(name: "memberwise") { corpus in
    memberwiseGenerated + (corpus.map(memberwiseCorpus) ?? [])
  }

  private static let memberwiseGenerated: [BenchCase] = [
    .decode(suite: "memberwise", .feed, as: Marked.Feed.self),
    .decode(suite: "memberwise", .catalog, as: Marked.Catalog.self),
    .decode(suite: "memberwise", .geography, as: Marked.Geography.self),
    .decode(suite: "memberwise", .logLines, as: [Marked.LogLine].self),
    .decode(suite: "memberwise", .events, as: [Marked.HostEvent].self),
    .decode(suite: "memberwise", .smallObject, as: Marked.Profile.self),
  ]

  private static func memberwiseCorpus(_ directory: String) -> [BenchCase] {
    Document.corpus(in: directory).map { document in
      switch document.name {
      case "twitter.json": .decode(suite: "memberwise", document, as: Marked.Timeline.self)
      case "citm_catalog.json": .decode(suite: "memberwise", document, as: Marked.Catalog.self)
      default: .decode(suite: "memberwise", document, as: Marked.Geography.self)
      }
    }
  }
}
