/// Where in one object the members for the keys of a key type are.
///
/// For an object that is read in a different order than it is written in: one pass over its members
/// instead of a search for each key. The table is filled with the model's keys and looked up by the
/// text's names, so a crafted text cannot make it slow.
final class MemberMap {
  /// The hash table: in each place a key's ordinal plus 1, or 0.
  private var table: [UInt16] = []

  /// Whether two keys may have the same name, so that one member may be for both.
  private var hasTwins = false

  /// The number of keys in `table`: all that had a slot when it was made.
  private(set) var filledCount = 0

  /// The entry of each key's value by its ordinal, `Tape.absent` if there is none.
  private var entries: [UInt32] = []

  /// The entry of the value of the key with the ordinal `ordinal`, `Tape.absent` if there is none.
  @inline(__always)
  func entry(of ordinal: Int) -> Int {
    Int(truncatingIfNeeded: entries[ordinal])
  }

  /// Finds the members of the object at `header`, the first one of each name.
  func fill(_ header: Int, of storage: DocumentStorage, _ keyType: KeyType) {
    if keyType.filledCount != filledCount { makeTable(keyType) }
    let slots = keyType.slots
    let (tape, text) = (storage.tape, storage.text)
    // Held in locals, because each access to a field is checked for overlapping access.
    let table = table
    var entries: [UInt32] = []
    swap(&entries, &self.entries)
    defer { swap(&entries, &self.entries) }
    let hasTwins = hasTwins
    for ordinal in entries.indices { entries[ordinal] = UInt32(Tape.absent) }
    let end = tape[header &+ 1].end
    let mask = table.count &- 1
    var entry = header &+ 2
    while entry < end {
      let word = tape[entry]
      var place = hash(text, word) & mask
      while table[place] != 0 {
        let ordinal = Int(table[place]) &- 1
        if slots[ordinal].matches(word, in: text, names: slots.nameBytes.text) {
          if entries[ordinal] == Tape.absent {
            entries[ordinal] = UInt32(truncatingIfNeeded: entry &+ 1)
          }
          if !hasTwins { break }
        }
        place = (place &+ 1) & mask
      }
      entry = tape.entry(after: entry &+ 1)
    }
  }

  private func makeTable(_ keyType: KeyType) {
    let slots = keyType.slots
    filledCount = keyType.filledCount
    entries = Array(repeating: UInt32(Tape.absent), count: keyType.ordinalBound)
    var size = 16
    while size < filledCount * 2 { size *= 2 }
    table = Array(repeating: 0, count: size)
    hasTwins = false
    for ordinal in 0..<keyType.ordinalBound
    where slots[ordinal].pattern != 0 && !slots[ordinal].isUnmatchable {
      var place = slots[ordinal].hash & (size - 1)
      while table[place] != 0 {
        let other = slots[Int(table[place]) - 1]
        if other.head == slots[ordinal].head, other.tail == slots[ordinal].tail {
          hasTwins = true
        }
        place = (place + 1) & (size - 1)
      }
      table[place] = UInt16(ordinal + 1)
    }
  }

  @inline(__always)
  private func hash(_ text: JSONText, _ word: TapeWord) -> Int {
    Int(
      truncatingIfNeeded: NameFilter.hash(text, from: word.offset, count: word.shortCount) &>> 48
    )
  }
}
