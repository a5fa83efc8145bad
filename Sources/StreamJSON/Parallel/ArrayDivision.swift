import StreamJSONCore

/// Guesses where elements of an array begin, so that several tasks can decode it.
///
/// A guess is a comma that is followed by what the first element begins with: its brackets, and its
/// first name. Whether it is one between two elements shows when the part before it is decoded: that
/// must end there.
struct ArrayDivision {
  private let text: JSONText

  /// Where the first element begins.
  private let start: Int

  /// The brackets that the first element begins with.
  private var brackets: [UInt8] = []

  /// Its first name, in quotation marks and with the colon, if it is an object and the name is short.
  private var name: [UInt8] = []

  /// Prepares to divide the array that begins with the byte at `bracket`; nil unless it has an element.
  init?(of text: JSONText, from bracket: Int) {
    self.text = text
    start = text.firstNonblankOffset(from: bracket + 1)
    var offset = start
    while offset < text.count, brackets.count < 8, Self.closing(text[offset]) != nil {
      brackets.append(text[offset])
      offset = text.firstNonblankOffset(from: offset + 1)
    }
    // Also where the text is in another encoding, and the byte after the bracket is zero.
    guard offset < text.count, text[offset] >= 0x22 else { return nil }
    guard brackets.last == UInt8(ascii: "{") else { return }
    let longest = min(text.count, offset + 64)
    guard let colon = (offset..<longest).first(where: { text[$0] == UInt8(ascii: ":") }) else {
      return
    }
    name = (offset...colon).map { text[$0] }
  }

  /// The offsets of commas that divide the text into about `count` parts, in ascending order; fewer
  /// where no guess can be made.
  ///
  /// - Complexity: O(bytes from `count` places to the guesses, at most a megabyte each).
  func commas(forParts count: Int) -> [Int] {
    var commas: [Int] = []
    for position in 1..<max(1, count) {
      let target = max(start, text.count / count * position)
      if let last = commas.last, last >= target { continue }
      let end = target + min(text.count - target, 1 << 20)
      if let comma = (target..<end).first(where: isBetweenElements) { commas.append(comma) }
    }
    return commas
  }

  /// Whether the byte at `offset` looks like a comma between two elements.
  private func isBetweenElements(_ offset: Int) -> Bool {
    guard text[offset] == UInt8(ascii: ",") else { return false }
    var before = offset - 1
    while before > start, text[before].isBlank { before -= 1 }
    var after = text.firstNonblankOffset(from: offset + 1)
    guard before > start, after < text.count else { return false }
    let (last, first) = (text[before], text[after])
    guard let outermost = brackets.first else {
      let quotationMark = UInt8(ascii: "\"")
      guard text[start] == quotationMark else {
        // A number or a literal on each side.
        return first > UInt8(ascii: ",") && Self.closing(first) == nil && last != quotationMark
      }
      // An escaped quotation mark is inside of a string.
      return first == quotationMark && last == quotationMark
        && text[before - 1] != UInt8(ascii: "\\")
    }
    guard last == Self.closing(outermost) else { return false }
    for bracket in brackets {
      guard after < text.count, text[after] == bracket else { return false }
      after = text.firstNonblankOffset(from: after + 1)
    }
    return after + name.count <= text.count && text.mayBegin(with: name, at: after)
  }

  private static func closing(_ bracket: UInt8) -> UInt8? {
    switch bracket {
    case UInt8(ascii: "["): UInt8(ascii: "]")
    case UInt8(ascii: "{"): UInt8(ascii: "}")
    default: nil
    }
  }
}
