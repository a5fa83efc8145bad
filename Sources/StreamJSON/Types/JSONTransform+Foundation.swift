// Rules for a new rule:
// - It's an enum without cases, with the two static functions `value` and `json`. It conforms to the core's `Rule`, and
//   has no state.
// - What it encodes, it decodes to the same value. Say in the doc comment what's rounded.
// - For JSON that has no value, it throws a `TransformFailure` that names what was expected, with an article. The core
//   adds path and place.
// - It works with every decoder and encoder, and doesn't depend on the device's locale or time zone.

public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

// Rules for members that are dates, bytes, URLs or decimal numbers in the model.

extension JSONTransform {
  /// A rule for dates that JSON represents as seconds since 1970, with or without a fraction.
  public enum SecondsSince1970: Rule {
    /// Returns the date `json` seconds after the start of 1970.
    public static func value(from json: Double) -> Date { Date(timeIntervalSince1970: json) }

    /// Returns the seconds from 1970 to `value`.
    public static func json(from value: Date) -> Double { value.timeIntervalSince1970 }
  }

  /// A rule for dates that JSON represents as milliseconds since 1970.
  public enum MillisecondsSince1970: Rule {
    /// Returns the date `json` milliseconds after the start of 1970.
    public static func value(from json: Double) -> Date { Date(timeIntervalSince1970: json / 1000) }

    /// Returns the milliseconds from 1970 to `value`; whole milliseconds are decoded and encoded unchanged.
    public static func json(from value: Date) -> Double {
      let milliseconds = value.timeIntervalSince1970 * 1000
      // A date has a rounded fraction of a second, and the milliseconds computed from it are not quite whole.
      let whole = milliseconds.rounded()
      return Self.value(from: whole) == value ? whole : milliseconds
    }
  }

  /// A rule for dates that JSON represents as ISO 8601 strings, with or without fractional seconds:
  /// `2026-01-31T08:00:00.250Z`.
  ///
  /// The rule encodes seconds with three fractional digits, rounded.
  public enum ISO8601WithFractions: Rule {
    /// Returns the date that `json` represents.
    ///
    /// - Throws: An error if `json` isn't an ISO 8601 date; `JSONTransformed` reports it as a `DecodingError`.
    public static func value(from json: String) throws -> Date {
      let seconds = json.utf8.withText { text in
        CanonicalDate.secondsSinceReferenceDate(text, from: 0, to: text.count)
      }
      if let seconds { return Date(timeIntervalSinceReferenceDate: seconds) }
      if let date = ISO8601.date(from: json) ?? ISO8601.date(from: json, withFraction: true) {
        return date
      }
      throw TransformFailure(expected: "an ISO 8601 date")
    }

    /// Returns `value` as an ISO 8601 string.
    public static func json(from value: Date) -> String {
      // Rounded first: formatting cuts off, and 0.123 is slightly less than that as a Double.
      let milliseconds = (value.timeIntervalSince1970 * 1000).rounded()
      let seconds = (milliseconds / 1000).rounded(.down)
      // This far from now, a Double has no milliseconds.
      guard abs(milliseconds) < 0x1p52 else { return ISO8601.text(of: value) }
      let fraction = String(Int(milliseconds - seconds * 1000))
      let text = ISO8601.text(of: Date(timeIntervalSince1970: seconds))
      guard text.hasSuffix("Z") else { return text }
      return text.dropLast() + "." + String(repeating: "0", count: 3 - fraction.count) + fraction
        + "Z"
    }
  }

  /// A rule for bytes that JSON represents as base64 with the URL-safe alphabet (RFC 4648 section 5).
  ///
  /// `-` and `_` replace `+` and `/`, and padding is optional, as in JSON Web Tokens. The rule encodes
  /// without padding.
  public enum Base64URL: Rule {
    /// Returns the bytes that `json` represents.
    ///
    /// - Throws: An error if `json` isn't base64url; `JSONTransformed` reports it as a `DecodingError`.
    public static func value(from json: String) throws -> Data {
      var characters = json.utf8.map { byte -> UInt8 in
        switch byte {
        case UInt8(ascii: "-"): UInt8(ascii: "+")
        case UInt8(ascii: "_"): UInt8(ascii: "/")
        // Not in any alphabet.
        case UInt8(ascii: "+"), UInt8(ascii: "/"): 0
        default: byte
        }
      }
      // Padding that is there has to be right.
      if characters.last != UInt8(ascii: "=") {
        while !characters.count.isMultiple(of: 4) { characters.append(UInt8(ascii: "=")) }
      }
      if let data = Data(base64Encoded: Data(characters)) { return data }
      throw TransformFailure(expected: "base64url text")
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
    /// - Throws: An error if `json` isn't hexadecimal; `JSONTransformed` reports it as a `DecodingError`.
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
      value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  /// A rule for URLs that lack necessary percent-encoding in JSON: `https://example.org/a path/ü`.
  ///
  /// Whitespace around the URL is dropped, and characters that aren't allowed in a URL are percent-encoded. A valid URL
  /// is left as it is. The rule encodes a URL as its `absoluteString`.
  public enum LenientURL: Rule {
    /// Returns the URL that `json` represents.
    ///
    /// - Throws: An error if `json` isn't a URL even with percent-encoding; `JSONTransformed` reports it as a
    ///   `DecodingError`.
    public static func value(from json: String) throws -> URL {
      let text = percentEncoded(json)
      guard !text.isEmpty, let url = URL(string: text) else {
        throw TransformFailure(expected: "a URL")
      }
      return url
    }

    /// Returns the string of `value`.
    public static func json(from value: URL) -> String { value.absoluteString }

    /// `text` without whitespace around it, and with all characters percent-encoded that no URL may have.
    private static func percentEncoded(_ text: String) -> String {
      let isSpace = { (byte: UInt8) in byte == 0x20 || byte >= 0x09 && byte <= 0x0D }
      let reversed = text.utf8.drop(while: isSpace).reversed()
      let bytes = [UInt8](reversed.drop(while: isSpace).reversed())
      var encoded = ""
      for (position, byte) in bytes.enumerated() {
        let isEscape = byte == UInt8(ascii: "%") && isHexadecimal(bytes[(position + 1)...])
        if isEscape || allowed.contains(byte) {
          encoded.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
          encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }
      }
      return encoded
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

extension Decimal: JSONTransform.NumberOrTextValue {
  /// Returns the decimal that `text` represents, or nil if it isn't a number.
  ///
  /// A number follows JSON's grammar (RFC 8259 section 6), with an optional plus sign, whatever the locale. Beyond 38
  /// digits, a decimal is as exact as one decoded from a number.
  public static func _jsonNumberOrText(_ text: String) -> Decimal? {
    var digits = Substring(text)
    if digits.utf8.first == UInt8(ascii: "+") {
      digits.removeFirst()
      guard digits.utf8.first != UInt8(ascii: "-") else { return nil }
    }
    return digits.utf8.withText { Decimal.parse($0, from: 0, to: $0.count) }
  }
}

#if Foundation || !canImport(FoundationEssentials)
extension JSONTransform {
  /// The format of dates in strings; see `JSONTransform.FormattedDate`.
  public protocol DateTextFormat {
    /// The pattern, as in `DateFormatter.dateFormat`: `yyyy-MM-dd`.
    static var dateFormat: String { get }

    /// The time zone of strings that don't name one; by default UTC.
    static var timeZone: TimeZone { get }
  }
}

extension JSONTransform.DateTextFormat {
  /// UTC.
  public static var timeZone: TimeZone {
    if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) { return .gmt }
    return TimeZone(secondsFromGMT: 0) ?? .current
  }
}

extension JSONTransform {
  /// A rule for dates that JSON represents as strings in a format that you choose.
  ///
  /// ```swift
  /// enum Day: JSONTransform.DateTextFormat {
  ///   static let dateFormat = "yyyy-MM-dd"
  /// }
  ///
  /// struct Invoice: Codable {
  ///   @JSONTransformed<JSONTransform.FormattedDate<Day>> var due: Date
  /// }
  /// ```
  ///
  /// Month and day names are in English, and years are Gregorian, whatever the device's settings. A rule
  /// reads its format and time zone only once in a process.
  public enum FormattedDate<Format: DateTextFormat>: Rule {
    /// Returns the date that `json` represents.
    ///
    /// - Throws: An error if `json` isn't a date in the format; `JSONTransformed` reports it as a `DecodingError`.
    public static func value(from json: String) throws -> Date {
      let formatter = DateFormatters.formatter(of: Format.self)
      if let date = formatter.date(from: json) { return date }
      throw TransformFailure(expected: "a date in the format \(formatter.dateFormat ?? "")")
    }

    /// Returns `value` in the format.
    public static func json(from value: Date) -> String {
      DateFormatters.formatter(of: Format.self).string(from: value)
    }
  }
}

/// The formatters of the formats that were used: making one takes longer than using it.
private enum DateFormatters {
  private static let known = Lock<[ObjectIdentifier: DateFormatter]>([:])

  static func formatter<Format: JSONTransform.DateTextFormat>(
    of format: Format.Type
  ) -> DateFormatter {
    let identifier = ObjectIdentifier(format)
    if let formatter = known.withLock({ $0[identifier] }) { return formatter }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.timeZone = Format.timeZone
    formatter.dateFormat = Format.dateFormat
    known.withLock { $0[identifier] = formatter }
    return formatter
  }
}
#endif
