/// A property that a rule represents differently in JSON than in the model.
///
/// ```swift
/// struct Message: Codable {
///   @JSONTransformed<JSONTransform.SecondsSince1970> var sent: Date
///   @JSONTransformed<JSONTransform.MillisecondsSince1970?> var read: Date?
///   @JSONTransformed<JSONTransform.NumberOrText<Int>> var size: Int
/// }
/// ```
///
/// A property with an optional rule may be missing or null, and is left out when it is nil. This works with
/// any decoder and encoder. In an unfinished value of a stream, a string counts as absent until it has
/// arrived in full.
@propertyWrapper
public struct JSONTransformed<Rule: JSONTransform._Rule> {
  /// The value in the model.
  public var wrappedValue: Rule._JSONRuleValue

  /// Makes a property with a value.
  public init(wrappedValue: Rule._JSONRuleValue) { self.wrappedValue = wrappedValue }
}

extension JSONTransformed: Decodable {
  /// Decodes the value in the JSON and applies the rule to it.
  ///
  /// - Throws: `DecodingError`; `dataCorrupted` when the rule throws, unless it throws a cancellation, which is passed
  ///   on.
  public init(from decoder: any Decoder) throws {
    if let model = ModelDecoder(behind: decoder) {
      wrappedValue = try model.on { decoder in
        let entry = decoder.current
        // A rule needs whole strings.
        if let string = decoder.entryOfUnfinishedString(in: entry) {
          throw decoder.unfinishedString(at: string)
        }
        let json = try decoder.decode(Rule._JSONRuleJSON.self, at: entry)
        do {
          return try Rule._jsonRuleValue(from: json)
        } catch {
          guard !error.isCancellation else { throw error }
          guard let failure = error as? TransformFailure else {
            throw decoder.refusal(error, by: Rule.self, at: entry)
          }
          throw decoder.invalidValue("\(failure)", expected: failure.expected, at: entry)
        }
      }
      return
    }
    let json = try decoder.singleValueContainer().decode(Rule._JSONRuleJSON.self)
    do {
      wrappedValue = try Rule._jsonRuleValue(from: json)
    } catch {
      guard !error.isCancellation else { throw error }
      throw DecodingError.corrupted("\(error)", at: decoder.codingPath, because: error)
    }
  }
}

extension JSONTransformed: DefaultedMember where Rule._JSONRuleValue: ExpressibleByNilLiteral {
  static func whenAbsent(in types: TypeMemory) -> JSONTransformed? {
    let isOptional =
      TypeMetadata.layoutIsKnown && TypeMetadata(Rule._JSONRuleValue.self).kind == .optional
    return isOptional ? JSONTransformed(wrappedValue: nil) : nil
  }
}

extension JSONTransformed: Encodable {
  /// Encodes what the rule makes from the value.
  ///
  /// - Throws: What the rule or the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    let json = try Rule._jsonRuleJSON(from: wrappedValue)
    var container = encoder.singleValueContainer()
    try container.encode(json)
  }
}

extension JSONTransformed: Sendable where Rule._JSONRuleValue: Sendable {}
extension JSONTransformed: Equatable where Rule._JSONRuleValue: Equatable {}
extension JSONTransformed: Hashable where Rule._JSONRuleValue: Hashable {}

// The compiler prefers these in the code that it makes for a model.

extension KeyedDecodingContainer {
  /// Decodes a property that is nil if its key is missing.
  public func decode<Rule: JSONTransform._Rule>(
    _ type: JSONTransformed<Rule>.Type,
    forKey key: Key
  ) throws -> JSONTransformed<Rule> where Rule._JSONRuleValue: ExpressibleByNilLiteral {
    guard contains(key) else { return JSONTransformed(wrappedValue: nil) }
    return try decodeAsUsual(type, forKey: key)
  }

  /// Decodes a value as if the wrappers of this folder had no overloads like this one.
  func decodeAsUsual<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decode(type, forKey: key)
  }
}

extension KeyedEncodingContainer {
  /// Encodes a property unless it is nil.
  public mutating func encode<Rule: JSONTransform._Rule>(
    _ value: JSONTransformed<Rule?>,
    forKey key: Key
  ) throws {
    guard value.wrappedValue != nil else { return }
    // It is encoded as it is, so that an update keeps it without applying the rule.
    try encodeAsUsual(value, forKey: key)
  }

  /// Encodes a value as if the wrappers of this folder had no overloads like this one.
  mutating func encodeAsUsual<T: Encodable>(_ value: T, forKey key: Key) throws {
    try encode(value, forKey: key)
  }
}
