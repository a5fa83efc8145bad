import StreamJSONCore

/// The array that a pointer leads to, found without a scan of the whole text.
extension ArrayDivision {
  /// Where the array at `pointer` begins, and the commas that divide it into about `count` parts; nil if it is not to be
  /// divided.
  // Not inlined, because `Data` calls its closure in four places.
  @inline(never)
  static func division(
    of text: JSONText,
    at pointer: JSONPointer,
    _ count: Int
  ) -> (bracket: Int, commas: [Int])? {
    guard let bracket = bracket(at: pointer, in: text),
      let commas = ArrayDivision(of: text, from: bracket)?.commas(forParts: count),
      !commas.isEmpty
    else { return nil }
    return (bracket, commas)
  }

  /// How many bytes of a text are searched for the array.
  private static var longestSearch: Int { 1 << 20 }

  /// The offset of the bracket with which the array at `pointer` begins in `text`.
  ///
  /// It is nil for whatever is unusual on the way there: an element of an array in the pointer, and names outside ASCII
  /// or with escapes. The text before the bracket is not checked; decoding it finds the same array, or an error.
  ///
  /// - Complexity: O(bytes up to the bracket); after a megabyte, only whitespace is skipped.
  private static func bracket(at pointer: JSONPointer, in text: JSONText) -> Int? {
    let hasMark = text.mayBegin(with: [0xEF, 0xBB, 0xBF], at: 0)
    var offset = text.firstNonblankOffset(from: hasMark ? 3 : 0)
    for token in pointer.tokens {
      guard let value = value(named: Array(token.utf8), in: text, at: offset) else { return nil }
      offset = value
    }
    return byte(at: offset, in: text) == UInt8(ascii: "[") ? offset : nil
  }

  private static func byte(at offset: Int, in text: JSONText) -> UInt8 {
    offset < min(text.count, longestSearch) ? text[offset] : 0
  }

  /// The offset of the value of the first member `name` of the object at `start`.
  private static func value(named name: [UInt8], in text: JSONText, at start: Int) -> Int? {
    guard byte(at: start, in: text) == UInt8(ascii: "{") else { return nil }
    var offset = start
    repeat {
      offset = text.firstNonblankOffset(from: offset + 1)
      let quotationMark = UInt8(ascii: "\"")
      guard byte(at: offset, in: text) == quotationMark else { return nil }
      let nameStart = offset + 1
      offset = nameStart
      while isPlain(byte(at: offset, in: text)) { offset += 1 }
      guard byte(at: offset, in: text) == quotationMark else { return nil }
      let isMatch = offset - nameStart == name.count && text.mayBegin(with: name, at: nameStart)
      offset = text.firstNonblankOffset(from: offset + 1)
      guard byte(at: offset, in: text) == UInt8(ascii: ":") else { return nil }
      offset = text.firstNonblankOffset(from: offset + 1)
      if isMatch { return offset }
      offset = end(ofValueAt: offset, in: text)
    } while byte(at: offset, in: text) == UInt8(ascii: ",")
    return nil
  }

  /// Whether `byte` stands for itself in a string.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// The offset of the comma or bracket after the value at `start`, or of the byte where the search ends.
  private static func end(ofValueAt start: Int, in text: JSONText) -> Int {
    var (offset, depth, isInString) = (start, 0, false)
    while true {
      switch byte(at: offset, in: text) {
      case UInt8(ascii: "\\") where isInString: offset += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case 0: return offset
      case _ where isInString: break
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return offset }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return offset
      default: break
      }
      offset += 1
    }
  }
}
