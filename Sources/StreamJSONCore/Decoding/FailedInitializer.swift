/// The innermost initializer that an error has left, for the error that is on its way.
///
/// A model that drops the error of a unit, an enum or another model needs no place for it, and
/// finding it took longer than throwing. So the initializers only leave this note, and the place is
/// found where the error leaves the library.
struct FailedInitializer {
  /// The error, whose identity tells it from others for as long as it is held here.
  let error: any Error
  /// The value that was being decoded.
  let entry: Int
  let type: any Any.Type

  /// Whether `other` is the very same error, passed on.
  @inline(__always)
  func threw(_ other: any Error) -> Bool {
    // SAFETY: an error is one pointer to its box, which nothing else can have while it is held.
    unsafe unsafeBitCast(error as any Error, to: UInt.self)
      == unsafeBitCast(other as any Error, to: UInt.self)
  }
}

extension DecodingError {
  /// `error`, if it is a `DecodingError`.
  static func unboxed(_ error: any Error) -> DecodingError? {
    // A cast takes several times as long.
    known(error) ?? error as? DecodingError
  }

  private static func known<Failure: Error>(_ error: Failure) -> DecodingError? {
    guard Failure.self == DecodingError.self else { return nil }
    // SAFETY: compared on the line above.
    return unsafe unsafeBitCast(error, to: DecodingError.self)
  }

  /// Whether `error` is a `DecodingError` with a `JSONError`.
  static func hasPlace(_ error: any Error) -> Bool { isPlaced(error) }

  // Most errors that leave a decode are such. To copy one, and then its context, out of the standard
  // library's enumeration takes a fifth of what it takes to decode and refuse a text of 20 bytes.
  private static func isPlaced<Failure: Error>(_ error: Failure) -> Bool {
    guard Failure.self == DecodingError.self else { return false }
    // SAFETY: compared on the line above.
    switch unsafe unsafeBitCast(error, to: DecodingError.self) {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      // By its type, not by a cast.
      guard let cause = context.underlyingError else { return false }
      return type(of: cause) == JSONError.self
    @unknown default:
      return false
    }
  }
}
