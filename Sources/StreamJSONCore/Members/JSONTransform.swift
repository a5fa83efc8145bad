/// The rules for members that are written in another way in JSON; see `JSONTransformed`.
///
/// It is a namespace, and has no values.
public enum JSONTransform {}

extension JSONTransform {
  /// How a member of a model is written in JSON; see `JSONTransformed`.
  ///
  /// A rule is a type with two functions, and no values:
  ///
  /// ```swift
  /// enum Percent: JSONTransform.Rule {
  ///   static func value(from json: String) throws -> Double {
  ///     guard json.hasSuffix("%"), let number = Double(json.dropLast()) else { throw NotAPercentage() }
  ///     return number / 100
  ///   }
  ///   static func json(from value: Double) -> String { "\(value * 100)%" }
  /// }
  /// ```
  public protocol Rule {
    /// What is in the JSON.
    associatedtype JSON: Codable

    /// What is in the model.
    associatedtype Value

    /// The value that `json` stands for.
    ///
    /// - Throws: Anything, if there is no such value. The decode then fails with `DecodingError.dataCorrupted`,
    ///   which has the path of the member and describes what was thrown.
    static func value(from json: JSON) throws -> Value

    /// What stands for `value` in JSON.
    ///
    /// - Throws: Anything if nothing does. The encode then fails with it.
    static func json(from value: Value) throws -> JSON
  }
}

/// A rule for a member that may be missing or null: `@JSONTransformed<JSONTransform.SecondsSince1970?> var deleted: Date?`.
extension Optional: JSONTransform.Rule where Wrapped: JSONTransform.Rule {
  /// What is in the JSON, or null.
  public typealias JSON = Wrapped.JSON?

  /// The value, or nil.
  public typealias Value = Wrapped.Value?

  /// The value that `json` stands for; nil for null.
  public static func value(from json: Wrapped.JSON?) throws -> Wrapped.Value? {
    try json.map { try Wrapped.value(from: $0) }
  }

  /// What stands for `value` in JSON; null for nil.
  public static func json(from value: Wrapped.Value?) throws -> Wrapped.JSON? {
    try value.map { try Wrapped.json(from: $0) }
  }
}

/// Why a rule finds no value.
package struct TransformFailure: Error, CustomStringConvertible {
  /// What the rule expected, with an article.
  package let expected: String

  package init(expected: String) {
    self.expected = expected
  }

  package var description: String { "Expected \(expected)." }
}
