import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

// Values that keep what a text does not mention.
extension StreamJSONDecoder {
  // MARK: - Values

  /// Decodes the members that are in the JSON text in `bytes` (a `Data`, a `[UInt8]` or any other
  /// collection) and keeps the others of `value`.
  ///
  /// ```swift
  /// struct Settings: Codable {
  ///   var theme: String
  ///   var window: Window
  ///
  ///   struct Window: Codable {
  ///     var width: Int
  ///     var height: Int
  ///   }
  /// }
  ///
  /// var settings = Settings(theme: "light", window: Settings.Window(width: 800, height: 600))
  /// try decoder.update(&settings, from: #"{"window": {"height": 700}}"#)
  /// print(settings.theme, settings.window.width, settings.window.height)  // light 800 700
  /// ```
  ///
  /// The type needs nothing but `Codable`: what its `encode(to:)` hands to a keyed container under a
  /// key is what its `init(from:)` gets under that key where the text lacks it. So the value becomes a
  /// new one, even if it is a class instance; see `update(_:from:)` for an `InPlaceDecodable` to keep
  /// the instance.
  ///
  /// Members that are objects themselves, in the text as in the model, are updated in the same way.
  /// Everything else is replaced: arrays, dictionaries, enums, and a value that is no object. A null is
  /// nil where the type allows it, otherwise an error.
  ///
  /// - Parameters:
  ///   - value: The value to update.
  ///   - bytes: A JSON text, as for `decode(_:from:)`.
  /// - Throws: As `decode(_:from:)`; also `DecodingError.dataCorrupted` when a value to be kept cannot
  ///   be encoded. Then `value` is as before.
  /// - Complexity: O(`bytes.count`), apart from the work of the type itself, which is encoded once on
  ///   each level where the text lacks a member.
  public func update<T: Codable>(_ value: inout T, from bytes: some Collection<UInt8>) throws {
    value = try withDecoder(reading: bytes) { try $0.decode(over: value) }
  }

  /// Decodes the members that are in the JSON text in `span` and keeps the others of `value`.
  ///
  /// Otherwise like `update(_:from:)` for a collection.
  public func update<T: Codable>(_ value: inout T, from span: RawSpan) throws {
    value = try withDecoder(reading: span) { try $0.decode(over: value) }
  }

  /// Decodes the members that are in a JSON text in a string and keeps the others of `value`.
  ///
  /// Otherwise like `update(_:from:)` for a collection; error offsets count the string's bytes in UTF-8.
  public func update<T: Codable>(_ value: inout T, from string: some StringProtocol) throws {
    try update(&value, from: string.utf8)
  }

  /// Decodes the members that are in an object graph and keeps the others of `value`.
  ///
  /// ```swift
  /// try decoder.update(&settings, withJSONObject: ["theme": "dark"])
  /// ```
  ///
  /// Otherwise like `update(_:from:)` for a collection, with the rules of
  /// `decode(_:withJSONObject:)`.
  public func update<T: Codable>(
    _ value: inout T,
    withJSONObject object: Any
  ) throws {
    value = try withDecoder(forGraph: object) { try $0.decode(over: value) }
  }

  // MARK: - Instances

  /// Lets `object` take over what the JSON text in `bytes` (a `Data`, a `[UInt8]` or any other collection) says.
  ///
  /// The instance stays the same one, so everything that refers to it sees the change.
  ///
  /// - Parameters:
  ///   - object: The instance; its `update(from:)` is called once.
  ///   - bytes: A JSON text, as for `decode(_:from:)`.
  /// - Throws: `DecodingError` for a malformed text, and what `update(from:)` throws. A malformed text
  ///   is found before `update(from:)` is called; what that has assigned before it throws stays.
  /// - Complexity: O(`bytes.count`), apart from the work of the type itself.
  public func update<T: InPlaceDecodable>(_ object: T, from bytes: some Collection<UInt8>) throws {
    try withDecoder(reading: bytes) { try $0.update(object) }
  }

  /// Lets `object` take over what the JSON text in `span` says.
  ///
  /// Otherwise like `update(_:from:)` for a collection.
  public func update<T: InPlaceDecodable>(_ object: T, from span: RawSpan) throws {
    try withDecoder(reading: span) { try $0.update(object) }
  }

  /// Lets `object` take over what a JSON text in a string says.
  ///
  /// Otherwise like `update(_:from:)` for a collection; error offsets count the string's bytes in UTF-8.
  public func update<T: InPlaceDecodable>(_ object: T, from string: some StringProtocol) throws {
    try update(object, from: string.utf8)
  }

  /// Lets `object` take over what an object graph says.
  ///
  /// Otherwise like `update(_:from:)` for a collection, with the rules of
  /// `decode(_:withJSONObject:)`.
  public func update<T: InPlaceDecodable>(
    _ object: T,
    withJSONObject graph: Any
  ) throws {
    try withDecoder(forGraph: graph) { try $0.update(object) }
  }
}

extension DocumentDecoder {
  /// Lets `object` take over the document's outermost value.
  fileprivate func update(_ object: some InPlaceDecodable) throws {
    try standing(at: Tape.root) { try object.update(from: $0) }
  }
}
