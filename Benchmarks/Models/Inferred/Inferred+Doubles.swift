// Inferred from doubles by `bench --infer-all`; do not edit.
// swift-format-ignore-file

extension Inferred {
  enum Doubles {
    typealias Root = [Double]

    /// The types of this document.
    static let models: [any (Decodable & SendableMetatype).Type] = [
    ]
  }
}
