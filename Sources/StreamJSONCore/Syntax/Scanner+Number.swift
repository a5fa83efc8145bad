extension Scanner {
  /// Moves `offset` from inside a number to just past its last byte.
  ///
  /// Any run of digits, signs, points and `e` (or any letter, where more numbers are allowed) is
  /// treated as one number, as in JSONDecoder; whether it is valid is checked when it is read.
  ///
  /// - Returns: False if the text ends and more may follow.
  @inline(__always)
  func scanNumber<D: Dialect>(
    _ text: JSONText,
    _ offset: inout Int,
    isFinal: Bool,
    dialect: D.Type
  ) -> Bool {
    let count = text.count
    while true {
      if offset &+ 8 <= count {
        let others = ByteSearch.nonDigits(in: text.eightBytes(at: offset))
        guard others != 0 else {
          offset &+= 8
          continue
        }
        offset &+= ByteSearch.firstMarked(others)
      } else {
        while offset < count, text[offset] &- UInt8(ascii: "0") < 10 { offset &+= 1 }
        guard offset < count else { return isFinal }
      }
      switch text[offset] {
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"),
        UInt8(ascii: "-"),
        UInt8(ascii: "A")...UInt8(ascii: "Z") where D.allowsMoreNumbers,
        UInt8(ascii: "a")...UInt8(ascii: "z") where D.allowsMoreNumbers:
        offset &+= 1
      default:
        return true
      }
    }
  }

  /// Moves `offset` past the literal that begins there.
  ///
  /// `firstBytes` has its first four bytes, the first one in the lowest bits; the fifth byte of
  /// `false` is compared separately.
  ///
  /// - Returns: False if the text ends inside the literal and more may follow.
  @inline(__always)
  func scanLiteral(
    _ firstBytes: UInt32,
    _ literal: StaticString,
    _ text: JSONText,
    _ offset: inout Int,
    isFinal: Bool
  ) throws(InputFault) -> Bool {
    let length = literal.utf8CodeUnitCount
    if offset &+ length <= text.count, text.fourBytes(at: offset) == firstBytes,
      length == 4 || text[offset &+ 4] == UInt8(ascii: "e")
    {
      offset &+= length
      return true
    }
    return try scanBrokenLiteral(literal, text, offset, isFinal: isFinal)
  }

  /// Finds the first byte that differs from the literal.
  @inline(never)
  private func scanBrokenLiteral(
    _ literal: StaticString,
    _ text: JSONText,
    _ start: Int,
    isFinal: Bool
  ) throws(InputFault) -> Bool {
    for (offset, expected) in zip(start..., literal.description.utf8) {
      guard offset < text.count else {
        if isFinal { throw InputFault(.unexpectedEnd, at: offset) }
        return false
      }
      guard text[offset] == expected else { throw InputFault(.invalidLiteral, at: offset) }
    }
    return true
  }
}
