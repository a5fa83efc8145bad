/// A coding key for the steps of a path that no model's key type describes: array positions,
/// `super`, and names that a key type does not know.
package struct JSONKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  package init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  package init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }

  /// The key of an array's element, spelled as JSONDecoder spells it.
  package init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  static let `super` = JSONKey(stringValue: "super")
}
