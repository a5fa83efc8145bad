extension Error {
  /// Whether this error says that the task was cancelled, rather than that a value is bad.
  var isCancellation: Bool {
    if type(of: self) == CancellationError.self { return true }
    // The failures of results have it as their underlying error.
    return (self as? DecodingError)?.context?.underlyingError is CancellationError
  }
}
