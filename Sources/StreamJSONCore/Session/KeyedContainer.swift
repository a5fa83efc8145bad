/// The keyed container over an object: checks its reference to the `KeyedObject` and leaves everything else, such as
/// turning keys into entries, to that and to the `DocumentDecoder`, which do not depend on the type of the keys.
///
/// The standard library calls its methods, which are in `ObjectContainer.swift`, through a witness table, with `Key`
/// unknown at compile time, so each is kept as small as possible.
struct KeyedContainer<Key: CodingKey>: MirroredAsEmpty {
  private let reference: PooledReference

  init(_ reference: PooledReference) { self.reference = reference }

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
      let (object, isDetached) = try reference.object(Key.self)
      defer { if isDetached { object.decoder.endDetached() } }
      return try other(object)
    }
    // SAFETY: compared above.
    return try unsafe reference.withObject(body)
  }
}

/// A pooled keyed container's uncounted reference to its object.
///
/// The standard library copies a container for each call of its methods, and two atomic operations
/// for each member would take 5 to 9 % of the time for models with many small members.
@safe
struct PooledReference {
  /// The object, which exists for as long as the handle has the generation.
  private let uncounted: Unmanaged<KeyedObject>
  private let handle: ContainerHandle
  private let generation: UInt64

  init(_ object: Unmanaged<KeyedObject>, _ handle: ContainerHandle, generation: UInt64) {
    // SAFETY: `isOpenHere` or `object(_:)` comes before each use.
    unsafe uncounted = object
    self.handle = handle
    self.generation = generation
  }

  /// Whether the current thread is certain to be decoding the object.
  var isOpenHere: Bool { handle.isOpenHere(generation) }

  /// Calls `body` with the object.
  ///
  /// - Precondition: `isOpenHere`.
  @unsafe
  @inline(__always)
  func withObject<Result>(_ body: (KeyedObject) throws -> Result) rethrows -> Result {
    // SAFETY: the handle is void before the object goes. During the call the box is held, and
    // with it the object, by the caller of the container's method.
    try unsafe uncounted._withUnsafeGuaranteedRef(body)
  }

  /// The object, for when `isOpenHere` is false; if its own decode is over, that of a later decode.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when another thread is decoding it, or it is gone.
  @inline(never)
  func object<Key: CodingKey>(_ type: Key.Type) throws -> (KeyedObject, isDetached: Bool) {
    // SAFETY: the object of a generation that is open on this thread exists, and only this thread can end it. A kept
    // object is retained under the lock under which its copies become stale, which is before it is released.
    if handle.isOpenOnThisThread(generation) {
      return (unsafe uncounted.takeUnretainedValue(), false)
    }
    let (isOpen, object) = handle.environment.withLock {
      let object = handle.isDetached(generation) ? unsafe uncounted.takeUnretainedValue() : nil
      return (handle.isOpen(generation), object)
    }
    if let object { return (try object.beginDetached(type), true) }
    throw isOpen ? DecodingError.isInUseElsewhere : DecodingError.staleContainer
  }
}
