// Cases with names of members of JSON values, matched through optionals; and initializers without their labels.

#if IMPORTS_STREAMJSON
import StreamJSON
#endif

enum Setting {
  case number(Double)
  case string(String)
  case array, object, bool, int, double, null, isNull, value, json, data, bytes, keys, kind, append
}

enum Kind: Equatable {
  case string, number, array, object, bool, int, double, null, isNull, value, json
}

func hasString(_ setting: Setting?) -> Bool { if case .string = setting { true } else { false } }

func hasString(_ setting: Setting??) -> Bool { if case .string = setting { true } else { false } }

func number(_ setting: Setting?) -> Double? {
  if case .number(let number) = setting { number } else { nil }
}

func number(_ setting: Setting??) -> Double? {
  if case .number(let number) = setting { number } else { nil }
}

func isNothing(_ setting: Setting?) -> Bool {
  if case .null = setting { return true }
  if case .isNull = setting { return true }
  guard case .array = setting else { return false }
  return [setting].contains { if case .object = $0 { true } else { false } }
}

func name(_ setting: Setting?) -> String {
  switch setting {
  case .number: "number"
  case .string(let string): string
  case .array: "array"
  case .object: "object"
  case .bool: "bool"
  case .int: "int"
  case .double: "double"
  case .null: "null"
  case .isNull: "isNull"
  case .value: "value"
  case .json: "json"
  case .data, .bytes, .keys, .kind, .append: "other"
  case nil: "nil"
  }
}

func name(_ setting: Setting??) -> String {
  switch setting {
  case .number: "number"
  case .string: "string"
  case .array: "array"
  case .object: "object"
  case .bool: "bool"
  case .int: "int"
  case .double: "double"
  case .null: "null"
  case .isNull: "isNull"
  case .value: "value"
  case .json: "json"
  case .some(.some(.data)), .bytes, .keys?, .kind??, .append: "other"
  case .some(nil), nil: "nil"
  }
}

func isString(_ kind: Kind? = .string, or other: Kind?? = .number) -> Bool {
  kind == .string && kind != .number && other == .array || other != .null
}

func settings() -> [Setting?] { [.string("a"), .number(1), .array, .object, .null, .value, nil] }

func kinds() -> [String: Kind?] { ["a": .string, "b": .isNull, "c": .json, "d": nil] }

func initializers() {
  let integers: [Int] = ["1"].compactMap(Int.init)
  let doubles: [Double?] = ["1"].map(Double.init)
  let booleans: [Bool] = ["true"].compactMap(Bool.init)
  let texts: [String] = [1, 2].map(String.init)
  let words: [[String]] = ["a b"].map { $0.split(separator: " ").map(String.init) }
  let characters: [String] = "abc".map(String.init)
  let bytes = ["7"].compactMap(UInt8.init)
  let make: (String) -> Bool? = Bool.init
  print(integers, doubles, booleans, texts, words, characters, bytes, make("true") as Any)
}
