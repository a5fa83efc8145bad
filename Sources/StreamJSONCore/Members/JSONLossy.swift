/// A collection of those elements that could be decoded.
///
/// ```swift
/// struct Feed: Codable {
///   @JSONLossy var items: [Item]
/// }
///
/// let feed = try decoder.decode(Feed.self, from: data)
/// for error in feed.$items.errors { print(error) }
/// ```
///
/// It may be an array, a set, a dictionary (whose members are the elements, so that a name that is no
/// key counts as a bad one), or an optional one of these.
/// A missing or null collection is an empty one, or nil if it is optional. Elements that do not decode
/// are left out, whatever the error, and `$items` says which they were. A value that is no collection is
/// an error.
///
/// It may also be any other optional value, such as a `URL?`, which is nil if it does not decode;
/// `$avatar.errors` then says why.
///
/// A `CancellationError` is the error of the whole decode, and leaves nothing out.
///
/// It is encoded as the collection. It works with any decoder and encoder; only those of this library
/// find the place of an error in the text.
///
/// Two are equal if the collections or values are; what was left out does not count.
@propertyWrapper
public struct JSONLossy<Value> {
  /// The elements that could be decoded, or the optional value.
  public var wrappedValue: Value

  /// What was left out.
  public private(set) var projectedValue: JSONLossyReport

  /// Makes a collection of which nothing was left out.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
    projectedValue = JSONLossyReport()
  }
}

/// What a `JSONLossy` collection has left out.
public struct JSONLossyReport: Sendable {
  /// The number of elements that were left out.
  public internal(set) var droppedCount = 0

  /// Why they were left out, in the order of the text.
  ///
  /// Not all errors are kept, because a text of a few megabytes may have a million: the first
  /// `maximumErrorCount` of a collection, and with a `StreamJSONDecoder` of a text or record.
  public internal(set) var errors: [DecodingError] = []

  /// How many errors are kept: 1,000.
  public static var maximumErrorCount: Int { 1000 }

  /// Whether all elements could be decoded.
  public var isEmpty: Bool { droppedCount == 0 }

  /// Notes that an element was left out.
  mutating func note(_ error: @autoclosure () -> DecodingError?) {
    droppedCount += 1
    if errors.count < Self.maximumErrorCount, let error = error() { errors.append(error) }
  }
}

extension JSONLossy: Decodable where Value: JSONLossyCollection {
  /// Decodes the elements that can be decoded.
  ///
  /// - Throws: `DecodingError.typeMismatch` for a value that is neither a collection nor null, unless it is an
  ///   optional value; `CancellationError` if an element throws it.
  public init(from decoder: any Decoder) throws {
    var report = JSONLossyReport()
    wrappedValue = try Value._decodeElements(from: decoder, report: &report) ?? Value._whenMissing
    projectedValue = report
  }
}

extension JSONLossy: DefaultedMember where Value: JSONLossyCollection {
  static func whenAbsent(in memory: DecoderMemory) -> JSONLossy? {
    memory.emptyIsBits(Value.self) ? JSONLossy(wrappedValue: ._whenMissing) : nil
  }
}

extension JSONLossy: Encodable where Value: Encodable {
  /// Encodes the collection.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension JSONLossy: Sendable where Value: Sendable {}

extension JSONLossy: Equatable where Value: Equatable {
  /// Compares the collections.
  public static func == (first: JSONLossy, second: JSONLossy) -> Bool {
    first.wrappedValue == second.wrappedValue
  }
}

extension JSONLossy: Hashable where Value: Hashable {
  /// Hashes the collection.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}

// The compiler prefers these in the code that it makes for a model.

extension KeyedDecodingContainer {
  /// Decodes a `JSONLossy` collection, which may be missing.
  public func decode<Value: JSONLossyCollection>(
    _ type: JSONLossy<Value>.Type,
    forKey key: Key
  ) throws -> JSONLossy<Value> {
    guard contains(key) else { return JSONLossy(wrappedValue: ._whenMissing) }
    return try decodeAsUsual(type, forKey: key)
  }
}

extension KeyedEncodingContainer {
  /// Encodes a `JSONLossy` collection unless it is nil.
  public mutating func encode<Value: Encodable>(
    _ value: JSONLossy<Value?>,
    forKey key: Key
  ) throws {
    guard value.wrappedValue != nil else { return }
    // As it is, so that an update keeps its elements and what was left out.
    try encodeAsUsual(value, forKey: key)
  }
}
