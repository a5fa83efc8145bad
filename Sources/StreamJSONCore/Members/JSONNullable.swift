/// A member that tells whether it is absent, null or a value, both ways.
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
/// The member itself is the value, or nil. Setting it to nil makes it null; setting `$nickname` to
/// `.absent` leaves it out. In a JSON Merge Patch (RFC 7396), an absent member stays as it is, and a null
/// removes one. A member that is given no value is absent.
///
/// It works with any decoder and encoder. Where a value cannot be left out, as in an array, an absent one is
/// encoded as null.
@propertyWrapper
public struct JSONNullable<Value> {
  /// What there is of a member.
  public enum Presence {
    /// There is no member.
    case absent
    /// The literal `null`.
    case null
    /// A value.
    case value(Value)
  }

  /// Whether the member is absent, null or a value.
  public var projectedValue: Presence

  /// The value, nil if the member is absent or null; setting nil makes it null.
  public var wrappedValue: Value? {
    get { if case .value(let value) = projectedValue { value } else { nil } }
    set { projectedValue = newValue.map { .value($0) } ?? .null }
  }

  /// Makes an absent member.
  public init() {
    projectedValue = .absent
  }

  /// Makes a member with a value, or null for nil.
  public init(wrappedValue: Value?) {
    projectedValue = wrappedValue.map { .value($0) } ?? .null
  }

  private init(_ presence: Presence) {
    projectedValue = presence
  }

  /// An absent member, for a memberwise initializer: `Patch(name: .value("Ann"), nickname: .absent)`.
  public static var absent: JSONNullable { JSONNullable(.absent) }

  /// A null, for a memberwise initializer.
  public static var null: JSONNullable { JSONNullable(.null) }

  /// A member with a value, for a memberwise initializer.
  public static func value(_ value: Value) -> JSONNullable { JSONNullable(.value(value)) }
}

extension JSONNullable: Decodable where Value: Decodable {
  /// Decodes null or a value; a container's `decode(_:forKey:)` also finds that it is absent.
  ///
  /// - Throws: What decoding the value throws.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    projectedValue = container.decodeNil() ? .null : .value(try container.decode(Value.self))
  }
}

extension JSONNullable: DefaultedMember where Value: Decodable {
  // A case without a payload is mere bits.
  static func whenAbsent(in memory: DecoderMemory) -> JSONNullable? { JSONNullable() }
}

extension JSONNullable: Encodable where Value: Encodable {
  /// Encodes null or the value; a container's `encode(_:forKey:)` leaves an absent one out.
  ///
  /// - Throws: What encoding the value throws.
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
  /// Decodes a member that may be absent, null or a value.
  ///
  /// - Throws: What decoding the value throws.
  public func decode<Value: Decodable>(
    _ type: JSONNullable<Value>.Type,
    forKey key: Key
  ) throws -> JSONNullable<Value> {
    guard contains(key) else { return JSONNullable() }
    return try decodeAsUsual(type, forKey: key)
  }
}

extension KeyedEncodingContainer {
  /// Encodes a member unless it is absent.
  ///
  /// - Throws: What encoding the value throws.
  public mutating func encode<Value: Encodable>(
    _ value: JSONNullable<Value>,
    forKey key: Key
  ) throws {
    if case .absent = value.projectedValue { return }
    // As it is, so that an update keeps it.
    try encodeAsUsual(value, forKey: key)
  }
}
