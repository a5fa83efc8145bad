import Foundation
import StreamJSONCore
import StreamJSONTestSupport
import Testing

@testable import StreamJSON

/// Dates by every strategy, as JSONDecoder reads them.
struct DateTests {
  private static let iso8601: @Sendable (JSONDecoder) -> Void = {
    $0.dateDecodingStrategy = .iso8601
  }

  private struct Refusal: Error, Equatable {}

  /// Configurations by name.
  private static let strategies: [(String, @Sendable (JSONDecoder) -> Void)] = [
    ("deferred", { _ in }),
    ("seconds", { $0.dateDecodingStrategy = .secondsSince1970 }),
    ("milliseconds", { $0.dateDecodingStrategy = .millisecondsSince1970 }),
    ("iso8601", iso8601),
    (
      "custom",
      {
        $0.dateDecodingStrategy = .custom { decoder in
          let container = try decoder.singleValueContainer()
          if let number = try? container.decode(Int.self) {
            return Date(timeIntervalSince1970: Double(number + decoder.codingPath.count))
          }
          throw DecodingError.dataCorruptedError(in: container, debugDescription: "no")
        }
      }
    ),
    ("refusing", { $0.dateDecodingStrategy = .custom { _ in throw Refusal() } }),
    (
      "formatted",
      {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd"
        $0.dateDecodingStrategy = .formatted(formatter)
      }
    ),
    (
      "not conforming",
      {
        $0.dateDecodingStrategy = .secondsSince1970
        $0.nonConformingFloatDecodingStrategy = .convertFromString(
          positiveInfinity: "x",
          negativeInfinity: "",
          nan: "nan"
        )
      }
    ),
  ]

  @Test(arguments: strategies.map(\.0))
  func `agrees with JSONDecoder on values of every kind`(_ name: String) throws {
    let prepare = try #require(Self.strategies.first { $0.0 == name }).1
    for value in valuesOfEveryKind + ["\"2024-02-03\""] {
      expectAgreement(Date.self, value, prepare: prepare)
      expectAgreement(Date?.self, value, prepare: prepare)
      expectAgreement([Date].self, "[0, \(value)]", prepare: prepare)
      expectAgreement(Held<Date>.self, "{\"value\":\(value)}", prepare: prepare)
      expectAgreement(Held<Date>.self, "{\"value\":0,\"other\":\(value)}", prepare: prepare)
      expectAgreement([String: Date].self, "{\"value\":\(value)}", prepare: prepare)
    }
  }

  @Test func `names the whole path to a date that isn't in ISO 8601`() {
    let prepare = Self.iso8601
    expectAgreement(Held<Date>.self, "{\"value\":\"bad\"}", path: ["value"], prepare: prepare)
    expectAgreement([Date].self, "[\"bad\"]", path: ["Index 0"], prepare: prepare)
    expectAgreement(
      [String: Held<Date>].self,
      "{\"a\":{\"value\":\"bad\"}}",
      path: ["a", "value"],
      prepare: prepare
    )
    expectAgreement(Held<Date>.self, "{\"value\":1}", prepare: prepare)
    expectAgreement(Held<Date>.self, "{\"value\":null}", prepare: prepare)
    expectAgreement(Held<Date>.self, "{}", prepare: prepare)
  }

  @Test(arguments: [
    "2024-01-02T03:04:05Z", "2024-01-02T03:04:05z", "2024-01-02T03:04:05+09:00",
    "2024-01-02T03:04:05+0900", "2024-01-02T03:04:05+09", "2024-01-02T03:04:05-03:30:15",
    "2024-01-02T03:04:05UTC", "2024-01-02T03:04:05GMT+9", "2024-1-2T3:4:5Z", "24-01-02T03:04:05Z",
    "12024-01-02T03:04:05Z", "2024-02-29T00:00:00Z", "2023-02-29T00:00:00Z",
    "2100-02-29T00:00:00Z", "2000-02-29T00:00:00Z", "2024-02-30T00:00:00Z", "2024-04-31T00:00:00Z",
    "2024-01-32T00:00:00Z", "2024-01-00T00:00:00Z", "2024-00-01T00:00:00Z", "2024-13-01T00:00:00Z",
    "2024-01-02T24:00:00Z", "2024-01-02T25:00:00Z", "2024-01-02T23:60:00Z", "2024-01-02T23:59:60Z",
    "2024-01-02T03:04:05Zgarbage", "2024-01-02T03:04:05", "2024-01-02", "2024-01-02 03:04:05Z",
    "2024-01-02t03:04:05Z", "2024-01-02T03:04:05,1Z", "2024-01-02T03:04:05.Z",
    "2024-01-02T03:04:05.1234567890Z", "2024-01-02T03:04:05.123456789Z", "20240102T030405Z",
    "2024-W01-2T03:04:05Z", "2024-002T03:04:05Z", " 2024-01-02T03:04:05Z", "+2024-01-02T03:04:05Z",
    "-2024-01-02T03:04:05Z", "2024-01-02T03:04:05+17:59", "2024-01-02T03:04:05+18:00",
    "2024-01-02T03:04:05-18:00", "2024-01-02T03:04:05+18:01", "2024-01-02T03:04:05+00:60",
    "2024-01-02T03:04:05-00:00", "2024-01-02T03:04:05+0a:00", "2024-01-02T03:04:05+00-00",
    "2024-01-02T03:04:05 00:00", "2024-01-02T03:04:05+00:00Z", "2024-01-02T03:04:0xZ",
    "2024-01-02T03:04:5Z0", "2024-01-02T03-04:05Z", "2024/01/02T03:04:05Z", "2024-01-02T03:04:05.",
    "2024-01-02T03:04:05.1", "2024-01-02T03:04:05.1+", "2024-01-02T03:04:05+",
    "202a-01-02T03:04:05Z",
    "1582-10-04T00:00:00Z", "1582-10-10T00:00:00Z", "1582-10-15T00:00:00Z", "1582-12-31T23:59:59Z",
    "1583-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.9Z",
    "2001-01-01T00:00:00Z", "2001-01-01T00:00:00-00:00", "2000-12-31T23:59:59.5Z",
    "2024-01-02T03:04:05\u{661}Z", "2024-01-02T03:04:05é", "2024-01-02T03:04:05.000000001Z",
    "\u{7F}024-01-02T03:04:05Z", "2024-01-02T03:04:05.1é",
  ])
  func `reads an ISO 8601 date as JSONDecoder does`(_ date: String) {
    expectAgreement(Date.self, "\"\(date)\"", prepare: Self.iso8601)
  }

  /// A fast path with a wrong rule would accept days that do not exist, as Foundation does.
  ///
  /// Foundation takes 29 February in any year, for 1 March if need be. The fast path leaves such
  /// days to it, because that behavior may change.
  @Test func `the fast path takes the days of the calendar, one after the other, and no others`() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var last: Double?
    var faults: [String] = []
    for year in 1583...9999 where TestScale.factor > 1 || year % 100 < 5 || year < 2030 {
      let isLeap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
      if year % 100 == 0, year >= 2030 { last = nil }
      for month in 0...13 {
        let inYear = lengths.indices.contains(month - 1)
        let length = inYear ? lengths[month - 1] + (month == 2 && isLeap ? 1 : 0) : 0
        for day in [0, 1, 2, 28, 29, 30, 31, 32] {
          let text = Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2)
          let seconds = Self.canonical(text + "T00:00:00Z")
          if (seconds != nil) != (1...max(length, 1)).contains(inYear ? day : 0) {
            faults.append(text)
          }
          guard let seconds else { continue }
          if day == 1, let last, seconds != last + 86_400 { faults.append(text) }
          if day == length { last = seconds }
        }
      }
    }
    #expect(faults == [])
  }

  private static func padded(_ number: Int, _ count: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: count - digits.count) + digits
  }

  private static func canonical(_ date: String) -> Double? {
    withText(date) { CanonicalDate.secondsSinceReferenceDate($0, from: 0, to: $0.count) }
  }

  private static func withText<Result>(_ date: String, _ body: (JSONText) -> Result) -> Result {
    let bytes = Array(date.utf8)
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      // SAFETY: the text is used within the closure only.
      body(unsafe JSONText(buffer))
    }
  }

  /// The days on which a month or a year may end, in every year.
  @Test func `reads the last days of months as JSONDecoder does, in every year`() {
    let days = [
      "00-01", "01-00", "01-31", "01-32", "02-28", "02-29", "02-30", "03-01", "04-30", "04-31",
      "06-31", "09-31", "11-31", "12-31", "12-32", "13-01",
    ]
    let format = Date.ISO8601FormatStyle()
    let decoder = StreamJSONDecoder()
    Self.iso8601(decoder)
    for year in 1...9999 where TestScale.factor > 1 || year % 25 < 9 {
      let digits = "\(year)"
      for day in days {
        let date = String(repeating: "0", count: 4 - digits.count) + "\(digits)-\(day)T12:00:00Z"
        let ours = try? decoder.decode(Date.self, from: "\"\(date)\"")
        let theirs = try? format.parse(date)
        // A macro call for each would take more time than everything else.
        if ours != theirs { Issue.record("\(date): \(String(describing: ours))") }
      }
    }
  }

  @Test func `reads generated dates to the last bit as JSONDecoder does`() throws {
    let format = Date.ISO8601FormatStyle()
    var generator = SeededGenerator(seed: 8601)
    let decoder = StreamJSONDecoder()
    Self.iso8601(decoder)
    for _ in 0..<100 * TestScale.factor {
      let dates = (0..<200).map { _ in Self.date(&generator) }
      let text = "[\"" + dates.joined(separator: "\",\"") + "\"]"
      let ours = try decoder.decode([Date].self, from: text)
      for (date, ours) in zip(dates, ours) {
        let theirs = try format.parse(date)
        #expect(
          ours.timeIntervalSinceReferenceDate.bitPattern
            == theirs.timeIntervalSinceReferenceDate.bitPattern,
          "\(date)"
        )
      }
    }
  }

  /// A valid date in the canonical form.
  private static func date(_ generator: inout SeededGenerator) -> String {
    func digits(_ range: ClosedRange<Int>, _ count: Int) -> String {
      let digits = "\(Int.random(in: range, using: &generator))"
      return String(repeating: "0", count: count - digits.count) + digits
    }
    let years = generator.pick([1583...9999, 1900...2100, 1998...2003])
    var date = digits(years, 4) + "-" + digits(1...12, 2) + "-" + digits(1...28, 2) + "T"
    date += digits(0...23, 2) + ":" + digits(0...59, 2) + ":" + digits(0...59, 2)
    let fraction = Int.random(in: 0...9, using: &generator)
    if fraction > 0 {
      date += "."
      for _ in 0..<fraction { date += digits(0...9, 1) }
    }
    guard generator.chance(0.5) else { return date + "Z" }
    return date + generator.pick(["+", "-"]) + digits(0...17, 2) + ":" + digits(0...59, 2)
  }

  @Test func `reads damaged dates as JSONDecoder does`() {
    var generator = SeededGenerator(seed: 8602)
    let alphabet = Array("0123456789-:T.Z+zt ,aé")
    for _ in 0..<2000 * TestScale.factor {
      var date = Array(Self.date(&generator))
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        let position = Int.random(in: 0..<date.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: date[position] = generator.pick(alphabet)
        case 1: date.remove(at: position)
        default: date.insert(generator.pick(alphabet), at: position)
        }
      }
      expectAgreement(Date.self, "\"\(String(date))\"", prepare: Self.iso8601)
    }
  }

  @Test func `reads a date at the end of the memory`() throws {
    let decoder = StreamJSONDecoder()
    Self.iso8601(decoder)
    for date in ["2024-01-02T03:04:05Z", "2024-01-02T03:04:05.1+", "2024-01-02T03:04:0", "2024"] {
      let buffer = GuardedBuffer(Array("\"\(date)\"".utf8))
      defer { withExtendedLifetime(buffer) {} }
      // SAFETY: the buffer lives to the end of this iteration.
      let ours = outcome { try unsafe decoder.decode(Date.self, from: buffer.rawBytes) }
      #expect(ours.isAccepted == date.hasSuffix("Z"))
    }
  }
}
