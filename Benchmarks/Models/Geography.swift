/// A GeoJSON file of polygons: every member of canada.json and of the document modeled on it.
struct Geography: Codable, Equatable {
  let type: String
  let features: [Feature]

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
