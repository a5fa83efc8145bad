/// Arrays of objects of marked types that have a plan, decoded from the tape.
extension DocumentDecoder {
  /// Decodes the array at `entry` and initializes the array at `target`, which may be optional, with it.
  ///
  /// As in `elements(at:_:)`, room for all elements is made at once only if they are few or small.
  @unsafe
  func decodeObjects(
    _ ready: ReadyPlan,
    at entry: Int,
    to target: UnsafeMutableRawPointer
  ) throws {
    let tape = storage.tape
    let count = tape[entry &+ 1].count
    let arrays = ready.plan.marked.arrays
    let stride = ready.plan.stride
    try requireRoom(for: count, stride: stride, at: entry)
    var child = entry &+ 2
    guard stride <= 16 || count <= DocumentDecoder.roomAtOnce / stride else {
      // SAFETY: the arguments are those of the caller.
      return try unsafe decodeManyObjects(ready, at: entry, to: target)
    }
    // SAFETY: the storage has room for `count` elements.
    try unsafe arrays.make(count, target) { base, initializedCount in
      try unsafe fill(base, &initializedCount, upTo: count, from: &child, ready)
    }
  }

  /// Decodes objects, beginning with the one at `child`, into storage at `base` until there are `end` of them; `count`
  /// of them are initialized at any time.
  @unsafe
  @inline(__always)
  private func fill(
    _ base: UnsafeMutableRawPointer,
    _ count: inout Int,
    upTo end: Int,
    from child: inout Int,
    _ ready: ReadyPlan
  ) throws {
    let tape = storage.tape
    var granted = count
    while count < end {
      if count >= granted {
        granted =
          count &+ memory.memberwise.state.schedule.take(ready.plan.id, atMost: end &- count)
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

  /// Does the same as `decodeObjects` for an array that is larger than `roomAtOnce`.
  ///
  /// The first elements go into separate storage, which grows fourfold; the array itself, with room
  /// for all, is made once an eighth of its elements exist.
  @unsafe
  @inline(never)
  private func decodeManyObjects(
    _ ready: ReadyPlan,
    at entry: Int,
    to target: UnsafeMutableRawPointer
  ) throws {
    let tape = storage.tape
    let count = tape[entry &+ 1].count
    let arrays = ready.plan.marked.arrays
    let stride = ready.plan.stride
    var child = entry &+ 2
    var capacity = min(count, max(1, DocumentDecoder.roomAtOnce / stride))
    // SAFETY: nothing is read before it is written; the alignment is that of allocations.
    var beginning = unsafe UnsafeMutableRawPointer?.some(
      .allocate(byteCount: capacity &* stride, alignment: MemberwisePlan.maximumAlignment)
    )
    var beginningCount = 0
    defer {
      // SAFETY: `beginningCount` elements are initialized; `beginning` is nil once they have been moved out.
      if let base = unsafe beginning {
        unsafe arrays.destroy(base, beginningCount)
        unsafe base.deallocate()
      }
    }
    while let base = unsafe beginning {
      // SAFETY: it has room for that many.
      try unsafe fill(base, &beginningCount, upTo: capacity, from: &child, ready)
      guard capacity < count / 8 else { break }
      capacity &*= 4
      let larger = UnsafeMutableRawPointer.allocate(
        byteCount: capacity &* stride,
        alignment: MemberwisePlan.maximumAlignment
      )
      // SAFETY: the new storage is four times as large as the old one, all of which is initialized.
      unsafe arrays.move(base, beginningCount, larger)
      unsafe base.deallocate()
      unsafe beginning = larger
    }
    // SAFETY: the storage has room for `count` elements, and the beginning has no more than that; the
    // rest is as in `decodeObjects`.
    try unsafe arrays.make(count, target) { storage, initializedCount in
      guard let base = unsafe beginning else { return }
      unsafe arrays.move(base, beginningCount, storage)
      unsafe base.deallocate()
      unsafe beginning = nil
      initializedCount = beginningCount
      try unsafe fill(storage, &initializedCount, upTo: count, from: &child, ready)
    }
  }
}
