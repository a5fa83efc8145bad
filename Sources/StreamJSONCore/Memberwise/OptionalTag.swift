/// How nil is distinguished from a value in memory, according to the ABI of the language.
///
/// An optional may have a byte for that after the value, which is 0 if there is a value. Otherwise nil consists of bits
/// that no value has, and a value is stored as it is.
///
/// This is tested before it is used, like `TypeMetadata`.
enum OptionalTag: Equatable {
  case none
  case byte(offset: Int)
  case unknown

  /// Finds the tag of an optional `Value`.
  init<Value>(of type: Value.Type) {
    self = Self.isKnown ? Self.expected(type) : .unknown
  }

  private static func expected<Value>(_ type: Value.Type) -> OptionalTag {
    let size = MemoryLayout<Value>.size
    // If the value has no bytes, a test of the tag failed in optimized code.
    guard size > 0 else { return .unknown }
    switch MemoryLayout<Value?>.size {
    case size: return .none
    case size + 1: return isNil(Value.self, at: size) ? .byte(offset: size) : .unknown
    default: return .unknown
    }
  }

  /// Whether the byte at `offset` says that nil is not a value.
  private static func isNil<Value>(_ type: Value.Type, at offset: Int) -> Bool {
    // SAFETY: the byte is in the optional, which is larger than the value.
    unsafe withUnsafeBytes(of: Value?.none) { unsafe $0[offset] != 0 }
  }

  private static let isKnown: Bool = {
    isExpected(7) && isExpected(UInt8.max) && isExpected("text") && isExpected([1])
      && isExpected(true)
      && isExpected(Three(a: 1, b: 2, c: 3)) && isExpected(Int?.some(7))
      && isExpected(Case.one) && isExpected(Case?.none)
  }()

  /// Whether an optional with `value` has the bytes of the value, and then the tag.
  private static func isExpected<Value>(_ value: Value) -> Bool {
    let tag = expected(Value.self)
    // SAFETY: the bytes are only compared.
    return unsafe withUnsafeBytes(of: value) { bytes in
      unsafe withUnsafeBytes(of: Value?.some(value)) { optional in
        guard unsafe optional.prefix(bytes.count).elementsEqual(bytes) else { return false }
        if case .byte(let offset) = tag { return unsafe optional[offset] == 0 }
        return tag == .none
      }
    }
  }

  // The types that are tested.
  private struct Three { var a: UInt8, b: UInt8, c: UInt8 }
  private enum Case { case one, two }
}
