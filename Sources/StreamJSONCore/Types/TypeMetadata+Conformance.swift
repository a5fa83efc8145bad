/// The conformances that a conformance of a generic type depends on, which no public API provides.
///
/// `[Element]` is decodable if `Element` is. The type of a decodable type is two addresses: that of its metadata and
/// that of its witness table. In front of a table that was made for generic arguments are the addresses of the tables
/// that it depends on, the last one first (`addConditionalConformances` and `privateWitnessTableIndexToTableOffset` in
/// lib/IRGen of Swift's repository):
///
/// ```
/// table       word -1: the table of the first generic argument
///             word -2: that of the second
/// ```
///
/// The witness functions of a conformance, such as that of `[Element]`, read these words, so they are in the same place
/// for every element type. Testing each conformance with one element type is therefore enough.
extension TypeMetadata {
  /// Whether some known types have the layout described above.
  static let conformancesAreKnown: Bool = {
    guard TypeMetadata.layoutIsKnown else { return false }
    // SAFETY: all are of the three kinds. Tables are parts of larger blocks of memory, so that words in front of one
    // can be read, and those words are only compared until they are known to be right.
    return unsafe addresses(of: argument(0, of: [Int].self)) == addresses(of: Int.self)
      && addresses(of: argument(0, of: Bool?.self)) == addresses(of: Bool.self)
      && addresses(of: argument(0, of: [String: Double].self)) == addresses(of: String.self)
      && addresses(of: argument(1, of: [String: Double].self)) == addresses(of: Double.self)
  }()

  /// The generic argument at `index` of `type`.
  ///
  /// - Precondition: `type` is an array, an optional or a dictionary, and `conformancesAreKnown`. Nothing would show a
  ///   wrong table later, since types with the same metadata are equal.
  @unsafe
  static func argument(_ index: Int, of type: any Decodable.Type) -> any Decodable.Type {
    let (metadata, table) = unsafe addresses(of: type)
    return unsafe unsafeBitCast(
      (metadata[2 + index], table[-1 - index]),
      to: (any Decodable.Type).self
    )
  }

  private static func addresses(of type: any Decodable.Type) -> Addresses {
    // SAFETY: a type with a conformance is two addresses. Without `as`, the type alone would be passed, which is one.
    unsafe unsafeBitCast(type as any Decodable.Type, to: Addresses.self)
  }

  private typealias Addresses = (metadata: UnsafePointer<UInt>, table: UnsafePointer<UInt>)
}
