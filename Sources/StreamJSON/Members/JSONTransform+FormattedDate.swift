#if Foundation || !canImport(FoundationEssentials)
public import Foundation
public import StreamJSONCore

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
