/// A type whose properties keep their values from `init()` where the JSON lacks their keys.
///
/// You write nothing else. The compiler synthesizes `init(from:)` and `encode(to:)`, as for any `Codable` type.
///
/// ```swift
/// struct Settings: CodableWithDefaults {
///   var theme = "light"
///   var fontSize = 12
///   var recentFiles: [String] = []
///
///   init() {}
/// }
///
/// let settings = try StreamJSONDecoder().decode(Settings.self, from: #"{"fontSize": 14}"#)
/// print(settings.theme)  // light
/// ```
///
/// This works wherever a `StreamJSONDecoder` decodes the type: at the top level, in other models, in arrays and
/// streams, from JSON and from object graphs. Other decoders treat it as an ordinary `Codable` type, and so does a
/// model that calls the type's `init(from:)` itself instead of asking a container for the value. If a property is
/// itself an object, its missing keys get their defaults one by one. Arrays, dictionaries, and enums are never
/// completed. A null is a value: nil where the type allows it, and otherwise an error.
///
/// Where the JSON lacks a key, `init(from:)` gets the value that `encode(to:)` wrote to a keyed container for that key.
/// `init()` is called once for each object that lacks a key. The first such object of a type may be decoded twice.
public protocol CodableWithDefaults: Codable, _MarkedDecodable {
  /// Creates a value with the defaults.
  init()
}

extension CodableWithDefaults {
  /// How the type is decoded; the library provides it.
  public static var _decodingMark: _DecodingMark { withDefaults }

  /// The mark of a type with defaults.
  static var withDefaults: _DecodingMark {
    _DecodingMark(Self.self, WithDefaults<Self>.self, hasDefaults: true)
  }
}

/// A value of a type with defaults, decoded by this library.
///
/// It consists of nothing but the value. It stands for the value's type in the table of types, so decoders may take one
/// for the other.
private struct WithDefaults<Value: CodableWithDefaults>: DecodableOverFormerValue {
  let value: Value

  static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Self {
    Self(value: try element(with: decoder, at: entry))
  }

  static func decode(
    with decoder: DocumentDecoder,
    at entry: Int,
    over former: FormerValue
  ) throws -> Self {
    let former = FormerValue(in: decoder, isKept: former.isKept) {
      let value = try former.whole()
      return value.isNull ? .value(Value()) : value
    }
    return Self(value: try decoder.initializeOver(Value.self, at: entry, over: former))
  }

  static func decodeElements(with decoder: DocumentDecoder, at entry: Int) throws -> [Self] {
    let values = try decoder.elements(at: entry) { try element(with: decoder, at: $0) }
    // SAFETY: a struct has the layout of its only property; the decoder that asked for an array of `Value` turns this
    // back into one before anything else sees it.
    return unsafe unsafeBitCast(values, to: [Self].self)
  }

  private static func element(with decoder: DocumentDecoder, at entry: Int) throws -> Value {
    let defaults = FormerValue(in: decoder) { .value(Value()) }
    return try decoder.initializeOver(Value.self, at: entry, over: defaults)
  }
}
