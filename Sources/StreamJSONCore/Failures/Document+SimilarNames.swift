extension Document {
  /// The name of the object at `header` that is similar to `name`, or the first few of its names.
  func names(insteadOf name: String, in header: Int) -> ErrorContents.FoundNames {
    if let similar = nameSimilar(to: name, in: header) {
      return ErrorContents.FoundNames(names: [similar])
    }
    let names = tape.members(of: header).prefix(3).map { shownName(at: $0.name) }
    return ErrorContents.FoundNames(
      names: names,
      otherCount: tape[header + 1].count - names.count
    )
  }

  /// The name at `entry`, or its beginning if it is long.
  func shownName(at entry: Int) -> String {
    let (start, end) = tape.byteRange(of: entry)
    guard LongNames.includes(byteCount: end - start) else { return repairedString(at: entry) }
    // Longer than what a message shows by one character, because the last character may be cut.
    return text.string(from: start, to: start + ForeignText.maximumNameByteCount + 4)
  }

  /// A name of the object at `header` that differs from `name` only in case, `_` and `-`.
  ///
  /// One object can have many names, or long ones, and lack many of a model's keys. The search therefore stops after a
  /// fixed number of names and bytes, and compares names byte by byte instead of making Strings.
  private func nameSimilar(to name: String, in header: Int) -> String? {
    let wanted = Array(name.utf8)
    var byteCount = 0
    for (entry, _) in tape.members(of: header).prefix(256) {
      guard byteCount < 4096 else { break }
      if tape[entry].flags.isEmpty, isSimilar(wanted, to: entry, &byteCount) {
        return repairedString(at: entry)
      }
    }
    return nil
  }

  /// Compares the name at `entry` with `wanted`, adding the number of bytes read to `byteCount`.
  private func isSimilar(_ wanted: [UInt8], to entry: Int, _ byteCount: inout Int) -> Bool {
    let (start, end) = tape.byteRange(of: entry)
    // A name that is several times as long is not a misspelling.
    guard end - start <= 2 * wanted.count + 8, wanted.count <= 256 else { return false }
    let isSeparator = { (byte: UInt8) in byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") }
    let isLetter = { (byte: UInt8) in byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
    var position = 0
    for offset in start..<end {
      byteCount += 1
      guard !isSeparator(text[offset]) else { continue }
      while position < wanted.count, isSeparator(wanted[position]) { position += 1 }
      guard position < wanted.count else { return false }
      let (first, second) = (text[offset], wanted[position])
      guard first == second || isLetter(first) && first ^ second == 0x20 else { return false }
      position += 1
    }
    return wanted[position...].allSatisfy(isSeparator)
  }
}

extension [String] {
  /// The string that differs from `name` in only a few bytes, ignoring case; nil if there is none.
  func mostSimilar(to name: String) -> String? {
    let maximumByteCount = 64
    let wanted = name.utf8.map(Self.folded)
    guard wanted.count <= maximumByteCount else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in self where candidate.utf8.count <= maximumByteCount {
      let distance = Self.distance(wanted, candidate.utf8.map(Self.folded))
      if distance <= Swift.max(1, wanted.count / 3), distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    return best?.name
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  /// How many bytes have to be added, removed, or replaced to turn one into the other.
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var row = Array<Int>(0...second.count)
    for (position, byte) in first.enumerated() {
      var diagonal = row[0]
      row[0] = position + 1
      for (column, other) in second.enumerated() {
        let replaced = diagonal + (byte == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[second.count]
  }
}
