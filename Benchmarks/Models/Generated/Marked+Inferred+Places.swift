// Generated from Inferred/Inferred+Places.swift by Benchmarks/Models/generate; do not edit.
// swift-format-ignore-file

import StreamJSON

extension Marked.Inferred {
  enum Places {
    /// The types of this document.
    static let models: [any (Decodable & SendableMetatype).Type] = [
      Root.self,
      Crs.self,
      Properties.self,
      Feature.self,
      Id.self,
      Properties2.self,
      Geometry.self,
      Coordinate.self,
      CoordinateElement.self,
    ]

    struct Root: Codable, Equatable, MemberwiseDecodable {
      let type: String
      let name: String
      let crs: Crs
      let features: [Feature]
    }

    struct Crs: Codable, Equatable, MemberwiseDecodable {
      let type: String
      let properties: Properties
    }

    struct Properties: Codable, Equatable, MemberwiseDecodable {
      let name: String
    }

    struct Feature: Codable, Equatable, MemberwiseDecodable {
      let type: String
      let id: Id
      let properties: Properties2
      let geometry: Geometry
    }

    enum Id: Codable, Equatable {
      case int(Int)
      case string(String)

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Int.self) {
          self = .int(value)
          return
        }
        if let value = try? container.decode(String.self) {
          self = .string(value)
          return
        }
        throw DecodingError.typeMismatch(
          Self.self,
          DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "It is none of the types of Id."
          )
        )
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .int(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        }
      }
    }

    struct Properties2: Codable, Equatable, MemberwiseDecodable {
      let name: String
      let population: Int?
      let markerColor: String
      let tags: [String]
      let ref: String?

      enum CodingKeys: String, CodingKey {
        case name
        case population
        case markerColor = "marker-color"
        case tags
        case ref
      }
    }

    struct Geometry: Codable, Equatable, MemberwiseDecodable {
      let type: String
      let coordinates: [Coordinate]
    }

    enum Coordinate: Codable, Equatable {
      case double(Double)
      case array([CoordinateElement])

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Double.self) {
          self = .double(value)
          return
        }
        if let value = try? container.decode([CoordinateElement].self) {
          self = .array(value)
          return
        }
        throw DecodingError.typeMismatch(
          Self.self,
          DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "It is none of the types of Coordinate."
          )
        )
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .double(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        }
      }
    }

    enum CoordinateElement: Codable, Equatable {
      case double(Double)
      case array([Double])

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Double.self) {
          self = .double(value)
          return
        }
        if let value = try? container.decode([Double].self) {
          self = .array(value)
          return
        }
        throw DecodingError.typeMismatch(
          Self.self,
          DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "It is none of the types of CoordinateElement."
          )
        )
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .double(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        }
      }
    }
  }
}
