/// Random JSON texts that are valid by RFC 8259; the same seed gives the same texts.
///
/// They vary in the ways that documents do (whitespace, escapes, number forms, nesting) and in one
/// that documents should not (duplicate names). Every string holds whole Unicode scalars.
package struct JSONGenerator {
  /// What the texts look like.
  ///
  /// Rates are probabilities from 0 to 1.
  package struct Options: Sendable {
    /// The maximum nesting depth of containers.
    package var maximumDepth = 5
    /// The maximum number of elements or members of a container.
    package var maximumWidth = 6
    /// The maximum number of characters of a string.
    package var maximumStringLength = 24
    /// How often there is whitespace where it is allowed.
    package var whitespaceRate = 0.2
    /// How often a character is needlessly written as an escape.
    package var escapeRate = 0.1
    /// How often a character is not ASCII.
    package var nonASCIIRate = 0.15
    /// How often a member repeats a name of its object.
    package var duplicateKeyRate = 0.05
    /// How often a number is too large, too small or too long for the usual types.
    package var extremeNumberRate = 0.0
    /// Whether the text is an array or object, not a lone scalar.
    package var topLevelContainer = false

    /// The usual mixture.
    package init() {}
  }

  private let options: Options
  private var generator: SeededGenerator
  private var output: [UInt8] = []

  /// Starts the sequence of texts that belongs to `seed`.
  package init(seed: UInt64, options: Options = Options()) {
    self.options = options
    generator = SeededGenerator(seed: seed)
  }

  /// The next text.
  package mutating func text() -> [UInt8] {
    output = []
    whitespace()
    if options.topLevelContainer {
      container(depth: 1)
    } else {
      value(depth: 0)
    }
    whitespace()
    return output
  }

  /// The next `count` texts.
  package mutating func texts(_ count: Int) -> [[UInt8]] {
    (0..<count).map { _ in text() }
  }

  private mutating func write(_ text: String) {
    output += text.utf8
  }

  private mutating func whitespace() {
    while generator.chance(options.whitespaceRate) {
      write(generator.pick([" ", " ", "  ", "\n", "\t", "\r\n", "\n    "]))
    }
  }

  private mutating func value(depth: Int) {
    let containerRate = depth == 0 ? 0.8 : 0.35
    if depth < options.maximumDepth, generator.chance(containerRate) {
      container(depth: depth + 1)
      return
    }
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: write("null")
    case 1: write("true")
    case 2: write("false")
    case 3..<6: write(number())
    default: write(quoted(string()))
    }
  }

  private mutating func container(depth: Int) {
    let count = Int.random(in: 0...options.maximumWidth, using: &generator)
    let isObject = Bool.random(using: &generator)
    var names: [String] = []
    write(isObject ? "{" : "[")
    whitespace()
    for number in 0..<count {
      if number > 0 {
        write(",")
        whitespace()
      }
      if isObject {
        let repeats = !names.isEmpty && generator.chance(options.duplicateKeyRate)
        let name = repeats ? generator.pick(names) : memberName()
        names.append(name)
        // The name is quoted again, because a repeated name may be spelled differently.
        write(quoted(name))
        whitespace()
        write(":")
        whitespace()
      }
      value(depth: depth)
      whitespace()
    }
    write(isObject ? "}" : "]")
  }

  private mutating func memberName() -> String {
    guard generator.chance(0.7) else { return string() }
    let first = generator.pick(["id", "name", "value", "created_at", "userID", "a", "next"])
    return generator.chance(0.5) ? first : "\(first)_\(generator.pick(0..<100))"
  }

  private mutating func string() -> String {
    let count = Int.random(in: 0...options.maximumStringLength, using: &generator)
    var text = String.UnicodeScalarView()
    for _ in 0..<count {
      text.append(scalar())
    }
    return String(text)
  }

  private mutating func scalar() -> Unicode.Scalar {
    if generator.chance(0.05) {
      return generator.pick(Array("\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}{}[]:,".unicodeScalars))
    }
    guard generator.chance(options.nonASCIIRate) else {
      return Unicode.Scalar(UInt8.random(in: 0x20...0x7E, using: &generator))
    }
    let range = generator.pick(
      [0x80...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFF, 0x10000...0x10FFFF] as [ClosedRange<UInt32>]
    )
    return Unicode.Scalar(UInt32.random(in: range, using: &generator)) ?? "\u{FFFD}"
  }

  private mutating func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      let needsEscape = scalar == "\"" || scalar == "\\" || scalar.value < 0x20
      if needsEscape || generator.chance(options.escapeRate) {
        result += escaped(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private mutating func escaped(_ scalar: Unicode.Scalar) -> String {
    let short: [Unicode.Scalar: String] = [
      "\"": "\\\"", "\\": "\\\\", "/": "\\/", "\u{8}": "\\b", "\u{C}": "\\f", "\n": "\\n",
      "\r": "\\r", "\t": "\\t",
    ]
    if let escape = short[scalar], generator.chance(0.8) { return escape }
    let uppercase = Bool.random(using: &generator)
    return scalar.utf16.map { unit in
      let digits = String(unit, radix: 16, uppercase: uppercase)
      return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }.joined()
  }

  private mutating func digits(_ count: Int) -> String {
    (0..<count).map { _ in "\(generator.pick(0..<10))" }.joined()
  }

  private mutating func number() -> String {
    if generator.chance(options.extremeNumberRate) { return extremeNumber() }
    let sign = generator.chance(0.25) ? "-" : ""
    let whole =
      generator.chance(0.15)
      ? "0" : "\(generator.pick(1..<10))" + digits(generator.pick([0, 1, 2, 5, 8, 15, 18]))
    let fraction = generator.chance(0.35) ? "." + digits(generator.pick([1, 2, 6, 8, 15, 20])) : ""
    var exponent = ""
    if generator.chance(0.15) {
      exponent = generator.pick(["e", "E"]) + generator.pick(["", "+", "-"])
      exponent += generator.pick(["0", "1", "7", "02", "20", "100"])
    }
    // The one family of numbers that JSONDecoder cannot read as a Double. The conformance texts
    // cover it; here it would only get in the way of comparing.
    if whole == "0", !exponent.isEmpty { exponent = "" }
    return sign + whole + fraction + exponent
  }

  private mutating func extremeNumber() -> String {
    let count = generator.pick([19, 20, 39, 60, 310, 400])
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return "1" + digits(count)
    case 1: return "0." + digits(count) + "1"
    case 2: return "1e\(generator.pick([-400, -325, -323, -308, 308, 309, 400, 99999]))"
    case 3: return "-9223372036854775\(Int.random(in: 800...815, using: &generator))"
    case 4: return "1844674407370955\(Int.random(in: 1600...1630, using: &generator))"
    default: return "1." + digits(count) + "e-\(count)"
    }
  }
}
