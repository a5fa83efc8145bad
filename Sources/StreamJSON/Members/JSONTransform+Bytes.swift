// Members: rules for members that are dates, URLs or bytes in the model and something else in the JSON.
// Uses JSONTransformed and JSONTransform.Rule of StreamJSONCore, Foundation, and Types for dates.
// Models use it.

public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSONTransform {
  /// A rule for bytes that JSON represents as base64 with the URL-safe alphabet (RFC 4648 section 5).
  ///
  /// `-` and `_` replace `+` and `/`, and padding is optional, as in JSON Web Tokens. The rule encodes
  /// without padding.
  public enum Base64URL: Rule {
    /// Returns the bytes that `json` represents.
    ///
    /// - Throws: An error if `json` is not base64url; `JSONTransformed` reports it as a `DecodingError`.
    public static func value(from json: String) throws -> Data {
      let failure = TransformFailure(expected: "base64url text")
      var characters = [UInt8](json.utf8)
      for position in characters.indices {
        switch characters[position] {
        case UInt8(ascii: "-"): characters[position] = UInt8(ascii: "+")
        case UInt8(ascii: "_"): characters[position] = UInt8(ascii: "/")
        case UInt8(ascii: "+"), UInt8(ascii: "/"): throw failure
        default: break
        }
      }
      // Padding that is there has to be right.
      if characters.last != UInt8(ascii: "=") {
        while !characters.count.isMultiple(of: 4) { characters.append(UInt8(ascii: "=")) }
      }
      guard let data = Data(base64Encoded: Data(characters)) else { throw failure }
      return data
    }

    /// Returns `value` in base64url.
    public static func json(from value: Data) -> String {
      let characters = value.base64EncodedString().utf8.compactMap { byte -> UInt8? in
        switch byte {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        case UInt8(ascii: "="): nil
        default: byte
        }
      }
      return String(decoding: characters, as: UTF8.self)
    }
  }

  /// A rule for bytes that JSON represents as hexadecimal strings, with two digits for each byte.
  ///
  /// The rule accepts digits of either case and encodes lowercase digits.
  public enum Hexadecimal: Rule {
    /// Returns the bytes that `json` represents.
    ///
    /// - Throws: An error if `json` is not hexadecimal; `JSONTransformed` reports it as a `DecodingError`.
    public static func value(from json: String) throws -> Data {
      let digits = json.utf8.compactMap { digit in
        Character(Unicode.Scalar(digit)).hexDigitValue.map { UInt8($0) }
      }
      let count = digits.count
      guard count == json.utf8.count, count.isMultiple(of: 2) else {
        throw TransformFailure(expected: "hexadecimal text")
      }
      return Data(stride(from: 0, to: count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }

    /// Returns `value` in hexadecimal.
    public static func json(from value: Data) -> String {
      let digits = [UInt8]("0123456789abcdef".utf8)
      var text: [UInt8] = []
      text.reserveCapacity(2 * value.count)
      for byte in value {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
      }
      return String(decoding: text, as: UTF8.self)
    }
  }
}
