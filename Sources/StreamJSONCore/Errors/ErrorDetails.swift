/// What a `JSONError` holds besides its kind and the byte at fault: the contents, or what they are made from.
protocol ErrorDetails: AnyObject, Sendable {
  /// The problem, and where it is.
  var contents: ErrorContents { get }
}
