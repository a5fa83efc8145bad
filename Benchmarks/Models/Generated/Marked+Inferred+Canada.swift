// Generated from Inferred/Inferred+Canada.swift by Benchmarks/Models/generate; do not edit.
// swift-format-ignore-file

import StreamJSON

extension Marked.Inferred {
  enum Canada {
    /// The types of this document.
    static let models: [any (Decodable & SendableMetatype).Type] = [
      Root.self,
      Feature.self,
      Properties.self,
      Geometry.self,
    ]

    struct Root: Codable, Equatable, MemberwiseDecodable {
      let type: String
      let features: [Feature]
    }

    struct Feature: Codable, Equatable, MemberwiseDecodable {
      let type: String
      let properties: Properties
      let geometry: Geometry
    }

    struct Properties: Codable, Equatable, MemberwiseDecodable {
      let name: String
    }

    struct Geometry: Codable, Equatable, MemberwiseDecodable {
      let type: String
      let coordinates: [[[Double]]]
    }
  }
}
