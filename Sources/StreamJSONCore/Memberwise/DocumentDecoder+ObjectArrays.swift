/// Arrays of objects of marked types that have a plan, decoded from the tape.
extension DocumentDecoder {
  /// Decodes the array at `entry` and initializes the array at `target` with it, or an optional one.
  ///
  /// As in `elements(at:_:)`, room for all is made at once only where they are few or small.
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
    var child = entry &+ 2
    guard stride <= 16 || count <= DocumentDecoder.roomAtOnce / stride else {
      // SAFETY: `fill` makes as many elements as it is asked for.
      return try unsafe arrays.makeLarge(
        count,
        stride: stride,
        alignment: MemberwisePlan.maximumAlignment,
        at: target
      ) { base, initializedCount, end in
        try unsafe fill(base, &initializedCount, upTo: end, from: &child, ready)
      }
    }
    try unsafe arrays.make(count, target) { base, initializedCount in
      try unsafe fill(base, &initializedCount, upTo: count, from: &child, ready)
    }
  }

  /// Decodes objects from the one at `child` on into storage at `base` until there are `end` of them; `count`
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
    let stride = ready.plan.stride
    while count < end {
      let granted =
        count &+ memory.memberwise.state.schedule.take(ready.plan.id, atMost: end &- count)
      while count < granted {
        // SAFETY: the storage has room for `end` elements, each of which is initialized when
        // `decodeObject` returns, and then counted.
        try unsafe decodeObject(ready, at: child, to: base + count &* stride)
        count &+= 1
        child = tape.entry(after: child)
      }
      guard count < end else { return }
      try unsafe decodeUngrantedObject(ready, at: child, to: base + count &* stride)
      count &+= 1
      child = tape.entry(after: child)
    }
  }
}
