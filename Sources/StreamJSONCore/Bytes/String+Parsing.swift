extension String {
  /// The value of `type` that this is the text of, if there is one.
  ///
  /// It is never specialized, because each copy of the standard library's parser for a type adds 3 KB to a program.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  func parsed<Value: LosslessStringConvertible>(as type: Value.Type) -> Value? { Value(self) }
}
