/// Options for writing a value as JSON; see ``JSONValue/bytes(_:)``.
///
/// Without options, the JSON has no whitespace, and members keep their order.
public struct JSONFormatting: OptionSet, Sendable {
  /// One bit for each option.
  public let rawValue: Int

  /// Makes a set of options.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A line for each member and element, indented by two spaces per level, with a space after each colon.
  public static let prettyPrinted = JSONFormatting(rawValue: 1)

  /// The members of each object, sorted by the UTF-8 bytes of their keys.
  public static let sortedKeys = JSONFormatting(rawValue: 2)
}
