// Inferred from animation by `bench --infer-all`; do not edit.
// swift-format-ignore-file

import StreamJSON

extension Inferred {
  enum Animation {
    /// The types of this document.
    static let models: [any (Decodable & SendableMetatype).Type] = [
      Root.self,
      Layer.self,
      Transform.self,
      Opacity.self,
      Value.self,
      ValueElement.self,
      Into.self,
      Position.self,
      Value2.self,
      Value2Object.self,
      Into2.self,
      Shape.self,
      Item.self,
      Item2.self,
      Item3.self,
      Path.self,
      Value3.self,
      Color.self,
    ]

    struct Root: Codable, Equatable {
      let version: String
      let rate: Int
      let first: Int
      let last: Int
      let width: Int
      let height: Int
      let name: String
      let assets: [JSONValue]
      let layers: [Layer]
    }

    struct Layer: Codable, Equatable {
      let index: Int
      let kind: Int
      let name: String
      let parent: Int?
      let stretch: Int
      let transform: Transform
      let shapes: [Shape]
      let start: Int
      let end: Double
    }

    struct Transform: Codable, Equatable {
      let opacity: Opacity
      let angle: Opacity
      let position: Position
      let anchor: Position
      let scale: Position
    }

    struct Opacity: Codable, Equatable {
      let isAnimated: Int
      let value: Value
      let index: Int
    }

    enum Value: Codable, Equatable {
      case int(Int)
      case array([ValueElement])

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Int.self) {
          self = .int(value)
          return
        }
        if let value = try? container.decode([ValueElement].self) {
          self = .array(value)
          return
        }
        throw DecodingError.typeMismatch(
          Self.self,
          DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "It is none of the types of Value."
          )
        )
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .int(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        }
      }
    }

    struct ValueElement: Codable, Equatable {
      let into: Into?
      let out: Into?
      let time: Int
      let start: [Double]
    }

    struct Into: Codable, Equatable {
      let x: [Double]
      let y: [Double]
    }

    struct Position: Codable, Equatable {
      let isAnimated: Int
      let value: [Value2]
      let index: Int
    }

    enum Value2: Codable, Equatable {
      case int(Int)
      case object(Value2Object)

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Int.self) {
          self = .int(value)
          return
        }
        if let value = try? container.decode(Value2Object.self) {
          self = .object(value)
          return
        }
        throw DecodingError.typeMismatch(
          Self.self,
          DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "It is none of the types of Value2."
          )
        )
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .int(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
      }
    }

    struct Value2Object: Codable, Equatable {
      let into: Into2?
      let out: Into2?
      let time: Int
      let start: [Double]
    }

    struct Into2: Codable, Equatable {
      let x: Double
      let y: Double
    }

    struct Shape: Codable, Equatable {
      let kind: String
      let items: [Item]
      let name: String
    }

    struct Item: Codable, Equatable {
      let kind: String
      let items: [Item2]?
      let name: String?
      let color: Color?
      let opacity: Opacity?
      let rule: Int?
      let position: Position?
      let scale: Position?
      let path: Path?
      let isHidden: Bool?
    }

    struct Item2: Codable, Equatable {
      let kind: String
      let items: [Item3]?
      let name: String?
      let color: Color?
      let opacity: Opacity?
      let rule: Int?
      let position: Position?
      let scale: Position?
      let path: Path?
      let isHidden: Bool?
    }

    struct Item3: Codable, Equatable {
      let kind: String
      let path: Path?
      let name: String?
      let isHidden: Bool?
      let color: Color?
      let opacity: Opacity?
      let rule: Int?
      let position: Position?
      let scale: Position?
    }

    struct Path: Codable, Equatable {
      let isAnimated: Int
      let value: Value3
    }

    struct Value3: Codable, Equatable {
      let into: [[Double]]
      let out: [[Double]]
      let points: [[Double]]
      let isClosed: Bool
    }

    struct Color: Codable, Equatable {
      let isAnimated: Int
      let value: [Double]
      let index: Int
    }
  }
}
