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

  /// Prepares to divide the array whose first element begins at `start`.
  init(of text: JSONText, from start: Int) {
    self.text = text
    self.start = start
    var offset = start
    while offset < text.count, brackets.count < 8, Self.closing(text[offset]) != nil {
      brackets.append(text[offset])
      offset = text.firstNonblankOffset(from: offset + 1)
    }
    let longest = min(text.count, offset + 64)
    guard brackets.last == UInt8(ascii: "{"),
      let colon = (offset..<longest).first(where: { text[$0] == UInt8(ascii: ":") })
    else { return }
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

/// An array in a document, divided at commas into parts, each of which is decoded as a document.
struct ArrayParts: Sendable {
  let data: Data

  /// Where the array is in the document, and in the text of each part.
  let pointer: JSONPointer

  /// The offset of the first element.
  let start: Int

  /// The offsets of the commas between two parts.
  let commas: [Int]

  /// Divides the array at `pointer` into about `count` parts; nil if it is not to be divided.
  ///
  /// That is so if it begins after the first megabyte, and for names that each part would have to escape or that may be
  /// the indices of elements. The text before the array is not checked beyond its structure; decoding finds the same
  /// array, or an error.
  init?(of data: Data, at pointer: JSONPointer, count: Int, _ options: DecodingOptions) {
    self.data = data
    self.pointer = pointer
    let isPlain = { (byte: UInt8) in 0x20..<0x7F ~= byte && byte != 0x22 && byte != 0x5C }
    guard pointer.tokens.allSatisfy({ Int($0) == nil && $0.utf8.allSatisfy(isPlain) }) else {
      return nil
    }
    let engine = StreamEngine(
      of: Bool.self,
      framing: .arrayElements(at: pointer),
      options: options,
      environment: .system
    )
    // SAFETY: the bytes are only used within the closure.
    let division = unsafe data.withUnsafeBytes { bytes -> (Int, [Int])? in
      let text = unsafe JSONText(bytes.bindMemory(to: UInt8.self))
      let beginning = text.part(from: 0, to: min(text.count, 1 << 20))
      guard let start = engine.startOfFirst(in: beginning) else { return nil }
      let commas = ArrayDivision(of: text, from: start).commas(forParts: count)
      return commas.isEmpty ? nil : (start, commas)
    }
    guard let division else { return nil }
    (start, commas) = division
  }

  /// The number of parts.
  var count: Int { commas.count + 1 }

  /// The text of the part with the index `number`; nil if it cannot be one.
  ///
  /// The last part has all of the document except the other elements. What surrounds the array is therefore checked, and
  /// each part is as deep as in the document.
  func text(ofPart number: Int) -> [UInt8]? {
    let isLast = number == commas.count
    let start = number > 0 ? commas[number - 1] + 1 : self.start
    let part = start..<(isLast ? data.count : commas[number])
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.count + (isLast ? self.start : 0) + 64)
    if isLast {
      bytes += slice(0..<self.start)
    } else {
      // These names need no escapes, because they are plain.
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
