import StreamJSONTestSupport

/// Where ours differs from JSONDecoder on purpose; the article Differences has the reasons.
enum KnownDifferences {
  /// Whether two outcomes are the same, except for what JSONDecoder omits or leaves to chance.
  static func areAlike<Value: Equatable>(_ our: Outcome<Value>, _ their: Outcome<Value>) -> Bool {
    if our.agrees(with: their) { return true }
    guard let our = our.failure, let their = their.failure else { return false }
    // JSONDecoder drops the last step of the path to a string that is not a date.
    if our.kind == .dataCorrupted, our.text == their.text, our.text.contains("ISO8601") {
      return our.path.dropLast() == their.path[...]
    }
    // JSONDecoder visits dictionaries in any order, so any of several errors may come first.
    let dictionaries: Set<String> = ["byName", "nested"]
    return our.path.contains { dictionaries.contains($0.stringValue) }
      && (their.path.contains { dictionaries.contains($0.stringValue) } || their.path.isEmpty)
  }

  /// Whether a text contains something that the decoders are meant to read differently.
  ///
  /// Only asked once they have.
  static func explain(_ text: [UInt8]) -> Bool {
    // The UTF-32LE mark.
    if text.starts(with: [0xFF, 0xFE, 0, 0]) { return true }
    return numbers(in: text).contains { isReadDifferently($0) }
  }

  /// Whether a text has a number with more digits than a Double holds exactly, or a zero.
  static func hasLongNumber(_ text: [UInt8]) -> Bool {
    explain(text) || numbers(in: text).contains { $0.count > 15 }
  }

  // In UTF-16 and UTF-32, the digits are not adjacent.
  private static func numbers(in text: [UInt8]) -> [ArraySlice<UInt8>] {
    let bytes = text.prefix(4).contains(0) ? text.filter { $0 != 0 } : text
    return bytes.split { byte in
      !(0x30...0x39).contains(byte) && !"+-.eE".utf8.contains(byte)
    }
  }

  /// Whether JSONDecoder may crash on a text.
  ///
  /// It traps on some integers of more than 165 digits with a negative exponent.
  static func endsTheirProcess(_ text: [UInt8]) -> Bool {
    guard text.count > 160 else { return false }
    let bytes = text.prefix(4).contains(0) ? text.filter { $0 != 0 } : text
    return bytes.split { !(0x30...0x39).contains($0) && !"+-.eE".utf8.contains($0) }
      .contains { $0.count > 160 && $0.contains { $0 | 0x20 == UInt8(ascii: "e") } }
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
