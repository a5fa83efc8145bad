package import StreamJSONCore

extension DecodingEnvironment {
  /// An environment for decoders of the core on any thread, which never frees kept containers.
  ///
  /// Tests run side by side, and an environment without a lock gave two of them the same handle.
  package static let locked = makeLocked()

  /// Makes an environment like `locked` that knows nothing about the types that others have decoded.
  ///
  /// With `readsAllItCan`, short texts, and others that are faster to decode from the tape, are read as well. Without
  /// `stopsAtFalsePromises`, a plan that turns out to be wrong is given up in all builds. `onLock` is called each time
  /// that the lock is taken.
  package static func makeLocked(
    directTypes: [DirectTypes.Identified] = [],
    readsAllItCan: Bool = false,
    stopsAtFalsePromises: Bool = true,
    onLock: (@Sendable () -> Void)? = nil
  ) -> DecodingEnvironment {
    // This does not hold a `Void`, whose address ThreadSanitizer mistakes for that of something else.
    let lock = Locked(false)
    return DecodingEnvironment(
      currentThread: { 1 },
      exclusively: { body in
        onLock?()
        lock.withLock { _ in body() }
      },
      acquire: {},
      keep: { _ in },
      directTypes: directTypes,
      features: .all(readsAllItCan: readsAllItCan, stopsAtFalsePromises: stopsAtFalsePromises)
    )
  }
}
