// Rules for the folder Text, where nothing knows about values or tapes:
// - Compare offsets with `count` once for each run of bytes.
// - In a mask of `ByteSearch`, only the lowest mark is exact, because a borrow or carry can set bits above it.
// - Take the text of a `ByteArena` again after each change, because growing moves its bytes. Call `reserve` before you
//   append single bytes.
// - `Unescaping` never makes a string longer, so one reservation is enough. A new escape must keep that true. A fault
//   leaves bytes in the arena, which the caller drops.
// - The layout of a small string isn't guaranteed on all platforms. Before you rely on it, ask `layoutIsKnown`, which
//   tests it with strings that the standard library has made.
// - `TextEncoding.needsConversion` runs for every text, so it's a few comparisons. It may say yes to a malformed text,
//   but never no to one that must be converted. Follow JSONDecoder where it deviates from the standards: for example,
//   bytes after the last whole unit are dropped. Streams must be in UTF-8.

/// The UTF-8 bytes of a JSON text, borrowed for as long as a decode lasts.
///
/// The library reads every byte of the input through this type, the only place where a pointer to
/// the input is dereferenced. The code that makes a `JSONText` keeps the memory alive and unchanged
/// until its last use.
///
/// Reads are unchecked in release builds, because a test per byte costs about a tenth of the
/// scanning speed; each caller bounds its offsets against `count` once per run. Debug builds
/// check every read.
@safe
package struct JSONText {
  /// The first byte.
  ///
  /// Never dereferenced when `count` is zero.
  private let base: UnsafePointer<UInt8>

  /// The number of bytes.
  package let count: Int

  /// Borrows the bytes of `buffer`.
  ///
  /// - Precondition: the memory outlives every use of this value.
  package init(_ buffer: UnsafeBufferPointer<UInt8>) {
    // SAFETY: an empty buffer may have no address; then nothing is ever read, so any
    // well-aligned non-null address will do.
    unsafe base = buffer.baseAddress ?? UnsafePointer(bitPattern: 8).unsafelyUnwrapped
    count = buffer.count
  }

  /// An empty text.
  package static var empty: JSONText {
    // SAFETY: an empty text is never dereferenced.
    unsafe JSONText(UnsafeBufferPointer(start: nil, count: 0))
  }

  /// The bytes from `start` up to `end` as a separate text.
  ///
  /// - Precondition: `0 <= start <= end <= count`.
  @_transparent
  package func part(from start: Int, to end: Int) -> JSONText {
    // SAFETY: the part is borrowed for as long as the whole.
    unsafe JSONText(buffer(from: start, to: end))
  }

  /// Where the text begins in `other`; nil if it is not part of it.
  func offset(in other: JSONText) -> Int? {
    // SAFETY: addresses are compared, and nothing is read.
    let distance = unsafe UInt(bitPattern: base) &- UInt(bitPattern: other.base)
    guard distance <= UInt(other.count), count <= other.count - Int(distance) else { return nil }
    return Int(distance)
  }

  /// The byte at `offset`, in bytes from the start.
  package subscript(offset: Int) -> UInt8 {
    @_transparent get {
      assert(offset >= 0 && offset < count)
      // SAFETY: callers compare `offset` with `count` before the read; debug builds assert it.
      return unsafe base[offset]
    }
  }

  /// The eight bytes from `offset` on, the first one in the lowest bits.
  ///
  /// - Precondition: `offset + 8 <= count`.
  @_transparent
  package func eightBytes(at offset: Int) -> UInt64 { bytes(at: offset, as: UInt64.self) }

  /// The 16 bytes from `offset` on.
  ///
  /// - Precondition: `offset + 16 <= count`.
  @_transparent
  func sixteenBytes(at offset: Int) -> ByteVector {
    assert(offset >= 0 && offset + 16 <= count)
    // SAFETY: callers compare `offset + 16` with `count` before the read; debug builds assert it.
    return unsafe UnsafeRawPointer(base + offset).loadUnaligned(as: ByteVector.self)
  }

  /// The four bytes from `offset` on, the first one in the lowest bits.
  ///
  /// - Precondition: `offset + 4 <= count`.
  @_transparent
  package func fourBytes(at offset: Int) -> UInt32 { bytes(at: offset, as: UInt32.self) }

  /// The two bytes from `offset` on, the first one in the lowest bits.
  ///
  /// - Precondition: `offset + 2 <= count`.
  @_transparent
  func twoBytes(at offset: Int) -> UInt16 { bytes(at: offset, as: UInt16.self) }

  /// As many bytes from `offset` on as `type` has, the first one in the lowest bits.
  @_transparent
  private func bytes<T: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: T.Type) -> T {
    assert(offset >= 0 && offset + MemoryLayout<T>.size <= count)
    // SAFETY: callers compare the end with `count` before the read; debug builds assert it.
    let bytes = unsafe UnsafeRawPointer(base + offset).loadUnaligned(as: type)
    #if _endian(little)
    return bytes
    #else
    return bytes.byteSwapped
    #endif
  }

  /// The bytes from `start` up to `end` as a string; invalid UTF-8 is replaced.
  ///
  /// - Precondition: `0 <= start <= end <= count`.
  package func string(from start: Int, to end: Int) -> String {
    precondition(start >= 0 && start <= end && end <= count)
    // SAFETY: compared on the line above.
    return unsafe String(decoding: buffer(from: start, to: end), as: UTF8.self)
  }

  /// Whether the bytes of `part`, which has more than one, are at `start`.
  @inline(__always)
  func has(_ part: StaticString, at start: Int) -> Bool {
    // SAFETY: literals of more than one character have bytes, which stay.
    let part = unsafe JSONText(.init(start: part.utf8Start, count: part.utf8CodeUnitCount))
    return start + part.count <= count && isEqual(from: start, to: part, from: 0, count: part.count)
  }

  /// A copy of all bytes.
  var bytes: [UInt8] {
    // SAFETY: the buffer is used during the call only.
    unsafe Array(buffer(from: 0, to: count))
  }

  /// The bytes from `start` up to `end` as a buffer, for the standard library's own functions.
  ///
  /// - Precondition: `0 <= start <= end <= count`.
  @unsafe
  @_transparent
  package func buffer(from start: Int, to end: Int) -> UnsafeBufferPointer<UInt8> {
    assert(start >= 0 && start <= end && end <= count)
    return unsafe UnsafeBufferPointer(start: base + start, count: end &- start)
  }
}

extension JSONText {
  /// The offset of the first byte at or after `start` that is one of up to two bytes, or `count`.
  ///
  /// - Complexity: O(bytes skipped), eight at a time.
  @inline(__always)
  package func firstOffset(of first: UInt8, or second: UInt8? = nil, from start: Int) -> Int {
    let second = second ?? first
    var offset = start
    while offset &+ 8 <= count {
      let block = eightBytes(at: offset)
      let found =
        ByteSearch.matches(of: first, in: block) | ByteSearch.matches(of: second, in: block)
      if found != 0 { return offset &+ ByteSearch.firstMarked(found) }
      offset &+= 8
    }
    while offset < count, self[offset] != first, self[offset] != second { offset &+= 1 }
    return offset
  }

  /// The offset of the first byte at or after `start` that is not whitespace, or `count`.
  @inline(__always)
  package func firstNonblankOffset(from start: Int) -> Int {
    var offset = start
    while offset < count, self[offset].isBlank { offset &+= 1 }
    return offset
  }

  /// True if the bytes from `start` on begin with `prefix`, or with as much of it as is there.
  package func mayBegin(with prefix: [UInt8], at start: Int) -> Bool {
    prefix.indices.prefix(max(0, count - start)).allSatisfy { self[start + $0] == prefix[$0] }
  }

  /// Whether the `count` bytes from `start` on are those of `other` from `otherStart` on.
  ///
  /// - Precondition: both texts have as many there.
  @inline(__always)
  func isEqual(from start: Int, to other: JSONText, from otherStart: Int, count: Int) -> Bool {
    var position = 0
    while position &+ 8 <= count {
      guard eightBytes(at: start &+ position) == other.eightBytes(at: otherStart &+ position) else {
        return false
      }
      position &+= 8
    }
    while position < count {
      guard self[start &+ position] == other[otherStart &+ position] else { return false }
      position &+= 1
    }
    return true
  }
}

extension UInt8 {
  /// True for the whitespace of RFC 8259 section 2.
  @inline(__always)
  package var isBlank: Bool {
    self <= 0x20 && (self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09)
  }
}

extension JSONText {
  /// The UUID that the characters from `start` up to `end` are the text form of (RFC 9562 section 4), as two
  /// numbers whose first byte is the highest one; nil if they are something else.
  package func uuid(from start: Int, to end: Int) -> (upper: UInt64, lower: UInt64)? {
    guard end &- start == 36 else { return nil }
    var halves: (UInt64, UInt64) = (0, 0)
    var seen: UInt8 = 0
    for offset in 0..<36 {
      let byte = self[start &+ offset]
      guard offset != 8, offset != 13, offset != 18, offset != 23 else {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit = HexadecimalDigit.value(of: byte)
      seen |= digit
      halves = (halves.0 &<< 4 | halves.1 &>> 60, halves.1 &<< 4 | UInt64(digit))
    }
    return seen < HexadecimalDigit.bound ? halves : nil
  }
}

extension String {
  /// Calls `body` with the string's bytes as a text.
  @inline(__always)
  func withText<Result>(_ body: (JSONText) -> Result) -> Result {
    // SAFETY: `body` gets a text that is only used within the call.
    let result = unsafe utf8.withContiguousStorageIfAvailable { unsafe body(JSONText($0)) }
    // Only strings bridged from Objective-C have no such storage.
    return result ?? String(decoding: Array(utf8), as: UTF8.self).withText(body)
  }
}
