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
    let kind = decoder.storage.tape[entry].kind
    if case .null = kind { throw decoder.nullFound(Date.self, at: entry) }
    if kind == .foreign, let value = decoder.foreign(Date.self, at: entry) { return value }
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
      let string = try decoder.string(at: entry)
      guard let date = formatter.date(from: string) else {
        throw decoder.invalidValue(
          "Date string does not match format expected by formatter.",
          expected: "a date",
          at: entry
        )
      }
      return date
    #endif
    default:
      return try decoder.standing(at: entry) { try Date(from: $0) }
    }
  }

  private static func iso8601(_ decoder: DocumentDecoder, _ entry: Int) throws -> Date {
    let word = decoder.storage.tape[entry]
    if word.kind == .string, word.flags.isEmpty {
      let (text, start, end) = (decoder.storage.text, word.offset, word.offset &+ word.shortCount)
      if let seconds = CanonicalDate.secondsSinceReferenceDate(text, from: start, to: end) {
        return Date(timeIntervalSinceReferenceDate: seconds)
      }
    }
    if let date = ISO8601.date(from: try decoder.string(at: entry)) { return date }
    throw decoder.invalidValue(
      "Expected date string to be ISO8601-formatted.",
      expected: "an ISO 8601 date",
      at: entry
    )
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
