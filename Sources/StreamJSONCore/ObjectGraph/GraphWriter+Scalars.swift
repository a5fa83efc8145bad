/// Values other than arrays and objects.
extension GraphWriter {
  /// Writes a null.
  package mutating func writeNull() {
    tape.reserve(1)
    tape.append(TapeWord(.null, offset: 0))
  }

  /// Writes a boolean.
  package mutating func write(_ value: Bool) {
    tape.reserve(1)
    tape.append(TapeWord(value ? .true : .false, offset: 0))
  }

  /// Writes an integer.
  package mutating func write(_ value: Int64) { writePayload(.integer, UInt64(bitPattern: value)) }

  /// Writes a floating-point number, which need not be finite.
  package mutating func write(_ value: Double) { writePayload(.floatingPoint, value.bitPattern) }

  @inline(__always)
  private mutating func writePayload(_ kind: TapeWord.Kind, _ payload: UInt64) {
    tape.reserve(3)
    tape.append(TapeWord(kind, offset: 0))
    tape.append(TapeWord(count: 0, end: tape.count &+ 2))
    tape.append(TapeWord(bits: payload))
  }

  /// Writes an integer of any size with all its digits.
  package mutating func write(integer value: some BinaryInteger) throws(InputFault) {
    if let small = Int64(exactly: value) {
      write(small)
    } else {
      try write("\(value)", as: .number)
    }
  }

  /// Writes the number `mantissa` times 10 to the power of `exponent` with all its digits.
  package mutating func write(
    mantissa: WideInteger,
    exponent: Int,
    isNegative: Bool
  ) throws(InputFault) {
    if exponent == 0, !isNegative, mantissa.high == 0, let small = Int64(exactly: mantissa.low) {
      return write(small)
    }
    let offset = bytes.count
    bytes.reserve(64)
    if isNegative { bytes.append(UInt8(ascii: "-")) }
    bytes.append(decimal: mantissa)
    if exponent != 0 {
      bytes.append(UInt8(ascii: "e"))
      if exponent < 0 { bytes.append(UInt8(ascii: "-")) }
      bytes.append(decimal: WideInteger(UInt64(exponent.magnitude)))
    }
    try checkByteCount()
    tape.reserve(1)
    tape.append(.number, offset: offset, count: bytes.count &- offset)
  }

  /// Writes a string, or a number given in its JSON spelling.
  package mutating func write(
    _ string: String,
    as kind: TapeWord.Kind = .string
  ) throws(InputFault) {
    let offset = bytes.count
    let flags: TapeWord.Flags = bytes.appendNotingASCII(string) ? .none : .nonASCII
    try checkByteCount()
    tape.reserve(1)
    tape.append(kind, flags: flags, offset: offset, count: bytes.count &- offset)
  }

  @inline(__always)
  private func checkByteCount() throws(InputFault) {
    guard bytes.count <= maximumStringByteCount else {
      throw InputFault(.byteLimitExceeded, at: 0)
    }
  }

  /// Stores `object`, for which JSON has no kind.
  package mutating func writeForeign(_ object: Any) {
    tape.reserve(2)
    tape.append(TapeWord(.foreign, offset: foreignObjects.count))
    tape.append(TapeWord(count: 0, end: tape.count &+ 1))
    foreignObjects.append(object)
  }
}
