/// The bytes that can complete a value of a stream, or its record, as far as is known.
///
/// Other bytes may be collected before anything looks at them, so for most bytes of a source of single bytes,
/// the only cost is collecting them.
@usableFromInline
package struct AwaitedBytes: Sendable {
  /// A bit for each byte below 64, and for each from 64 to 126; the last one is for 127 and all above.
  @usableFromInline let low: UInt64
  @usableFromInline let high: UInt64

  private init(_ bytes: some Sequence<UInt8>) {
    var (low, high) = (UInt64(0), UInt64(0))
    for byte in bytes {
      if byte < 64 { low |= 1 &<< UInt64(byte) } else { high |= 1 &<< UInt64(byte &- 64) }
    }
    (self.low, self.high) = (low, high)
  }

  /// Every byte.
  static let every = AwaitedBytes(0..<128)

  /// The ends of lines.
  static let lineFeed = AwaitedBytes([0x0A])
  static let lineEnds = AwaitedBytes([0x0A, 0x0D])

  /// The ends of records of a text sequence.
  static let recordEnds = AwaitedBytes([0x0A, 0x1E])

  /// The last byte of a container.
  private static let containerEnds = AwaitedBytes(Array("]}".utf8))

  /// The last byte of a string.
  private static let quotationMark = AwaitedBytes([UInt8(ascii: "\"")])

  /// The last bytes of literals, and all bytes that can follow a number, even if they begin nothing.
  private static let scalarEnds = AwaitedBytes(
    (0..<128).filter { !"0123456789+-.E".utf8.contains($0) }
  )

  /// What completes the value that `scan` has begun.
  static func end(of scan: borrowing ValueScan) -> AwaitedBytes {
    // JSON5 has further literals and quotation marks.
    guard scan.settings.dialect == StandardJSON.self else { return .every }
    if scan.scanner.container != Tape.absent { return containerEnds }
    return scan.scanner.isInString ? quotationMark : scalarEnds
  }

  /// Whether `byte` is one of the awaited bytes.
  @inlinable
  @inline(__always)
  package func contains(_ byte: UInt8) -> Bool {
    let mask = byte < 64 ? low : high
    return mask &>> UInt64(truncatingIfNeeded: byte < 128 ? byte & 63 : 63) & 1 != 0
  }
}
