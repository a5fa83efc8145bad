/// A member of an object streamed with `JSONFraming.objectMembers(at:)`: its name and value.
///
/// ```swift
/// let users = decoder.values(
///   of: JSONMember<User>.self, in: source, framing: .objectMembers(at: "/users"))
/// for try await user in users { print(user.name, user.value) }
/// ```
///
/// It cannot be decoded outside such a stream, because a value does not know its name.
public struct JSONMember<Value> {
  /// The name as in the text, unescaped; key decoding strategies do not apply to it.
  public var name: String

  /// The value.
  public var value: Value

  /// Makes a member.
  public init(name: String, value: Value) {
    self.name = name
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
    guard let model = ModelDecoder(behind: decoder) else {
      throw DecodingError.memberWithoutName(at: decoder.codingPath)
    }
    self = try model.on { try Self.decode(with: $0, at: $0.current) }
  }
}

extension JSONMember: DirectlyDecodable where Value: Decodable {
  package static func decode(
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> JSONMember<Value> {
    guard entry == Tape.root, let name = decoder.storage.record.memberName else {
      throw DecodingError.memberWithoutName(at: decoder.path(to: entry))
    }
    return JSONMember(name: name, value: try decoder.decode(Value.self, at: entry))
  }
}
