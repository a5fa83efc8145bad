/// RFC 8259, written down as plainly as possible, as a second opinion on validity.
///
/// It shares nothing with the library, makes no values and is in no hurry. It reads only UTF-8, and a byte-order mark
/// is not part of the grammar. A lone surrogate escape is grammatical, and so is a number of any size: `isValid` says
/// what the grammar says and no more.
package struct ReferenceGrammar {
  private let bytes: [UInt8]
  private var offset = 0
  private let maximumDepth: Int

  /// Whether `bytes` is one JSON text, nested at most `maximumDepth` deep.
  package static func isValid(_ bytes: [UInt8], maximumDepth: Int = 512) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    var grammar = ReferenceGrammar(bytes: bytes, maximumDepth: maximumDepth)
    return grammar.text()
  }

  private init(bytes: [UInt8], maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  private var next: UInt8? {
    offset < bytes.count ? bytes[offset] : nil
  }

  /// Takes the next byte if it is `character`.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == character.value else { return false }
    offset += 1
    return true
  }

  /// Takes the next byte if it is one of `characters`.
  private mutating func take(oneOf characters: String) -> Bool {
    guard let next, next < 0x80, characters.utf8.contains(next) else { return false }
    offset += 1
    return true
  }

  // JSON-text = ws value ws
  private mutating func text() -> Bool {
    whitespace()
    guard value(depth: 0) else { return false }
    whitespace()
    return offset == bytes.count
  }

  // ws = *( %x20 / %x09 / %x0A / %x0D )
  private mutating func whitespace() {
    while take(oneOf: " \t\n\r") {}
  }

  // value = false / null / true / object / array / number / string
  private mutating func value(depth: Int) -> Bool {
    switch next.map({ Unicode.Scalar($0) }) {
    case "{": object(depth: depth + 1)
    case "[": array(depth: depth + 1)
    case "\"": string()
    case "t": literal("true")
    case "f": literal("false")
    case "n": literal("null")
    default: number()
    }
  }

  private mutating func literal(_ word: String) -> Bool {
    for character in word.unicodeScalars {
      guard take(character) else { return false }
    }
    return true
  }

  // object = "{" [ member *( "," member ) ] "}";  member = string ":" value
  private mutating func object(depth: Int) -> Bool {
    guard depth <= maximumDepth, take("{") else { return false }
    whitespace()
    if take("}") { return true }
    repeat {
      whitespace()
      guard string() else { return false }
      whitespace()
      guard take(":") else { return false }
      whitespace()
      guard value(depth: depth) else { return false }
      whitespace()
    } while take(",")
    return take("}")
  }

  // array = "[" [ value *( "," value ) ] "]"
  private mutating func array(depth: Int) -> Bool {
    guard depth <= maximumDepth, take("[") else { return false }
    whitespace()
    if take("]") { return true }
    repeat {
      whitespace()
      guard value(depth: depth) else { return false }
      whitespace()
    } while take(",")
    return take("]")
  }

  // number = [ "-" ] ( "0" / digit1-9 *DIGIT ) [ "." 1*DIGIT ] [ ( "e" / "E" ) [ "-" / "+" ] 1*DIGIT ]
  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0") {
      guard digits() else { return false }
    }
    if take(".") {
      guard digits() else { return false }
    }
    if take(oneOf: "eE") {
      _ = take(oneOf: "-+")
      guard digits() else { return false }
    }
    return true
  }

  private mutating func digits() -> Bool {
    guard take(oneOf: "0123456789") else { return false }
    while take(oneOf: "0123456789") {}
    return true
  }

  // string = quotation-mark *char quotation-mark
  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    while let byte = next {
      if take("\"") { return true }
      if take("\\") {
        if take(oneOf: "\"\\/bfnrt") { continue }
        guard take("u") else { return false }
        for _ in 0..<4 {
          guard take(oneOf: "0123456789abcdefABCDEF") else { return false }
        }
      } else {
        guard byte >= 0x20 else { return false }
        offset += 1
      }
    }
    return false
  }
}
