extension KnownDifferences {
  /// Whether JSONDecoder must not be run on a JSON5 text: it traps, or reads bytes after the text.
  ///
  /// It traps on a number that ends after the sign of its exponent, and on a hexadecimal number that is outside an
  /// integer type's range by less than a Double can represent. It reads the bytes after a text that ends in a number.
  package static func endsTheirProcessInJSON5(_ text: [UInt8]) -> Bool {
    if let last = text.last, isWord(last) || isSign(last) { return true }
    for index in text.indices {
      if endsAfterSignOfExponent(text, at: index) { return true }
      if text[index] == UInt8(ascii: "-"),
        text[index...].starts(with: "-0x8000000000000001".utf8)
      {
        return true
      }
    }
    return false
  }

  /// Whether JSONDecoder must not be run on a JSON5 text, which may be any bytes, or may read it differently.
  ///
  /// In addition, it traps on other hexadecimal numbers of many digits, on those with another letter or a sign inside
  /// and, in a key without quotation marks, on bytes that are not UTF-8. It also accepts anything that begins with
  /// `NaN` or `Infinity` as a Decimal.
  package static func isUnfitForJSON5(_ text: [UInt8]) -> Bool {
    if text.prefix(4).contains(where: { $0 == 0 || $0 >= 0xEF }) { return true }
    guard String(validating: text, as: UTF8.self) != nil else { return true }
    if endsTheirProcessInJSON5(text) { return true }
    for index in text.indices {
      if isLongWord(text, at: index, "NaN") || isLongWord(text, at: index, "Infinity") {
        return true
      }
      let next = index + 1 < text.count ? text[index + 1] : 0
      if text[index] == UInt8(ascii: "0"), next | 0x20 == UInt8(ascii: "x") {
        let digits = text[(index + 2)...].prefix { isWord($0) }
        let hexadecimal = digits.prefix { (0x30...0x39).contains($0) || $0 & 0xDF < 0x47 }
        if digits.count > 12 || hexadecimal.count < digits.count { return true }
        if digits.endIndex < text.count, isSign(text[digits.endIndex]) { return true }
      }
    }
    return false
  }

  /// Whether the letter of an exponent is at `index`, followed by a sign but no digit.
  private static func endsAfterSignOfExponent(_ text: [UInt8], at index: Int) -> Bool {
    guard text[index] | 0x20 == UInt8(ascii: "e"), index + 1 < text.count,
      text[index + 1] == UInt8(ascii: "+") || text[index + 1] == UInt8(ascii: "-")
    else { return false }
    return index + 2 == text.count || !(0x30...0x39).contains(text[index + 2])
  }

  /// Whether `word` is at `index`, followed by something that could belong to a number.
  private static func isLongWord(_ text: [UInt8], at index: Int, _ word: String) -> Bool {
    guard text[index] == word.utf8.first, text[index...].starts(with: word.utf8) else {
      return false
    }
    let next = index + word.utf8.count
    return next < text.count && (isWord(text[next]) || isSign(text[next]))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }

  private static func isSign(_ byte: UInt8) -> Bool { "+-.".utf8.contains(byte) }
}
