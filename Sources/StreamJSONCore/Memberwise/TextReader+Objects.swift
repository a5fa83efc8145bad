/// Arrays and dictionaries of objects, whose count is known only when the last one has been read.
extension TextReader {
  /// Storage for the elements of the array or dictionary at `level`, with room for one more than `count`; nil if it
  /// would be too large.
  ///
  /// If it has to grow, the elements so far are moved; nothing else refers to them then.
  @inline(__always)
  private func room(
    at level: Int,
    after count: Int,
    _ ready: ReadyPlan
  ) -> UnsafeMutableRawPointer? {
    let end = (count &+ 1) &* ready.plan.stride
    // SAFETY: the byte count is compared on this line, and `grow` makes room for one more.
    if level < buffers.count, end <= buffers[level].byteCount { return unsafe buffers[level].base }
    return unsafe grow(level, count, ready)
  }

  @inline(never)
  private func grow(_ level: Int, _ count: Int, _ ready: ReadyPlan) -> UnsafeMutableRawPointer? {
    // A 32-bit Int can count twice as many bytes plus those of the former storage.
    guard state.bufferByteCount <= .max / 8 else { return nil }
    let former = level < buffers.count ? buffers[level].byteCount : 512
    let byteCount = max(former &* 2, (count + 1) &* ready.plan.stride)
    // SAFETY: the new storage is larger; `count` elements are initialized in the old one, none if there is none.
    return unsafe replace(level, byteCount: byteCount, moving: count, ready)
  }

  /// Replaces the storage at `level`, in which `count` elements are initialized, with new storage of `byteCount` bytes.
  private func replace(
    _ level: Int,
    byteCount: Int,
    moving count: Int,
    _ ready: ReadyPlan
  ) -> UnsafeMutableRawPointer {
    // SAFETY: nothing is read from `base` before it is written; its alignment is the largest that a plan allows. It has
    // room for the `count` elements, as the caller says, which have been moved there when the former storage is freed.
    let base = UnsafeMutableRawPointer.allocate(
      byteCount: byteCount,
      alignment: MemberwisePlan.maximumAlignment
    )
    // This cannot overflow: one storage has at most a quarter of the bytes that an Int can count, and the total grows
    // only up to an eighth.
    state.bufferByteCount += byteCount
    let storage = unsafe Buffer(base: base, byteCount: byteCount)
    guard level < buffers.count else {
      buffers.append(storage)
      return unsafe base
    }
    let former = buffers[level]
    unsafe ready.plan.type.arrays.move(former.base, count, base)
    unsafe former.base.deallocate()
    state.bufferByteCount -= former.byteCount
    buffers[level] = storage
    return unsafe base
  }

  /// The result of reading elements of an array.
  private enum Progress {
    /// The last element and the end of the array were read.
    case ended
    /// There is no room for the next element.
    case full
    /// Something is unusual.
    case gaveUp
  }

  /// Reads the array of objects that comes next, and initializes the array at `target` with it.
  ///
  /// - Returns: False if it gives up; then there is nothing at `target`.
  func readObjects(
    _ ready: ReadyPlan,
    _ cursor: inout TextCursor,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    guard cursor.next() == UInt8(ascii: "["), cursor.open() else { return false }
    let level = state.level
    let start = cursor.offset
    let header = ready.defers ? open(.array, at: start &- 1) : Tape.absent
    state.level &+= 1
    var count = 0
    var progress = cursor.close(UInt8(ascii: "]")) ? Progress.ended : .full
    var isMade = false
    // SAFETY: `count` elements are initialized at the beginning of the storage at this level, which
    // only this call uses, and only in here.
    while progress == .full {
      if level == 0, let room = room(forArrayFrom: start, cursor, count, ready) {
        isMade = unsafe readLarge(ready, &cursor, room, &count, &progress, to: target)
      } else if let base = unsafe room(at: level, after: count, ready) {
        let capacity = buffers[level].byteCount / ready.plan.stride
        progress = unsafe readElements(ready, &cursor, to: base, capacity, &count)
      } else {
        progress = .gaveUp
      }
    }
    guard progress == .ended else {
      if count > 0 { unsafe ready.plan.type.arrays.destroy(buffers[level].base, count) }
      return false
    }
    state.level = level
    if ready.defers { close(header, count: count) }
    if isMade { return true }
    let made: Void? = try? unsafe ready.plan.type.arrays.make(count, target) { storage, total in
      if count > 0 { unsafe ready.plan.type.arrays.move(buffers[level].base, count, storage) }
      total = count
    }
    return made != nil
  }

  /// Reads elements, and what separates them, into storage that has room for `capacity` elements and holds `count`.
  @inline(__always)
  private func readElements(
    _ ready: ReadyPlan,
    _ cursor: inout TextCursor,
    to storage: UnsafeMutableRawPointer,
    _ capacity: Int,
    _ count: inout Int
  ) -> Progress {
    let stride = ready.plan.stride
    while count < capacity {
      // SAFETY: the count, which is that of initialized elements, is compared with the capacity.
      guard unsafe readObject(ready, &cursor, to: storage + count &* stride) else { return .gaveUp }
      count &+= 1
      switch cursor.next() {
      case UInt8(ascii: ","): cursor.offset &+= 1
      case UInt8(ascii: "]"):
        cursor.offset &+= 1
        cursor.remainingDepth &+= 1
        return .ended
      default: return .gaveUp
      }
    }
    return .full
  }

  // MARK: - Large arrays

  /// The smallest size of the elements, in bytes, that makes an array large.
  private static var largeByteCount: Int { 1 << 16 }

  /// How many elements to make room for in the array itself, which begins at `start` and of which `count` were read.
  ///
  /// This is the number of elements that there are if the rest of the text has as many for its size. It is nil for an
  /// array that is not large, and before an eighth of the text has been read. It is therefore less than nine times
  /// `count`, whatever the text says.
  private func room(
    forArrayFrom start: Int,
    _ cursor: TextCursor,
    _ count: Int,
    _ ready: ReadyPlan
  ) -> Int? {
    let (read, rest) = (cursor.offset - start, cursor.text.count - cursor.offset)
    guard count * ready.plan.stride >= Self.largeByteCount, rest <= 7 &* read else { return nil }
    // This cannot overflow, because both factors are less than 2^32.
    let others = Int(UInt64(count) * UInt64(rest) / UInt64(read))
    let room = count + others + others / 16 + 8
    // A 32-bit Int can count that many bytes plus those of the other storage.
    return room <= Int.max / 4 / ready.plan.stride ? room : nil
  }

  /// Thrown so that an array that was begun is freed.
  private struct Begun: Error {}

  /// Moves the elements so far into an array with room for `capacity` elements, and reads the others
  /// there.
  ///
  /// - Returns: Whether there is an array at `target` now. If there is not, because it had too much room or too little,
  ///   the elements are back in the storage of the level, which has room for no more.
  @inline(never)
  private func readLarge(
    _ ready: ReadyPlan,
    _ cursor: inout TextCursor,
    _ capacity: Int,
    _ count: inout Int,
    _ progress: inout Progress,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    // SAFETY: the array's `storage` has room for `capacity` elements, and `count`, which are initialized in the former
    // storage, are fewer; nothing is there once they have been moved. When `readElements` returns, `count` elements are
    // initialized in `storage`. Those that the array keeps, or destroys because this throws, are counted; otherwise,
    // they are moved to new storage with room for just these. Reading runs no model's code.
    let arrays = ready.plan.type.arrays
    do {
      try unsafe arrays.make(capacity, target) { storage, initializedCount in
        unsafe arrays.move(buffers[0].base, count, storage)
        _ = unsafe replace(0, byteCount: max(1024, ready.plan.stride), moving: 0, ready)
        progress = unsafe readElements(ready, &cursor, to: storage, capacity, &count)
        if progress == .ended, capacity - count <= max(count / 8, 16) {
          initializedCount = count
        } else if progress == .gaveUp {
          initializedCount = count
          throw Begun()
        } else {
          let base = unsafe replace(0, byteCount: count &* ready.plan.stride, moving: 0, ready)
          unsafe arrays.move(storage, count, base)
          throw Begun()
        }
      }
      return true
    } catch {
      // They were destroyed with the array.
      if progress == .gaveUp { count = 0 }
      return false
    }
  }

  /// Reads the object that comes next as a dictionary of objects, and initializes the dictionary at
  /// `target` with it.
  ///
  /// - Returns: False if it gives up; then there is nothing at `target`.
  func readObjectsByName(
    _ ready: ReadyPlan,
    _ cursor: inout TextCursor,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    // SAFETY: as many elements are initialized at the beginning of the storage at `level` as there are names, and only
    // this call uses it, and only in here. They are moved into the dictionary, or destroyed here. If there are none,
    // there may be no storage, and nothing is moved or destroyed.
    let arrays = ready.plan.type.arrays
    let level = state.level
    let stride = ready.plan.stride
    state.level &+= 1
    var names: [String] = []
    var source = TextSource(cursor, self)
    let isComplete = source.members { name, source in
      guard let base = unsafe room(at: level, after: names.count, ready),
        unsafe readObject(ready, &source.cursor, to: base + names.count &* stride)
      else { return false }
      names.append(name)
      return true
    }
    cursor = source.cursor
    state.level = level
    let base = unsafe names.isEmpty ? target : buffers[level].base
    guard isComplete else {
      unsafe arrays.destroy(base, names.count)
      return false
    }
    return unsafe arrays.makeDictionary(names, base, target)
  }
}
