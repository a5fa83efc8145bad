/// A type that tells a `StreamJSONDecoder` how to decode it.
///
/// Conform to ``CodableWithDefaults`` or ``MemberwiseDecodable`` instead; they satisfy the only
/// requirement. (There is one protocol for both because checking a type for a conformance takes a search
/// the first time.)
public protocol _MarkedDecodable: Decodable {
  /// How the type is decoded; the library provides it.
  static var _decodingMark: _DecodingMark { get }
}

/// How a `StreamJSONDecoder` decodes a ``_MarkedDecodable`` type.
///
/// Only the library creates and reads marks.
public struct _DecodingMark {
  /// What stands for the type in the table of types.
  private let way: any DirectlyDecodable.Type

  /// The type that it was made for.
  ///
  /// A type may return the mark of another type; such a mark is ignored.
  private let type: any Decodable.Type

  /// Whether the type has defaults.
  let hasDefaults: Bool

  /// What a feature has added to the mark.
  private let details: Any?

  /// The mark of `type`, for which `way` stands.
  init(
    _ type: any Decodable.Type,
    _ way: any DirectlyDecodable.Type,
    hasDefaults: Bool = false,
    details: Any? = nil
  ) {
    self.type = type
    self.way = way
    self.hasDefaults = hasDefaults
    self.details = details
  }

  /// What decodes `type`, which has this mark; nil if it is decoded by its own initializer.
  func direct<T>(_ type: T.Type) -> (any DirectlyDecodable.Type)? {
    guard self.type is T.Type else { return nil }
    // A type without defaults is decoded property by property, which is impossible for a class.
    return !hasDefaults && type is AnyClass ? nil : way
  }

  /// What a feature has added to the mark of `type`.
  func details<Details>(of type: any Decodable.Type, _ kind: Details.Type) -> Details? {
    self.type == type ? details as? Details : nil
  }
}
