extension Error {
  /// Whether this error says that the task was cancelled, rather than that a value is bad.
  var isCancellation: Bool {
    if Self.self == CancellationError.self { return true }
    // The failures of results have it as their underlying error.
    return ForeignError.parts(of: self)?.underlyingError is CancellationError
  }
}
