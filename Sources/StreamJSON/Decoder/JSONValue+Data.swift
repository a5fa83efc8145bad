#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSONValue {
  /// Makes the value that `text` stands for, as a ``StreamJSONDecoder`` with the default settings decodes it.
  ///
  /// ```swift
  /// var json = try JSONValue(parsing: #"{"user": {"id": 7}}"#)
  /// json["user"]["name"] = "Ann"
  /// ```
  ///
  /// - Throws: `DecodingError` for a text that is not JSON (RFC 8259).
  /// - Complexity: O(bytes of the text).
  public init(parsing text: some StringProtocol) throws {
    self = try StreamJSONDecoder.forValues.decode(JSONValue.self, from: String(text))
  }

  /// Makes the value that `data` stands for, as a ``StreamJSONDecoder`` with the default settings decodes it.
  ///
  /// - Throws: `DecodingError` for a text that is not JSON (RFC 8259).
  /// - Complexity: O(bytes of the text).
  public init(parsing data: Data) throws {
    self = try StreamJSONDecoder.forValues.decode(JSONValue.self, from: data)
  }

  /// The value in JSON, in UTF-8; see `bytes(_:)`.
  ///
  /// - Complexity: O(bytes of the text); with `.sortedKeys`, O(*n* log *n*) comparisons of names in an object of
  ///   *n* members.
  public func data(_ formatting: JSONFormatting = []) -> Data { Data(bytes(formatting)) }
}

extension JSONObject {
  /// The object in JSON, in UTF-8; see `bytes(_:)`.
  ///
  /// - Complexity: As that of `JSONValue`.
  public func data(_ formatting: JSONFormatting = []) -> Data { Data(bytes(formatting)) }
}

extension StreamJSONDecoder {
  /// One whose settings nobody changes.
  fileprivate static let forValues = StreamJSONDecoder()
}
