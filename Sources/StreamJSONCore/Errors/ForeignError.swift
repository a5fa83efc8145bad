/// The parts of a `DecodingError` that the library has not made.
///
/// They are taken out once, because the standard library's enumeration is copied as a whole for each access.
/// The reference counting of those copies took a quarter of the time of decoding a short text that a model
/// refuses.
struct ForeignError {
  /// The kind of fault that it is about.
  let kind: JSONError.Kind

  /// The type that was expected, in an error about one.
  let type: (any Any.Type)?

  /// The key that was not found, in an error about one; an array because destroying an optional key, even
  /// none, takes a hundred instructions.
  private let missingKeys: [any CodingKey]
  var missingKey: (any CodingKey)? { missingKeys.first }

  private(set) var codingPath: [any CodingKey]
  private(set) var debugDescription: String
  let underlyingError: (any Error)?

  /// The parts of `error`; nil if it is not a `DecodingError`, has a `JSONError`, or is of an unknown case.
  static func parts<Failure: Error>(of error: Failure) -> ForeignError? {
    // A cast takes several times as long.
    guard Failure.self == DecodingError.self else {
      guard let error = error as? DecodingError else { return nil }
      return parts(of: error)
    }
    // SAFETY: compared above.
    return unsafe parts(of: unsafeBitCast(error, to: DecodingError.self), unlessPlaced: true)
  }

  /// The parts of `error`; nil if it is of an unknown case or, with `unlessPlaced`, has a `JSONError`.
  static func parts(of error: consuming DecodingError, unlessPlaced: Bool) -> ForeignError? {
    var expected: (any Any.Type)?
    var keys: [any CodingKey] = []
    let kind: JSONError.Kind
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
    let cause = context.underlyingError
    // Most errors have one.
    if unlessPlaced, let cause, cause.isJSONError { return nil }
    return ForeignError(
      kind: kind,
      type: expected,
      missingKeys: keys,
      codingPath: context.codingPath,
      debugDescription: context.debugDescription,
      underlyingError: cause
    )
  }

  /// The same with another underlying error, or with none; the path and the description move there.
  mutating func take(because cause: (any Error)?) -> DecodingError {
    var path: [any CodingKey] = []
    var description = ""
    swap(&path, &codingPath)
    swap(&description, &debugDescription)
    let context = DecodingError.Context(
      codingPath: path,
      debugDescription: description,
      underlyingError: cause
    )
    if let missingKey { return .keyNotFound(missingKey, context) }
    guard let type else { return .dataCorrupted(context) }
    return kind == .typeMismatch ? .typeMismatch(type, context) : .valueNotFound(type, context)
  }
}

extension Error {
  // Neither by a cast nor by `type(of:)`, which takes 60 instructions longer than the type of `self`.
  fileprivate var isJSONError: Bool { Self.self == JSONError.self }
}
