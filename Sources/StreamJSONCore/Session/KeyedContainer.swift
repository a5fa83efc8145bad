/// The keyed container over an object: turns keys into entries and leaves everything else to
/// `KeyedObject` and `DocumentDecoder`, which do not depend on the type of the keys.
///
/// The standard library calls these methods through a witness table, with `Key` unknown at compile
/// time, so each is kept as small as possible.
struct KeyedContainer<Key: CodingKey>: CustomReflectable {
  private let reference: PooledReference

  init(_ reference: PooledReference) {
    self.reference = reference
  }

  /// Empty, because a copy taken out of the mirror would refer to an object without counting it.
  var customMirror: Mirror { Mirror(self, children: []) }

  /// Calls `body` with the object.
  ///
  /// - Throws: What `body` throws; `DecodingError.dataCorrupted` when the container is stale, or
  ///   another thread is decoding the object.
  @inline(__always)
  func on<Result>(_ body: (KeyedObject) throws -> Result) throws -> Result {
    try on(body, elsewhere: body)
  }

  /// Calls `body`, or `other` if the current thread is not certain to be decoding the object.
  ///
  /// Both do the same: `body` has the code for the usual cases inlined, and `other` makes a call.
  @inline(__always)
  func on<Result>(
    _ body: (KeyedObject) throws -> Result,
    elsewhere other: (KeyedObject) throws -> Result
  ) throws -> Result {
    guard reference.isOpenHere else {
      let (object, isEscaped) = try reference.object(Key.self)
      defer { if isEscaped { object.decoder.endEscaped() } }
      return try other(object)
    }
    // SAFETY: compared above.
    return try unsafe reference.withObject(body)
  }
}
