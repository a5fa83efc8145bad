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
  @inline(__always)
  func members(of header: Int) -> TapeMembers {
    TapeMembers(tape: self, end: self[header &+ 1].end, entry: header &+ 2)
  }
}
