/// The fast path of each scalar is a comparison of the word's kind, then the parse; everything
/// else (null, another kind, object graphs, malformed text) is out of line.
extension DocumentDecoder {
  /// The string at `entry`.
  @inline(__always)
  package func string(at entry: Int) throws -> String {
    if let value = storage.plainString(at: entry) { return value }
    return try otherString(at: entry)
  }

  @inline(never)
  func otherString(at entry: Int) throws -> String {
    guard isString(at: entry) else { throw mismatch(String.self, at: entry) }
    return try name(at: entry)
  }

  /// The bits of the integer at `entry`, for where one function for all types is fast enough.
  @inline(__always)
  func integer(_ type: IntegerType, at entry: Int) throws -> WideInteger {
    if let bits = storage.plainInteger(type, at: entry) { return bits }
    return try otherInteger(type, at: entry)
  }

  /// The bits of the integer at `entry`, whatever its spelling.
  @inline(never)
  func otherInteger(_ type: IntegerType, at entry: Int) throws -> WideInteger {
    let tape = document.tape
    switch tape[entry].kind {
    case .number, .longNumber:
      return try number(type.type, at: entry) { text, start, end throws(NumberFault) in
        let value = try text.parseAnyInteger(from: start, to: end)
        guard let bits = type.bits(of: value) else { throw NumberFault.outOfRange }
        return bits
      } other: { number in
        if case .hexadecimal(let integer) = number { type.bits(of: integer) } else { nil }
      }
    case .integer:
      if let bits = type.bits(of: tape.integer(at: entry)) { return bits }
      throw numberFault(.outOfRange, type.type, at: entry)
    case .floatingPoint:
      let double = tape.double(at: entry)
      if let bits = SignedMagnitude(exactly: double).flatMap(type.bits) { return bits }
      guard double.isFinite else { throw invalidObject(at: entry) }
      throw numberFault(
        double.rounded() == double ? .outOfRange : .hasFraction,
        type.type,
        at: entry
      )
    default:
      throw mismatch(type.type, at: entry)
    }
  }

  @inline(never)
  func otherFloatingPoint<T: BinaryFloatingPoint>(
    _ type: T.Type,
    at entry: Int
  ) throws -> T {
    let tape = document.tape
    switch tape[entry].kind {
    case .number, .longNumber:
      return try number(type, at: entry) { text, start, end throws(NumberFault) in
        let value =
          type == Float.self
          ? text.parseFloat(from: start, to: end).map { T($0) }
          : text.parseDouble(from: start, to: end).map { T($0) }
        guard let value else { throw text.floatFault(from: start, to: end) }
        return value
      } other: { number in
        switch number {
        case .hexadecimal(let integer):
          // JSONDecoder refuses what the type cannot hold exactly.
          integer.shortMagnitude.flatMap(T.init(exactly:)).map { integer.isNegative ? 0 - $0 : $0 }
        case .infinity(let isNegative): isNegative ? -.infinity : .infinity
        case .notANumber(let isNegative): isNegative ? -.nan : .nan
        case .decimal, .tooLarge, .malformed: nil
        }
      }
    case .integer:
      return T(tape.integer(at: entry))
    case .floatingPoint:
      let double = tape.double(at: entry)
      // JSON has no such numbers; they are accepted where strings may stand for them.
      guard double.isFinite || options.nonConformingFloats != nil else {
        throw invalidObject(at: entry)
      }
      let value = T(double)
      // A finite double may be too large for a Float.
      guard value.isFinite || !double.isFinite else {
        throw numberFault(.outOfRange, type, at: entry)
      }
      return value
    default:
      if let value = nonConformingFloat(type, at: entry) { return value }
      throw mismatch(type, at: entry)
    }
  }

  /// The number that the string at `entry`, if there is one, stands for under `convertFromString`.
  ///
  /// As in JSONDecoder, only unescaped strings are compared.
  private func nonConformingFloat<T: BinaryFloatingPoint>(
    _ type: T.Type,
    at entry: Int
  ) -> T? {
    guard let floats = options.nonConformingFloats, isString(at: entry),
      !document.tape[entry].flags.contains(.escaped),
      let string = try? document.string(at: entry)
    else { return nil }
    // Byte by byte: canonically equivalent strings do not count as equal here.
    let isEqual = { (other: String) in string.utf8.elementsEqual(other.utf8) }
    if isEqual(floats.positiveInfinity) { return .infinity }
    if isEqual(floats.negativeInfinity) { return -.infinity }
    if isEqual(floats.nan) { return .nan }
    return nil
  }
}
