/// A coding key for the steps of a path that no model's key type describes: array positions,
/// `super`, and names that a key type does not know.
///
/// It has three words; a larger one would be boxed in every path.
package struct JSONKey: CodingKey {
  private let name: String

  /// `intValue`, or `noNumber`.
  private let number: Int
  private static let noNumber = Int.min

  package init(stringValue: String) {
    name = stringValue
    number = Self.noNumber
  }

  package init(intValue: Int) {
    name = String(intValue)
    number = intValue
  }

  /// The key of an array's element, spelled as JSONDecoder spells it.
  package init(index: Int) {
    name = "Index \(index)"
    number = index
  }

  package var stringValue: String { name }
  package var intValue: Int? { number == Self.noNumber ? nil : number }

  static let `super` = JSONKey(stringValue: "super")
}
