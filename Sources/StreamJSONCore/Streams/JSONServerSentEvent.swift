/// A server-sent event: its data and its other fields.
///
/// Stream it with `JSONFraming.serverSentEvents(terminator:ignoresUnknownLines:)`.
///
/// ```swift
/// let events = decoder.values(
///   of: JSONServerSentEvent<Delta>.self, in: source, framing: .serverSentEvents())
/// for try await event in events where event.name == "delta" { show(event.data.text) }
/// ```
///
/// Use it as the type of the stream's values. Inside another type, it can't be decoded.
public struct JSONServerSentEvent<Value> {
  /// The value decoded from the event's data.
  public var data: Value

  /// The event's name; nil if it is missing or empty.
  public var name: String?

  /// The stream's last identifier up to the end of this event; nil if it is missing or empty.
  ///
  /// A client that reconnects sends it in the `Last-Event-ID` header.
  public var id: String?

  /// The stream's last retry time up to the end of this event, in milliseconds; nil if there is none.
  public var retryMilliseconds: Int?

  /// Creates an event.
  public init(
    data: Value,
    name: String? = nil,
    id: String? = nil,
    retryMilliseconds: Int? = nil
  ) {
    self.data = data
    self.name = name
    self.id = id
    self.retryMilliseconds = retryMilliseconds
  }
}

/// A type whose values have the fields of server-sent events.
protocol EventWithFields {}

extension JSONServerSentEvent: EventWithFields {}
extension JSONServerSentEvent: Sendable where Value: Sendable {}
extension JSONServerSentEvent: Equatable where Value: Equatable {}
extension JSONServerSentEvent: Hashable where Value: Hashable {}

extension JSONServerSentEvent: Decodable where Value: Decodable {
  /// Decodes the current event of a stream of server-sent events.
  ///
  /// - Throws: `DecodingError`: `dataCorrupted` outside such a stream, and the errors of `Value`.
  public init(from decoder: any Decoder) throws {
    guard let event = try Self.readFromTape(of: decoder) else {
      throw DecodingError.corrupted(DecodingError.eventWithoutFields, at: decoder.codingPath)
    }
    self = event
  }
}

extension JSONServerSentEvent: DirectlyDecodable where Value: Decodable {
  package static func decode(
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> JSONServerSentEvent<Value> {
    guard entry == Tape.root, let fields = decoder.storage.record.eventFields else {
      throw decoder.outsideStream(DecodingError.eventWithoutFields, at: entry)
    }
    return JSONServerSentEvent(
      data: try decoder.decode(Value.self, at: entry),
      name: fields.name,
      id: fields.id,
      retryMilliseconds: fields.retryMilliseconds
    )
  }
}

/// A member of an object streamed with `JSONFraming.objectMembers(at:)`: its key and value.
///
/// ```swift
/// let users = decoder.values(
///   of: JSONMember<User>.self, in: source, framing: .objectMembers(at: "/users"))
/// for try await user in users { print(user.key, user.value) }
/// ```
///
/// It can't be decoded outside such a stream, because a value doesn't know its key.
public struct JSONMember<Value> {
  /// The key as in the JSON, unescaped; key decoding strategies don't apply to it.
  public var key: String

  /// The value.
  public var value: Value

  /// Creates a member.
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
  /// - Throws: `DecodingError`: `dataCorrupted` outside a stream of members, and the errors of `Value`.
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
