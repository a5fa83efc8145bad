/// A coding key for the steps of a path for which no model has used a key: array positions, `super`, and names at which
/// malformed text was found.
///
/// It has three words; a larger one would be boxed in every path.
package struct JSONKey: CodingKey {
  /// Empty for an element of an array, which its position identifies.
  private let name: String

  /// `intValue`, or `noInteger`.
  private let integer: Int
  private static let noInteger = Int.min

  package init(stringValue: String) {
    name = stringValue
    integer = Self.noInteger
  }

  package init(intValue: Int) {
    name = String(intValue)
    integer = intValue
  }

  /// The key of an array's element.
  init(index: Int) {
    name = ""
    integer = index
  }

  /// The name; for an element of an array, the text that JSONDecoder has for it.
  package var stringValue: String {
    name.isEmpty && integer != Self.noInteger ? "Index \(integer)" : name
  }

  package var intValue: Int? { integer == Self.noInteger ? nil : integer }

  static let `super` = JSONKey(stringValue: "super")
}
