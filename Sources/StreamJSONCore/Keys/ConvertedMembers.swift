/// The members of one object by the ids of their converted names.
///
/// Reused for one object after another.
final class ConvertedMembers {
  /// For each name's id, the number of the last object that had it, and the entry of its value.
  private var values: [(object: UInt32, entry: UInt32)] = []
  private var object: UInt32 = 0

  /// Finds the members of the object at `header`, the first one of each name.
  ///
  /// - Returns: False when a name has no id.
  func fill(
    _ header: Int,
    of storage: DocumentStorage,
    _ names: ConvertedNames
  ) -> Bool {
    // Held in a local, because each access to a field is checked for overlapping access.
    var values: [(object: UInt32, entry: UInt32)] = []
    swap(&values, &self.values)
    defer { swap(&values, &self.values) }
    if object == .max {
      values = []
      object = 0
    }
    object &+= 1
    let object = object
    let (tape, text) = (storage.tape, storage.text)
    for (name, value) in tape.members(of: header) {
      let word = tape[name]
      guard let id = names.id(of: text, from: word.offset, count: word.shortCount) else {
        return false
      }
      while values.count <= id { values.append((0, 0)) }
      if values[id].object != object {
        values[id] = (object, UInt32(truncatingIfNeeded: value))
      }
    }
    return true
  }

  /// The entry of the member's value, by the id of its name; `Tape.absent` when there is none.
  @inline(__always)
  func entry(of id: Int) -> Int {
    guard id < values.count, values[id].object == object else {
      return Tape.absent
    }
    return Int(values[id].entry)
  }
}
