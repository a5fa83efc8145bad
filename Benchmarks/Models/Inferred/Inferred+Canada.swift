// Inferred from canada.json by `bench --infer-all`; do not edit.
// swift-format-ignore-file

extension Inferred {
  enum Canada {
    /// The types of this document.
    static let models: [any (Decodable & SendableMetatype).Type] = [
      Root.self,
      Feature.self,
      Properties.self,
      Geometry.self,
    ]

    struct Root: Codable, Equatable {
      let type: String
      let features: [Feature]
    }

    struct Feature: Codable, Equatable {
      let type: String
      let properties: Properties
      let geometry: Geometry
    }

    struct Properties: Codable, Equatable {
      let name: String
    }

    struct Geometry: Codable, Equatable {
      let type: String
      let coordinates: [[[Double]]]
    }
  }
}
