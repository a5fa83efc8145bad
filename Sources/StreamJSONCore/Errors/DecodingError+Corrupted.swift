extension DecodingError {
  /// An error that belongs to no value, or to the one at `path`, with a description and a cause.
  package static func corrupted(
    _ description: String,
    at path: [any CodingKey] = [],
    because cause: (any Error)? = nil
  ) -> DecodingError {
    .dataCorrupted(
      Context(codingPath: path, debugDescription: description, underlyingError: cause)
    )
  }

  /// JSONDecoder's description of a text or value that is malformed.
  static let notValidJSON = "The given data was not valid JSON."

  /// The error for a malformed or unfit number where errors are dropped.
  ///
  /// It is made once: a lossy array of a million bad numbers would spend most of its time on errors.
  static let withoutDetails: any Error = corrupted(notValidJSON)

  /// JSONDecoder's description of a missing member.
  static func noValue(for key: some CodingKey, named name: String) -> String {
    "No value associated with key " + key.description + " (\"" + name + "\")."
  }

  /// The same with another underlying error, or with none.
  @inline(never)
  func replacingUnderlyingError(by cause: (any Error)?) -> DecodingError {
    guard var parts else { return self }
    return parts.take(because: cause)
  }

  /// `error` itself, or a `DecodingError` around what a model or a file threw, for the value at `path`.
  package init(wrapping error: any Error, at path: [any CodingKey] = []) {
    self = error as? DecodingError ?? .corrupted("\(error)", at: path, because: error)
  }
}

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

extension JSONError {
  /// The message for a text that has nothing but whitespace.
  static let emptyText = "the JSON document is empty"
}
