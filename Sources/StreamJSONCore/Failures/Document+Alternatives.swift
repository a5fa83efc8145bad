/// What an error says, and the parts of it about what an object has in place of a name, and what a type would accept.
extension Document {
  /// The error about the byte at `offset`, which belongs to the value at `entry`; `pointer`, if it is not nil, leads to
  /// another one.
  func error(
    _ kind: JSONError.Kind,
    _ finding: ErrorContents.Finding,
    at entry: Int,
    offset: Int,
    pointer: JSONPointer? = nil
  ) -> JSONError {
    let contents = errorContents(finding, at: entry, offset: offset, pointer: pointer)
    return JSONError(
      kind: kind,
      offset: sourceOffset(of: offset),
      details: .object(contents)
    )
  }

  /// What that error says.
  ///
  /// - Complexity: At most O(distance from the previous error), apart from the path and the alternatives.
  @inline(never)
  func errorContents(
    _ finding: ErrorContents.Finding,
    at entry: Int,
    offset: Int,
    pointer: JSONPointer? = nil
  ) -> ErrorContents {
    let found = phrase(forValueAt: entry)
    let alternatives = alternatives(to: finding, at: entry)
    let pointer = pointer ?? self.pointer(steps(to: entry))
    guard !isObjectGraph else {
      return ErrorContents(
        finding: finding,
        found: found,
        alternatives: alternatives,
        pointer: pointer,
        recordIndexInPart: recordIndex
      )
    }
    let offset = min(offset, text.count)
    let position = position(of: offset)
    return ErrorContents(
      finding: finding,
      found: found,
      alternatives: alternatives,
      excerpt: excerpt(around: offset),
      lineInPart: position.line + 1,
      columnInPart: position.column + 1,
      pointer: pointer,
      recordIndexInPart: recordIndex,
      record: storage.failedRecord,
      preceding: storage.record.preceding
    )
  }

  /// The end of a message with `finding` about the value at `entry`: the names that the value has instead, or
  /// the values that its type accepts.
  ///
  /// For an unknown case, it's all of the message. What depends on the document or runs a model's code is found out at
  /// once.
  private func alternatives(
    to finding: ErrorContents.Finding,
    at entry: Int
  ) -> @Sendable () -> String {
    let text: String
    switch finding {
    case .missingName(let name): return names(insteadOf: name, nil, in: entry)
    case .missingConvertedName(let name, let convert):
      return names(insteadOf: name, convert, in: entry, asWritten: convert == nil)
    case .refused(let type?, _, isRawValue: true): text = Self.rawValues(of: type)
    case .unknownCase(let type, let keys, let convert):
      text = names(insteadOfCaseOf: type, PlainEnum.names(of: keys), convert, in: entry)
    default: return { "" }
    }
    return { text }
  }

  /// The name of the object at `header` that is similar to `name`, or the first few of its names; with `asWritten`, the
  /// message says that no key strategy was applied to them.
  private func names(
    insteadOf name: String,
    _ convert: ErrorContents.Conversion?,
    in header: Int,
    asWritten: Bool = false
  ) -> @Sendable () -> String {
    let similar = nameSimilar(to: name, in: header)
    let names = similar.map { [$0] } ?? firstNames(of: header)
    guard !names.isEmpty else { return { "" } }
    let otherCount = similar == nil ? tape[header + 1].count - names.count : 0
    return {
      let list = Self.list(names.map { Self.phrase(for: $0, convert) }, otherCount: otherCount)
      return "; found \(list)\(asWritten ? " before applying keyDecodingStrategy" : "")"
    }
  }

  /// `name` and what the key strategy turns it into.
  private static func phrase(for name: String, _ convert: ErrorContents.Conversion?) -> String {
    let quoted = ForeignText.quoted(name)
    guard let converted = convert?(name), !converted.utf8.elementsEqual(name.utf8)
    else { return quoted }
    return "\(quoted), which keyDecodingStrategy turns into \(ForeignText.quoted(converted))"
  }

  /// What the object at `header` has where the name of one case of `type` was expected; `cases` are their names.
  private func names(
    insteadOfCaseOf type: any Any.Type,
    _ cases: [String],
    _ convert: ErrorContents.Conversion?,
    in header: Int
  ) -> String {
    let found = firstNames(of: header)
    guard let first = found.first else {
      let known = Self.listing("has", cases, ForeignText.quoted)
      return "found an object without keys, expected the name of a case of \(type)\(known)"
    }
    let names = Self.list(found.map(ForeignText.quoted))
    let converted = convert?(first) ?? first
    if cases.contains(converted) { return "found several cases of \(type), \(names), expected one" }
    let similar = cases.mostSimilar(to: converted).map { [$0] }
    let known = Self.listing("has", similar ?? cases, ForeignText.quoted)
    guard found.count == 1 else {
      return "found the keys \(names), none of which is a case of \(type)\(known)"
    }
    let isSame = converted.utf8.elementsEqual(first.utf8)
    let key =
      isSame
      ? "found the key \(names)"
      : "keyDecodingStrategy turns the key \(names) into \(ForeignText.quoted(converted))"
    return "\(key), which isn't a case of \(type)\(known)"
  }

  /// The raw values of the cases of `type`, if they can be listed.
  ///
  /// This searches the conformances of the program, and calls the type's code.
  private static func rawValues(of type: any Any.Type) -> String {
    guard TypeMetadata.layoutIsKnown, TypeMetadata(type).kind == .enumeration,
      let type = type as? any (CaseIterable & RawRepresentable).Type
    else { return "" }
    return listing(of: type)
  }

  private static func listing<Known: CaseIterable & RawRepresentable>(
    of type: Known.Type
  ) -> String {
    listing("accepts", type.allCases) { known in
      let value = known.rawValue
      return (value as? String).map(ForeignText.quoted) ?? "\(value)"
    }
  }

  /// The end of a message: what a type has or accepts, as far as a message lists it; empty if that is nothing.
  private static func listing<Known: Collection>(
    _ verb: String,
    _ known: Known,
    _ phrase: (Known.Element) -> String
  ) -> String {
    let phrases = known.prefix(12).map(phrase)
    guard !phrases.isEmpty else { return "" }
    return "; it \(verb) \(list(phrases, otherCount: known.count - phrases.count))"
  }

  /// `phrases`, and that there are `otherCount` more, as a part of a sentence.
  private static func list(_ phrases: [String], otherCount: Int = 0) -> String {
    var phrases = phrases
    if otherCount > 0 { phrases.append("\(otherCount) more") }
    let last = phrases.popLast() ?? ""
    if phrases.count < 2 { return phrases.first.map { "\($0) and \(last)" } ?? last }
    return "\(phrases.joined(separator: ", ")), and \(last)"
  }

  // MARK: - Names

  /// The first few names of the object at `header`.
  private func firstNames(of header: Int) -> [String] {
    tape.members(of: header).prefix(3).map { shownName(at: $0.name) }
  }

  /// The name at `entry`, or its beginning if it is long.
  private func shownName(at entry: Int) -> String {
    let (start, end) = tape.byteRange(of: entry)
    guard PathNotes.includes(byteCount: end - start) else { return repairedString(at: entry) }
    // Longer than what a message shows by one character, because the last character may be cut.
    return text.string(from: start, to: start + ForeignText.maximumNameByteCount + 4)
  }

  /// A name of the object at `header` that differs from `name` only in case, `_` and `-`.
  ///
  /// One object can have many names, or long ones, and lack many of a model's keys. The search therefore stops after a
  /// fixed number of names and bytes, and compares names byte by byte instead of making Strings.
  private func nameSimilar(to name: String, in header: Int) -> String? {
    let byteCount = name.utf8.count
    guard byteCount <= 256 else { return nil }
    let wanted = name.utf8.filter { !$0.isSeparator }.map(\.folded)
    let text = text
    var bytesLeft = 4096
    let similar = tape.members(of: header).prefix(256).first { entry, _ in
      let (start, end) = tape.byteRange(of: entry)
      // A name that is several times as long is not a misspelling.
      guard bytesLeft > 0, tape[entry].flags.isEmpty, end - start <= 2 * byteCount + 8
      else { return false }
      let bytes = (start..<end).lazy.map { offset in
        bytesLeft -= 1
        return text[offset]
      }
      return bytes.filter { !$0.isSeparator }.map(\.folded).elementsEqual(wanted)
    }
    return similar.map { repairedString(at: $0.name) }
  }
}

extension [String] {
  /// The string that differs from `name` in only a few bytes, ignoring case; nil if there is none.
  func mostSimilar(to name: String) -> String? {
    let maximumByteCount = 64
    let wanted = name.utf8.map(\.folded)
    guard wanted.count <= maximumByteCount else { return nil }
    let candidates = filter { $0.utf8.count <= maximumByteCount }.map { candidate in
      (name: candidate, distance: Self.distance(wanted, candidate.utf8.map(\.folded)))
    }
    let best = candidates.min { $0.distance < $1.distance }
    return best.flatMap { $0.distance <= Swift.max(1, wanted.count / 3) ? $0.name : nil }
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

extension UInt8 {
  /// The byte, in lower case if it is a letter.
  var folded: UInt8 { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self }

  fileprivate var isSeparator: Bool { self == UInt8(ascii: "_") || self == UInt8(ascii: "-") }
}
