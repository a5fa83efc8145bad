package import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
package import FoundationEssentials
#else
package import Foundation
#endif

extension Date: DirectlyDecodable {
  package static func runsModels(with decoder: DocumentDecoder) -> Bool {
    decoder.strategies.dateForm == .other
  }

  /// Decodes a date with the date strategy.
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Date {
    if let value = try decoder.graphValue(Date.self, at: entry) { return value }
    switch decoder.strategies.dateForm {
    case .deferred:
      return Date(timeIntervalSinceReferenceDate: try Double.decode(with: decoder, at: entry))
    case .seconds:
      return Date(timeIntervalSince1970: try Double.decode(with: decoder, at: entry))
    case .milliseconds:
      return Date(timeIntervalSince1970: try Double.decode(with: decoder, at: entry) / 1000)
    case .iso8601:
      return try iso8601(decoder, entry)
    case .other:
      return try other(decoder, entry)
    }
  }

  @inline(never)
  private static func other(_ decoder: DocumentDecoder, _ entry: Int) throws -> Date {
    switch decoder.strategies.date {
    case .custom(let decode):
      return try decoder.standing(at: entry) { try decode($0) }
    #if canImport(Darwin)
    case .formatted(let formatter):
      let error = "Date string does not match format expected by formatter."
      return try decoder.value(at: entry, expected: "a date", error: error) {
        formatter.date(from: $0)
      }
    #endif
    default:
      return try decoder.standing(at: entry) { try Date(from: $0) }
    }
  }

  private static func iso8601(_ decoder: DocumentDecoder, _ entry: Int) throws -> Date {
    if let (start, end) = decoder.plainString(at: entry),
      let seconds = CanonicalDate.secondsSinceReferenceDate(
        decoder.storage.text,
        from: start,
        to: end
      )
    {
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
    let error = "Expected date string to be ISO8601-formatted."
    return try decoder.value(at: entry, expected: "an ISO 8601 date", error: error) {
      ISO8601.date(from: $0)
    }
  }
}

/// Dates as ISO 8601 text in all its forms; `CanonicalDate` reads the usual form faster.
enum ISO8601 {
  /// The date that `text` stands for.
  static func date(from text: String, withFraction: Bool = false) -> Date? {
    #if canImport(Darwin)
    guard #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) else {
      return formatter(withFraction: withFraction).date(from: text)
    }
    #endif
    return try? Date.ISO8601FormatStyle(includingFractionalSeconds: withFraction).parse(text)
  }

  /// `date` without its fraction of a second.
  static func text(of date: Date) -> String {
    #if canImport(Darwin)
    guard #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) else {
      return formatter(withFraction: false).string(from: date)
    }
    #endif
    return Date.ISO8601FormatStyle().format(date)
  }

  #if canImport(Darwin)
  /// What JSONDecoder uses where there is no format style.
  private static func formatter(withFraction: Bool) -> ISO8601DateFormatter {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions =
      withFraction
      ? [.withInternetDateTime, .withFractionalSeconds] : .withInternetDateTime
    return formatter
  }
  #endif
}

/// Dates in their most common form, read without a `String`, a calendar or a formatter.
///
/// The form is `yyyy-MM-dd'T'HH:mm:ss`, an optional fraction of one to nine digits, and `Z` or
/// `+hh:mm` (RFC 3339), with every field in its range. Anything else, including what
/// `Date.ISO8601FormatStyle` also accepts, is left to Foundation.
enum CanonicalDate {
  /// Seconds from the reference date, in 2001, to the date in `start..<end`.
  ///
  /// The result is nil if the date is not in the canonical form, or is before 1583, where
  /// Foundation changes calendars. Otherwise it equals Foundation's to the last bit: midnight of
  /// the local day, plus the time of day, minus the offset, with each step rounded.
  static func secondsSinceReferenceDate(
    _ text: JSONText,
    from start: Int,
    to end: Int
  ) -> Double? {
    guard end &- start >= 20 else { return nil }
    // "yyyy-MM-", "ddTHH:mm" and ":ss", with digits as their values and the rest as zeros.
    let date = text.eightBytes(at: start) ^ 0x2D30_302D_3030_3030
    let time = text.eightBytes(at: start &+ 8) ^ 0x3030_3A30_3054_3030
    let seconds = text.fourBytes(at: start &+ 16) ^ 0x0030_303A
    // Adding 0x76 sets the top bit of a byte above 9, and adding 0x7F that of a byte that is not
    // zero. The fourth byte of `seconds` is not checked.
    let isForm =
      ((date &+ 0x7F76_767F_7676_7676) | date | (time &+ 0x7676_7F76_767F_7676) | time)
      & 0x8080_8080_8080_8080 == 0
      && ((seconds & 0xFF_FFFF) &+ 0x0076_767F | seconds) & 0x0080_8080 == 0
    guard isForm else { return nil }

    let year = digits(date, 0) &* 100 &+ digits(date, 16)
    let month = digits(date, 40)
    let day = digits(time, 0)
    let hour = digits(time, 24)
    let minute = digits(time, 48)
    let second = digits(UInt64(seconds), 8)
    guard year >= 1583, month >= 1, month <= 12, day >= 1, hour < 24, minute < 60, second < 60,
      day <= 28 || day <= dayCount(of: month, year)
    else { return nil }

    var offset = start &+ 19
    var nanoseconds = 0
    if text[offset] == UInt8(ascii: ".") {
      offset &+= 1
      var unit = 1_000_000_000
      while offset < end, text[offset] &- UInt8(ascii: "0") <= 9 {
        guard unit > 1 else { return nil }
        unit /= 10
        nanoseconds &+= Int(text[offset] &- UInt8(ascii: "0")) &* unit
        offset &+= 1
      }
      guard unit < 1_000_000_000 else { return nil }
    }
    guard let zone = zoneOffset(text, from: offset, to: end) else { return nil }

    let midnight = Double(daysSinceReferenceDate(year, month, day)) * 86400
    var timeOfDay = Double(hour &* 3600 &+ minute &* 60 &+ second)
    if nanoseconds > 0 { timeOfDay += Double(nanoseconds) / 1_000_000_000 }
    return midnight + timeOfDay - Double(zone)
  }

  /// The number of two digits, the first of which begins at bit `shift`.
  private static func digits(_ block: UInt64, _ shift: UInt64) -> Int {
    Int(truncatingIfNeeded: (block &>> shift) & 0xF &* 10 &+ (block &>> (shift &+ 8)) & 0xF)
  }

  /// The offset in seconds if `start..<end` is `Z` or `+hh:mm`, with less than 18 hours.
  @inline(__always)
  private static func zoneOffset(_ text: JSONText, from start: Int, to end: Int) -> Int? {
    if end &- start == 1 { return text[start] == UInt8(ascii: "Z") ? 0 : nil }
    guard end &- start == 6 else { return nil }
    let isNegative = text[start] == UInt8(ascii: "-")
    guard isNegative || text[start] == UInt8(ascii: "+"), text[start &+ 3] == UInt8(ascii: ":")
    else { return nil }
    let digit = { (position: Int) in Int(text[start &+ position]) &- 0x30 }
    for position in [1, 2, 4, 5] where digit(position) < 0 || digit(position) > 9 { return nil }
    let hours = digit(1) &* 10 &+ digit(2)
    let minutes = digit(4) &* 10 &+ digit(5)
    guard hours < 18, minutes < 60 else { return nil }
    let seconds = (hours &* 60 &+ minutes) &* 60
    return isNegative ? 0 &- seconds : seconds
  }

  private static func dayCount(of month: Int, _ year: Int) -> Int {
    daysSinceReferenceDate(year, month &+ 1, 1) &- daysSinceReferenceDate(year, month, 1)
  }

  /// Days from 1 January 2001, in the Gregorian calendar; month 13 is the next year's January.
  @inline(__always)
  private static func daysSinceReferenceDate(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // If years begin in March, the leap day is at the end, and the months before a month have
    // (153 * month + 2) / 5 days.
    let shiftedYear = month > 2 ? year : year &- 1
    let shiftedMonth = month > 2 ? month &- 3 : month &+ 9
    let leapDays = shiftedYear / 4 &- shiftedYear / 100 &+ shiftedYear / 400
    let days = shiftedYear &* 365 &+ leapDays &+ (153 &* shiftedMonth &+ 2) / 5 &+ day
    // The same sum for 1 January 2001.
    return days &- 730_792
  }
}
