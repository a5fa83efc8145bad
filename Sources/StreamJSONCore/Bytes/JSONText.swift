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
  func buffer(from start: Int, to end: Int) -> UnsafeBufferPointer<UInt8> {
    assert(start >= 0 && start <= end && end <= count)
    return unsafe UnsafeBufferPointer(start: base + start, count: end &- start)
  }
}
