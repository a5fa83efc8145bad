/// How a value is written as a text; see ``JSONValue/bytes(_:)``.
///
/// Without any, a text has no whitespace, and its members are in their order.
public struct JSONFormatting: OptionSet, Sendable {
  /// One bit for each option.
  public let rawValue: Int

  /// Makes a set of options.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// A line for each member and element, with two spaces for each level, and a space after each colon.
  public static let prettyPrinted = JSONFormatting(rawValue: 1)

  /// The members of each object are sorted by the bytes of their names in UTF-8.
  public static let sortedKeys = JSONFormatting(rawValue: 2)
}
