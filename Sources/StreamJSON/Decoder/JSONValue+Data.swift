#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSONValue {
  /// Parses `text` as a ``StreamJSONDecoder`` with default settings does.
  ///
  /// ```swift
  /// var json = try JSONValue(parsing: #"{"user": {"id": 7}}"#)
  /// json["user"]?["name"] = "Ann"
  /// ```
  ///
  /// - Throws: `DecodingError` if `text` is not JSON (RFC 8259). Like JSONDecoder, this accepts a comma after the
  ///   last element or member.
  /// - Complexity: O(bytes of the text).
  public init(parsing text: some StringProtocol) throws {
    self = try StreamJSONDecoder.forValues.decode(JSONValue.self, from: String(text))
  }

  /// Parses `bytes` (a `Data`, an array, or any other collection) as a ``StreamJSONDecoder`` with default settings does.
  ///
  /// - Throws: `DecodingError` if `bytes` are not JSON (RFC 8259). Like JSONDecoder, this accepts a comma after the
  ///   last element or member.
  /// - Complexity: O(bytes of the text).
  public init(parsing bytes: some Collection<UInt8>) throws {
    self = try StreamJSONDecoder.forValues.decode(JSONValue.self, from: bytes)
  }

  /// Returns the value as JSON in UTF-8; see `bytes(_:)`.
  ///
  /// - Complexity: O(bytes of the JSON); with `.sortedKeys`, O(*n* log *n*) comparisons of keys in an
  ///   object of *n* members.
  public func data(_ formatting: JSONFormatting = []) -> Data { Data(bytes(formatting)) }
}

extension JSONObject {
  /// Returns the object as JSON in UTF-8; see `bytes(_:)`.
  ///
  /// - Complexity: See `JSONValue`.
  public func data(_ formatting: JSONFormatting = []) -> Data { Data(bytes(formatting)) }
}

extension StreamJSONDecoder {
  /// A decoder whose settings nobody changes.
  fileprivate static let forValues = StreamJSONDecoder()
}
