/// The plans that a decoder knows, by the ids of their types.
///
/// The storage has a fixed size, so that one is found by a load: a type beyond it is decoded by its own
/// `init(from:)` inside others.
@safe
struct PlansByID: ~Copyable {
  private var base: UnsafeMutablePointer<ReadyPlan?>?

  /// An id that is larger than those of all plans here.
  private(set) var end = 0

  /// Whether it is known of each plan if it defers; see `DecoderMemory.settled(_:)`.
  var isSettled = true

  static var capacity: Int { 1024 }

  init() {
    // SAFETY: nil is never followed.
    unsafe base = nil
  }

  /// The plan with the id `id`.
  @inline(__always)
  subscript(id: Int) -> ReadyPlan? {
    // SAFETY: the storage is this struct's own, which cannot be copied, and is freed with it.
    guard let base = unsafe base, id < Self.capacity else { return nil }
    // SAFETY: compared on the line above; ids are not negative.
    return unsafe base[id]
  }

  mutating func set(_ ready: ReadyPlan, withID id: Int) {
    guard id < Self.capacity else { return }
    // SAFETY: as many are allocated as are initialized.
    if unsafe base == nil {
      let made = UnsafeMutablePointer<ReadyPlan?>.allocate(capacity: Self.capacity)
      unsafe made.initialize(repeating: nil, count: Self.capacity)
      unsafe base = made
    }
    // SAFETY: compared above.
    unsafe base?[id] = ready
    end = max(end, id + 1)
    isSettled = false
  }

  /// Removes the plan with the id `id`, and returns it.
  mutating func remove(_ id: Int) -> ReadyPlan? {
    let former = self[id]
    // SAFETY: compared with the capacity if there is one.
    if former != nil { unsafe base?[id] = nil }
    return former
  }

  deinit {
    // SAFETY: plans need nothing to be destroyed, and nothing else has the storage.
    unsafe base?.deallocate()
  }
}
