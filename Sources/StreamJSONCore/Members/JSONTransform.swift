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
  public protocol Rule: _Rule where _JSONRuleJSON == JSON, _JSONRuleValue == Value {
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

extension JSONTransform {
  /// A rule or an optional rule.
  ///
  /// Its requirements are those of `Rule`, with names that do not get in the way of other code. `Optional` has them
  /// in every file that imports the library.
  public protocol _Rule {
    /// The type in the JSON.
    associatedtype _JSONRuleJSON: Codable

    /// The type in the model.
    associatedtype _JSONRuleValue

    /// Returns the value that `json` represents.
    ///
    /// - Throws: Any error if there is no such value.
    static func _jsonRuleValue(from json: _JSONRuleJSON) throws -> _JSONRuleValue

    /// Returns what represents `value` in JSON.
    ///
    /// - Throws: Any error if nothing represents it.
    static func _jsonRuleJSON(from value: _JSONRuleValue) throws -> _JSONRuleJSON
  }
}

extension JSONTransform.Rule {
  /// Returns the value that `json` represents.
  ///
  /// - Throws: What `value(from:)` throws.
  @inlinable
  public static func _jsonRuleValue(from json: JSON) throws -> Value { try value(from: json) }

  /// Returns what represents `value` in JSON.
  ///
  /// - Throws: What `json(from:)` throws.
  @inlinable
  public static func _jsonRuleJSON(from value: Value) throws -> JSON { try json(from: value) }
}

/// A rule for a property that may be missing or null.
///
/// Example: `@JSONTransformed<JSONTransform.SecondsSince1970?> var deleted: Date?`.
extension Optional: JSONTransform._Rule where Wrapped: JSONTransform._Rule {
  /// Returns the value that `json` represents; nil for null.
  ///
  /// - Throws: What the wrapped rule throws.
  public static func _jsonRuleValue(
    from json: Wrapped._JSONRuleJSON?
  ) throws -> Wrapped._JSONRuleValue? {
    try json.map { try Wrapped._jsonRuleValue(from: $0) }
  }

  /// Returns what represents `value` in JSON; null for nil.
  ///
  /// - Throws: What the wrapped rule throws.
  public static func _jsonRuleJSON(
    from value: Wrapped._JSONRuleValue?
  ) throws -> Wrapped._JSONRuleJSON? {
    try value.map { try Wrapped._jsonRuleJSON(from: $0) }
  }
}

/// Why a rule finds no value.
package struct TransformFailure: Error, CustomStringConvertible {
  /// What the rule expected, with an article.
  let expected: String

  package init(expected: String) { self.expected = expected }

  package var description: String { "Expected \(expected)." }
}
