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
