/// Storage for the outermost value of a text, which is used again for the next one.
///
/// (A temporary allocation, whose closure returns the value, took two lookups of metadata.)
@safe
final class OutermostStorage {
  private var base: UnsafeMutableRawPointer?
  private var byteCount = 0

  /// The largest alignment that a value may have.
  static var maximumAlignment: Int { 16 }

  /// Uninitialized storage of `byteCount` bytes.
  ///
  /// Only one text is read at a time, and reading runs no model's code, so the storage is empty whenever it
  /// is asked for.
  @inline(__always)
  func storage(byteCount: Int) -> UnsafeMutableRawPointer {
    // SAFETY: the byte count is compared.
    if let base = unsafe base, byteCount <= self.byteCount { return unsafe base }
    return unsafe grow(byteCount)
  }

  @inline(never)
  private func grow(_ byteCount: Int) -> UnsafeMutableRawPointer {
    // SAFETY: there is nothing in the former one, as said above.
    unsafe base?.deallocate()
    let made = UnsafeMutableRawPointer.allocate(
      byteCount: max(byteCount, 1),
      alignment: Self.maximumAlignment
    )
    unsafe (base, self.byteCount) = (made, byteCount)
    return unsafe made
  }

  deinit {
    // SAFETY: nothing is in the storage between two texts.
    unsafe base?.deallocate()
  }
}
