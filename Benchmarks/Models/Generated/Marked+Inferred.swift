// Generated from Inferred/Inferred.swift by Benchmarks/Models/generate; do not edit.

import StreamJSON

extension Marked {
  /// The models of the suite `inferred`, which were inferred from its documents.
  enum Inferred {}
}
