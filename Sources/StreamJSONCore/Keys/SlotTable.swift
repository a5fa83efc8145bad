/// A hash table of the positions of names, for names of a text.
///
/// It is filled with a model's names and looked up by the text's, so a crafted text cannot make it slow.
struct SlotTable {
  /// The position of a name plus 1; 0 in free places, which are at least half of them.
  private var places: [UInt16] = []

  init() {}

  /// Makes a table of up to `count` names: those of the positions for which `slot` returns one.
  init(count: Int, _ slot: (_ position: Int) -> KeySlot?) {
    var size = 16
    while size < 2 * count { size *= 2 }
    places = Array(repeating: 0, count: size)
    for position in 0..<count {
      guard let slot = slot(position), !slot.isUnmatchable else { continue }
      var place = slot.hash & (size - 1)
      while places[place] != 0 { place = (place + 1) & (size - 1) }
      places[place] = UInt16(position + 1)
    }
  }

  /// The position of the name with the `hash` of `NameFilter` for which `isName` returns true; nil if there is none.
  @inline(__always)
  func position(_ hash: UInt64, where isName: (_ position: Int) -> Bool) -> Int? {
    let mask = places.count &- 1
    var place = Int(truncatingIfNeeded: hash &>> 48) & mask
    while places[place] != 0 {
      let position = Int(places[place]) &- 1
      if isName(position) { return position }
      place = (place &+ 1) & mask
    }
    return nil
  }
}
