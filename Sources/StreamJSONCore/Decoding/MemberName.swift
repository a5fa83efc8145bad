/// A member's name as a key for look-ups: equal when the Strings are, except for very long ones.
///
/// Strings are hashed and compared by canonical equivalence, for which the standard library sorts
/// combining marks in time that grows with the square of their number: 128 KB of them took 18
/// seconds. Names longer than any model has are compared byte by byte instead.
struct MemberName: Hashable {
  let string: String

  /// The byte count from which on names are compared byte by byte.
  private static let longByteCount = 256

  init(_ string: String) {
    self.string = string
  }

  private var isLong: Bool { string.utf8.count >= MemberName.longByteCount }

  static func == (first: MemberName, second: MemberName) -> Bool {
    guard first.isLong || second.isLong else { return first.string == second.string }
    return first.string.utf8.elementsEqual(second.string.utf8)
  }

  func hash(into hasher: inout Hasher) {
    guard isLong else { return hasher.combine(string) }
    var (block, count): (UInt64, Int) = (0, 0)
    for byte in string.utf8 {
      block = block << 8 | UInt64(byte)
      count += 1
      if count.isMultiple(of: 8) { hasher.combine(block) }
    }
    hasher.combine(block)
    hasher.combine(count)
  }
}
