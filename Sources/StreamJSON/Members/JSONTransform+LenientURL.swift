public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSONTransform {
  /// A rule for URLs that lack necessary percent-encoding in JSON: `https://example.org/a path/ü`.
  ///
  /// Whitespace around the URL is dropped, and characters that are not allowed in a URL are percent-encoded.
  /// A valid URL is left as it is. The rule encodes a URL as its `absoluteString`.
  public enum LenientURL: Rule {
    /// Returns the URL that `json` represents.
    ///
    /// - Throws: An error if `json` is not a URL even with percent-encoding; `JSONTransformed` reports it as
    ///   a `DecodingError`.
    public static func value(from json: String) throws -> URL {
      let text = percentEncoded(json)
      guard !text.isEmpty, let url = URL(string: text) else {
        throw TransformFailure(expected: "a URL")
      }
      return url
    }

    /// Returns the string of `value`.
    public static func json(from value: URL) -> String { value.absoluteString }

    /// `text` with what no URL may have percent-encoded, and without whitespace around it.
    private static func percentEncoded(_ text: String) -> String {
      let isSpace = { (byte: UInt8) in byte == 0x20 || byte >= 0x09 && byte <= 0x0D }
      let reversed = text.utf8.drop(while: isSpace).reversed()
      let bytes = [UInt8](reversed.drop(while: isSpace).reversed())
      let digits = [UInt8]("0123456789ABCDEF".utf8)
      var encoded: [UInt8] = []
      encoded.reserveCapacity(bytes.count)
      for (position, byte) in bytes.enumerated() {
        let isEscape = byte == UInt8(ascii: "%") && isHexadecimal(bytes[(position + 1)...])
        if isEscape || allowed.contains(byte) {
          encoded.append(byte)
        } else {
          encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
      }
      return String(decoding: encoded, as: UTF8.self)
    }

    /// Whether `bytes` begins with two hexadecimal digits.
    private static func isHexadecimal(_ bytes: ArraySlice<UInt8>) -> Bool {
      let digits = bytes.prefix(2)
      return digits.count == 2
        && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }

    /// The characters of RFC 3986 section 2 but for the percent sign.
    private static let allowed = Set(
      ("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        + "-._~:/?#[]@!$&'()*+,;=").utf8
    )
  }
}
