/// How nil is distinguished from a value in memory, according to the ABI of the language.
///
/// An optional may have a byte for that after the value, which is 0 if there is a value. Otherwise nil consists of bits
/// that no value has, and a value is stored as it is.
///
/// This is tested before it is used, like `TypeMetadata`.
enum OptionalTag {
  /// The offset of that byte in an optional `Value`; 0 if there is none, and nil if the layout is not as expected.
  static func offset<Value>(in type: Value.Type) -> Int? {
    isKnown ? expectedOffset(in: type) : nil
  }

  private static func expectedOffset<Value>(in type: Value.Type) -> Int? {
    let size = MemoryLayout<Value>.size
    // If the value has no bytes, a test of the tag failed in optimized code.
    guard size > 0 else { return nil }
    switch MemoryLayout<Value?>.size {
    case size: return 0
    case size + 1:
      // SAFETY: the byte is in the optional, which is larger than the value.
      let saysNil = unsafe withUnsafeBytes(of: Value?.none) { unsafe $0[size] != 0 }
      return saysNil ? size : nil
    default: return nil
    }
  }

  private static let isKnown: Bool = {
    isExpected(7) && isExpected(UInt8.max) && isExpected("text") && isExpected([1])
      && isExpected(true)
      && isExpected(Three(a: 1, b: 2, c: 3)) && isExpected(Int?.some(7))
      && isExpected(FloatingPointSign.plus) && isExpected(FloatingPointSign?.none)
  }()

  /// Whether an optional with `value` has the bytes of the value, and then the tag.
  private static func isExpected<Value>(_ value: Value) -> Bool {
    guard let tag = expectedOffset(in: Value.self) else { return false }
    // SAFETY: the bytes are only compared.
    return unsafe withUnsafeBytes(of: value) { bytes in
      unsafe withUnsafeBytes(of: Value?.some(value)) { optional in
        unsafe optional.prefix(bytes.count).elementsEqual(bytes) && (tag == 0 || optional[tag] == 0)
      }
    }
  }

  /// A type that is tested.
  private struct Three { var a: UInt8, b: UInt8, c: UInt8 }
}
