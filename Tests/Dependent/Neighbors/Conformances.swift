// Conformances of the standard library's types to protocols whose requirements have names of JSON values; and a
// wrapper with its own overload.

#if IMPORTS_STREAMJSON
import StreamJSON
#endif

protocol MapLike {
  associatedtype Value
  var first: Value? { get }
}

protocol Convertible {
  associatedtype JSON
  var json: JSON { get }
}

protocol Readable {
  associatedtype Object
  var object: Object { get }
}

protocol Rule {
  associatedtype JSON
  associatedtype Value
  static func value(from json: JSON) -> Value
}

extension Optional: MapLike where Wrapped: MapLike {
  typealias Value = Wrapped.Value
  var first: Value? { self?.first }
}

extension Array: MapLike {
  typealias Value = Element
}

extension Set: MapLike {
  typealias Value = Element
}

extension Dictionary: MapLike {
  var first: Value? { values.first }
}

extension Optional: Convertible where Wrapped: Convertible {
  typealias JSON = Wrapped.JSON?
  var json: JSON { map(\.json) }
}

extension Array: Convertible where Element: Convertible {
  var json: [Element.JSON] { map(\.json) }
}

extension Int: Convertible {
  var json: Double { Double(self) }
}

extension Bool: Convertible {
  typealias JSON = Int
  var json: JSON { self ? 1 : 0 }
}

extension Double: Readable {
  typealias Object = String
  var object: Object { "\(self)" }
}

extension Optional: Readable where Wrapped: Readable {
  var object: Wrapped.Object? { self?.object }
}

extension String: Rule {
  static func value(from json: Int) -> String { "\(json)" }
}

extension Substring: Rule {
  typealias JSON = Double
  typealias Value = [Double]
  static func value(from json: JSON) -> Value { [json] }
}

func firstValue<Source: MapLike>(of source: Source) -> Source.Value? { source.first }

func value<R: Rule>(by rule: R.Type, from json: R.JSON) -> R.Value { R.value(from: json) }

func conformances() {
  let first: Int? = firstValue(of: [2] as [Int]?)
  let none: [Int]?.Value? = firstValue(of: [Int]?.none)
  let second: String? = firstValue(of: [3: "a"])
  let json: Int.JSON = 5.json
  let maybe: Int?.JSON = Int?.none.json
  let list: [Double]? = ([1] as [Int]?).json
  let object: Double?.Object = (1.5 as Double?).object
  let (text, numbers): (String, [Double]) = (
    value(by: String.self, from: 1), value(by: Substring.self, from: 1)
  )
  print(
    first as Any,
    none as Any,
    second as Any,
    json,
    maybe as Any,
    list as Any,
    object as Any,
    text,
    numbers
  )
}

@propertyWrapper struct Fallback<Wrapped: Decodable & ExpressibleByArrayLiteral>: Decodable {
  var wrappedValue: Wrapped
  init(wrappedValue: Wrapped) { self.wrappedValue = wrappedValue }
  init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Wrapped.self)
  }
}

extension KeyedDecodingContainer {
  func decode<Wrapped>(_ type: Fallback<Wrapped>.Type, forKey key: Key) throws -> Fallback<Wrapped>
  {
    try decodeIfPresent(type, forKey: key) ?? Fallback(wrappedValue: [])
  }
}

struct Page: Decodable {
  @Fallback var items: [Int]
  var value: String?
}
