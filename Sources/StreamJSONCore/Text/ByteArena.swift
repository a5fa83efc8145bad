/// A growable run of bytes that the library itself writes: unescaped strings, converted names,
/// the texts of an object graph, the unfinished tail of a stream.
///
/// It has one owner. Only that owner uses texts taken from it, and never after a change.
@safe
package struct ByteArena: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  package private(set) var count = 0
  package private(set) var capacity: Int

  package init(capacity: Int = 0) {
    self.capacity = max(capacity, 64)
    // SAFETY: nothing is read before `append` has written it.
    unsafe base = .allocate(capacity: self.capacity)
  }

  /// The bytes, valid until the next change.
  @inline(__always)
  package var text: JSONText {
    // SAFETY: the first `count` bytes were written by `append`.
    unsafe JSONText(UnsafeBufferPointer(start: base, count: count))
  }

  /// Drops the bytes from `count` on and keeps the storage.
  @inline(__always)
  package mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= self.count)
    self.count = count
  }

  /// Makes room for `additional` more bytes.
  ///
  /// The room is doubled only up to `bound`, beyond which little is expected to come.
  @inline(__always)
  package mutating func reserve(_ additional: Int, doublingTo bound: Int = .max) {
    if capacity &- count < additional { grow(by: additional, doublingTo: bound) }
  }

  /// Adds a byte, for which `reserve` has made room.
  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    assert(count < capacity)
    // SAFETY: `reserve` made room; debug builds assert it.
    unsafe (base + count).initialize(to: byte)
    count &+= 1
  }

  /// Adds a Unicode scalar value as UTF-8; `reserve` has made room for its bytes, at most four.
  mutating func append(scalar: UInt32) {
    switch scalar {
    case 0..<0x80:
      append(UInt8(truncatingIfNeeded: scalar))
    case 0x80..<0x800:
      append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    case 0x800..<0x10000:
      append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    default:
      append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    }
  }

  /// Adds the bytes of `text` from `start` up to `end`, after making room for them.
  ///
  /// - Precondition: `0 <= start <= end <= text.count`.
  @inline(__always)
  mutating func append(_ text: JSONText, from start: Int, to end: Int) {
    // SAFETY: the precondition; the buffer is used only during the call.
    unsafe append(text.buffer(from: start, to: end))
  }

  /// Adds the bytes of `buffer`, after making room for them.
  @inline(__always)
  package mutating func append(_ buffer: UnsafeBufferPointer<UInt8>) {
    reserve(buffer.count)
    guard let source = buffer.baseAddress else { return }
    // SAFETY: `reserve` made room for `buffer.count` bytes after the first `count`.
    unsafe (base + count).initialize(from: source, count: buffer.count)
    count &+= buffer.count
  }

  /// Adds the bytes that `write` writes, at most `limit`.
  ///
  /// - Returns: What `write` returned: how many it has written.
  /// - Throws: What `write` throws; in that case, nothing is added.
  package mutating func append(
    atMost limit: Int,
    _ write: (UnsafeMutableRawBufferPointer) throws -> Int
  ) rethrows -> Int {
    reserve(limit)
    // SAFETY: `reserve` made room for `limit` bytes after the first `count`.
    let written = try unsafe write(UnsafeMutableRawBufferPointer(start: base + count, count: limit))
    precondition(written >= 0 && written <= limit)
    count += written
    return written
  }

  /// Where the next `limit` bytes belong, for a caller that adds them one by one.
  ///
  /// `addWritten` adds them; until then, nothing else may be asked of the arena.
  package mutating func room(for limit: Int) -> UnsafeMutablePointer<UInt8> {
    reserve(limit)
    // SAFETY: `reserve` made room for `limit` bytes after the first `count`.
    return unsafe base + count
  }

  /// Adds the `written` bytes that the caller of `room(for:)` has written there.
  package mutating func addWritten(_ written: Int) {
    precondition(written >= 0 && written <= capacity &- count)
    count += written
  }

  /// Adds the UTF-8 bytes of `string`, after making room for them.
  mutating func append(_ string: String) {
    var string = string
    // SAFETY: the buffer is used only within the closure.
    string.withUTF8 { unsafe append($0) }
  }

  /// Adds the UTF-8 bytes of `string`, after making room for them.
  ///
  /// - Returns: True if all of them are ASCII.
  mutating func appendNotingASCII(_ string: String) -> Bool {
    var string = string
    // SAFETY: the buffer is used only within the closure.
    return string.withUTF8 { bytes in
      unsafe append(bytes)
      return unsafe bytes.reduce(0, |) < 0x80
    }
  }

  /// Adds the decimal digits of `value`; `reserve` has made room for 39 bytes, or 20 for those of a word.
  mutating func append(decimal value: WideInteger) {
    guard value.high > 0 || value.low >= WideInteger.group else {
      return appendDigits(value.low, atLeast: 1)
    }
    let (upper, lower) = value.groups
    append(decimal: upper)
    appendDigits(lower, atLeast: 19)
  }

  /// Adds the digits of `value`, at most 19, padded with leading zeros to `minimum` digits.
  private mutating func appendDigits(_ value: UInt64, atLeast minimum: Int) {
    var (digitCount, bound) = (1, UInt64(10))
    while digitCount < 19, value >= bound {
      digitCount &+= 1
      bound &*= 10
    }
    digitCount = max(digitCount, minimum)
    assert(count + digitCount <= capacity)
    var rest = value
    // From the last digit to the first; the compiler turns a division by 10 into a multiplication.
    var position = count &+ digitCount
    while position > count {
      position &-= 1
      // SAFETY: `reserve` made room; debug builds assert it.
      unsafe (base + position).initialize(
        to: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      )
      rest /= 10
    }
    count &+= digitCount
  }

  /// Drops the first `prefix` bytes and moves the others to the front.
  ///
  /// - Precondition: `prefix <= count`.
  mutating func removeFirst(_ prefix: Int) {
    precondition(prefix >= 0 && prefix <= count)
    // SAFETY: both ranges lie within the first `count` bytes; `update` allows them to overlap.
    unsafe base.update(from: base + prefix, count: count - prefix)
    count -= prefix
  }

  /// What a capacity grows to where sizes are `Size`: always in proportion, so that bytes are copied few times.
  static func larger<Size: FixedWidthInteger>(
    _ capacity: Size,
    doublingTo bound: Size
  ) -> Size {
    guard capacity < bound, capacity <= .max / 2 else {
      return capacity + min(capacity / 8, .max - capacity)
    }
    // Near the bound, grow to it at once, so that so many bytes are not copied again.
    if bound < .max / 2, capacity >= bound / 3 { return bound }
    return min(capacity * 2, bound)
  }

  @inline(never)
  private mutating func grow(by additional: Int, doublingTo bound: Int) {
    let newCapacity = max(Self.larger(capacity, doublingTo: bound), count + additional)
    let newBase = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
    // SAFETY: the new storage is larger than `count`, and the old one holds `count` bytes.
    unsafe newBase.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = newBase
    capacity = newCapacity
  }

  deinit {
    // SAFETY: the arena cannot be copied, so nothing else frees the storage.
    unsafe base.deallocate()
  }
}

/// Contents that all copies of a struct share at one address, so that reading them counts no reference and checks no
/// access.
extension UnsafeMutablePointer where Pointee: ~Copyable {
  /// The address of `contents`, which exist until `freeContents()`.
  @inline(__always)
  static func holding(_ contents: consuming Pointee) -> UnsafeMutablePointer {
    // SAFETY: one is allocated and initialized.
    let address = UnsafeMutablePointer.allocate(capacity: 1)
    unsafe address.initialize(to: contents)
    return unsafe address
  }

  /// Destroys the contents, and frees their memory.
  ///
  /// - Precondition: `holding(_:)` returned this address, and nothing uses it afterward.
  @unsafe
  @inline(__always)
  func freeContents() {
    unsafe deinitialize(count: 1)
    unsafe deallocate()
  }
}
