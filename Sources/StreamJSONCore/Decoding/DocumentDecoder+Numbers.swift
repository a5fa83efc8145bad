extension DocumentDecoder {
  /// The number at `entry`, in the syntax of the document's dialect.
  ///
  /// - Parameters:
  ///   - type: The type that it should have.
  ///   - entry: The entry of a number of the text.
  ///   - parse: Returns the value of a number of RFC 8259; nil if there is none of that type.
  ///   - fault: Returns why `parse` has returned nil.
  ///   - other: Returns the value of a number that only JSON5 has; nil if the type cannot hold it.
  /// - Returns: What `parse` or `other` returned.
  /// - Throws: `DecodingError.dataCorrupted` if there is no value.
  @inline(__always)
  package func number<T>(
    _ type: any Any.Type,
    at entry: Int,
    parse: (_ text: JSONText, _ start: Int, _ end: Int) -> T?,
    fault: (_ text: JSONText, _ start: Int, _ end: Int) -> NumberFault,
    other: (JSON5Number) -> T?
  ) throws -> T {
    let (start, end) = storage.tape.byteRange(of: entry)
    let text = storage.text
    if let value = parse(text, start, end) { return value }
    guard document.dialect.allowsMoreNumbers else {
      if memory.notes.dropsErrors { throw DecodingError.withoutDetails }
      throw numberFault(fault(text, start, end), type, at: entry)
    }
    let number = JSON5Number(text, from: start, to: end)
    switch number {
    case .decimal(let first, let end):
      var found = NumberFault.outOfRange
      let value: T? = JSON5Number.withStandardForm(of: text, from: first, to: end) { standard, _ in
        let value = parse(standard, 0, standard.count)
        if value == nil { found = fault(standard, 0, standard.count) }
        return value
      }
      if let value { return value }
      if case .malformed = found {
        // This is an offset in the standard form.
        let offset = JSON5Number.firstInvalidOffset(in: text, from: start, to: end)
        found = .malformed(offset: offset ?? start)
      }
      throw numberFault(found, type, at: entry)
    case .malformed(let offset):
      throw numberFault(.malformed(offset: offset), type, at: entry)
    case .hexadecimal, .infinity, .notANumber:
      if let value = other(number) { return value }
      throw numberFault(.outOfRange, type, at: entry)
    }
  }

  /// The offset of the first byte that cannot belong to the number of the text at `entry`; nil if the number is valid.
  func firstInvalidOffset(ofNumberAt entry: Int) -> Int? {
    let (start, end) = storage.tape.byteRange(of: entry)
    return document.dialect.allowsMoreNumbers
      ? JSON5Number.firstInvalidOffset(in: storage.text, from: start, to: end)
      : NumberLiteral.firstInvalidOffset(in: storage.text, from: start, to: end)
  }
}
