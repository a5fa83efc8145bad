import Foundation
import StreamJSONTestSupport

/// Strings and numbers as dates, under every strategy.
struct DatesTarget: FuzzTarget {
  static let name = "dates"
  static let summary = "dates under every strategy, against JSONDecoder"

  private let iso8601 = DecoderPair { $0.dateDecodingStrategy = .iso8601 }
  private let numbers = [
    DecoderPair(), DecoderPair { $0.dateDecodingStrategy = .secondsSince1970 },
    DecoderPair { $0.dateDecodingStrategy = .millisecondsSince1970 },
  ]

  func disagreement(on input: [UInt8]) -> String? {
    if input.first == UInt8(ascii: "\"") {
      return iso8601.disagreement(on: input, as: Date.self)
    }
    for pair in numbers {
      if let disagreement = pair.disagreement(on: input, as: Date.self) { return disagreement }
    }
    return nil
  }

  func input(from source: inout InputSource) -> [UInt8] {
    var random = source.random
    defer { source.random = random }
    if random.next() % 8 == 0 {
      return Array("\(Double.random(in: -1e12...1e12, using: &random))".utf8)
    }
    func digits(_ range: ClosedRange<Int>, width: Int) -> String {
      let number = String(Int.random(in: range, using: &random))
      guard random.next() % 32 > 0 else { return number }
      return String(repeating: "0", count: max(0, width - number.count)) + number
    }
    let isWild = random.next() % 16 == 0
    var text = "\"" + digits(isWild ? 0...12000 : 1900...2100, width: 4) + "-"
    text += digits(1...(isWild ? 13 : 12), width: 2) + "-" + digits(1...31, width: 2) + "T"
    text += digits(0...(isWild ? 25 : 23), width: 2) + ":"
    text += digits(0...(isWild ? 61 : 59), width: 2) + ":"
    text += digits(0...(isWild ? 61 : 59), width: 2)
    if random.next() % 4 == 0 { text += "." + digits(0...999_999, width: 3) }
    text += random.pick(["Z", "Z", "Z", "z", "+01:00", "-0330", "+09", "", "UTC", "Zx", "+19:00"])
    text += "\""
    let bytes = Array(text.utf8)
    guard random.next() % 4 == 0 else { return bytes }
    return Self.edited(bytes, &random)
  }

  /// `bytes` with one or two bytes inside the quotation marks replaced, removed or duplicated.
  private static func edited(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0...(random.next() % 2) where bytes.count > 3 {
      let place = Int.random(in: 1..<(bytes.count - 1), using: &random)
      switch random.next() % 4 {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(bytes[place], at: place)
      default: bytes[place] = random.pick(Array("0123456789-:TZtz+. /".utf8))
      }
    }
    return bytes
  }
}
