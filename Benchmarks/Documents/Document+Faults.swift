/// Arrays of 5,000 objects, the last of which has one fault.
extension Document {
  static let mismatchAtEnd = fault("type mismatch at the end", #"{"id":"five"}]"#)
  static let missingKeyAtEnd = fault("missing key at the end", #"{"name":"five"}]"#)
  static let nullAtEnd = fault("null at the end", #"{"id":null}]"#)
  static let overflowAtEnd = fault("overflow at the end", #"{"id":123456789012345678901}]"#)
  static let syntaxErrorAtEnd = fault("syntax error at the end", #"{"id":5,}}"#)
  static let truncated = fault("truncated", #"{"id":"#)

  /// One object of the wrong type, so that throwing is the only work.
  static let smallMismatch = Document(name: "type mismatch in 20 bytes") { writer, _ in
    writer.object { $0.member("id", "12345678") }
  }

  /// Texts of a few bytes, some of which are not JSON.
  static let tinyOpenObject = tiny(#"{"id":1"#)
  static let tinyOpenArray = tiny("[1,")
  static let tinyWord = tiny("x")
  static let tinyNull = tiny("null")
  static let tinyEmptyObject = tiny("{}")
  static let tinyBrace = tiny("{")
  static let tinyBracket = tiny("[")
  static let noText = Document(name: "the empty text") { [] }

  /// Strings that their types do not accept.
  static let unknownCase = Document(name: "an unknown case") { Array("\"coupon\"".utf8) }
  static let refusedNumber = Document(name: "a model's own error") { Array("1".utf8) }
  static let badUUID = Document(name: "a bad UUID") { Array("\"5E0A-not-a-UUID\"".utf8) }

  private static func tiny(_ text: String) -> Document {
    Document(name: "the text \(text)") { Array(text.utf8) }
  }

  /// The cases of an enum, half of them unknown to it.
  static let halfUnknownCases = Document(name: "half of the cases unknown") {
    let pairs = (0..<5000).map { "\"\($0 % 2 == 0 ? "card" : "transfer")\",\"coupon \($0)\"" }
    return Array("[\(pairs.joined(separator: ","))]".utf8)
  }

  /// UUIDs, half of them malformed.
  static let halfBadUUIDs = Document(name: "half of the UUIDs bad") { writer, random in
    writer.array { array in
      for index in 0..<10_000 {
        let digits = random.digits(index % 2 == 0 ? 12 : 11)
        array.element("5E0A1F2C-3B4D-4C5E-8F60-\(digits)")
      }
    }
  }

  /// Numbers and strings; a model tries one type and then the other.
  static let mixedScalars = Document(name: "numbers or strings") {
    let pairs = (0..<5000).map { "\"text \($0)\",\($0)" }
    return Array("[\(pairs.joined(separator: ","))]".utf8)
  }

  /// Nothing but nulls, which are elements of no model.
  static let nulls = Document(name: "nulls") {
    Array("[\(Array(repeating: "null", count: 400).joined(separator: ","))]".utf8)
  }

  private static func fault(_ name: String, _ end: String) -> Document {
    Document(name: name) {
      var text = "["
      for id in 0..<5000 { text += #"{"id":\#(id)},"# }
      return Array((text + end).utf8)
    }
  }
}
