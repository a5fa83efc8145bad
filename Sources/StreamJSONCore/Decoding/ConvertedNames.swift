/// The names that texts have used under a key strategy, each converted once.
///
/// Every converted name has a number, so that an object's members are found by comparing numbers:
/// a text's name is looked up by its bytes, a model's key once per key. Names beyond a bound, and
/// those that fall on too many others in the table, are left to a dictionary of each object, so a
/// crafted text makes it no slower than that.
final class ConvertedNames {
  private struct Place {
    var hash: UInt64 = 0
    var offset: UInt32 = 0
    var count: UInt32 = 0
    /// The converted name's number plus 1; 0 for a free place.
    var number: UInt32 = 0
  }

  /// What the names were converted by.
  private var conversion: DecodingOptions.NameConversion?

  private var places: [Place] = []

  /// True when a name found no place.
  private var isCrowded = false
  private var placeCount = 0
  private var spellings = ByteArena()

  /// Numbers of converted names; equal Strings, canonically equivalent ones too, share one.
  private var numbers: [String: Int] = [:]

  /// For each key type's number and each key's, the number of its name plus 1.
  private var keyNumbers: [[UInt32]] = []

  private static let maximumCount = 1024
  private static let maximumProbes = 16

  deinit {
    // SAFETY: texts of the arena are used within this class only.
    unsafe spellings.deallocate()
  }

  /// Forgets the names of another conversion.
  func prepare(for conversion: DecodingOptions.NameConversion) {
    guard self.conversion !== conversion else { return }
    forget()
    self.conversion = conversion
    places = Array(repeating: Place(), count: 4 * Self.maximumCount)
  }

  /// Begins anew after a text that had more names than there are places.
  ///
  /// So it slows none but itself down. No container may be in use: it would know names by their
  /// former numbers.
  func endText() {
    if isCrowded { forget() }
  }

  private func forget() {
    conversion = nil
    isCrowded = false
    places = []
    placeCount = 0
    spellings.truncate(to: 0)
    numbers = [:]
    keyNumbers = []
  }

  /// The number of the plain name in `text` from `start` on, nil when it is left to others.
  @inline(__always)
  func number(
    of text: JSONText,
    from start: Int,
    count: Int,
    _ convert: (String) -> String
  ) -> Int? {
    let hash = NameFilter.hash(text, from: start, count: count)
    var position = Int(truncatingIfNeeded: hash &>> 52)
    for _ in 0..<Self.maximumProbes {
      let place = places[position]
      if place.number == 0 { return add(text, start, count, hash, position, convert) }
      if place.hash == hash, Int(place.count) == count,
        isEqual(text, start, Int(place.offset), count)
      {
        return Int(place.number) &- 1
      }
      position = (position &+ 1) & (4 &* Self.maximumCount &- 1)
    }
    isCrowded = true
    return nil
  }

  @inline(__always)
  private func isEqual(_ text: JSONText, _ start: Int, _ other: Int, _ count: Int) -> Bool {
    let names = spellings.text
    // The hash is of the first and last eight bytes, but does not tell them apart for certain.
    var position = 0
    while position &+ 8 <= count {
      guard text.word(at: start &+ position) == names.word(at: other &+ position) else {
        return false
      }
      position &+= 8
    }
    while position < count {
      guard text[start &+ position] == names[other &+ position] else { return false }
      position &+= 1
    }
    return true
  }

  @inline(never)
  private func add(
    _ text: JSONText,
    _ start: Int,
    _ count: Int,
    _ hash: UInt64,
    _ position: Int,
    _ convert: (String) -> String
  ) -> Int? {
    guard count <= 256 else { return nil }
    guard placeCount < Self.maximumCount else {
      isCrowded = true
      return nil
    }
    let number = self.number(ofConverted: convert(text.string(from: start, to: start + count)))
    places[position] = Place(
      hash: hash,
      offset: UInt32(spellings.count),
      count: UInt32(count),
      number: UInt32(number + 1)
    )
    placeCount += 1
    spellings.append(text, from: start, to: start + count)
    return number
  }

  /// The number of the converted name `name`, nil when it has none.
  func knownNumber(ofConverted name: String) -> Int? {
    numbers[name]
  }

  /// The number of a converted name, a new one if need be.
  private func number(ofConverted name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = numbers.count
    return numbers.count - 1
  }

  /// The number of the key with the number `key` of a type.
  @inline(__always)
  func number(ofKey key: Int, of keyType: Int, _ name: () -> String) -> Int {
    if keyType < keyNumbers.count, key < keyNumbers[keyType].count {
      let number = keyNumbers[keyType][key]
      if number != 0 { return Int(number) &- 1 }
    }
    return addKey(key, of: keyType, name())
  }

  @inline(never)
  private func addKey(_ key: Int, of keyType: Int, _ name: String) -> Int {
    while keyNumbers.count <= keyType { keyNumbers.append([]) }
    while keyNumbers[keyType].count <= key { keyNumbers[keyType].append(0) }
    let number = number(ofConverted: name)
    keyNumbers[keyType][key] = UInt32(number + 1)
    return number
  }
}

/// The members of one object by the numbers of their converted names.
struct ConvertedMembers {
  /// For each name's number, the object that had it last, counted, and the entry of its value.
  private var entries: [(object: UInt32, entry: UInt32)] = []
  private var object: UInt32 = 0

  /// Finds the members of the object at `header`, the first one of each name.
  ///
  /// - Returns: False when a name has no number.
  mutating func map(
    _ header: Int,
    of view: DocumentView,
    _ names: ConvertedNames,
    _ convert: (String) -> String
  ) -> Bool {
    if object == .max {
      entries = []
      object = 0
    }
    object &+= 1
    let (tape, text) = (view.tape, view.text)
    let end = tape[header &+ 1].end
    var entry = header &+ 2
    while entry < end {
      let word = tape[entry]
      guard
        let number = names.number(
          of: text,
          from: word.offset,
          count: word.shortCount,
          convert
        )
      else { return false }
      while entries.count <= number { entries.append((0, 0)) }
      if entries[number].object != object {
        entries[number] = (object, UInt32(truncatingIfNeeded: entry &+ 1))
      }
      entry = tape.entry(after: entry &+ 1)
    }
    return true
  }

  /// The entry of the member with the name's number, -1 when there is none.
  @inline(__always)
  func entry(of number: Int) -> Int {
    guard number < entries.count, entries[number].object == object else { return -1 }
    return Int(entries[number].entry)
  }
}
