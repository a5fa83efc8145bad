extension StreamEngine {
  /// Whether values of `type` may be decoded several at once: no code of a model runs meanwhile, so
  /// what turns out to be wrong can be decoded again, one by one.
  package static func takesSeveral(of type: any Any.Type) -> Bool {
    DirectTypes.scalars.contains { $0 == type }
  }
}
