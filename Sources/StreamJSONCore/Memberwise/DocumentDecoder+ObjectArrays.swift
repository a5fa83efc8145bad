/// Arrays of objects of memberwise types that have a plan, decoded from the tape.
extension DocumentDecoder {
  /// Decodes the array at `entry` and initializes the array at `target`, which may be optional, with it.
  ///
  /// As in `elements(at:_:)`, room for all elements is made at once only if they are few or small. Otherwise the array
  /// is made once an eighth of them exist.
  func decodeObjects(
    _ ready: ReadyPlan,
    at entry: Int,
    to target: UnsafeMutableRawPointer
  ) throws {
    let tape = storage.tape
    let count = tape[entry &+ 1].count
    let arrays = ready.plan.type.arrays
    let stride = ready.plan.stride
    try requireRoom(for: count, stride: stride, at: entry)
    var child = entry &+ 2
    let isLarge = stride > 16 && count > Tape.roomAtOnce / stride
    let beginning = unsafe isLarge ? try decodeBeginning(of: count, from: &child, ready) : nil
    // SAFETY: the storage has room for `count` elements, and the beginning has no more than that; nothing is there
    // once they have been moved out.
    try unsafe arrays.make(count, target) { base, initializedCount in
      if let beginning = unsafe beginning {
        unsafe arrays.move(beginning.base, beginning.count, base)
        unsafe beginning.base.deallocate()
        initializedCount = unsafe beginning.count
      }
      try unsafe fill(base, &initializedCount, upTo: count, of: count, from: &child, ready)
    }
  }

  /// Decodes objects, beginning with the one at `child`, into storage at `base` until there are `end` of the `total` in
  /// the array; `count` of them are initialized at any time.
  @inline(__always)
  private func fill(
    _ base: UnsafeMutableRawPointer,
    _ count: inout Int,
    upTo end: Int,
    of total: Int,
    from child: inout Int,
    _ ready: ReadyPlan
  ) throws {
    let tape = storage.tape
    var granted = count
    while count < end {
      if count >= granted {
        granted = count &+ types.take(ready, atMost: end &- count, of: total &- count)
      }
      // SAFETY: the storage has room for `end` elements, each of which is initialized when one of these returns, and
      // then counted.
      let target = unsafe base + count &* ready.plan.stride
      if count < granted {
        try unsafe decodeObject(ready, at: child, to: target)
      } else {
        try unsafe decodeUngrantedObject(ready, at: child, to: target)
      }
      count &+= 1
      child = tape.entry(after: child)
    }
  }

  /// Decodes the first of `count` objects, beginning with the one at `child`, into separate storage, which grows
  /// fourfold until it holds an eighth of them.
  @inline(never)
  private func decodeBeginning(
    of count: Int,
    from child: inout Int,
    _ ready: ReadyPlan
  ) throws -> (base: UnsafeMutableRawPointer, count: Int) {
    // SAFETY: the storage at `base` has room for `capacity` elements, with the largest alignment that a plan allows.
    // The first `initializedCount` of them are initialized at any time, also when a model has thrown. `larger` is four
    // times as large, and all of the former storage is initialized then.
    let arrays = ready.plan.type.arrays
    var capacity = Tape.initialCount(ofStride: ready.plan.stride)
    func allocate() -> UnsafeMutableRawPointer {
      .allocate(
        byteCount: capacity &* ready.plan.stride,
        alignment: MemberwisePlan.maximumAlignment
      )
    }
    var base = unsafe allocate()
    var initializedCount = 0
    do {
      while true {
        try unsafe fill(base, &initializedCount, upTo: capacity, of: count, from: &child, ready)
        guard let next = Tape.capacity(after: capacity, of: count) else {
          return unsafe (base, initializedCount)
        }
        capacity = next
        let larger = unsafe allocate()
        unsafe arrays.move(base, initializedCount, larger)
        unsafe base.deallocate()
        unsafe base = larger
      }
    } catch {
      unsafe arrays.destroy(base, initializedCount)
      unsafe base.deallocate()
      throw error
    }
  }
}
