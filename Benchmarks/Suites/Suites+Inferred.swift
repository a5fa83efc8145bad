extension Suites {
  /// Documents as plain models that were inferred from them.
  static let inferred = BenchSuite(name: "inferred") { corpus in
    InferredModels.all(corpus: corpus).map(\.plain)
  }

  /// The same with the marker on each struct.
  static let inferredMemberwise = BenchSuite(
    name: "inferred-memberwise",
    cases: { corpus in InferredModels.all(corpus: corpus).map(\.marked) },
    notes: InferredNotes.lines
  )
}

/// A document as the models that were inferred from it.
struct InferredModels: Sendable {
  let plain: BenchCase
  let marked: BenchCase

  /// The marked types, and enums, the outermost first.
  let types: [any (Decodable & SendableMetatype).Type]

  private init<Plain, Twin>(
    _ document: Document,
    _ model: Plain.Type,
    _ twin: Twin.Type,
    _ types: [any (Decodable & SendableMetatype).Type] = []
  )
  where
    Plain: Decodable & Equatable & SendableMetatype,
    Twin: Decodable & Equatable & SendableMetatype
  {
    plain = .decode(suite: "inferred", document, as: model)
    marked = .decode(suite: "inferred-memberwise", document, as: twin)
    self.types = types
  }

  /// All documents, with the three of the corpus if there is one.
  static func all(corpus: String?) -> [InferredModels] {
    generated + (corpus.map(Document.corpus) ?? []).map(ofCorpus)
  }

  private typealias Models = Inferred
  private typealias Twins = Marked.Inferred

  private static let generated = [
    InferredModels(
      .events,
      Models.HostEvents.Root.self,
      Twins.HostEvents.Root.self,
      Twins.HostEvents.models
    ),
    InferredModels(.builds, Models.Builds.Root.self, Twins.Builds.Root.self, Twins.Builds.models),
    InferredModels(
      .presets,
      Models.Presets.Root.self,
      Twins.Presets.Root.self,
      Twins.Presets.models
    ),
    InferredModels(.mesh, Models.Mesh.Root.self, Twins.Mesh.Root.self, Twins.Mesh.models),
    InferredModels(.poses, Models.Poses.Root.self, Twins.Poses.Root.self, Twins.Poses.models),
    InferredModels(.people, Models.People.Root.self, Twins.People.Root.self, Twins.People.models),
    InferredModels(
      .feed,
      Models.SocialFeed.Root.self,
      Twins.SocialFeed.Root.self,
      Twins.SocialFeed.models
    ),
    // Its types are those of the one before.
    InferredModels(.escapedFeed, Models.SocialFeed.Root.self, Twins.SocialFeed.Root.self),
    InferredModels(.doubles, Models.Doubles.Root.self, Twins.Doubles.Root.self),
    InferredModels(
      .plugins,
      Models.Plugins.Root.self,
      Twins.Plugins.Root.self,
      Twins.Plugins.models
    ),
    InferredModels(
      .animation,
      Models.Animation.Root.self,
      Twins.Animation.Root.self,
      Twins.Animation.models
    ),
    InferredModels(
      .organizations,
      Models.Organizations.Root.self,
      Twins.Organizations.Root.self,
      Twins.Organizations.models
    ),
    InferredModels(.places, Models.Places.Root.self, Twins.Places.Root.self, Twins.Places.models),
    InferredModels(.catalog, Models.Halls.Root.self, Twins.Halls.Root.self, Twins.Halls.models),
  ]

  private static func ofCorpus(_ document: Document) -> InferredModels {
    switch document.name {
    case "twitter.json":
      InferredModels(
        document,
        Models.Twitter.Root.self,
        Twins.Twitter.Root.self,
        Twins.Twitter.models
      )
    case "citm_catalog.json":
      InferredModels(document, Models.CITM.Root.self, Twins.CITM.Root.self, Twins.CITM.models)
    default:
      InferredModels(document, Models.Canada.Root.self, Twins.Canada.Root.self, Twins.Canada.models)
    }
  }
}
