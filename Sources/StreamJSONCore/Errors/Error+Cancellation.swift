extension Error {
  /// Whether this error says that the task was cancelled, rather than that a value is bad.
  var isCancellation: Bool {
    if type(of: self) == CancellationError.self { return true }
    // As the failures of results have it.
    return (self as? DecodingError)?.context?.underlyingError is CancellationError
  }
}
