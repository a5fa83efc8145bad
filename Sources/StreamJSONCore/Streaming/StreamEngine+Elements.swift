extension StreamEngine {
  /// Whether several values of `type` may be decoded at once: no model's code runs meanwhile, so whatever
  /// turns out to be wrong can be decoded again, one value at a time.
  package static func takesSeveral(of type: any Any.Type) -> Bool {
    DirectTypes.scalars.contains { $0 == type }
  }
}
