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

  /// `error` itself, or a `DecodingError` around what a model or a file threw, for the value at `path`.
  package init(wrapping error: any Error, at path: [any CodingKey] = []) {
    self = error as? DecodingError ?? .corrupted("\(error)", at: path, because: error)
  }
}

extension Error {
  /// Whether this error says that the task was canceled, rather than that a value is bad.
  ///
  /// The failures of results have such an error as their underlying error.
  var isCancellation: Bool {
    // Compared first, because a cast takes several times as long.
    if Self.self == CancellationError.self { return true }
    guard Self.self == DecodingError.self, let error = self as? DecodingError else { return false }
    return error.parts?.context.underlyingError is CancellationError
  }
}

extension DecodingError {
  /// The parts of a `DecodingError`, taken out once, because the standard library's enumeration is copied as a whole for
  /// each access.
  struct Parts {
    /// The kind of fault that the error is about.
    let kind: JSONError.Kind
    /// The type that was expected, in an error about one.
    var type: (any Any.Type)?
    /// The key that was not found, in an error about one.
    var missingKey: (any CodingKey)?
    let context: Context

    /// The same error with another underlying error, or with none.
    func error(because cause: (any Error)?) -> DecodingError {
      let context = Context(
        codingPath: context.codingPath,
        debugDescription: context.debugDescription,
        underlyingError: cause
      )
      if let missingKey { return .keyNotFound(missingKey, context) }
      guard let type else { return .dataCorrupted(context) }
      return kind == .typeMismatch ? .typeMismatch(type, context) : .valueNotFound(type, context)
    }
  }

  /// The parts of the error; nil if it is of an unknown case.
  var parts: Parts? {
    switch self {
    case .typeMismatch(let type, let context):
      Parts(kind: .typeMismatch, type: type, context: context)
    case .valueNotFound(let type, let context):
      Parts(kind: .valueNotFound, type: type, context: context)
    case .keyNotFound(let key, let context):
      Parts(kind: .keyNotFound, missingKey: key, context: context)
    case .dataCorrupted(let context):
      Parts(kind: .invalidValue, context: context)
    @unknown default:
      nil
    }
  }

  /// The same with another underlying error, or with none.
  @inline(never)
  func replacingUnderlyingError(by cause: (any Error)?) -> DecodingError {
    parts?.error(because: cause) ?? self
  }
}

extension JSONError {
  /// The message for a text that has nothing but whitespace.
  static let emptyText = "the JSON document is empty"
}
