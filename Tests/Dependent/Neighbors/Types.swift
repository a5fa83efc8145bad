// Types with names of JSON values and their types, looked up in extensions of the standard library's types.

#if IMPORTS_STREAMJSON
import StreamJSON
#endif

struct Value: Equatable { var own = 1 }
struct JSON: Equatable { var own = 1 }
struct Object: Equatable { var own = 1 }
struct Rule: Equatable { var own = 1 }
struct Kind: Equatable { var own = 1 }
struct JSONDocument: Equatable { var own = 1 }
struct JSONNumber: Equatable { var own = 1 }
struct JSONPointer: Equatable { var own = 1 }
enum JSONValue: Equatable { case own(String) }
enum JSONError: Error { case own }
enum JSONTransform {}
protocol JSONReadable {}
typealias JSONObject = [String: JSONValue]

@propertyWrapper struct JSONLossy<Value> { var wrappedValue: Value }

struct Page {
  @JSONLossy var items: [Int]
  var extra: JSONValue? = .own("")
  var rest: JSONObject = [:]
}

extension Optional where Wrapped == String {
  func value() -> Value { Value() }
  func json() -> JSON { JSON() }
}

extension Optional {
  func object() -> Object { Object(own: 2) }
  var rule: Rule { Rule(own: 2) }
  var kind: Kind { Kind(own: 2) }
  func payload() -> JSONValue { .own("") }
}

extension Array {
  func value() -> Value { Value(own: 2) }
  var json: JSON { JSON(own: 2) }
  var object: Object { Object(own: 2) }
}

// In a dictionary, Value is its own.
extension Dictionary {
  var json: JSON { JSON(own: 2) }
  var object: Object { Object(own: 2) }
}

extension Set {
  var value: Value { Value(own: 2) }
  var json: JSON { JSON(own: 2) }
}

extension String {
  var value: Value { Value(own: 2) }
  var json: JSON { JSON(own: 2) }
  var rule: Rule { Rule(own: 2) }
}

extension Substring {
  var value: Value { Value(own: 2) }
  var json: JSON { JSON(own: 2) }
}

extension Bool {
  var value: Value { Value(own: 2) }
  var json: JSON { JSON(own: 2) }
}

extension Int {
  var value: Value { Value(own: 2) }
  var json: JSON { JSON(own: 2) }
}

extension Double {
  var value: Value { Value(own: 2) }
  var json: JSON { JSON(own: 2) }
}

extension BinaryInteger {
  var object: Object { Object(own: 2) }
}

extension JSONValue: JSONReadable {
  var text: String {
    switch self {
    case .own(let text): text
    }
  }
}
