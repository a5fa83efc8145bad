/// What is wrong with a text, and at which byte.
///
/// Two words without a string in them: the sentence is written when somebody asks for it.
package struct InputFault: Error, Equatable {
  package var kind: JSONError.Kind

  /// Bytes from the start of the text to the first byte that cannot belong to it; the byte count
  /// when the text ends too early.
  package var offset: Int

  package init(_ kind: JSONError.Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}
