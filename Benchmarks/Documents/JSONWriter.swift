/// Writes a JSON text, member by member, in the order and spelling that the caller wants.
///
/// A document has to stay the same forever for figures to be comparable, so the bench does not
/// leave its spelling to an encoder.
struct JSONWriter {
  /// How a string spells the characters that it may escape.
  enum Spelling {
    /// As UTF-8 wherever that is allowed.
    case raw
    /// As UTF-8 but with `\/`, as web services in PHP write it, among others.
    case escapedSlashes
    /// Everything outside ASCII as `\u` and four digits, in surrogate pairs where necessary.
    case escapedNonASCII
  }

  private(set) var bytes: [UInt8] = []

  /// Whether to put each member and element on its own line, indented by two spaces.
  private let isPretty: Bool
  private var depth = 0
  private var isFirst = true

  init(isPretty: Bool = false) {
    self.isPretty = isPretty
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes an object, as the value of the member `name` if one is given.
  mutating func object(_ name: String? = nil, _ body: (inout JSONWriter) throws -> Void) rethrows {
    try container(name, "{", "}", body)
  }

  /// Writes an array, as the value of the member `name` if one is given.
  mutating func array(_ name: String? = nil, _ body: (inout JSONWriter) throws -> Void) rethrows {
    try container(name, "[", "]", body)
  }

  mutating func member(_ name: String, _ value: String, _ spelling: Spelling = .raw) {
    begin(name)
    write(value, spelling)
  }

  mutating func member(_ name: String, _ value: Int?) { literal(name, value) }
  mutating func member(_ name: String, _ value: Bool?) { literal(name, value) }
  mutating func member(_ name: String, _ value: Double?) { literal(name, value) }
  mutating func null(_ name: String) { literal(name, nil as Int?) }

  /// Writes a member with the number `digits`, spelled exactly so.
  mutating func number(_ name: String, _ digits: String) { literal(name, digits) }

  mutating func element(_ value: String, _ spelling: Spelling = .raw) {
    begin(nil)
    write(value, spelling)
  }

  mutating func element(_ value: Int) { literal(nil, value) }
  mutating func element(_ value: Double) { literal(nil, value) }

  /// Writes an element that is the number `digits`, spelled like that.
  mutating func number(_ digits: String) { literal(nil, digits) }

  /// Writes a string, as the value of the member `name` if one is given.
  mutating func string(_ name: String?, _ value: String, _ spelling: Spelling) {
    begin(name)
    write(value, spelling)
  }

  /// Writes a number, a Boolean or a null, as the value of the member `name` if one is given.
  mutating func literal(_ name: String?, _ value: (some CustomStringConvertible)?) {
    begin(name)
    bytes += (value?.description ?? "null").utf8
  }

  private mutating func container(
    _ name: String?,
    _ opening: String,
    _ closing: String,
    _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    begin(name)
    bytes += opening.utf8
    depth += 1
    isFirst = true
    try body(&self)
    depth -= 1
    if !isFirst { breakLine() }
    isFirst = false
    bytes += closing.utf8
  }

  /// Writes what comes before a value: the comma, the line break and the name.
  private mutating func begin(_ name: String?) {
    if depth > 0 {
      if !isFirst { bytes += ",".utf8 }
      breakLine()
    }
    isFirst = false
    guard let name else { return }
    write(name, .raw)
    bytes += (isPretty ? ": " : ":").utf8
  }

  private mutating func breakLine() {
    guard isPretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
  }

  private mutating func write(_ string: String, _ spelling: Spelling) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": bytes += #"\""#.utf8
      case "\\": bytes += #"\\"#.utf8
      case "\n": bytes += #"\n"#.utf8
      case "\t": bytes += #"\t"#.utf8
      case "/" where spelling == .escapedSlashes: bytes += #"\/"#.utf8
      case _ where scalar.value < 0x20: escape(UInt16(scalar.value))
      case _ where scalar.value > 0x7E && spelling == .escapedNonASCII:
        for unit in String(scalar).utf16 { escape(unit) }
      default: bytes += String(scalar).utf8
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ unit: UInt16) {
    let digits = String(unit, radix: 16)
    bytes += #"\u"#.utf8
    bytes += repeatElement(UInt8(ascii: "0"), count: 4 - digits.count)
    bytes += digits.utf8
  }
}
