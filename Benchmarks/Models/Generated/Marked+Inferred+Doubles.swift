// Generated from Inferred/Inferred+Doubles.swift by Benchmarks/Models/generate; do not edit.
// swift-format-ignore-file

import StreamJSON

extension Marked.Inferred {
  enum Doubles {
    typealias Root = [Double]

    /// The types of this document.
    static let models: [any (Decodable & SendableMetatype).Type] = [
    ]
  }
}
