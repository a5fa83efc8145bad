/// Where our decoder differs from JSONDecoder on purpose, for all tests that compare the two on texts that nobody chose
/// by hand.
///
/// The article Differences has the reasons, and the tests in `Parity/Differences.swift` pin each on both sides.
/// Anything that is not listed here must be the same. This is asked only once a difference has been found, except about
/// texts on which JSONDecoder must not be run.
package enum KnownDifferences {
  /// Whether two outcomes are the same, except for what JSONDecoder omits or leaves to chance.
  ///
  /// `dictionaries` are the names of members that are dictionaries.
  package static func areAlike<Value: Equatable>(
    _ our: Outcome<Value>,
    _ their: Outcome<Value>,
    dictionaries: Set<String>
  ) -> Bool {
    if our.agrees(with: their) { return true }
    guard let our = our.failure, let their = their.failure else { return false }
    // JSONDecoder drops the last step of the path to a string that is not a date.
    if our.kind == .dataCorrupted, our.text == their.text, our.text.contains("ISO8601") {
      return our.path.dropLast() == their.path[...]
    }
    // JSONDecoder visits dictionaries in any order, so any of several errors may come first.
    return our.path.contains { dictionaries.contains($0.stringValue) }
      && (their.path.contains { dictionaries.contains($0.stringValue) } || their.path.isEmpty)
  }

  // MARK: - Texts

  /// Whether a text contains something that the decoders are meant to read differently: a byte-order mark,
  /// or a number.
  package static func explain(_ text: [UInt8]) -> Bool {
    hasUTF32Mark(text) || numbers(in: text).contains { isReadDifferently($0) }
  }

  /// Whether our decoder may accept a text as a tree of values although JSONDecoder refuses it.
  package static func isReadByOursOnly(_ text: [UInt8]) -> Bool {
    hasUTF32Mark(text) || numbers(in: text).contains { isZeroWithExponent($0) }
  }

  /// Whether a text has a number with more digits than a Double holds exactly, or one of those that are read
  /// differently: what a graph of Doubles cannot hold.
  package static func hasLongNumber(_ text: [UInt8]) -> Bool {
    explain(text) || numbers(in: text).contains { $0.count > 15 }
  }

  /// Whether JSONDecoder may crash on a text.
  ///
  /// It traps on some integers of more than 165 digits with a negative exponent.
  package static func endsTheirProcess(_ text: [UInt8]) -> Bool {
    guard text.count > 160 else { return false }
    return numbers(in: text).contains {
      $0.count > 160 && $0.contains { $0 | 0x20 == UInt8(ascii: "e") }
    }
  }

  /// The mark of little-endian UTF-32, which JSONDecoder takes for UTF-16's.
  private static func hasUTF32Mark(_ text: [UInt8]) -> Bool {
    text.starts(with: [0xFF, 0xFE, 0, 0])
  }

  // MARK: - Numbers

  // In UTF-16 and UTF-32, the digits are not adjacent.
  private static func numbers(in text: [UInt8]) -> [ArraySlice<UInt8>] {
    let bytes = text.prefix(4).contains(0) ? text.filter { $0 != 0 } : text
    return bytes.split { byte in
      !(0x30...0x39).contains(byte) && !"+-.eE".utf8.contains(byte)
    }
  }

  /// Zero with an exponent, which JSONDecoder cannot read as a Double.
  private static func isZeroWithExponent(_ number: ArraySlice<UInt8>) -> Bool {
    guard let end = number.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) else {
      return false
    }
    return !number[..<end].contains { (0x31...0x39).contains($0) }
  }

  /// Numbers with a fraction or exponent that are zero, or that a Double does not hold exactly.
  ///
  /// JSONDecoder reads integers by way of a Double, and does not read every spelling of zero.
  private static func isReadDifferently(_ number: ArraySlice<UInt8>) -> Bool {
    let number = String(decoding: number, as: UTF8.self).lowercased()
    guard number.contains(where: { $0 == "." || $0 == "e" }), let double = Double(number) else {
      return false
    }
    let digits = number.prefix { $0 != "e" }.filter(\.isNumber)
    return double == 0 || abs(double) >= 0x1p53 || digits.count > 15
  }
}
