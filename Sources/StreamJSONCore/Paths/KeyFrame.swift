/// A key by which a model is decoding a scalar right now, or trying to decode one.
///
/// It is on the stack of the container's method that the model has called. Nothing is copied and
/// nothing is counted, so a key of any size costs the same. Keys that are cases of plain enums need
/// no frame; see `KeyNote`.
@safe
struct KeyFrame {
  /// The entry of the value.
  let entry: Int

  private let type: any CodingKey.Type
  private let address: UnsafeRawPointer

  /// - Precondition: `key` stays valid for as long as the frame exists.
  @inline(__always)
  init<Key: CodingKey>(
    _ key: UnsafePointer<Key>,
    _ entry: Int
  ) {
    self.entry = entry
    type = Key.self
    // SAFETY: the key outlives the frame.
    unsafe address = UnsafeRawPointer(key)
  }

  var key: any CodingKey {
    // SAFETY: the precondition of the initializer, which was given a key of this type.
    unsafe type.copy(at: address)
  }

  /// Whether `other` is this very key.
  func holds(_ other: any CodingKey) -> Bool {
    // SAFETY: there is a key of this type at the address, as the initializer was told.
    unsafe type == Swift.type(of: other) && JSONText.hasSameBytes(other, at: address)
  }
}

extension CodingKey {
  /// - Precondition: There is a key of this type at `address`.
  static func copy(at address: UnsafeRawPointer) -> any CodingKey {
    // SAFETY: the key that was put there has this type.
    unsafe address.assumingMemoryBound(to: Self.self).pointee
  }

  /// Whether `other` is this very key: of the same type, and with the same bytes.
  ///
  /// It calls no code of the keys. Equal keys may differ in their bytes, for example when each has separate storage for
  /// a long name.
  @inline(__always)
  func isIdentical(to other: some CodingKey) -> Bool {
    guard Self.self == Swift.type(of: other) else { return false }
    // SAFETY: the types were compared.
    return unsafe withUnsafePointer(to: other) { unsafe JSONText.hasSameBytes(self, at: $0) }
  }
}
