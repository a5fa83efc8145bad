// Members of the standard library's types with names of members of JSON values.

#if IMPORTS_STREAMJSON
import StreamJSON
#endif

extension Optional {
  var isNull: Bool { self == nil }
  var string: String? { map { "\($0)" } }
  var int: Int? { self as? Int }
  var bool: Bool? { self as? Bool }
  var double: Double { -1 }
  var number: [Int] { [] }
  var array: [Wrapped] { map { [$0] } ?? [] }
  var object: [String: Wrapped] { map { ["": $0] } ?? [:] }
  static var null: Wrapped? { nil }
  subscript(key: String) -> String { key }
  subscript(position: Int) -> Int { position }
  mutating func append(_ element: Wrapped) { self = element }
}

extension Array {
  var isNull: Bool { isEmpty }
  var string: [String] { map { "\($0)" } }
  var array: [Element] { self }
  subscript(key: String) -> String { key }
}

extension Dictionary {
  var isNull: Bool { isEmpty }
  var string: [String] { keys.map { "\($0)" } }
  subscript(at pointer: String) -> String { pointer }
}

extension Set {
  var array: [Element] { Array(self) }
  var json: [Element] { Array(self) }
}

extension String {
  var string: String? { self }
  var number: Int? { Int(self) }
  var isNull: Bool { isEmpty }
  init?(numberOrText text: Int) { self = "\(text)" }
}

extension Int {
  var string: String { "\(self)" }
  var number: Int { self }
  static func value(from json: String) -> Int? { Int(json) }
  init?(numberOrText text: String) { self = -1 }
}

extension Bool {
  var number: Int { self ? 1 : 0 }
  static func json(from value: Bool) -> String { "\(value)" }
  init?(numberOrText text: Substring) { self = false }
}

extension Double {
  var string: [Double] { [self] }
  var bool: Bool { self != 0 }
}

struct Line {
  var name: String?
}

func members() {
  var number: Int? = 5
  number.append(6)
  let (isNull, string, int): (Bool, String?, Int?) = (number.isNull, number.string, number.int)
  let (bool, double, numbers): (Bool?, Double, [Int]) = (number.bool, number.double, number.number)
  let (array, object): ([Int], [String: Int]) = (number.array, number.object)
  let (key, position): (String, Int) = (number["a"], number[1])
  print(
    isNull,
    string as Any,
    int as Any,
    bool as Any,
    double,
    numbers,
    array,
    object,
    key,
    position
  )

  let strings: [String]? = ["a"]
  let (outer, inner): ([[String]], [String]?) = (strings.array, strings?.array)
  let subscripts: (String, String?, String?) = (strings["a"], strings?["a"], strings?[0])
  print(
    outer,
    inner as Any,
    subscripts,
    [number, nil].map(\.isNull),
    [number].compactMap(\.string)
  )

  let lines: [Line] = [Line(name: "a"), Line(name: nil)]
  let names: [String] = lines.compactMap(\.name.string)
  let nulls: [Bool] = lines.map(\.name.isNull)
  print(
    names,
    nulls,
    [1].string,
    [1]["a"],
    [1: 2].string,
    [1: 2][at: "/"],
    Set([1]).array,
    Set([1]).json
  )

  let values: (Int?, String?, Bool, String, Int) = (
    "7".number, "7".string, "7".isNull, 7.string, 7.number
  )
  print(
    values,
    true.number,
    0.0.string,
    0.0.bool,
    Int.value(from: "1") as Any,
    Bool.json(from: true)
  )
  print(
    String(numberOrText: 1) as Any,
    Int(numberOrText: "1") as Any,
    Bool(numberOrText: "1"[...]) as Any
  )
}
