/// A member of an object streamed with `JSONFraming.objectMembers(at:)`: its key and value.
///
/// ```swift
/// let users = decoder.values(
///   of: JSONMember<User>.self, in: source, framing: .objectMembers(at: "/users"))
/// for try await user in users { print(user.key, user.value) }
/// ```
///
/// It cannot be decoded outside such a stream, because a value does not know its key.
public struct JSONMember<Value> {
  /// The key as in the JSON, unescaped; key decoding strategies do not apply to it.
  public var key: String

  /// The value.
  public var value: Value

  /// Makes a member.
  public init(key: String, value: Value) {
    self.key = key
    self.value = value
  }
}

extension JSONMember: Sendable where Value: Sendable {}
extension JSONMember: Equatable where Value: Equatable {}
extension JSONMember: Hashable where Value: Hashable {}

extension JSONMember: Decodable where Value: Decodable {
  /// Decodes the current member of a stream of members.
  ///
  /// - Throws: `DecodingError`; `dataCorrupted` outside a stream of members.
  public init(from decoder: any Decoder) throws {
    guard let member = try Self.readFromTape(of: decoder) else {
      throw DecodingError.corrupted(DecodingError.memberWithoutName, at: decoder.codingPath)
    }
    self = member
  }
}

extension JSONMember: DirectlyDecodable where Value: Decodable {
  package static func decode(
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> JSONMember<Value> {
    guard entry == Tape.root, let key = decoder.storage.record.memberName else {
      throw decoder.outsideStream(DecodingError.memberWithoutName, at: entry)
    }
    return JSONMember(key: key, value: try decoder.decode(Value.self, at: entry))
  }
}
