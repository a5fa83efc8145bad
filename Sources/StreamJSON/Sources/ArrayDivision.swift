import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

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

/// An array in a document, divided at commas into parts, each of which is decoded as a document.
struct ArrayParts: Sendable {
  let data: Data

  /// Where the array is in the document, and in the text of each part.
  let pointer: JSONPointer

  /// The offset of the bracket with which the array begins.
  let bracket: Int

  /// The offsets of the commas between two parts.
  let commas: [Int]

  /// The number of parts.
  var count: Int { commas.count + 1 }

  /// The text of the part with the index `number`; nil if it cannot be one.
  ///
  /// The last part has all of the document except the other elements. What surrounds the array is therefore checked, and
  /// each part is as deep as in the document.
  func text(ofPart number: Int) -> [UInt8]? {
    let isLast = number == commas.count
    let start = number > 0 ? commas[number - 1] + 1 : bracket + 1
    let part = start..<(isLast ? data.count : commas[number])
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.count + (isLast ? bracket : 0) + 64)
    if isLast {
      bytes += slice(0..<bracket + 1)
    } else {
      // These names need no escapes, because the array was found by names that have none.
      for token in pointer.tokens { bytes += "{\"\(token)\":".utf8 }
      bytes.append(UInt8(ascii: "["))
    }
    bytes += slice(part)
    guard !isLast else { return bytes }
    // Such a comma looks like a trailing one, but is not at the end of the array.
    guard bytes.last(where: { $0 > 0x20 }) != UInt8(ascii: ",") else { return nil }
    bytes.append(UInt8(ascii: "]"))
    for _ in pointer.tokens { bytes.append(UInt8(ascii: "}")) }
    return bytes
  }

  private func slice(_ range: Range<Int>) -> Data {
    data[data.startIndex + range.lowerBound..<data.startIndex + range.upperBound]
  }
}
