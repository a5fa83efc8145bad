/// Arrays and dictionaries of objects: how many there are is known when the last one has been read.
extension TextReader {
  /// Storage for elements of `stride` bytes in the array at `level`, with room for one after `count`.
  ///
  /// The elements so far are moved if it has to grow; nothing else refers to them then.
  @unsafe
  @inline(__always)
  private func room(
    at level: Int,
    after count: Int,
    _ ready: ReadyPlan
  ) -> UnsafeMutableRawPointer {
    let end = (count &+ 1) &* ready.plan.stride
    // SAFETY: the byte count is compared on this line, and `grow` makes room for one more.
    if level < buffers.count, end <= buffers[level].byteCount { return unsafe buffers[level].base }
    return unsafe grow(level, count, ready)
  }

  @unsafe
  @inline(never)
  private func grow(_ level: Int, _ count: Int, _ ready: ReadyPlan) -> UnsafeMutableRawPointer {
    let stride = ready.plan.stride
    // SAFETY: nothing is read before it is written; the alignment is that of allocations.
    if level == buffers.count {
      let byteCount = max(1024, stride)
      let base = UnsafeMutableRawPointer.allocate(
        byteCount: byteCount,
        alignment: MemberwisePlan.maximumAlignment
      )
      unsafe buffers.append(Buffer(base: base, byteCount: byteCount))
      bufferByteCount += byteCount
      return unsafe base
    }
    let byteCount = max(buffers[level].byteCount &* 2, (count + 1) &* stride)
    bufferByteCount += byteCount - buffers[level].byteCount
    let larger = UnsafeMutableRawPointer.allocate(
      byteCount: byteCount,
      alignment: MemberwisePlan.maximumAlignment
    )
    // SAFETY: the new storage is larger; `count` elements are initialised in the old one.
    unsafe ready.plan.marked.arrays.move(buffers[level].base, count, larger)
    unsafe buffers[level].base.deallocate()
    unsafe buffers[level] = Buffer(base: larger, byteCount: byteCount)
    return unsafe larger
  }

  /// Reads the array of objects that comes next, and initialises the array at `target` with it.
  ///
  /// - Returns: False if it gives up; then there is nothing at `target`.
  @unsafe
  func readObjects(
    _ ready: ReadyPlan,
    _ cursor: inout TextCursor,
    to target: UnsafeMutableRawPointer,
    isOptional: Bool
  ) -> Bool {
    guard cursor.next() == UInt8(ascii: "["), cursor.open() else { return false }
    let arrays = ready.plan.marked.arrays
    let level = cursor.level
    cursor.level &+= 1
    var count = 0
    // SAFETY: `count` elements are initialised at the beginning of the storage at this level, which
    // only this call uses, and only in here.
    guard unsafe readElements(ready, &cursor, level, &count) else {
      if count > 0 { unsafe arrays.destroy(buffers[level].base, count) }
      return false
    }
    cursor.level = level
    do {
      try unsafe arrays.make(count, target, isOptional) { storage, initializedCount in
        // SAFETY: as above; the storage has room for `count` elements.
        if count > 0 { unsafe arrays.move(buffers[level].base, count, storage) }
        initializedCount = count
      }
    } catch {
      return false
    }
    return true
  }

  @unsafe
  @inline(__always)
  private func readElements(
    _ ready: ReadyPlan,
    _ cursor: inout TextCursor,
    _ level: Int,
    _ count: inout Int
  ) -> Bool {
    if cursor.next() == UInt8(ascii: "]") {
      cursor.offset &+= 1
      cursor.depth &-= 1
      return true
    }
    let stride = ready.plan.stride
    while true {
      // SAFETY: there is room for one more.
      let base = unsafe room(at: level, after: count, ready)
      guard unsafe readObject(ready, &cursor, to: base + count &* stride) else { return false }
      count &+= 1
      switch cursor.next() {
      case UInt8(ascii: ","): cursor.offset &+= 1
      case UInt8(ascii: "]"):
        cursor.offset &+= 1
        cursor.depth &-= 1
        return true
      default: return false
      }
    }
  }

  /// Reads the object that comes next as a dictionary of objects, and initialises the dictionary at
  /// `target` with it.
  ///
  /// - Returns: False if it gives up; then there is nothing at `target`.
  @unsafe
  func readObjectsByName(
    _ ready: ReadyPlan,
    _ cursor: inout TextCursor,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    let arrays = ready.plan.marked.arrays
    let level = cursor.level
    let stride = ready.plan.stride
    cursor.level &+= 1
    var names: [String] = []
    // SAFETY: as in `readObjects`, with the number of names as the count.
    let isComplete = members(&cursor) { name, cursor in
      let base = unsafe room(at: level, after: names.count, ready)
      guard unsafe readObject(ready, &cursor, to: base + names.count &* stride) else {
        return false
      }
      names.append(name)
      return true
    }
    cursor.level = level
    guard !names.isEmpty else {
      // SAFETY: without names, no element is read.
      if isComplete { _ = unsafe arrays.makeDictionary([], target, target) }
      return isComplete
    }
    // SAFETY: as many elements are initialised at this level as there are names; they are moved into
    // the dictionary, or, if it is not made, destroyed here.
    let base = unsafe buffers[level].base
    guard isComplete, unsafe arrays.makeDictionary(names, base, target) else {
      unsafe arrays.destroy(base, names.count)
      return false
    }
    return true
  }
}
