/// Tells a pooled keyed container whether it may read its object, to which it has only an uncounted
/// reference.
///
/// Such a container serves one object of a text after another, so an uncounted copy of it (taken out of a
/// `Mirror`, for instance) can outlast the object that it was made for. Each opened object gets a new
/// generation, and a copy with an earlier generation learns here that it is stale. The memory of a handle is
/// reused but never freed, so this check is safe at any time.
///
/// `@unchecked Sendable`: passed between threads under the environment's lock.
@safe
struct ContainerHandle: @unchecked Sendable {
  @unsafe private struct Contents {
    /// The container's box, held for as long as the handle is in a pool.
    ///
    /// It comes first because `addressOfBox` relies on that.
    var box: UnsafeMutableRawPointer?
    /// The reference counts of the box when only the pool refers to it.
    var unreferenced: UInt = 0

    /// The generation of the object that is open, which a decode on the thread `thread` is reading.
    var generation: UInt64 = 1
    var thread: UInt = 0
    var stack = StackPlace.none

    /// The generation of the object that a model has kept, if any.
    var detachedGeneration: UInt64 = 0

    let environment: DecodingEnvironment
  }

  private let contents: UnsafeMutablePointer<Contents>

  // SAFETY of all that follows: handles are never freed, and one in a pool has a box, which the pool holds.

  /// Makes a handle, which is never freed.
  init(environment: DecodingEnvironment) {
    unsafe contents = .holding(Contents(environment: environment))
  }

  var environment: DecodingEnvironment { unsafe contents.pointee.environment }

  /// Begins reading another object on the current thread, making all existing copies stale.
  ///
  /// - Returns: The generation for new copies.
  @inline(__always)
  func open(on thread: UInt) -> UInt64 {
    unsafe contents.pointee.generation &+= 1
    unsafe contents.pointee.thread = thread
    unsafe contents.pointee.stack = .here
    return unsafe contents.pointee.generation
  }

  /// Whether the current thread is certain to be decoding the object of `generation`.
  ///
  /// Another thread reads only the stack place, which was written before that thread could have
  /// received the container.
  @inline(__always)
  func isOpenHere(_ generation: UInt64) -> Bool {
    unsafe contents.pointee.stack.isOfThisThread && contents.pointee.generation == generation
  }

  /// Like `isOpenHere`, but for any part of the thread's stack.
  func isOpenOnThisThread(_ generation: UInt64) -> Bool {
    unsafe contents.pointee.thread == contents.pointee.environment.currentThread()
      && contents.pointee.generation == generation
  }

  /// Ends the reading, making all copies stale.
  @inline(__always)
  func close() { unsafe contents.pointee.generation &+= 1 }

  /// Ends the decode's reading; copies of the last generation stay valid afterward.
  func closeDetached() {
    unsafe contents.pointee.detachedGeneration = contents.pointee.generation
    close()
  }

  /// Ends all use, because the object is going away.
  func void() {
    unsafe contents.pointee.detachedGeneration = 0
    close()
  }

  /// Whether a decode is reading the object of `generation`.
  func isOpen(_ generation: UInt64) -> Bool { unsafe contents.pointee.generation == generation }

  /// Whether the object of `generation` was kept and still exists.
  func isDetached(_ generation: UInt64) -> Bool {
    unsafe contents.pointee.detachedGeneration == generation
  }

  // MARK: - The box

  /// Notes the box of a container, which its pool holds, and what `BoxLayout.references(of:)`
  /// returns while only the pool refers to it.
  ///
  /// - Precondition: `box` is a Swift object, held until the handle is void.
  func hold(_ box: UnsafeMutableRawPointer, unreferenced: UInt) {
    unsafe contents.pointee.box = box
    unsafe contents.pointee.unreferenced = unreferenced
  }

  /// The box.
  ///
  /// - Precondition: the handle is in a pool.
  @_transparent
  var box: UnsafeMutableRawPointer { unsafe contents.pointee.box.unsafelyUnwrapped }

  /// The address of the reference to the box, which is all that a container consists of.
  ///
  /// - Precondition: the handle is in a pool.
  var addressOfBox: UnsafeMutableRawPointer {
    // SAFETY: a struct begins with its first property.
    @_transparent get { unsafe UnsafeMutableRawPointer(contents) }
  }

  /// Calls `body` and treats the box as referenced meanwhile.
  func referringToBox<Result>(_ body: () throws -> Result) rethrows -> Result {
    let unreferenced = unsafe contents.pointee.unreferenced
    // No Swift object can have these counts.
    unsafe contents.pointee.unreferenced = .max
    defer { unsafe contents.pointee.unreferenced = unreferenced }
    return try body()
  }

  /// Whether nothing but the pool refers to the box.
  @inline(__always)
  var isUnreferenced: Bool {
    unsafe BoxLayout.references(of: contents.pointee.box.unsafelyUnwrapped)
      == contents.pointee.unreferenced
  }
}
