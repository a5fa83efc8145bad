/// Memory whose last byte lies before an unreadable page, for one text after the other.
///
/// It does what a `GuardedBuffer` does for one text, without asking the system for memory each time. It is used on one
/// thread at a time.
package final class GuardedMemory {
  private var buffer: GuardedBuffer

  /// Makes room for texts of up to `capacity` bytes; longer ones get separate memory.
  package init(capacity: Int = 1 << 16) {
    buffer = GuardedBuffer(repeatElement(0, count: capacity))
  }

  /// Calls `body` with a copy of `bytes` that ends at the unreadable page.
  package func withCopy<Result>(
    of bytes: [UInt8],
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    if bytes.count > buffer.count {
      buffer = GuardedBuffer(repeatElement(0, count: bytes.count))
    }
    let buffer = buffer
    return try withExtendedLifetime(buffer) {
      // SAFETY: at least `bytes.count` bytes, which are readable, writable and alive here.
      let tail = unsafe buffer.rawBytes.suffix(bytes.count)
      let target = unsafe UnsafeMutableRawBufferPointer(
        mutating: UnsafeRawBufferPointer(rebasing: tail)
      )
      unsafe target.copyBytes(from: bytes)
      return try unsafe body(UnsafeRawBufferPointer(target))
    }
  }
}
