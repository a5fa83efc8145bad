package import StreamJSONCore

extension DecodingEnvironment {
  /// An environment for decoders of the core on any thread, which never frees kept containers.
  ///
  /// Tests run side by side, and an environment without a lock gave two of them the same handle.
  package static let locked = makeLocked()

  /// As `locked`, one that knows nothing of the types that others have decoded.
  ///
  /// With `readsAllItCan`, short texts and others that take less time from the tape are read as well. Without
  /// `stopsAtFalsePromises`, a plan that turns out to be wrong is given up in all builds.
  package static func makeLocked(
    directTypes: [DirectTypes.Identified] = [],
    readsAllItCan: Bool = false,
    stopsAtFalsePromises: Bool = true
  ) -> DecodingEnvironment {
    // Not of `Void`, whose address ThreadSanitizer takes for that of something else.
    let lock = Locked(false)
    return DecodingEnvironment(
      currentThread: { 0 },
      exclusively: { body in lock.withLock { _ in body() } },
      acquire: {},
      keep: { _ in },
      directTypes: directTypes,
      features: .all,
      readsAllItCan: readsAllItCan,
      stopsAtFalsePromises: stopsAtFalsePromises
    )
  }
}
