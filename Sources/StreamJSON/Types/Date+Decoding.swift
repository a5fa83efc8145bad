package import Foundation
package import StreamJSONCore

extension Date: DirectlyDecodable {
  /// Decodes a date by the date strategy.
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Date {
    switch decoder.strategies.date {
    case .deferredToDate:
      return Date(timeIntervalSinceReferenceDate: try decoder.double(at: entry))
    case .secondsSince1970:
      return Date(timeIntervalSince1970: try decoder.double(at: entry))
    case .millisecondsSince1970:
      return Date(timeIntervalSince1970: try decoder.double(at: entry) / 1000)
    case .iso8601:
      return try iso8601(decoder, entry)
    case .custom(let decode):
      return try decoder.standing(at: entry) { try decode($0) }
    #if canImport(Darwin)
    case .formatted(let formatter):
      guard let string = try decoder.string(at: entry, for: Date.self) else { fallthrough }
      guard let date = formatter.date(from: string) else {
        throw decoder.invalidValue(
          "Date string does not match format expected by formatter.", expected: "a date",
          at: entry)
      }
      return date
    #endif
    @unknown default:
      return Date(timeIntervalSinceReferenceDate: try decoder.double(at: entry))
    }
  }

  private static func iso8601(_ decoder: DocumentDecoder, _ entry: Int) throws -> Date {
    let string = try decoder.string(at: entry)
    if let date = try? Date.ISO8601FormatStyle().parse(string) { return date }
    throw decoder.invalidValue(
      "Expected date string to be ISO8601-formatted.", expected: "an ISO 8601 date", at: entry)
  }
}
