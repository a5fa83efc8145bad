// Generated from Inferred/Inferred+Mesh.swift by Benchmarks/Models/generate; do not edit.
// swift-format-ignore-file

import StreamJSON

extension Marked.Inferred {
  enum Mesh {
    /// The types of this document.
    static let models: [any (Decodable & SendableMetatype).Type] = [
      Root.self,
      Batch.self,
      Empty.self,
    ]

    struct Root: Codable, Equatable, MemberwiseDecodable {
      let batches: [Batch]
      let morphs: Empty
      let positions: [Double]
      let texture: [Double]
      let normals: [Double]
      let influences: [[[Double]]]
      let triangles: [Int]
    }

    struct Batch: Codable, Equatable, MemberwiseDecodable {
      let indices: [Int]
      let vertices: [Int]
      let bones: [Int]
    }

    struct Empty: Codable, Equatable, MemberwiseDecodable {}
  }
}
