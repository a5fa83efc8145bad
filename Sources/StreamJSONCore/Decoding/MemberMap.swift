/// Where the members of one object are that the keys of its key type name.
///
/// For an object that is read in another order than it is written in: one pass over its members
/// instead of a search for each key. The table is filled with the model's keys and asked for the
/// text's names, so a crafted text cannot make it slow.
final class MemberMap {
  /// For each place of the hash table, a key's number plus 1, or 0.
  private var table: [UInt16] = []

  /// How many keys are in `table`: all that had a slot when it was made.
  private(set) var filledCount = 0

  /// For each key's number, the entry of its value, or 0 when the object has no such member.
  private var entries: [UInt32] = []

  /// The entry of the value of the key with the number `number`, 0 when there is none.
  @inline(__always)
  func entry(of number: Int) -> Int {
    Int(truncatingIfNeeded: entries[number])
  }

  /// Finds the members of the object at `header`, the first one of each name.
  func map(_ header: Int, of view: DocumentView, _ keyType: KeyType) {
    if keyType.filledCount != filledCount { makeTable(keyType) }
    let slots = keyType.slots
    let (tape, text) = (view.tape, view.text)
    // Held in locals: each access to a field is checked for overlapping ones.
    let table = table
    var entries: [UInt32] = []
    swap(&entries, &self.entries)
    defer { swap(&entries, &self.entries) }
    for number in entries.indices { entries[number] = 0 }
    let end = tape[header &+ 1].end
    let mask = table.count &- 1
    var entry = header &+ 2
    while entry < end {
      let word = tape[entry]
      var place = hash(text, word) & mask
      while table[place] != 0 {
        let number = Int(table[place]) &- 1
        if slots[number].matches(word, in: text, names: slots.nameBytes.text) {
          // The search goes on: two cases of a key type may have one name.
          if entries[number] == 0 { entries[number] = UInt32(truncatingIfNeeded: entry &+ 1) }
        }
        place = (place &+ 1) & mask
      }
      entry = tape.entry(after: entry &+ 1)
    }
  }

  private func makeTable(_ keyType: KeyType) {
    let slots = keyType.slots
    filledCount = keyType.filledCount
    entries = Array(repeating: 0, count: keyType.numberBound)
    var size = 16
    while size < filledCount * 2 { size *= 2 }
    table = Array(repeating: 0, count: size)
    for number in 0..<keyType.numberBound
    where slots[number].pattern != 0 && !slots[number].isAbsent {
      var place = slots[number].hash & (size - 1)
      while table[place] != 0 { place = (place + 1) & (size - 1) }
      table[place] = UInt16(number + 1)
    }
  }

  @inline(__always)
  private func hash(_ text: JSONText, _ word: TapeEntry) -> Int {
    Int(
      truncatingIfNeeded: NameFilter.hash(text, from: word.offset, count: word.shortCount) &>> 48
    )
  }
}
