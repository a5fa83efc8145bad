extension UInt8 {
  /// True for a byte of a UTF-8 sequence other than its first one.
  var continuesUTF8Sequence: Bool { self & 0xC0 == 0x80 }

  /// The number of bytes in the UTF-8 sequence that begins with this byte; nil if none does.
  @inline(__always)
  var utf8SequenceByteCount: Int? {
    switch self {
    case 0x00...0x7F: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: nil
    }
  }
}
