/// The innermost initializer that has thrown the error that is on its way out.
///
/// A model that drops the error of a unit, an enum or another model needs no place for it, and finding it
/// took longer than throwing. The initializers therefore only leave this note, and the place is found where
/// the error leaves the library.
struct FailedInitializer {
  /// The error, which its identity distinguishes from others for as long as it is held here.
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

  /// The value that was being decoded and its type, if the initializer threw `other`.
  func place(of other: any Error) -> (entry: Int, type: any Any.Type)? {
    threw(other) ? (entry, type) : nil
  }
}
