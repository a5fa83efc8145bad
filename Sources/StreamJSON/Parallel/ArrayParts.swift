import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

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
