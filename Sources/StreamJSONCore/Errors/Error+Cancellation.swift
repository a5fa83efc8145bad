extension Error {
  /// Whether this error says that the task was canceled, rather than that a value is bad.
  var isCancellation: Bool {
    if isCancellationError { return true }
    // A cast takes several times as long.
    guard Self.self == DecodingError.self else { return false }
    // SAFETY: compared above.
    switch unsafe unsafeBitCast(self, to: DecodingError.self) {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context),
      .dataCorrupted(let context):
      // The failures of results have it as their underlying error.
      return context.underlyingError?.isCancellationError ?? false
    default: return false
    }
  }

  private var isCancellationError: Bool { Self.self == CancellationError.self }
}
