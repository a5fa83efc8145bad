/// A member's name as a key for lookups: equal when the Strings are, except for very long ones.
///
/// Strings are hashed and compared by canonical equivalence, for which the standard library sorts
/// combining marks in time that grows with the square of their number: 128 KB of them took 18
/// seconds. Names longer than any model has are compared byte by byte instead.
struct MemberName: Hashable {
  let string: String

  /// Names of at least this many bytes are compared byte by byte.
  private static let longByteCount = 256

  init(_ string: String) { self.string = string }

  private var isLong: Bool { string.utf8.count >= MemberName.longByteCount }

  static func == (first: MemberName, second: MemberName) -> Bool {
    guard first.isLong || second.isLong else { return first.string == second.string }
    return first.isSpelled(like: second)
  }

  /// Whether both have the same bytes, as RFC 8259 section 8.3 compares names: two equal Strings may consist of
  /// different characters.
  @inline(__always)
  func isSpelled(like other: MemberName) -> Bool {
    SmallString.areSame(string, other.string)
      ?? (string.utf8.count == other.string.utf8.count && hasBytes(of: other))
  }

  /// A hash of the bytes, for names that are compared by their bytes.
  ///
  /// A name can be spelled in as many equivalent ways as its combining marks have orders, and `hash(into:)` is the same
  /// for all of these.
  var spellingHash: Int { string.withText { Int(truncatingIfNeeded: $0.mixed) } }

  private func hasBytes(of other: MemberName) -> Bool {
    string.withText { bytes in
      other.string.withText { bytes.isEqual(from: 0, to: $0, from: 0, count: bytes.count) }
    }
  }

  func hash(into hasher: inout Hasher) {
    if isLong { hasher.combine(spellingHash) } else { hasher.combine(string) }
  }
}

// These are separate functions because each use of a dictionary would otherwise be a kilobyte of code.
extension [MemberName: Int] {
  /// Notes `value` for `name` with one search, but replaces an existing value only if `replacing` is true.
  ///
  /// - Returns: The value that was there.
  @inline(never)
  @discardableResult
  mutating func note(_ value: Int, for name: MemberName, replacing: Bool = false) -> Int? {
    func exchange(_ known: inout Int) -> Int {
      let former = known
      if replacing { known = value }
      return former
    }
    let countBefore = count
    let former = exchange(&self[name, default: value])
    return count == countBefore ? former : nil
  }

  /// The value for `name`; nil if there is none.
  @inline(never)
  func value(for name: MemberName) -> Int? { self[name] }
}

extension JSONText {
  /// A number that a program cannot foresee, so that no text can have many names with one hash.
  private static let secret = UInt64(truncatingIfNeeded: Hasher().finalize()) | 1

  /// All bytes and their count mixed into one number, eight bytes at a time: `Hasher` takes three times as long, even
  /// if it is given nothing but this number.
  fileprivate var mixed: UInt64 {
    let secret = JSONText.secret
    var mixture = secret
    func add(_ block: UInt64) {
      let product = (mixture ^ block).multipliedFullWidth(by: secret)
      mixture = product.high ^ product.low
    }
    var offset = 0
    while offset &+ 8 <= count {
      add(eightBytes(at: offset))
      offset &+= 8
    }
    while offset < count {
      add(UInt64(self[offset]))
      offset &+= 1
    }
    add(UInt64(truncatingIfNeeded: count))
    return mixture
  }
}
