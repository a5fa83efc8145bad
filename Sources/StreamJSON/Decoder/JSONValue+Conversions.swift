public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

// Values of any shape from and to models, object graphs, and texts.
extension JSONValue {
  /// Creates the value that an encoder writes for `value`.
  ///
  /// ```swift
  /// var json = try JSONValue(encoding: user)
  /// json["session"] = session
  /// ```
  ///
  /// - Parameters:
  ///   - value: A value of any encodable type.
  ///   - encoder: The encoder, whose strategies apply; by default, one that sorts keys, because JSONEncoder keeps no
  ///     order.
  /// - Throws: The errors of `encoder`.
  /// - Complexity: O(bytes that the encoder writes).
  public init(encoding value: some Encodable, with encoder: JSONEncoder? = nil) throws {
    try self.init(parsing: (encoder ?? Self.sortingEncoder()).encode(value))
  }

  private static func sortingEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  /// Creates the value of an object graph, such as a `[String: Any]` from an SDK.
  ///
  /// The article *Dictionaries and other `Any` input* says what a graph may contain. The members of a dictionary have
  /// no particular order.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for an object that JSON can't represent, and for a graph that is too large
  ///   or too deep, such as one that contains itself.
  /// - Complexity: O(size of the graph).
  public init(_ object: Any) throws {
    self = try StreamJSONDecoder.forValues.decode(JSONValue.self, withJSONObject: object)
  }

  /// Decodes a value of the given type.
  ///
  /// - Parameters:
  ///   - type: Any decodable type.
  ///   - decoder: The decoder, whose settings apply; by default, one with default settings.
  /// - Returns: The decoded value.
  /// - Throws: The errors of `decode(_:withJSONObject:)`.
  /// - Complexity: O(number of values).
  public func decode<T: Decodable>(
    _ type: T.Type,
    with decoder: StreamJSONDecoder = StreamJSONDecoder()
  ) throws -> T {
    try decoder.decode(type, withJSONObject: self)
  }

  /// The value as an object graph like those of JSONSerialization: a dictionary, array, `String`, number, `Bool`, or
  /// null.
  ///
  /// A number is an `Int` or `UInt64` if it has no fraction and fits, and otherwise the nearest `Double`. A number
  /// beyond the range of `Double` is a `String` of its digits. A null is an `NSNull`, or nil without the package's
  /// `Foundation` trait. The order of members is lost.
  ///
  /// - Complexity: O(number of values).
  public var jsonObject: Any {
    switch self {
    case .null: Self.nullObject
    case .bool(let value): value
    case .number(let number):
      number.int ?? number.integer(as: UInt64.self) ?? number.double ?? number.description as Any
    case .string(let string): string
    case .array(let elements): elements.map(\.jsonObject)
    case .object(let object):
      Dictionary(object.map { ($0.key, $0.value.jsonObject) }) { first, _ in first }
    }
  }

  private static var nullObject: Any {
    #if Foundation || !canImport(FoundationEssentials)
    NSNull()
    #else
    Any?.none as Any
    #endif
  }

  /// The number as a `Decimal`; nil if this isn't a number, or doesn't fit.
  public var decimal: Decimal? { number?.decimal }

  /// Returns the value as JSON; see `bytes(_:)`.
  ///
  /// ```swift
  /// print(json.jsonString([.prettyPrinted, .sortedKeys]))
  /// ```
  ///
  /// - Complexity: As for `bytes(_:)`.
  public func jsonString(_ formatting: JSONFormatting = []) -> String {
    String(decoding: bytes(formatting), as: UTF8.self)
  }
}

extension JSONNumber {
  /// The value as a `Decimal`, as a model gets it from StreamJSONDecoder; nil if it doesn't fit.
  public var decimal: Decimal? {
    try? StreamJSONDecoder.forValues.decode(Decimal.self, withJSONObject: self)
  }
}

extension JSONDocument {
  /// The value as a `Decimal`, as a model gets it from StreamJSONDecoder; nil if it isn't a number, or doesn't fit.
  public var decimal: Decimal? { number?.decimal }
}

extension JSONObject {
  /// Returns the object as JSON; see `bytes(_:)`.
  ///
  /// - Complexity: As for `bytes(_:)`.
  public func jsonString(_ formatting: JSONFormatting = []) -> String {
    JSONValue.object(self).jsonString(formatting)
  }
}
