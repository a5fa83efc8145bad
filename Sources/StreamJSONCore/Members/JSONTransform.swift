/// A namespace for rules that represent a property differently in JSON; see `JSONTransformed`.
///
/// It has no values.
public enum JSONTransform {}

extension JSONTransform {
  /// How a property of a model is represented in JSON; see `JSONTransformed`.
  ///
  /// A rule is a type with two static functions and no values:
  ///
  /// ```swift
  /// struct NotAPercentage: Error {}
  ///
  /// enum Percent: JSONTransform.Rule {
  ///   static func value(from json: String) throws -> Double {
  ///     guard json.hasSuffix("%"), let number = Double(json.dropLast()) else { throw NotAPercentage() }
  ///     return number / 100
  ///   }
  ///   static func json(from value: Double) -> String { "\(value * 100)%" }
  /// }
  /// ```
  public protocol Rule {
    /// The type in the JSON.
    associatedtype JSON: Codable

    /// The type in the model.
    associatedtype Value

    /// Returns the value that `json` represents.
    ///
    /// - Throws: Any error if there is no such value. Decoding then fails with `DecodingError.dataCorrupted`,
    ///   which has the path of the property and describes the error.
    static func value(from json: JSON) throws -> Value

    /// Returns what represents `value` in JSON.
    ///
    /// - Throws: Any error if nothing represents it. Encoding then fails with that error.
    static func json(from value: Value) throws -> JSON
  }
}

/// A rule for a property that may be missing or null.
///
/// Example: `@JSONTransformed<JSONTransform.SecondsSince1970?> var deleted: Date?`.
extension Optional: JSONTransform.Rule where Wrapped: JSONTransform.Rule {
  /// The value in the JSON, or null.
  public typealias JSON = Wrapped.JSON?

  /// The value, or nil.
  public typealias Value = Wrapped.Value?

  /// Returns the value that `json` represents; nil for null.
  ///
  /// - Throws: What the wrapped rule throws.
  public static func value(from json: Wrapped.JSON?) throws -> Wrapped.Value? {
    try json.map { try Wrapped.value(from: $0) }
  }

  /// Returns what represents `value` in JSON; null for nil.
  ///
  /// - Throws: What the wrapped rule throws.
  public static func json(from value: Wrapped.Value?) throws -> Wrapped.JSON? {
    try value.map { try Wrapped.json(from: $0) }
  }
}

/// Why a rule finds no value.
package struct TransformFailure: Error, CustomStringConvertible {
  /// What the rule expected, with an article.
  let expected: String

  package init(expected: String) { self.expected = expected }

  package var description: String { "Expected \(expected)." }
}
