extension _DecodingMark {
  /// Makes the mark of `type`, with functions that the compiler specializes in the module of `type`.
  @inlinable
  public init<Value: MemberwiseDecodable>(memberwise type: Value.Type) {
    self.init(memberwise: type, MemberwiseArrays(of: type))
  }

  @usableFromInline
  init<Value: MemberwiseDecodable>(memberwise type: Value.Type, _ arrays: MemberwiseArrays) {
    self.init(Value.self, Memberwise<Value>.self, details: arrays)
    // A generic type may have defaults for only some of its arguments. In that case, its witness is this one.
    if let type = type as? any CodableWithDefaults.Type { self = type.withDefaults }
  }
}
