extension JSONNumber: CustomStringConvertible {
  /// The number in JSON, with all its digits; `null` if it is not finite.
  ///
  /// A `Double` that is an integer of up to 64 bits is written as one. Any other is written with the fewest
  /// digits that identify it. A zero keeps its sign.
  public var description: String { String { (bytes: inout ByteArena) in write(to: &bytes) } }

  /// Adds the number in JSON to `bytes`.
  func write(to bytes: inout ByteArena) {
    switch form {
    case .decimal(let significand, let exponent, let isNegative):
      bytes.reserve(64)
      if isNegative { bytes.append(UInt8(ascii: "-")) }
      Self.write(significand, exponent: Int(exponent), to: &bytes)
    case .double(let double):
      if double == 0, double.sign == .minus {
        bytes.append("-0")
      } else if let integer = SignedMagnitude(exactly: double), integer.shortMagnitude != nil {
        JSONNumber(integer).write(to: &bytes)
      } else {
        bytes.append(double.isFinite ? "\(double)" : "null")
      }
    case .literal(let literal):
      bytes.append(literal)
    }
  }

  /// How many zeros are written out before the first digit or after the last one.
  private static let maximumZeroCount = 6

  /// Adds `significand * 10^exponent`; there is room for 64 bytes.
  private static func write(_ significand: UInt64, exponent: Int, to bytes: inout ByteArena) {
    let start = bytes.count
    bytes.append(decimal: WideInteger(significand))
    let digitCount = bytes.count - start
    // The power of ten of the first digit.
    let scale = exponent + digitCount - 1
    switch exponent {
    case 0:
      return
    case 1...maximumZeroCount:
      // The zeros of 0e3 are the exponent's.
      if significand > 0 {
        bytes.insertCopies(of: UInt8(ascii: "0"), count: exponent, at: bytes.count)
      }
    case ..<0 where scale >= -maximumZeroCount:
      if scale < 0 {
        bytes.insertCopies(of: UInt8(ascii: "0"), count: -scale, at: start)
      }
      bytes.insertCopies(of: UInt8(ascii: "."), count: 1, at: bytes.count + exponent)
    default:
      if digitCount > 1 { bytes.insertCopies(of: UInt8(ascii: "."), count: 1, at: start + 1) }
      bytes.append(UInt8(ascii: "e"))
      if scale < 0 { bytes.append(UInt8(ascii: "-")) }
      bytes.append(decimal: WideInteger(UInt64(scale.magnitude)))
    }
  }
}

extension String {
  /// Makes a string of the UTF-8 that `write` adds.
  init(_ write: (inout ByteArena) -> Void) {
    var bytes = ByteArena()
    write(&bytes)
    // The string does not refer to the bytes.
    self = withExtendedLifetime(bytes) { $0.text.string(from: 0, to: $0.count) }
  }
}

extension ByteArena {
  /// Inserts `byte` `count` times before the byte at `offset`; `reserve` has made room.
  fileprivate mutating func insertCopies(of byte: UInt8, count: Int, at offset: Int) {
    let end = self.count
    var tail: [UInt8] = []
    for position in offset..<end { tail.append(text[position]) }
    truncate(to: offset)
    for _ in 0..<count { append(byte) }
    for byte in tail { append(byte) }
  }
}
