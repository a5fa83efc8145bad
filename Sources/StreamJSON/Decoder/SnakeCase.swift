import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

/// `convertFromSnakeCase`: `one_two_three` becomes `oneTwoThree`.
enum SnakeCase {
  /// What decoders are given: one for all, so that they can share what they have converted.
  static let conversion = DecodingOptions.NameConversion { convert($0) }

  /// Converts `name` as JSONDecoder does.
  ///
  /// Underscores at both ends stay; the first word becomes lower case, the others capitalized; a
  /// name without an inner underscore stays as it is.
  static func convert(_ name: String) -> String {
    convertPlain(name) ?? convertAny(name)
  }

  /// By JSONDecoder's own definition, with the String operations it uses.
  static func convertAny(_ name: String) -> String {
    // Characters compared as Characters are normalized first, which takes time that grows with the
    // square of their combining marks.
    let isUnderscore = { (character: Character) in character.utf8.elementsEqual("_".utf8) }
    guard let start = name.firstIndex(where: { !isUnderscore($0) }),
      let last = name.lastIndex(where: { !isUnderscore($0) })
    else { return name }
    let words = name[start...last].split(whereSeparator: isUnderscore)
    guard words.count > 1, let first = words.first else { return name }
    var result = String(name[..<start])
    result += first.lowercased()
    for word in words.dropFirst() { result += word.capitalized }
    result += name[name.index(after: last)...]
    return result
  }

  /// Converts a name of ASCII letters, digits and underscores; nil for any other.
  ///
  /// Each name is converted only once, so speed does not matter here.
  ///
  /// - Complexity: O(`name.utf8.count`).
  static func convertPlain(_ name: String) -> String? {
    let bytes = Array(name.utf8)
    guard let words = Words(of: bytes) else { return nil }
    guard words.hasInnerUnderscore else { return name }
    return String(decoding: words.converted(bytes), as: UTF8.self)
  }

  /// Where the words of a plain name are.
  private struct Words {
    /// From the first byte that is not an underscore to the last one; nil if there is none.
    var span: ClosedRange<Int>?
    var hasInnerUnderscore = false

    private static func isLetter(_ byte: UInt8) -> Bool {
      (byte | 0x20) &- UInt8(ascii: "a") < 26
    }

    /// Nil when a byte is not an ASCII letter, digit or underscore.
    init?(of bytes: [UInt8]) {
      for (position, byte) in bytes.enumerated() where byte != UInt8(ascii: "_") {
        guard Self.isLetter(byte) || byte &- UInt8(ascii: "0") < 10 else { return nil }
        if let span, position - span.upperBound > 1 { hasInnerUnderscore = true }
        span = (span?.lowerBound ?? position)...position
      }
    }

    /// The converted name.
    func converted(_ bytes: [UInt8]) -> [UInt8] {
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count)
      var isFirstWord = true
      var isWordStart = true
      for (position, byte) in bytes.enumerated() {
        if byte == UInt8(ascii: "_"), span?.contains(position) == true {
          isFirstWord = false
          isWordStart = true
        } else if Self.isLetter(byte) {
          result.append(isWordStart && !isFirstWord ? byte & 0xDF : byte | 0x20)
          isWordStart = false
        } else {
          // A digit ends a word for `capitalized`, too.
          isWordStart = true
          result.append(byte)
        }
      }
      return result
    }
  }
}
