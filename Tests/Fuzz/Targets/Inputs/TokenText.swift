import StreamJSONTestSupport

/// A text with known places of members and values, which is cheap to change there.
///
/// Most changes leave a well-formed text: what matters to a decoder is beyond its scanner.
struct TokenText {
  let bytes: [UInt8]

  /// Values that are no containers, and names, with their quotation marks.
  private var scalars: [Range<Int>] = []
  private var names: [Range<Int>] = []
  /// Names with their values.
  private var members: [Range<Int>] = []
  /// All values.
  private var values: [Range<Int>] = []
  /// Where brackets, colons and commas are.
  private var structure: [Range<Int>] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    find()
  }

  private mutating func find() {
    var open: [(start: Int, name: Int?)] = []
    var name: Int?
    var offset = 0
    func end(ofTokenAt start: Int) -> Int {
      var end = start + 1
      if bytes[start] == UInt8(ascii: "\"") {
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
          end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(end + 1, bytes.count)
      }
      while end < bytes.count, bytes[end] > 0x20, !",:]}".utf8.contains(bytes[end]) { end += 1 }
      return end
    }
    while offset < bytes.count {
      let start = offset
      switch bytes[offset] {
      case 0...0x20:
        offset += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        structure.append(start..<start + 1)
        open.append((start, name))
        name = nil
        offset += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        offset += 1
        structure.append(start..<offset)
        guard let container = open.popLast() else { continue }
        values.append(container.start..<offset)
        if let name = container.name { members.append(name..<offset) }
        name = nil
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        offset += 1
        structure.append(start..<offset)
      default:
        offset = end(ofTokenAt: start)
        if name == nil, offset < bytes.count, bytes[offset] == UInt8(ascii: ":") {
          name = start
          names.append(start..<offset)
        } else {
          scalars.append(start..<offset)
          values.append(start..<offset)
          if let first = name { members.append(first..<offset) }
          name = nil
        }
      }
    }
  }

  // MARK: - Changes

  /// Some bytes in place of others.
  private struct Edit {
    var range: Range<Int>
    var bytes: ArraySlice<UInt8>
  }

  private static func fragments(_ texts: [String]) -> [ArraySlice<UInt8>] {
    texts.map { ArraySlice($0.utf8) }
  }

  /// What stands in place of a value: what models expect there, at its limits and beyond.
  private static let others =
    fragments([
      "null", "true", "false", "0", "-0", "-1", "1", "13", "127", "128", "-128", "-129", "255",
      "256",
      "32767", "32768", "-32769", "65536", "2147483647", "2147483648", "-2147483648", "-2147483649",
      "4294967295", "4294967296",
      "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
      "18446744073709551615", "18446744073709551616", "99999999999999999999999", "0.0", "-0.0",
      "1.0",
      "1.5", "1e0", "1E2", "12e-1", "100e-2", "1e18", "1e19", "3.4028235e38", "3.5e38", "1e-46",
      "1.7976931348623157e308", "1.8e308", "1e400", "5e-324", "1e-400", "9007199254740993",
      "0.1", "123456789012345678901234567890e-20", "01", "1.", ".5", "+1", "1e", "--1", "-", "0x1",
      "NaN", "nul", "nulll", "True", "tru", "falsy", "[]", "{}", "[null]", "[1]", "[1,2,3]",
      "[\"a\"]",
      "[[]]", "[[1.5]]", "[[[1,2]]]", "{\"a\":1}", "{\"a\":\"b\"}", "{\"a\":[1]}", "{\"a\":null}",
      "{\"a\":1,\"a\":2}", "{\"a\":\"b\",\"a\":\"c\"}", "[1,]", "[,1]", "{\"a\":1,}", "{,}",
      "[1 2]",
      "\"\"", "\"a\"", "\"red\"", "\"blue\"", "\"fifteen bytes!!\"", "\"sixteen bytes!!!\"",
      "\"a string that is longer than thirty-two bytes\"", "\"é\"", "\"漢字\"", "\"😀\"",
      "\"\\n\"", "\"\\u00e9\"", "\"\\ud83d\\ude00\"", "\"\\ud83d\"", "\"\\ude00\"", "\"\\u0000\"",
      "\"\\q\"", "\"\\u12\"", "\"a\\\"b\"", "\"fifteen bytes!\\t\"", "\"\u{1}\"", "\"\t\"",
      "\"\u{7F}\"",
      "\"a string with \\\\ that is longer than thirty-two bytes\"", "'a'", "\"a", "a\"",
      "\"e\u{301}\"", "\"\\u0065\\u0301\"", "\"\u{2028}\"", "\"\u{FEFF}\"",
    ]) + [
      [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xC0, 0x80, 0x22],
    ]

  private static let spaces = fragments([
    " ", "  ", "\n", "\t", "\r\n", "        ", "\u{B}", "\u{A0}", "/**/", "//\n", "\u{0}",
    "\n         ",
  ])

  private static let unknown = fragments([
    "\"unknown\":1,", "\"unknown\":[{\"a\":[1,\"x\"]},null],", "\"u\":{\"id\":1},", "\"\":\"\",",
    "\"unknown\":01,", "\"unknown\":\"\\q\",", "\"unknown\":tru,", "\"i\\u0064\":1,", "unknown:1,",
  ])

  private static let marks = fragments([
    ",", ":", "{", "}", "[", "]", "", "", "", ",,", "::", "]]", "}}", "\"", ";", "=", "},", "],",
  ])

  private static let ends = fragments([
    " ", "\n", "}", "]", ",", "1", "null", "\u{0}", "//", "/**/", "\u{FEFF}", "{}",
  ])

  /// The text with one change, or a few.
  func changed(_ random: inout SeededGenerator) -> [UInt8] {
    var edits: [Edit] = []
    var count = random.next()
    repeat {
      count >>= 2
      edit(&edits, &random)
    } while count & 3 == 0
    var result = applying(edits)
    if random.next() & 7 == 0 { Self.damage(&result, &random) }
    return result
  }

  private func edit(_ edits: inout [Edit], _ random: inout SeededGenerator) {
    let choice = random.next()
    func pick<Element>(_ elements: [Element]) -> Element {
      // SAFETY is not a matter here: an index below the count.
      elements[Int(truncatingIfNeeded: random.next() % UInt64(elements.count))]
    }
    func replace(_ range: Range<Int>, _ bytes: ArraySlice<UInt8>) {
      edits.append(Edit(range: range, bytes: bytes))
    }
    switch choice & 31 {
    case 0..<10 where !scalars.isEmpty:
      replace(pick(scalars), pick(Self.others))
    case 10..<13 where !values.isEmpty:
      replace(pick(values), choice & 32 == 0 ? bytes[pick(values)] : pick(Self.others))
    case 13..<15 where !members.isEmpty:
      // Without the comma before or after it.
      var member = pick(members)
      if member.upperBound < bytes.count, bytes[member.upperBound] == UInt8(ascii: ",") {
        member = member.lowerBound..<member.upperBound + 1
      } else if bytes[member.lowerBound - 1] == UInt8(ascii: ",") {
        member = member.lowerBound - 1..<member.upperBound
      }
      replace(member, [])
    case 15..<19 where !members.isEmpty:
      // Once more, at another place or its own.
      let member = pick(members)
      let place = choice & 32 == 0 ? member : pick(members)
      replace(place.lowerBound..<place.lowerBound, bytes[member] + [UInt8(ascii: ",")])
    case 19..<21 where !members.isEmpty:
      let (first, second) = (pick(members), pick(members))
      replace(first, bytes[second])
      replace(second, bytes[first])
    case 21 where !names.isEmpty:
      replace(pick(names), bytes[pick(names)])
    case 22 where !names.isEmpty:
      // A letter of it as an escape.
      let name = pick(names)
      guard name.count > 2 else { return }
      let place = name.lowerBound + 1 + Int(choice >> 8 % UInt64(name.count - 2))
      guard bytes[place] < 0x80, bytes[place] != UInt8(ascii: "\\") else { return }
      let digits = String(bytes[place], radix: 16)
      replace(place..<place + 1, ArraySlice("\\u00\(digits.count < 2 ? "0" : "")\(digits)".utf8))
    case 23..<25 where !structure.isEmpty:
      let place = pick(structure)
      let offset = choice & 32 == 0 ? place.lowerBound : place.upperBound
      replace(offset..<offset, pick(Self.spaces))
    case 25..<27 where !structure.isEmpty:
      replace(pick(structure), pick(Self.marks))
    case 27 where !names.isEmpty:
      let name = pick(names)
      replace(name.lowerBound..<name.lowerBound, pick(Self.unknown))
    case 28:
      replace(bytes.count..<bytes.count, pick(Self.ends))
    case 29:
      replace(Int(choice >> 8 % UInt64(bytes.count + 1))..<bytes.count, [])
    default:
      let offset = Int(choice >> 8 % UInt64(bytes.count + 1))
      guard offset < bytes.count else { return }
      replace(offset..<offset + 1, [UInt8(truncatingIfNeeded: choice >> 40)])
    }
  }

  /// The text with all edits, but for those that touch the place of one before.
  private func applying(_ edits: [Edit]) -> [UInt8] {
    let sorted =
      edits.count > 1 ? edits.sorted { $0.range.lowerBound < $1.range.lowerBound } : edits
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64)
    var end = 0
    for edit in sorted where edit.range.lowerBound >= end {
      result += bytes[end..<edit.range.lowerBound]
      result += edit.bytes
      end = edit.range.upperBound
    }
    result += bytes[end...]
    return result
  }

  /// Changes a byte or removes a few, wherever they are.
  private static func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let choice = random.next()
    let offset = Int(choice >> 8 % UInt64(bytes.count))
    switch choice & 7 {
    case 0, 1: bytes[offset] ^= 1 << UInt8(truncatingIfNeeded: choice >> 4 & 7)
    case 2: bytes.removeSubrange(offset..<min(bytes.count, offset + 1 + Int(choice >> 4 & 3)))
    case 3: bytes.insert(UInt8(truncatingIfNeeded: choice >> 40), at: offset)
    case 4: bytes[offset] = UInt8(truncatingIfNeeded: choice >> 40)
    case 5:
      let numbers = Array("0123456789-+.eE\",:[]{}".utf8)
      bytes[offset] = numbers[Int(choice >> 40 % UInt64(numbers.count))]
    case 6: bytes.insert(bytes[offset], at: offset)
    default: bytes.swapAt(offset, Int(choice >> 40 % UInt64(bytes.count)))
    }
  }
}
