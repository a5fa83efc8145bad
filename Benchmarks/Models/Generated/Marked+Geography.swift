// Generated from Geography.swift by Benchmarks/Models/generate; do not edit.

import StreamJSON

extension Marked {
  /// A GeoJSON file of polygons: every member of canada.json and of the document modeled on it.
  struct Geography: Codable, Equatable, MemberwiseDecodable {
    let type: String
    let features: [Feature]

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
