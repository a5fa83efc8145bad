import StreamJSON
import StreamJSONTestSupport

/// The documents: objects with some of the members that are known.
extension PartialPrefixTests {
  static func string(_ random: inout SeededGenerator) -> String {
    let parts = ["a", "red", "\\n", "\\\\", "\\u00e9", "\\uD83D\\uDE00", "é", "\\\"", " {", "]"]
    let count = Int.random(in: 0...4, using: &random)
    let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    return "\"\(text)\""
  }

  static func value(of name: String, _ random: inout SeededGenerator) -> String {
    func string() -> String { Self.string(&random) }
    func one(_ values: String...) -> String { values.randomElement(using: &random) ?? "" }
    switch name {
    case "string", "text", "loud", "key", "name", "whole": return string()
    case "bool": return one("true", "false")
    case "int", "int8", "code": return one("0", "-12", "100")
    case "int16", "int32", "int64": return one("0", "-12", "100")
    case "byte", "short", "word", "natural": return one("0", "7", "255")
    case "number": return one("12", "-1.50", "1e400")
    case "seconds": return one("1700000000", "1.5")
    case "bytes": return one("\"00ff\"", "\"\"")
    case "lenient": return "\"https://a.b/c d\""
    case "nullable": return one("null", string())
    case "members": return "{\"a\":\(string()),\"b\":[1,{}]}"
    case "unsigned": return one("7", "18446744073709551615")
    case "double", "float", "decimal": return one("1.5", "-2e3", "0.25")
    case "date": return one("\"2024-05-06T07:08:09Z\"")
    case "precise": return one("\"2024-05-06T07:08:09.125Z\"")
    case "url": return one("\"https://example.com/a?b=c\"", "\"a\"")
    case "uuid", "id": return "\"12345678-9ABC-DEF0-1234-56789ABCDEF0\""
    case "data": return one("\"AQIDBA==\"", "\"\"")
    case "color": return one("\"red\"", "\"reddish\"", "\"blue\"")
    case "level": return one("1", "12")
    case "shape": return one("{\"circle\":{\"radius\":12}}", "{\"point\":{}}")
    case "count": return one("12", "\"345\"")
    case "strings", "list", "kept": return "[\(string()), \(string())]"
    case "ints": return one("[]", "[1, 23 ,4]")
    case "uuids": return "[\(value(of: "uuid", &random))]"
    case "colors": return "[\"red\",\"reddish\"]"
    case "names": return "[\"x\"]"
    case "dictionary": return "{\"a\":\(string())}"
    case "urls": return "{\"a\":\"b/c\"}"
    case "inner": return object(["text", "code", "color", "list"], &random)
    case "inners":
      return "[\(object(["color", "text"], &random)),\(object(["list", "code"], &random))]"
    case "pair": return object(["key", "id"], &random)
    default: return one("[null, \"a\\nb\", {\"c\":1.5}]", string())
    }
  }

  static func object(_ names: [String], _ random: inout SeededGenerator) -> String {
    let members = names.map {
      "\"\($0)\":\(Bool.random(using: &random) ? " " : "")\(value(of: $0, &random))"
    }
    return "{\(members.joined(separator: Bool.random(using: &random) ? "," : ", "))}"
  }

  static let names = [
    "string", "bool", "int", "int8", "unsigned", "double", "float", "decimal", "date", "url",
    "uuid",
    "data", "color", "level", "shape", "name", "whole", "strings", "ints", "uuids", "colors",
    "names",
    "dictionary", "urls", "inner", "inners", "value", "count", "precise", "loud", "kept",
    "members", "number", "int16", "int32", "int64", "byte", "short", "word", "natural", "nullable",
    "seconds", "bytes", "lenient",
  ]
}
