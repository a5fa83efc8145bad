extension DocumentDecoder {
  /// The number at `entry`, in the syntax of the document's dialect.
  ///
  /// - Parameters:
  ///   - type: The type that it should have.
  ///   - entry: The entry of a number of the text.
  ///   - parse: Returns the value of a number of RFC 8259, or throws why there is none of that type.
  ///   - other: Returns the value of a number that only JSON5 has; nil if the type cannot hold it.
  /// - Returns: What `parse` or `other` returned.
  /// - Throws: `DecodingError.dataCorrupted` if there is no value.
  @inline(__always)
  package func number<T>(
    _ type: any Any.Type,
    at entry: Int,
    parse: (_ text: JSONText, _ start: Int, _ end: Int) throws(NumberFault) -> T,
    other: (JSON5Number) -> T?
  ) throws -> T {
    let (start, end) = storage.tape.byteRange(of: entry)
    let text = storage.text
    var fault: NumberFault
    do throws(NumberFault) {
      return try parse(text, start, end)
    } catch {
      fault = error
    }
    guard document.dialect.allowsMoreNumbers else {
      if memory.notes.dropsErrors { throw DecodingError.withoutDetails }
      throw numberFault(fault, type, at: entry)
    }
    let number = JSON5Number(text, from: start, to: end)
    switch number {
    case .decimal(let first):
      do throws(NumberFault) {
        return try JSON5Number.withStandardForm(of: text, from: first, to: end) {
          standard throws(NumberFault) in
          try parse(standard, 0, standard.count)
        }
      } catch {
        fault = error
      }
    case .malformed(let offset):
      fault = .malformed(offset: offset)
    case .hexadecimal, .tooLarge, .infinity, .notANumber:
      if let value = other(number) { return value }
      fault = .outOfRange
    }
    throw numberFault(fault, type, at: entry)
  }

  /// The offset of the first byte that cannot belong to the number of the text at `entry`; nil if the number is valid.
  func firstInvalidOffset(ofNumberAt entry: Int) -> Int? {
    let (start, end) = storage.tape.byteRange(of: entry)
    return document.dialect.allowsMoreNumbers
      ? JSON5Number(storage.text, from: start, to: end).invalidOffset
      : NumberLiteral.firstInvalidOffset(in: storage.text, from: start, to: end)
  }
}
