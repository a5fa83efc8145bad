/// Storage for the outermost value of a text, which is used again for the next one.
///
/// (A temporary allocation, whose closure returns the value, took two lookups of metadata.)
@safe
final class OutermostStorage {
  // SAFETY: there is nothing yet.
  private var buffer = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// The largest alignment that a value may have.
  static var maximumAlignment: Int { 16 }

  /// Uninitialized storage of `byteCount` bytes.
  ///
  /// Only one text is read at a time, and reading runs no model's code, so the storage is empty whenever it
  /// is asked for.
  @inline(__always)
  func room(byteCount: Int) -> UnsafeMutableRawPointer {
    // SAFETY: the byte count is compared.
    let buffer = unsafe buffer
    if let base = buffer.baseAddress, byteCount <= buffer.count { return unsafe base }
    return unsafe grow(byteCount)
  }

  @inline(never)
  private func grow(_ byteCount: Int) -> UnsafeMutableRawPointer {
    // SAFETY: there is nothing in the former one; new storage has an address.
    unsafe buffer.deallocate()
    unsafe buffer = .allocate(byteCount: max(byteCount, 1), alignment: Self.maximumAlignment)
    return unsafe buffer.baseAddress.unsafelyUnwrapped
  }

  deinit {
    // SAFETY: nothing is in the storage between two texts.
    unsafe buffer.deallocate()
  }
}
