extension StreamEngine {
  /// Whether values of `type` may be decoded several at once: no code of a model runs meanwhile, so
  /// what turns out to be wrong can be decoded again, one by one.
  package static func takesSeveral(of type: any Any.Type) -> Bool {
    scalarTypes.contains { $0 == type }
  }

  private static let scalarTypes: [any Any.Type] = [
    Double.self, Int.self, Float.self, String.self, Bool.self,
    Int8.self, Int16.self, Int32.self, Int64.self, Int128.self,
    UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt128.self,
  ]
}
