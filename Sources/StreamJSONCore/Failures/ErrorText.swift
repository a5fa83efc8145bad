/// A text that never changes, from which errors that outlive their decode make their details.
///
/// A class, so that each of many errors refers to the text with a single word.
class ErrorText: @unchecked Sendable {
  /// What `make` returns for a document of the text that no other thread uses meanwhile.
  func contents(_ make: (Document) -> ErrorContents) -> ErrorContents {
    preconditionFailure("each text makes its own document")
  }
}
