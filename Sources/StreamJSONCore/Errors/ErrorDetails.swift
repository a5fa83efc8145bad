/// What a `JSONError` holds besides its kind and offset: the contents, or what they are made from.
package protocol ErrorDetails: AnyObject, Sendable {
  /// What is wrong, and where.
  var contents: ErrorContents { get }

  /// Whether they are made from `document`, which is being decoded on this thread.
  func isAbout(_ document: AnyObject) -> Bool
}

extension ErrorDetails {
  package func isAbout(_ document: AnyObject) -> Bool { false }
}

/// The details of a place, together with an error that a model has thrown and the record that it refuses.
final class RefusalDetails: ErrorDetails {
  private let place: any ErrorDetails
  private let underlyingError: (any Error)?
  private let record: JSONFailedRecord?

  /// Adds the error to the details of `place`, and the record unless it is nil.
  init(
    of place: any ErrorDetails,
    underlyingError: (any Error)?,
    record: JSONFailedRecord?
  ) {
    self.place = place
    self.underlyingError = underlyingError
    self.record = record
  }

  var contents: ErrorContents {
    var contents = place.contents
    contents.underlyingError = underlyingError
    if let record { contents.record = record }
    return contents
  }

  func isAbout(_ document: AnyObject) -> Bool { place.isAbout(document) }
}

/// Details whose contents are known.
final class SettledErrorDetails: ErrorDetails {
  let contents: ErrorContents

  init(_ contents: ErrorContents) {
    self.contents = contents
  }
}
