// Inferred from mesh by `bench --infer-all`; do not edit.
// swift-format-ignore-file

extension Inferred {
  enum Mesh {
    /// The types of this document.
    static let models: [any (Decodable & SendableMetatype).Type] = [
      Root.self,
      Batch.self,
      Empty.self,
    ]

    struct Root: Codable, Equatable {
      let batches: [Batch]
      let morphs: Empty
      let positions: [Double]
      let texture: [Double]
      let normals: [Double]
      let influences: [[[Double]]]
      let triangles: [Int]
    }

    struct Batch: Codable, Equatable {
      let indices: [Int]
      let vertices: [Int]
      let bones: [Int]
    }

    struct Empty: Codable, Equatable {}
  }
}
