/// A collection without the elements that cannot be decoded.
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
/// The collection may be an array, a set, a dictionary, or an optional one of these. The elements of a
/// dictionary are its members, and a member whose key cannot be converted counts as bad. A missing or null
/// collection is empty, or nil if it is optional. Elements that cannot be decoded are left out, whatever the
/// error, and `$items` says which they were. A value that is not a collection is an error.
///
/// The property may also be any other optional value, such as a `URL?`, which is nil if it cannot be
/// decoded. `$avatar.errors` then says why.
///
/// A `CancellationError` ends the whole decode; it is not a bad element.
///
/// `JSONLossy` is encoded as the collection. It works with any decoder and encoder, but only a
/// `StreamJSONDecoder` finds the place of an error in the JSON.
///
/// Two wrappers are equal if their collections or values are, whatever was left out.
@propertyWrapper
public struct JSONLossy<Value> {
  /// The elements that could be decoded, or the optional value.
  public var wrappedValue: Value

  /// What was left out.
  public private(set) var projectedValue: JSONLossyReport

  /// Makes a collection from which nothing was left out.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
    projectedValue = JSONLossyReport()
  }
}

/// What a `JSONLossy` collection has left out.
public struct JSONLossyReport: Sendable {
  /// The number of elements that were left out.
  public internal(set) var droppedCount = 0

  /// Why they were left out, in the order of the JSON.
  ///
  /// Not all errors are kept, because a few megabytes of JSON may have a million. Only the first
  /// `maximumErrorCount` errors of each collection are kept. With a `StreamJSONDecoder`, that limit applies
  /// to the document or record as a whole.
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
  /// - Throws: `DecodingError.typeMismatch` for a value that is neither a collection nor null, unless the
  ///   property is an optional that does not hold a collection; or `CancellationError` if an element throws
  ///   it.
  public init(from decoder: any Decoder) throws {
    var report = JSONLossyReport()
    wrappedValue =
      try Value._decodeJSONElements(from: decoder, report: &report) ?? Value._jsonWhenMissing
    projectedValue = report
  }
}

extension JSONLossy: DefaultedMember where Value: JSONLossyCollection {
  static func whenAbsent(in types: TypeMemory) -> JSONLossy? {
    types.emptyIsBits(Value.self) ? JSONLossy(wrappedValue: ._jsonWhenMissing) : nil
  }
}

extension JSONLossy: Encodable where Value: Encodable {
  /// Encodes the collection.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension JSONLossy: Sendable where Value: Sendable {}

extension JSONLossy: Equatable where Value: Equatable {
  /// Returns whether the collections are equal.
  public static func == (first: JSONLossy, second: JSONLossy) -> Bool {
    first.wrappedValue == second.wrappedValue
  }
}

extension JSONLossy: Hashable where Value: Hashable {
  /// Hashes the collection.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

// The compiler prefers these in the code that it makes for a model.

extension KeyedDecodingContainer {
  /// Decodes a `JSONLossy` collection, which may be missing.
  public func decode<Value: JSONLossyCollection>(
    _ type: JSONLossy<Value>.Type,
    forKey key: Key
  ) throws -> JSONLossy<Value> {
    guard contains(key) else { return JSONLossy(wrappedValue: ._jsonWhenMissing) }
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
    // It is encoded as it is, so that an update keeps its elements and what was left out.
    try encodeAsUsual(value, forKey: key)
  }
}
