/// A member's name, as something to look up: equal when Strings are, but for very long ones.
///
/// Strings are hashed and compared by canonical equivalence, for which the standard library sorts
/// combining marks in time that grows with the square of their number: 128 KB of them took 18
/// seconds. Longer names than any model has are compared byte by byte instead.
struct MemberName: Hashable {
  let string: String

  /// Bytes from which on a name is compared byte by byte.
  private static let longCount = 256

  init(_ string: String) {
    self.string = string
  }

  private var isLong: Bool { string.utf8.count >= MemberName.longCount }

  static func == (first: MemberName, second: MemberName) -> Bool {
    guard first.isLong || second.isLong else { return first.string == second.string }
    return first.string.utf8.elementsEqual(second.string.utf8)
  }

  func hash(into hasher: inout Hasher) {
    guard isLong else { return hasher.combine(string) }
    var string = string
    // SAFETY: the bytes are used within the closure only.
    string.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
