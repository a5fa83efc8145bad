#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

/// Dates as ISO 8601 text in all its forms, of which `CanonicalDate` reads the usual one faster.
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
