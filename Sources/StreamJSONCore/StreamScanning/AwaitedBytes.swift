/// The bytes that can complete a value of a stream, or its record, as far as is known.
///
/// Others may be collected before they are looked at, so that a source of single bytes costs no more than
/// that for most of them. No byte outside ASCII completes anything.
package struct AwaitedBytes: Equatable {
  /// A bit for each byte below 64, and for each from 64 to 127.
  package let low: UInt64
  package let high: UInt64

  private init(_ bytes: [UInt8]) {
    var (low, high) = (UInt64(0), UInt64(0))
    for byte in bytes {
      if byte < 64 { low |= 1 &<< UInt64(byte) } else { high |= 1 &<< UInt64(byte &- 64) }
    }
    (self.low, self.high) = (low, high)
  }

  /// Every byte.
  package static let every = AwaitedBytes(Array(0..<128))

  /// The ends of lines.
  static let lineFeed = AwaitedBytes([0x0A])
  static let lineEnds = AwaitedBytes([0x0A, 0x0D])

  /// The ends of records of a text sequence.
  static let recordEnds = AwaitedBytes([0x0A, 0x1E])

  /// The last byte of a container.
  private static let containerEnds = AwaitedBytes(Array("]}".utf8))

  /// The last bytes of values, and those after a number.
  private static let valueEnds = AwaitedBytes(Array("]},\"el \t\r\n".utf8))

  /// What completes the value that `scan` has begun.
  static func end(of scan: borrowing ValueScan) -> AwaitedBytes {
    // JSON5 has further literals and quotation marks.
    guard scan.dialect == StandardJSON.self else { return .every }
    return scan.scanner.container == Tape.absent ? valueEnds : containerEnds
  }
}
