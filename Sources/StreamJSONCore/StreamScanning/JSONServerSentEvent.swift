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
/// This must be the type of the stream's values. Inside another type, it cannot be decoded.
public struct JSONServerSentEvent<Value> {
  /// The value decoded from the event's data.
  public var data: Value

  /// The event's name; nil if it is missing or empty.
  public var name: String?

  /// The stream's last identifier up to the end of this event; nil if it is missing or empty.
  ///
  /// A client that reconnects sends it in the `Last-Event-ID` header.
  public var id: String?

  /// How long a client should wait before it reconnects, in milliseconds: the last such time in the stream,
  /// up to the end of this event.
  public var retryMilliseconds: Int?

  /// Makes an event.
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
  /// - Throws: `DecodingError`; `dataCorrupted` outside such a stream.
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
