extension Error {
  /// Whether this error says that the task was canceled, rather than that a value is bad.
  var isCancellation: Bool {
    if isCancellationError { return true }
    // A cast takes several times as long.
    guard Self.self == DecodingError.self else { return false }
    // The failures of results have it as their underlying error.
    // SAFETY: compared above.
    return unsafe withUnsafePointer(to: self) { error in
      unsafe UnsafeRawPointer(error).assumingMemoryBound(to: DecodingError.self).pointee.cause
    }?.isCancellationError ?? false
  }

  private var isCancellationError: Bool { Self.self == CancellationError.self }
}

extension DecodingError {
  /// The underlying error.
  fileprivate var cause: (any Error)? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context.underlyingError
    default: nil
    }
  }
}
