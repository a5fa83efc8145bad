import StreamJSONTestSupport

/// A text that shows in every name and value which one it is, so that any part of it can be told
/// apart from another text's.
struct MarkedText {
  let serial: Int
  private(set) var json = ""
  private var random: SeededGenerator
  private var count = 0

  /// Integers and fractions are the serial number times this, plus a little.
  static let unit = 1_000_000

  /// Makes up a text.
  init(serial: Int, seed: UInt64) {
    self.serial = serial
    random = SeededGenerator(seed: seed)
    let depth = random.next() % 4 == 0 ? 3 : 2
    if random.next() % 6 == 0 {
      list(depth: depth)
    } else {
      object(depth: depth)
    }
    // Foundation's Data stores a few bytes inline, which would be gone after a failed decode.
    json += String(repeating: " ", count: 32)
  }

  /// What names and strings contain.
  static func mark(_ serial: Int) -> String { "t\(serial)x" }

  /// Whether `text` has the mark of a text other than the one with this number.
  static func hasOtherMark(_ text: String, than serial: Int) -> Bool {
    var (isInMark, number) = (false, 0)
    for byte in text.utf8 {
      switch byte {
      // Snake case capitalizes the letter.
      case UInt8(ascii: "t"), UInt8(ascii: "T"): (isInMark, number) = (true, 0)
      case 0x30...0x39 where isInMark && number < 1_000_000:
        number = number * 10 + Int(byte - 0x30)
      case UInt8(ascii: "x") where isInMark && number > 0:
        if number != serial { return true }
        isInMark = false
      default: isInMark = false
      }
    }
    return false
  }

  // MARK: - Names

  /// Names that all texts have in common; `value` has everything that is particular to one.
  static let commonNames = [
    "a", "b", "list", "inner", "date", "one_two", "longer_than_sixteen_bytes",
    "gr\u{F6}\u{DF}e_des_gegenstands_in_zentimetern", "super",
  ]

  /// Names that only this text has, and one that is the same in snake case.
  static func ownNames(_ serial: Int) -> [String] {
    ["t\(serial)x", "name_t\(serial)x", "h\u{F6}he_der_sache_t\(serial)x", "f3_t\(serial)x"]
  }

  /// One of the names that a model may ask for; some are in no text.
  static func name(_ number: Int, _ serial: Int) -> String {
    let common = commonNames.count
    switch number % (common + 8) {
    case let number where number < common: return commonNames[number]
    case let number where number < common + 4: return ownNames(serial)[number - common]
    case common + 4: return "oneTwo"
    case common + 5: return "nameT\(serial)x"
    case common + 6: return "missing"
    default: return "l\u{E4}nge_die_es_nicht_gibt"
    }
  }

  // MARK: - Values

  private mutating func string() {
    count += 1
    let tails = ["", ", and long enough for the heap", " caf\\u00e9", "\\n\u{1F600}"]
    json += "\"t\(serial)x \(count)\(random.pick(tails))\""
  }

  private mutating func integer() {
    count += 1
    json += "\(serial * Self.unit + count)"
  }

  private mutating func value(_ name: String, depth: Int) {
    switch name {
    case "a": string()
    case "b", "one_two": integer()
    case "date": json += "\(serial * Self.unit).5"
    case "list": list(depth: depth - 1)
    case "inner", "super": object(depth: depth - 1)
    default: anything(depth: depth - 1)
    }
  }

  private mutating func anything(depth: Int) {
    switch random.next() % 10 {
    case 0, 1: object(depth: depth)
    case 2: list(depth: depth)
    case 3: json += "null"
    case 4: json += "true"
    case 5, 6: integer()
    default: string()
    }
  }

  private mutating func list(depth: Int) {
    json += "["
    for number in 0..<(depth > 0 ? random.next() % 5 : 0) {
      if number > 0 { json += "," }
      anything(depth: depth)
    }
    json += "]"
  }

  private mutating func object(depth: Int) {
    var names: [String] = []
    if depth > 0 {
      names = (Self.commonNames + Self.ownNames(serial)).filter { _ in random.next() % 3 > 0 }
      // Enough to make an index worthwhile.
      if random.next() % 12 == 0 { names += (10..<40).map { "f\($0)_t\(serial)x" } }
      if random.next() % 2 == 0 { names.shuffle(using: &random) }
    }
    json += "{"
    for (number, name) in names.enumerated() {
      if number > 0 { json += "," }
      json += "\"\(name)\":"
      value(name, depth: depth)
    }
    json += "}"
  }
}
