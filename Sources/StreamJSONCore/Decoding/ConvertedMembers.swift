// Decoding: from words on the tape to values of models, by way of Codable.
// Uses all folders below it.
// Streaming and the module StreamJSON use it.

/// The members of one object by the ids of their converted names.
///
/// Used for one object after the other.
final class ConvertedMembers {
  /// For each name's id, the object that had it last, counted, and the entry of its value.
  private var entries: [(object: UInt32, entry: UInt32)] = []
  private var object: UInt32 = 0

  /// Finds the members of the object at `header`, the first one of each name.
  ///
  /// - Returns: False when a name has no id.
  func map(
    _ header: Int,
    of storage: DocumentStorage,
    _ names: ConvertedNames,
    _ convert: (String) -> String
  ) -> Bool {
    // Held in a local: each access to a field is checked for overlapping ones.
    var entries: [(object: UInt32, entry: UInt32)] = []
    swap(&entries, &self.entries)
    defer { swap(&entries, &self.entries) }
    if object == .max {
      entries = []
      object = 0
    }
    object &+= 1
    let object = object
    let (tape, text) = (storage.tape, storage.text)
    for (name, value) in tape.members(of: header) {
      let word = tape[name]
      guard
        let id = names.id(
          of: text,
          from: word.offset,
          count: word.shortCount,
          convert
        )
      else { return false }
      while entries.count <= id { entries.append((0, 0)) }
      if entries[id].object != object {
        entries[id] = (object, UInt32(truncatingIfNeeded: value))
      }
    }
    return true
  }

  /// The entry of the member with the name's id, `Tape.absent` when there is none.
  @inline(__always)
  func entry(of id: Int) -> Int {
    guard id < entries.count, entries[id].object == object else {
      return Tape.absent
    }
    return Int(entries[id].entry)
  }
}
