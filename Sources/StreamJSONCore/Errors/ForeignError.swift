/// The parts of a `DecodingError` that the library has not made.
///
/// They are taken out once: the standard library's enumeration is copied as a whole for each question, and
/// what that counts took a quarter of what it takes to decode a short text that a model refuses.
struct ForeignError {
  /// The kind of fault that it is about.
  let kind: JSONError.Kind

  /// The type that was expected, in an error about one.
  private let type: (any Any.Type)?

  /// The key that was not found, in an error about one; an array because destroying an optional key, even
  /// none, takes a hundred instructions.
  private let missingKeys: [any CodingKey]
  var missingKey: (any CodingKey)? { missingKeys.first }

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
    var expected: (any Any.Type)?
    var keys: [any CodingKey] = []
    let context: DecodingError.Context
    switch consume error {
    case .typeMismatch(let type, let known):
      (kind, expected, context) = (.typeMismatch, type, known)
    case .valueNotFound(let type, let known):
      (kind, expected, context) = (.valueNotFound, type, known)
    case .keyNotFound(let missing, let known):
      (kind, keys, context) = (.keyNotFound, [missing], known)
    case .dataCorrupted(let known):
      (kind, context) = (.invalidValue, known)
    @unknown default:
      return nil
    }
    (type, missingKeys) = (expected, keys)
    underlyingError = context.underlyingError
    // Most errors have one; by its type, not by a cast.
    if let underlyingError, Swift.type(of: underlyingError) == JSONError.self { return nil }
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
    if let missingKey { return .keyNotFound(missingKey, context) }
    guard let type else { return .dataCorrupted(context) }
    return kind == .typeMismatch ? .typeMismatch(type, context) : .valueNotFound(type, context)
  }
}
