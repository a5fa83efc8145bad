/// A property wrapper that distinguishes a missing key, an explicit null, and a value.
///
/// ```swift
/// struct Patch: Codable {
///   @JSONNullable var name: String?
///   @JSONNullable var nickname: String?
/// }
///
/// let patch = try decoder.decode(Patch.self, from: #"{"nickname": null}"#)
/// switch patch.$nickname {
/// case .absent: break
/// case .null: user.nickname = nil
/// case .value(let nickname): user.nickname = nickname
/// }
/// ```
///
/// The property itself is the value, or nil. Set it to nil to make it null, or set `$nickname` to `.absent` to leave it
/// out. In a JSON Merge Patch (RFC 7396), an absent member stays as it is, and a null removes it. A property without an
/// initial value is absent.
///
/// This works with any decoder and encoder. Where a value can't be left out, as in an array, an absent one is encoded
/// as null.
@propertyWrapper
public struct JSONNullable<Value> {
  /// The states of a property.
  public enum Presence {
    /// The key is absent.
    case absent
    /// The literal `null`.
    case null
    /// A value.
    case value(Value)
  }

  /// Whether the property is absent, is null, or has a value.
  public var projectedValue: Presence

  /// The value; nil if it is absent or null.
  ///
  /// Setting nil makes it null.
  public var wrappedValue: Value? {
    get { if case .value(let value) = projectedValue { value } else { nil } }
    set { projectedValue = newValue.map { .value($0) } ?? .null }
  }

  /// Creates an absent property.
  public init() { projectedValue = .absent }

  /// Creates a property with a value, or with null for nil.
  public init(wrappedValue: Value?) { projectedValue = wrappedValue.map { .value($0) } ?? .null }

  /// An absent property, for a memberwise initializer: `Patch(name: .value("Ann"), nickname: .absent)`.
  public static var absent: JSONNullable { JSONNullable() }

  /// A null property, for a memberwise initializer.
  public static var null: JSONNullable { JSONNullable(wrappedValue: nil) }

  /// Creates a property with a value, for a memberwise initializer.
  public static func value(_ value: Value) -> JSONNullable { JSONNullable(wrappedValue: value) }
}

extension JSONNullable: Decodable where Value: Decodable {
  /// Decodes null or a value; only a container's `decode(_:forKey:)` can tell that the property is absent.
  ///
  /// - Throws: The errors of decoding the value.
  public init(from decoder: any Decoder) throws {
    // This does not use a container, which does not give out a string that has not arrived in full. The decoder of an
    // update has a former value and never has such a string.
    if let model = decoder as? ModelDecoder {
      projectedValue = try model.on { decoder in
        let entry = decoder.current
        guard decoder.storage.tape[entry].kind != .null else { return .null }
        return .value(try decoder.decode(Value.self, at: entry))
      }
      return
    }
    let container = try decoder.singleValueContainer()
    projectedValue = container.decodeNil() ? .null : .value(try container.decode(Value.self))
  }
}

extension JSONNullable: DefaultedMember where Value: Decodable {
  // A case without a payload is mere bits.
  static func whenAbsent(in types: TypeMemory) -> JSONNullable? { JSONNullable() }
}

extension JSONNullable: NullableMember where Value: Encodable {
  var encodableValue: (any Encodable)? { wrappedValue }
}

extension JSONNullable: Encodable where Value: Encodable {
  /// Encodes null or the value; only a container's `encode(_:forKey:)` can leave an absent property out.
  ///
  /// - Throws: The errors of encoding the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if case .value(let value) = projectedValue {
      try container.encode(value)
    } else {
      try container.encodeNil()
    }
  }
}

extension JSONNullable: Sendable where Value: Sendable {}
extension JSONNullable: Equatable where Value: Equatable {}
extension JSONNullable: Hashable where Value: Hashable {}
extension JSONNullable.Presence: Sendable where Value: Sendable {}
extension JSONNullable.Presence: Equatable where Value: Equatable {}
extension JSONNullable.Presence: Hashable where Value: Hashable {}

// The compiler prefers these in the code that it makes for a model.

extension KeyedDecodingContainer {
  /// Decodes a property that may be absent, null, or a value.
  ///
  /// - Throws: The errors of decoding the value.
  public func decode<Value: Decodable>(
    _ type: JSONNullable<Value>.Type,
    forKey key: Key
  ) throws -> JSONNullable<Value> {
    guard contains(key) else { return JSONNullable() }
    return try decodeAsUsual(type, forKey: key)
  }
}

extension KeyedEncodingContainer {
  /// Encodes a property unless it is absent.
  ///
  /// - Throws: The errors of encoding the value.
  public mutating func encode<Value: Encodable>(
    _ value: JSONNullable<Value>,
    forKey key: Key
  ) throws {
    if case .absent = value.projectedValue { return }
    // It is encoded as it is, so that an update keeps it.
    try encodeAsUsual(value, forKey: key)
  }
}
