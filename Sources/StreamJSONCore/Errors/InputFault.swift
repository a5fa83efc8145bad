/// A problem in a text, and the byte at which it is.
///
/// Two words, without a string: the message is written only on demand.
package struct InputFault: Error, Equatable {
  var kind: JSONError.Kind

  /// Bytes from the start of the text to the first byte that cannot belong to it, or the byte count
  /// if the text ends before its value does.
  var offset: Int

  init(_ kind: JSONError.Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}
