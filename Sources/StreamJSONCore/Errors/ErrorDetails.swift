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

/// The details of a place, together with an error that a model has thrown.
final class RefusalDetails: ErrorDetails {
  private let place: any ErrorDetails
  private let underlyingError: any Error

  init(of place: any ErrorDetails, underlyingError: any Error) {
    self.place = place
    self.underlyingError = underlyingError
  }

  var contents: ErrorContents {
    var contents = place.contents
    contents.underlyingError = underlyingError
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
