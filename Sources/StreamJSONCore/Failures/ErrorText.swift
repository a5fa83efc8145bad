/// A text that never changes, of which errors that outlive their decode make what they say.
///
/// A class: many errors refer to one, by a word each.
class ErrorText: @unchecked Sendable {
  /// What `make` makes of a document of the text that no other thread uses meanwhile.
  func contents(_ make: (Document) -> ErrorContents) -> ErrorContents {
    preconditionFailure("each text makes its own document")
  }
}
