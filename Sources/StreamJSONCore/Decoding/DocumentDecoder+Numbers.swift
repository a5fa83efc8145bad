/// JSON5 numbers that RFC 8259 does not allow.
extension DocumentDecoder {
  /// The integer at `entry`, in `start..<end`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if there is none that `type` can hold.
  func json5Integer<T: FixedWidthInteger>(
    _ type: T.Type,
    at entry: Int,
    from start: Int,
    to end: Int
  ) throws -> T {
    switch JSON5Number(document.text, from: start, to: end) {
    case .decimal(let first, let end):
      let text = document.text
      var fault = NumberFault.outOfRange
      let value: T? = JSON5Number.withStandardForm(of: text, from: first, to: end) { text, _ in
        let value = text.parseInteger(from: 0, to: text.count, as: type)
        if value == nil { fault = text.integerFault(from: 0, to: text.count, as: type) }
        return value
      }
      if let value { return value }
      throw numberFault(located(fault, from: start, to: end), type, at: entry)
    case .hexadecimal:
      if let value = JSON5Number.hexadecimalInteger(document.text, from: start, to: end, as: type) {
        return value
      }
      throw numberFault(.outOfRange, type, at: entry)
    case .infinity, .notANumber:
      throw numberFault(.outOfRange, type, at: entry)
    case .malformed(let offset):
      throw numberFault(.malformed(offset: offset), type, at: entry)
    }
  }

  /// The floating-point number at `entry`, in `start..<end`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if there is none that `type` can hold.
  func json5FloatingPoint<T: BinaryFloatingPoint>(
    _ type: T.Type,
    at entry: Int,
    from start: Int,
    to end: Int
  ) throws -> T {
    switch JSON5Number(document.text, from: start, to: end) {
    case .decimal(let first, let end):
      let text = document.text
      var fault = NumberFault.outOfRange
      let value: T? = JSON5Number.withStandardForm(of: text, from: first, to: end) { text, _ in
        let value = parse(type, in: text, from: 0, to: text.count)
        if value == nil { fault = text.floatFault(from: 0, to: text.count) }
        return value
      }
      if let value { return value }
      throw numberFault(located(fault, from: start, to: end), type, at: entry)
    case .hexadecimal(let isNegative, let magnitude):
      // JSONDecoder refuses what the type cannot hold exactly.
      if let magnitude, let value = T(exactly: magnitude) { return isNegative ? 0 - value : value }
      throw numberFault(.outOfRange, type, at: entry)
    case .infinity(let isNegative):
      return isNegative ? -.infinity : .infinity
    case .notANumber(let isNegative):
      return isNegative ? -.nan : .nan
    case .malformed(let offset):
      throw numberFault(.malformed(offset: offset), type, at: entry)
    }
  }

  /// A fault of the standard form, with its offset translated to the text itself.
  private func located(_ fault: NumberFault, from start: Int, to end: Int) -> NumberFault {
    guard case .malformed = fault else { return fault }
    return .malformed(
      offset: JSON5Number.firstInvalidOffset(in: document.text, from: start, to: end) ?? start
    )
  }
}

extension JSON5Number {
  /// The value of the hexadecimal integer in `start..<end`, nil if `type` cannot hold it.
  ///
  /// It is not limited to 64 bits, as it is for the floating-point types.
  fileprivate static func hexadecimalInteger<T: FixedWidthInteger>(
    _ text: JSONText,
    from start: Int,
    to end: Int,
    as type: T.Type
  ) -> T? {
    let isNegative = text[start] == UInt8(ascii: "-")
    let hasSign = isNegative || text[start] == UInt8(ascii: "+")
    var value: T = 0
    for offset in start + (hasSign ? 3 : 2)..<end {
      let digit = HexadecimalDigit.value(of: text[offset])
      guard digit < HexadecimalDigit.bound else { return nil }
      let (product, tooLarge) = value.multipliedReportingOverflow(by: 16)
      let (sum, overflow) =
        isNegative
        ? product.subtractingReportingOverflow(T(digit))
        : product.addingReportingOverflow(T(digit))
      guard !tooLarge, !overflow else { return nil }
      value = sum
    }
    return value
  }
}
