public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

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
    public static func value(from json: Double) -> Date {
      Date(timeIntervalSince1970: json / 1000)
    }

    /// Returns the milliseconds from 1970 to `value`; whole milliseconds are decoded and encoded unchanged.
    public static func json(from value: Date) -> Double {
      let milliseconds = value.timeIntervalSince1970 * 1000
      // A date has no more than a rounded fraction of a second, of which whole milliseconds get one.
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
    /// - Throws: An error if `json` is not an ISO 8601 date; `JSONTransformed` reports it as a
    ///   `DecodingError`.
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
      // So far from now, a Double has no milliseconds.
      guard abs(milliseconds) < 0x1p52 else { return ISO8601.text(of: value) }
      let fraction = String(Int(milliseconds - seconds * 1000))
      let text = ISO8601.text(of: Date(timeIntervalSince1970: seconds))
      guard text.hasSuffix("Z") else { return text }
      return text.dropLast() + "." + String(repeating: "0", count: 3 - fraction.count) + fraction
        + "Z"
    }
  }
}

#if Foundation || !canImport(FoundationEssentials)
extension JSONTransform {
  /// The format of dates in strings; see `JSONTransform.FormattedDate`.
  public protocol DateTextFormat {
    /// The pattern, as in `DateFormatter.dateFormat`: `yyyy-MM-dd`.
    static var dateFormat: String { get }

    /// The time zone of strings that do not name one; by default UTC.
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
    /// - Throws: An error if `json` is not a date in the format; `JSONTransformed` reports it as a
    ///   `DecodingError`.
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
