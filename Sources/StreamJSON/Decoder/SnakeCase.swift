import Foundation
import StreamJSONCore

/// `convertFromSnakeCase`: `one_two_three` becomes `oneTwoThree`.
enum SnakeCase {
  /// What decoders are given: one for all, so that they can share what they have converted.
  static let conversion = DecodingOptions.NameConversion { convert($0) }

  /// Converts `name` as JSONDecoder does.
  ///
  /// Underscores at both ends stay; the first word becomes lower case, the others capitalised; a
  /// name without an inner underscore stays as it is.
  static func convert(_ name: String) -> String {
    convertPlain(name) ?? convertAny(name)
  }

  /// By JSONDecoder's own definition, with the String operations it uses.
  static func convertAny(_ name: String) -> String {
    // Characters compared as Characters are normalised first, which takes time that grows with the
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
  /// - Complexity: O(`name.utf8.count`). Allocates nothing but the result.
  static func convertPlain(_ name: String) -> String? {
    var name = name
    return name.withUTF8 { bytes -> String? in
      // SAFETY: the bytes are used within the closure only.
      guard let words = unsafe Words(of: bytes) else { return nil }
      guard words.first < words.last, words.hasInnerUnderscore else {
        return unsafe String(decoding: bytes, as: UTF8.self)
      }
      // SAFETY: the result is no longer than the name, whose count was asked for, and `write`
      // writes as many bytes as it returns.
      return unsafe String(unsafeUninitializedCapacity: bytes.count) { result in
        unsafe words.write(bytes, to: result)
      }
    }
  }

  /// Where the words of a plain name are.
  private struct Words {
    /// The positions of the first and the last byte that is no underscore.
    var first = Int.max
    var last = -1
    var hasInnerUnderscore = false

    private static func isLetter(_ byte: UInt8) -> Bool {
      (byte | 0x20) &- UInt8(ascii: "a") < 26
    }

    /// Nil when a byte is no ASCII letter, digit or underscore.
    @unsafe
    init?(of bytes: UnsafeBufferPointer<UInt8>) {
      for position in 0..<bytes.count {
        // SAFETY: `position` is less than the count.
        let byte = unsafe bytes[position]
        if byte == UInt8(ascii: "_") { continue }
        guard Self.isLetter(byte) || byte &- UInt8(ascii: "0") < 10 else { return nil }
        if last >= 0, position - last > 1 { hasInnerUnderscore = true }
        first = min(first, position)
        last = position
      }
    }

    /// Writes the converted name and returns its count.
    @unsafe
    func write(
      _ bytes: UnsafeBufferPointer<UInt8>,
      to result: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
      var count = 0
      var isFirstWord = true
      var isWordStart = true
      for position in 0..<bytes.count {
        // SAFETY: `position` is less than the count, and `count` is not more than `position`.
        var byte = unsafe bytes[position]
        if byte == UInt8(ascii: "_"), position > first, position < last {
          isFirstWord = false
          isWordStart = true
          continue
        }
        if Self.isLetter(byte) {
          byte = isWordStart && !isFirstWord ? byte & 0xDF : byte | 0x20
          isWordStart = false
        } else {
          // A digit ends a word for `capitalized`, too.
          isWordStart = true
        }
        // SAFETY: `count` is not more than `position`; the result has room for as many bytes.
        unsafe result[count] = byte
        count += 1
      }
      return count
    }
  }
}
