/// A key by which a model is decoding a value right now.
///
/// It is on the stack of the container's method that the model has called, as is the one of the
/// value around it. Nothing is copied and nothing is counted, so a key of any size costs the same.
/// Keys that are cases of plain enums need no frame; see `KeyNote`.
@safe
struct KeyFrame {
  /// The frame around this one.
  let outer: UnsafeMutablePointer<KeyFrame>?

  /// The entry of the value.
  let entry: Int

  private let type: any CodingKey.Type
  private let address: UnsafeRawPointer

  /// True when the key is also noted where it outlives the frame.
  var isNoted = false

  /// - Precondition: `key` stays valid for as long as the frame exists, and so does `outer`.
  @unsafe
  @inline(__always)
  init<Key: CodingKey>(
    _ key: UnsafePointer<Key>,
    _ entry: Int,
    in outer: UnsafeMutablePointer<KeyFrame>?
  ) {
    unsafe self.outer = outer
    self.entry = entry
    type = Key.self
    // SAFETY: the precondition.
    unsafe address = UnsafeRawPointer(key)
  }

  var key: any CodingKey {
    // SAFETY: the precondition of the initialiser, which was given a key of this type.
    unsafe type.copy(at: address)
  }
}

extension CodingKey {
  /// - Precondition: There is a key of this type at `address`.
  @unsafe
  static func copy(at address: UnsafeRawPointer) -> any CodingKey {
    // SAFETY: the precondition.
    unsafe address.assumingMemoryBound(to: Self.self).pointee
  }
}
