import Foundation
import StreamJSON
import StreamJSONCore

/// Documents of one shape, for which models are inferred.
struct InferredDocument: Sendable {
  /// The namespace of the models.
  let name: String

  let documents: [Document]

  /// The documents that the bench makes.
  static let generated = [
    InferredDocument(name: "HostEvents", documents: [.events]),
    InferredDocument(name: "Builds", documents: [.builds]),
    InferredDocument(name: "Presets", documents: [.presets]),
    InferredDocument(name: "Mesh", documents: [.mesh]),
    InferredDocument(name: "Poses", documents: [.poses]),
    InferredDocument(name: "People", documents: [.people]),
    InferredDocument(name: "SocialFeed", documents: [.feed, .escapedFeed]),
    InferredDocument(name: "Doubles", documents: [.doubles]),
    InferredDocument(name: "Plugins", documents: [.plugins]),
    InferredDocument(name: "Animation", documents: [.animation]),
    InferredDocument(name: "Organizations", documents: [.organizations]),
    InferredDocument(name: "Places", documents: [.places]),
    InferredDocument(name: "Halls", documents: [.catalog]),
  ]

  /// Those for the three well-known files in the directory `directory`.
  static func corpus(in directory: String) -> [InferredDocument] {
    zip(["Twitter", "CITM", "Canada"], Document.corpus(in: directory)).map { name, document in
      InferredDocument(name: name, documents: [document])
    }
  }

  /// The name of the file with the models.
  var fileName: String { "Inferred+\(name).swift" }

  /// The contents of the file with the models.
  func source() throws -> String {
    let values = try documents.map { try JSONValue(parsing: Data(try $0.bytes())) }
    let models = ModelInference.source(of: values, named: name)
    let names = documents.map(\.name).joined(separator: " and ")
    var lines = [
      "// Inferred from \(names) by `bench --infer-all`; do not edit.",
      "// swift-format-ignore-file", "",
    ]
    if models.contains(where: { $0.contains("JSONValue") }) { lines += ["import StreamJSON", ""] }
    lines.append("extension Inferred {")
    lines += models.map { $0.isEmpty ? "" : "  " + $0 }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  /// Writes the models of all documents to a directory.
  ///
  /// The models of the corpus are compared with its files by nothing else than this, and `git diff`: the
  /// repository does not have the files.
  static func writeAll(to directory: String, corpus: String?) throws {
    for document in generated + (corpus.map(Self.corpus) ?? []) {
      let url = URL(fileURLWithPath: directory).appendingPathComponent(document.fileName)
      try Data(document.source().utf8).write(to: url)
    }
  }
}
