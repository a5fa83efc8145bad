/// A property wrapper that drops elements that can't be decoded.
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
/// The collection may be an array, a set, a dictionary, or an optional one of these. A member of a dictionary whose key
/// can't be converted is dropped, too. `$items` has the errors. A missing or null collection is empty, or nil if it's
/// optional. A value that isn't a collection is an error.
///
/// The property may also be any other optional value, such as a `URL?`. If the value can't be decoded, the property is
/// nil, and the report has the error.
///
/// If an element throws a `CancellationError`, the wrapper rethrows it.
///
/// `JSONLossy` encodes only the collection. It works with any decoder and encoder, but only with a `StreamJSONDecoder`
/// do errors have a location in the JSON. Two wrappers are equal if their collections or values are.
@propertyWrapper
public struct JSONLossy<Value> {
  /// The elements that could be decoded, or the optional value.
  public var wrappedValue: Value

  /// The report of what was dropped.
  public private(set) var projectedValue: JSONLossyReport

  /// Creates a collection from which nothing was dropped.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
    projectedValue = JSONLossyReport()
  }
}

/// A report of what a `JSONLossy` collection has dropped.
public struct JSONLossyReport: Sendable {
  /// The number of elements that were dropped.
  public internal(set) var droppedCount = 0

  /// The errors of the dropped elements, in the order of the JSON.
  ///
  /// A few megabytes of JSON may cause a million errors, so only the first `maximumErrorCount` errors of each
  /// collection are kept. With a `StreamJSONDecoder`, this limit applies to the whole document or record.
  public internal(set) var errors: [DecodingError] = []

  /// The maximum number of errors that are kept: 1,000.
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
  /// - Throws: `DecodingError.typeMismatch` for a value that is neither a collection nor null, unless the property is
  ///   an optional that doesn't hold a collection; or `CancellationError` if an element throws one.
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
  /// - Throws: The encoder's error.
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

/// A type that `JSONLossy` can wrap: a collection, or an optional value.
public protocol JSONLossyCollection: Decodable {
  /// The value to use if a collection or value is missing or null.
  static var _jsonWhenMissing: Self { get }

  /// Decodes the elements that can be decoded, and records in `report` what it leaves out.
  ///
  /// - Returns: The collection; nil for null.
  /// - Throws: `DecodingError` for a value that is neither a collection nor null, or `CancellationError` if an element
  ///   throws one.
  static func _decodeJSONElements(
    from decoder: any Decoder,
    report: inout JSONLossyReport
  ) throws -> Self?
}

extension Array: JSONLossyCollection where Element: Decodable {
  /// An empty array.
  public static var _jsonWhenMissing: [Element] { [] }

  /// Decodes the elements that can be decoded.
  public static func _decodeJSONElements(
    from decoder: any Decoder,
    report: inout JSONLossyReport
  ) throws -> [Element]? {
    if let model = ModelDecoder(behind: decoder) {
      return try model.on { try $0.goodElements(Element.self, at: $0.current, &report) }
    }
    guard try !decoder.singleValueContainer().decodeNil() else { return nil }
    var container = try decoder.unkeyedContainer()
    var elements: [Element] = []
    while !container.isAtEnd {
      // An attempt throws only if it is canceled, since a container stays at an element that throws.
      let attempt = try container.decode(Attempt<Element>.self)
      if let element = attempt.value(otherwise: { report.note($0) }) { elements.append(element) }
    }
    return elements
  }
}

extension Set: JSONLossyCollection where Element: Decodable {
  /// An empty set.
  public static var _jsonWhenMissing: Set { [] }

  /// Decodes the elements that can be decoded.
  public static func _decodeJSONElements(
    from decoder: any Decoder,
    report: inout JSONLossyReport
  ) throws -> Set? {
    try [Element]._decodeJSONElements(from: decoder, report: &report).map { Set($0) }
  }
}

extension Optional: JSONLossyCollection where Wrapped: Decodable {
  /// Nil.
  public static var _jsonWhenMissing: Wrapped? { nil }

  /// Decodes a collection's good elements or, if `Wrapped` isn't a collection, the value.
  ///
  /// A value that can't be decoded is nil and recorded in `report`.
  public static func _decodeJSONElements(
    from decoder: any Decoder,
    report: inout JSONLossyReport
  ) throws -> Wrapped?? {
    if let collection = Wrapped.self as? any JSONLossyCollection.Type {
      return try collection._decodeJSONElements(from: decoder, report: &report) as? Wrapped
    }
    guard try !decoder.singleValueContainer().decodeNil() else { return nil }
    return .some(try Attempt<Wrapped>(from: decoder).value { report.note($0) })
  }
}

/// A value, or why it could not be decoded.
enum Attempt<Value: Decodable>: Decodable {
  case success(Value)
  /// A `DecodingError`, as an existential because copying that takes less code; nil if there are too many to keep
  /// this one.
  case failure((any Error)?)
  /// The last element of a value in progress, which isn't bad but hasn't arrived yet.
  case unfinished

  init(from decoder: any Decoder) throws {
    do {
      if let model = ModelDecoder(behind: decoder) {
        self = try model.on { try $0.attempt(Value.self, at: $0.current) }
      } else {
        // The container decodes it, because it knows about dates and the like.
        self = .success(try decoder.singleValueContainer().decode(Value.self))
      }
    } catch {
      guard !error.isCancellation else { throw error }
      self = .failure(DecodingError(wrapping: error, at: decoder.codingPath))
    }
  }

  /// The value; nil if there is none.
  ///
  /// `note` is then called with the error, unless the value is unfinished.
  func value(otherwise note: (DecodingError?) -> Void) -> Value? {
    switch self {
    case .success(let value): return value
    case .failure(let error): note(error as? DecodingError)
    case .unfinished: break
    }
    return nil
  }
}

extension DocumentDecoder {
  /// The elements of the array at `entry` that can be decoded; nil for null.
  @inline(__always)
  fileprivate func goodElements<Element: Decodable>(
    _ type: Element.Type,
    at entry: Int,
    _ report: inout JSONLossyReport
  ) throws -> [Element]? {
    let tape = storage.tape
    guard tape[entry].kind == .array else {
      if tape[entry].kind == .null { return nil }
      throw notAContainer(.array, at: entry)
    }
    let count = tape[entry &+ 1].count
    // A set that is made from them has up to 2 2/3 times as many places.
    try requireRoom(for: count, stride: 3 &* MemoryLayout<Element>.stride, at: entry)
    var elements: [Element] = []
    elements.reserveCapacity(min(count, Tape.initialCount(of: type)))
    let before = notes.errors.areDropped
    defer { notes.errors.areDropped = before }
    // The last element of a value in progress is not bad but has not arrived yet.
    let isWhole = storage.record.unfinished == nil
    var child = entry &+ 2
    let runsModels = runsModels(of: type)
    notes.errors.areDropped = !runsModels && !keepsErrors
    for _ in 0..<count {
      do {
        elements.append(try decode(type, at: child, by: .none))
      } catch {
        guard !runsModels || !error.isCancellation else { throw error }
        if !isWhole, document.isUnfinished(child) { break }
        report.note(keepError(error, by: type, at: child))
        notes.errors.areDropped = !runsModels && !keepsErrors
      }
      child = storage.tape.entry(after: child)
    }
    return elements
  }

  /// Decodes the value at `entry`, if possible.
  ///
  /// - Throws: `CancellationError`.
  fileprivate func attempt<Value: Decodable>(
    _ type: Value.Type,
    at entry: Int
  ) throws -> Attempt<Value> {
    let before = notes.errors.areDropped
    defer { notes.errors.areDropped = before }
    notes.errors.areDropped = !keepsErrors && !runsModels(of: type)
    do {
      return .success(try decode(type, at: entry))
    } catch {
      guard !error.isCancellation else { throw error }
      if document.isUnfinished(entry) { return .unfinished }
      return .failure(keepError(error, by: type, at: entry))
    }
  }

  /// Whether decoding a `type` may run a model's code, which sees the errors in it.
  private func runsModels<Value: Decodable>(of type: Value.Type) -> Bool {
    types.plan(for: type).direct?.runsModels(with: self) ?? true
  }

  /// Whether errors are kept.
  ///
  /// Errors that are not kept need no details, unless a model's initializer may catch them.
  private var keepsErrors: Bool { notes.errors.reportedCount < JSONLossyReport.maximumErrorCount }

  /// Notes that the value at `entry` was left out because `type` threw `error`.
  ///
  /// - Returns: The error with its place; nil if so many have been left out that it is not kept.
  private func keepError(
    _ error: any Error,
    by type: any Any.Type,
    at entry: Int
  ) -> DecodingError? {
    guard keepsErrors else { return nil }
    let located = located(error, by: type, at: entry)
    notes.errors.reportedCount += 1
    return located
  }
}

extension Dictionary: JSONLossyCollection where Key: Decodable, Value: Decodable {
  /// An empty dictionary.
  public static var _jsonWhenMissing: [Key: Value] { [:] }

  /// Decodes the members whose keys and values can be decoded.
  public static func _decodeJSONElements(
    from decoder: any Decoder,
    report: inout JSONLossyReport
  ) throws -> [Key: Value]? {
    guard try !decoder.singleValueContainer().decodeNil() else { return nil }
    var members: [Key: Value] = [:]
    var errors: [DecodingError?] = []
    func add(_ attempt: Attempt<Value>, for key: Key) {
      if let value = attempt.value(otherwise: { errors.append($0) }) { members[key] = value }
    }
    // The cases are the ones that the standard library distinguishes in decoding dictionaries.
    if Key.self == String.self {
      // Decoders treat names in such dictionaries in a special way, so one has to be decoded.
      let attempts = try decoder.singleValueContainer().decode([Key: Attempt<Value>].self)
      for (key, attempt) in attempts { add(attempt, for: key) }
    } else if #available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *),
      let type = Key.self as? any CodingKeyRepresentable.Type
    {
      let container = try decoder.container(keyedBy: MemberKey.self)
      for name in container.allKeys {
        if let key = type.init(codingKey: name) as? Key {
          add(try container.decode(Attempt<Value>.self, forKey: name), for: key)
        } else {
          let attempt = try container.decode(Attempt<ValueWithoutKey<Key>>.self, forKey: name)
          _ = attempt.value { errors.append($0) }
        }
      }
    } else {
      var container = try decoder.unkeyedContainer()
      guard container.count?.isMultiple(of: 2) ?? true else { throw oddCount(of: decoder) }
      while !container.isAtEnd {
        let key = try container.decode(Attempt<Key>.self)
        guard !container.isAtEnd else { throw oddCount(of: decoder) }
        let value = try container.decode(Attempt<Value>.self)
        if let key = key.value(otherwise: { errors.append($0) }) { add(value, for: key) }
      }
    }
    // The errors are noted in the order of the text; those that are not kept come last.
    let offsets = errors.map { error in error.map { $0.jsonError?.offset ?? 0 } ?? .max }
    for position in offsets.ascendingOrder { report.note(errors[position]) }
    return members
  }

  /// The error about an array of keys and values that has a key without a value.
  private static func oddCount(of decoder: any Decoder) -> DecodingError {
    .corrupted(
      "Expected collection of key-value pairs; encountered odd-length array instead.",
      at: decoder.codingPath
    )
  }
}

/// The name of a member of a dictionary; an integer if it is spelled as one.
private struct MemberKey: CodingKey {
  let stringValue: String
  var intValue: Int? { stringValue.parsed(as: Int.self) }

  init(stringValue: String) { self.stringValue = stringValue }

  init(intValue: Int) { stringValue = String(intValue) }
}

/// The value of a member whose name is not a `Key`; decoding it always fails.
private struct ValueWithoutKey<Key>: Decodable {
  init(from decoder: any Decoder) throws {
    guard Key.self != Int.self else {
      throw DecodingError.typeMismatch(
        Int.self,
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "Expected Int key but found String key instead."
        )
      )
    }
    throw DecodingError.corrupted(
      "Could not convert key to type \(Key.self)",
      at: decoder.codingPath
    )
  }
}
