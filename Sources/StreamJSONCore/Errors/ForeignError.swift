/// The parts of a `DecodingError` that the library has not made.
///
/// They are taken out once: the standard library's enumeration is copied as a whole for each question, and
/// what that counts took a quarter of what it takes to decode a short text that a model refuses.
struct ForeignError {
  private enum Case {
    case typeMismatch(any Any.Type)
    case valueNotFound(any Any.Type)
    case keyNotFound(any CodingKey)
    case dataCorrupted
  }

  private let form: Case
  let codingPath: [any CodingKey]
  let debugDescription: String
  let underlyingError: (any Error)?

  /// Nil if `error` is no `DecodingError`, has a `JSONError`, or is of a case that is not known.
  init?(_ error: any Error) {
    guard let known = Self.known(error) else { return nil }
    self = known
  }

  private static func known<Failure: Error>(_ error: Failure) -> ForeignError? {
    // A cast takes several times as long.
    guard Failure.self == DecodingError.self else {
      return (error as? DecodingError).flatMap { ForeignError($0) }
    }
    // SAFETY: compared on the line above.
    return unsafe ForeignError(unsafeBitCast(error, to: DecodingError.self))
  }

  private init?(_ error: consuming DecodingError) {
    let context: DecodingError.Context
    switch consume error {
    case .typeMismatch(let type, let known):
      form = .typeMismatch(type)
      context = known
    case .valueNotFound(let type, let known):
      form = .valueNotFound(type)
      context = known
    case .keyNotFound(let key, let known):
      form = .keyNotFound(key)
      context = known
    case .dataCorrupted(let known):
      form = .dataCorrupted
      context = known
    @unknown default:
      return nil
    }
    underlyingError = context.underlyingError
    // Most errors have one; by its type, not by a cast.
    if let underlyingError, type(of: underlyingError) == JSONError.self { return nil }
    codingPath = context.codingPath
    debugDescription = context.debugDescription
  }

  /// The same with another underlying error.
  func because(_ cause: any Error) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath,
      debugDescription: debugDescription,
      underlyingError: cause
    )
    return switch form {
    case .typeMismatch(let type): .typeMismatch(type, context)
    case .valueNotFound(let type): .valueNotFound(type, context)
    case .keyNotFound(let key): .keyNotFound(key, context)
    case .dataCorrupted: .dataCorrupted(context)
    }
  }

  /// The kind of fault that it is about.
  var kind: JSONError.Kind {
    switch form {
    case .typeMismatch: .typeMismatch
    case .valueNotFound: .valueNotFound
    case .keyNotFound: .keyNotFound
    case .dataCorrupted: .invalidValue
    }
  }

  /// The key that was not found, in an error about one.
  var missingKey: (any CodingKey)? {
    if case .keyNotFound(let key) = form { key } else { nil }
  }
}
