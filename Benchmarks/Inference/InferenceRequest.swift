import Foundation
import StreamJSON
import StreamJSONCore

/// What `--infer` asks for: models for the texts in some files.
struct InferenceRequest: Equatable {
  /// The namespace of the models.
  let name: String

  /// Files of one shape.
  let files: [String]

  /// The source text of the models.
  func source() throws -> String {
    let values = try files.map { file in
      guard let data = FileManager.default.contents(atPath: file) else {
        throw BenchFailure("cannot read \(file)")
      }
      return try JSONValue(parsing: data)
    }
    return ModelInference.source(of: values, named: name).joined(separator: "\n")
  }
}
