/// Hexadecimal digits in ASCII.
enum HexadecimalDigit {
  /// The value of the digit `byte`; at least `bound` if `byte` is not a digit.
  @inline(__always)
  static func value(of byte: UInt8) -> UInt8 {
    let index = Int(byte &- UInt8(ascii: "0"))
    return index < values.count ? values[index] : .max
  }

  /// The value of every digit is less than this, and so is the bitwise OR of such values.
  static let bound: UInt8 = 16

  /// The value of each byte from `0` to `f`, 255 if it is not a digit. (Comparing with ranges mispredicts where
  /// digits and letters alternate.)
  private static let values: [UInt8] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 255, 255, 255, 255, 255, 255,
    255, 10, 11, 12, 13, 14, 15, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 10, 11, 12, 13, 14, 15,
  ]
}

extension JSONText {
  /// True if all bytes from `start` to `end` are hexadecimal digits.
  func isHexadecimal(from start: Int, to end: Int) -> Bool {
    (start..<end).allSatisfy { HexadecimalDigit.value(of: self[$0]) < HexadecimalDigit.bound }
  }
}
