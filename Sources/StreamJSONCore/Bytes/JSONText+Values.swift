// The bytes of values in memory.

extension JSONText {
  /// Whether `value` has the same bytes as the value of its type that is at `address`.
  ///
  /// - Precondition: There is one.
  @inline(__always)
  static func hasSameBytes<Value>(_ value: Value, at address: UnsafeRawPointer) -> Bool {
    // SAFETY: the precondition; both values are as large as the type, and the texts are used within the call only.
    unsafe withUnsafeBytes(of: value) { bytes in
      let other = unsafe UnsafeRawBufferPointer(start: address, count: bytes.count)
      let text = unsafe JSONText(bytes.assumingMemoryBound(to: UInt8.self))
      let otherText = unsafe JSONText(other.assumingMemoryBound(to: UInt8.self))
      return text.isEqual(from: 0, to: otherText, from: 0, count: text.count)
    }
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
