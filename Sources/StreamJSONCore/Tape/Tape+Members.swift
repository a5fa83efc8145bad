/// The members of a closed object, in the order of the text.
struct TapeMembers: Sequence, IteratorProtocol {
  fileprivate let tape: Tape
  fileprivate let end: Int
  fileprivate var entry: Int

  /// The entries of the next member's name and value.
  @inline(__always)
  mutating func next() -> (name: Int, value: Int)? {
    guard entry < end else { return nil }
    let name = entry
    let value = tape.entry(after: name)
    entry = tape.entry(after: value)
    return (name, value)
  }
}

extension Tape {
  /// The members of the object at `header`, which is closed.
  func members(of header: Int) -> TapeMembers {
    TapeMembers(tape: self, end: self[header &+ 1].end, entry: header &+ 2)
  }

  /// The entry of the element at `position` of the array at `header`; nil if there is none.
  ///
  /// - Complexity: O(`position`), or O(1) if each element takes one word.
  func element(at position: Int, of header: Int) -> Int? {
    let contents = self[header &+ 1]
    guard position >= 0, position < contents.count else { return nil }
    let first = header &+ 2
    // Each element is one word.
    if contents.end &- first == contents.count { return first &+ position }
    return (0..<position).reduce(first) { child, _ in entry(after: child) }
  }
}
