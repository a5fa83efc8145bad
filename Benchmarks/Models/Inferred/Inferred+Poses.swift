// Inferred from poses by `bench --infer-all`; do not edit.
// swift-format-ignore-file

extension Inferred {
  enum Poses {
    /// The types of this document.
    static let models: [any (Decodable & SendableMetatype).Type] = [
      Root.self,
      Metadata.self,
      Material.self,
      Bone.self,
      Animation.self,
      Track.self,
      Key.self,
    ]

    struct Root: Codable, Equatable {
      let metadata: Metadata
      let materials: [Material]
      let bones: [Bone]
      let vertices: [Double]
      let weights: [Double]
      let uvs: [[Double]]
      let faces: [Int]
      let animations: [Animation]
    }

    struct Metadata: Codable, Equatable {
      let tool: String
      let version: Double
      let vertices: Int
      let uvs: [Int]
    }

    struct Material: Codable, Equatable {
      let name: String
      let diffuse: [Double]
      let opacity: Int
      let isTransparent: Bool
    }

    struct Bone: Codable, Equatable {
      let parent: Int
      let name: String
      let position: [Double]
      let rotation: [Double]
    }

    struct Animation: Codable, Equatable {
      let name: String
      let rate: Int
      let length: Double
      let tracks: [Track]
    }

    struct Track: Codable, Equatable {
      let parent: Int
      let keys: [Key]
    }

    struct Key: Codable, Equatable {
      let time: Double
      let position: [Double]
      let rotation: [Double]
      let scale: [Int]?
    }
  }
}
