/// What errors say: all of their sentences, and the parts about what a text looks like, what an object has in place of a
/// name, and what a type would accept.
extension Document {
  /// The error for a text that is malformed as a whole.
  ///
  /// By default, the error has the message for the kind of fault, and says more if the text looks like
  /// another format.
  @inline(never)
  func error(for fault: InputFault, _ finding: ErrorFinding? = nil) -> DecodingError {
    let finding = finding ?? .malformed(fault)
    let place = error(fault.kind, finding, at: tape.count, offset: fault.offset)
    return .corrupted(DecodingError.notValidJSON, because: place)
  }

  /// The error about the byte at `offset`, which belongs to the value at `entry`.
  func error(
    _ kind: JSONError.Kind,
    _ finding: ErrorFinding,
    at entry: Int,
    offset: Int
  ) -> JSONError {
    let contents = errorContents(finding, at: entry, offset: offset)
    return JSONError(kind: kind, offset: sourceOffset(of: offset), details: contents)
  }

  /// What that error says.
  ///
  /// - Complexity: At most O(distance from the previous error), apart from the path and the alternatives.
  @inline(never)
  func errorContents(
    _ finding: ErrorFinding,
    at entry: Int,
    offset: Int
  ) -> ErrorContents {
    let pointer = pointer(steps(to: entry))
    guard !isObjectGraph else {
      let message = message(for: finding, at: entry, Excerpt())
      return ErrorContents(message, pointer: pointer, recordIndexInPart: recordIndex)
    }
    let offset = min(offset, text.count)
    let position = position(of: offset)
    let excerpt = excerpt(around: offset)
    return ErrorContents(
      message(for: finding, at: entry, excerpt),
      excerpt: excerpt,
      lineInPart: position.line + 1,
      columnInPart: position.column + 1,
      pointer: pointer,
      recordIndexInPart: recordIndex,
      record: storage.failedRecord,
      preceding: storage.record.preceding
    )
  }

  /// Writes what was found at `entry` and what was expected.
  ///
  /// What depends on the document is found out at once. A model's code, such as the list of an enumeration's cases, is
  /// called when somebody asks.
  private func message(
    for finding: ErrorFinding,
    at entry: Int,
    _ excerpt: Excerpt
  ) -> @Sendable () -> String {
    let found = phrase(forValueAt: entry)
    switch finding {
    case .malformed(let fault):
      return message(for: fault, excerpt)
    case .malformedNumber:
      let hint = Self.hint(json5Number(at: entry))
      return { "\(Self.relative(found)) isn't valid JSON\(hint)" }
    case .misfit(let type, let hasFraction):
      return {
        "\(Self.relative(found))\(hasFraction ? " has a fraction and" : "") doesn't fit in \(type)"
      }
    case .expected(let type):
      return { "found \(found), expected \(Self.phrase(for: type))" }
    case .expectedText(let expected):
      return { "found \(found), expected \(expected)" }
    case .missingName(let name):
      return message(forMissing: name, nil, in: entry)
    case .missingConvertedName(let name, let convert):
      return message(forMissing: name, convert, in: entry, asWritten: convert == nil)
    case .missingElement(let position, let type):
      return { "the array has no element \(position), expected \(Self.phrase(for: type))" }
    case .refused(let type, let description):
      let reason = showsValuesInErrors ? Self.reason(description) : ""
      return {
        let values = type.map { Self.rawValues(of: $0, description) } ?? ""
        let verdict = type.map { "isn't a valid \($0)" } ?? "the model doesn't accept"
        return "\(Self.relative(found)) \(verdict)\(reason)\(values)"
      }
    case .unknownCase(let type, let keys, let convert):
      let names = firstNames(of: entry)
      return { Self.message(for: names, insteadOfCaseOf: type, PlainEnum.names(of: keys), convert) }
    case .text(let text):
      return { text }
    }
  }

  /// The beginning of a message that says what is wrong with `found`.
  private static func relative(_ found: String) -> String {
    // A value that is shown is one of its kind.
    let isAny = found.hasPrefix("a ") || found.hasPrefix("an ")
    return "found \(found)\(isAny ? " that" : ", which")"
  }

  /// How a message names `type`: in JSON's words if no model asked for that type by name.
  private static func phrase(for type: any Any.Type) -> String {
    if type == [Any].self || type == (any UnkeyedDecodingContainer).self { return "an array" }
    if type == [String: Any].self { return "an object" }
    if type == (any Decoder).self { return "a value" }
    let name = "\(type)"
    // Types are compared by name, because a cast takes more time than the whole message.
    return name.hasPrefix("KeyedDecodingContainer<") ? "an object" : name
  }

  /// What a model or rule says about a value, as the end of a message.
  private static func reason(_ description: String) -> String {
    let reason = ForeignText.beginning(of: description)
    return reason.isEmpty ? "" : ": \(reason)"
  }

  /// Says that the object at `header` has no member `name`, and which similar name it has, or the first few of its names;
  /// with `asWritten`, that no key strategy was applied to them.
  private func message(
    forMissing name: String,
    _ convert: ErrorFinding.Conversion?,
    in header: Int,
    asWritten: Bool = false
  ) -> @Sendable () -> String {
    let similar = nameSimilar(to: name, in: header)
    let names = similar.map { [$0] } ?? firstNames(of: header)
    let otherCount = similar == nil && !names.isEmpty ? tape[header + 1].count - names.count : 0
    return {
      let missing = "no key \(ForeignText.quoted(name)) in this object"
      guard !names.isEmpty else { return missing }
      let list = Self.list(names.map { Self.phrase(for: $0, convert) }, otherCount: otherCount)
      return "\(missing); found \(list)\(asWritten ? " before applying keyDecodingStrategy" : "")"
    }
  }

  /// `name` and what the key strategy turns it into.
  private static func phrase(for name: String, _ convert: ErrorFinding.Conversion?) -> String {
    let quoted = ForeignText.quoted(name)
    guard let converted = convert?(name), !converted.utf8.elementsEqual(name.utf8)
    else { return quoted }
    return "\(quoted), which keyDecodingStrategy turns into \(ForeignText.quoted(converted))"
  }

  /// Says that an object has the names `found`, or begins with them, where the name of one case of `type` was expected;
  /// `cases` are their names.
  private static func message(
    for found: [String],
    insteadOfCaseOf type: any Any.Type,
    _ cases: [String],
    _ convert: ErrorFinding.Conversion?
  ) -> String {
    guard let first = found.first else {
      let known = listing("it has", "and", cases, ForeignText.quoted)
      return "found an object without keys, expected the name of a case of \(type)\(known)"
    }
    let names = list(found.map(ForeignText.quoted))
    let converted = convert?(first) ?? first
    if cases.contains(converted) { return "found several cases of \(type), \(names), expected one" }
    let similar = cases.mostSimilar(to: converted).map { [$0] }
    let known = listing("it has", "and", similar ?? cases, ForeignText.quoted)
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

  /// The raw values of the cases of `type`, if they can be listed and `description` is what the standard library says of
  /// a raw value that no case has.
  ///
  /// This searches the conformances of the program, and calls the type's code.
  private static func rawValues(of type: any Any.Type, _ description: String) -> String {
    guard description.hasPrefix("Cannot initialize \(type) from invalid "),
      TypeMetadata.layoutIsKnown, TypeMetadata(type).kind == .enumeration,
      let type = type as? any (CaseIterable & RawRepresentable).Type
    else { return "" }
    return listing(of: type)
  }

  private static func listing<Known: CaseIterable & RawRepresentable>(
    of type: Known.Type
  ) -> String {
    listing("expected", "or", type.allCases) { known in
      let value = known.rawValue
      return (value as? String).map(ForeignText.quoted) ?? "\(value)"
    }
  }

  /// The end of a message: what a type has or accepts, as far as a message lists it; empty if that is nothing.
  private static func listing<Known: Collection>(
    _ verb: String,
    _ conjunction: String,
    _ known: Known,
    _ phrase: (Known.Element) -> String
  ) -> String {
    let phrases = known.prefix(12).map(phrase)
    guard !phrases.isEmpty else { return "" }
    let otherCount = known.count - phrases.count
    return "; \(verb) \(list(phrases, conjunction, otherCount: otherCount))"
  }

  /// `phrases`, and that there are `otherCount` more, as a part of a sentence.
  private static func list(
    _ phrases: [String],
    _ conjunction: String = "and",
    otherCount: Int = 0
  ) -> String {
    var phrases = phrases
    if otherCount > 0 { phrases.append("\(otherCount) more") }
    let last = phrases.popLast() ?? ""
    if phrases.count < 2 { return phrases.first.map { "\($0) \(conjunction) \(last)" } ?? last }
    return "\(phrases.joined(separator: ", ")), \(conjunction) \(last)"
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

  // MARK: - Malformed texts

  /// Says what the fault is, with the name of the format if the text looks like another format.
  ///
  /// In a stream, nothing after the byte at fault is available.
  private func message(
    for fault: InputFault,
    _ excerpt: Excerpt
  ) -> @Sendable () -> String {
    guard !isObjectGraph else { return { Self.phrase(for: fault.kind, excerpt) } }
    let start = text.firstNonblankOffset(from: 0)
    let hasEnded =
      fault.kind == .unexpectedEnd && text.firstNonblankOffset(from: fault.offset) == text.count
    if hasEnded, recordIndex == nil, start == text.count, fault.offset == start {
      return { JSONError.emptyText }
    }
    let isComment = start < text.count && text[start] == UInt8(ascii: "/")
    if hasEnded, recordIndex != nil, isComment, tape.count == Tape.root {
      return { "the record contains a comment but no value" }
    }
    guard fault.offset < text.count else { return { Self.phrase(for: fault.kind, excerpt) } }
    if let format = recognizedFormat(at: fault, isAtStart: fault.offset == start) {
      return { "unexpected \(excerpt.byteDescription)\(format)" }
    }
    let hint = Self.hint(json5Syntax(at: fault))
    return { "\(Self.phrase(for: fault.kind, excerpt))\(hint)" }
  }

  private static func phrase(for kind: JSONError.Kind, _ excerpt: Excerpt) -> String {
    let byte = excerpt.byteDescription
    return switch kind {
    case .unexpectedEnd: "unexpected end of JSON"
    case .unexpectedByte(let expected): "unexpected \(byte), expected \(phrase(for: expected))"
    case .trailingBytes: "unexpected \(byte) after the value"
    case .invalidLiteral: "unexpected \(byte), expected 'true', 'false', or 'null'"
    case .invalidEscape: "invalid escape sequence"
    case .controlCharacter: "unescaped control character \(byte) in a string"
    case .invalidUTF8: "\(byte) isn't valid UTF-8 here"
    case .byteLimitExceeded: "too many bytes"
    default: "not valid JSON"
    }
  }

  private static func phrase(for expected: JSONError.Expectation) -> String {
    switch expected {
    case .value: "a value"
    case .key: "a key in double quotes"
    case .keyOrObjectEnd: "a key in double quotes or '}'"
    case .colon: "':'"
    case .commaOrArrayEnd: "',' or ']'"
    case .commaOrObjectEnd: "',' or '}'"
    case .array: "an array"
    case .object: "an object"
    case .comment: "a comment"
    case .recordSeparator: "a record separator"
    case .length: "the length of a record"
    }
  }

  /// The end of a message about something that is `syntax` in JSON5.
  private static func hint(_ syntax: String?) -> String {
    syntax.map { "; JSON5 allows \($0) here (see allowsJSON5)" } ?? ""
  }

  /// What texts in other formats begin with: as many bytes as tell them from other texts.
  private static let signatures: [(bytes: [UInt8], format: String)] = [
    ([0x1F, 0x8B], "gzip-compressed data"),
    ([0x28, 0xB5, 0x2F, 0xFD], "zstd-compressed data"),
    ([0x78, 0x01], "zlib-compressed data"),
    ([0x78, 0x9C], "zlib-compressed data"),
    ([0x78, 0xDA], "zlib-compressed data"),
    ([0x42, 0x5A, 0x68], "bzip2-compressed data"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz-compressed data"),
    ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
    ([0x25, 0x50, 0x44, 0x46, 0x2D], "a PDF document"),
  ]

  /// The end of a message: what the text looks like at `fault` if it's in another format; some formats are rejected only
  /// in streams.
  private func recognizedFormat(at fault: InputFault, isAtStart: Bool) -> String? {
    if isAtStart, case .unexpectedByte = fault.kind {
      if let format = formatBeginning(at: fault.offset) {
        return "; this looks like \(format), not JSON"
      }
      // If the value is not the whole record, nothing more is known.
      if fault.offset + 1 == text.count,
        let formats = Self.formats(beginningWith: text[fault.offset])
      {
        return "; this may begin \(formats)"
      }
    }
    switch (text[fault.offset], fault.kind) {
    case (0, .unexpectedByte), (0, .trailingBytes), (0, .invalidLiteral):
      guard recordIndex != nil,
        TextEncoding.isWide(text.part(from: 0, to: min(4, text.count)).bytes),
        // Where less of the record is known, only the first bytes of a stream tell.
        text.count > 2 || sourceOffset(of: fault.offset) < 2
      else { return ", a NUL, which JSON never has" }
      let verb = text.count == 1 ? "may be" : "looks like"
      return "; this \(verb) UTF-16 or UTF-32, but streams must be in UTF-8"
    case _ where recordIndex == nil:
      return nil
    case (0xFE...0xFF, .unexpectedByte) where isAtStart && origin.offset == 0:
      return "; this looks like UTF-16, but streams must be in UTF-8"
    case (0xEF, .unexpectedByte) where isAtStart, (0xEF, .trailingBytes):
      let mark = TextEncoding.utf8Mark
      // Other characters begin with the same byte. If the value is not the whole record, only that byte is
      // known.
      guard text.count - fault.offset >= mark.count, text.mayBegin(with: mark, at: fault.offset)
      else { return nil }
      return "; this looks like a byte-order mark, but only the start of a stream may have one"
    case (0x1E, .unexpectedByte), (0x1E, .trailingBytes):
      return ", which separates records in JSON text sequences"
    default:
      return nil
    }
  }

  /// What a text may be that begins with `byte`, if no JSON does and nothing more is known.
  private static func formats(beginningWith byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "<"): "HTML, XML, or a syslog message"
    case 0x1F: "compressed data"
    default: nil
    }
  }

  /// The format of a text that begins at `start`, if it is a known one.
  private func formatBeginning(at start: Int) -> String? {
    guard text[start] == UInt8(ascii: "<") else {
      return Self.signatures.first { signature in
        text.count - start >= signature.bytes.count
          && text.mayBegin(with: signature.bytes, at: start)
      }?.format
    }
    guard start + 1 < text.count else { return nil }
    let next = text[start + 1]
    if next.folded &- UInt8(ascii: "a") < 26 || "!?/".utf8.contains(next) { return "HTML or XML" }
    // A priority has up to three digits.
    var end = start + 1
    while end < text.count, end - start < 4, text[end] &- UInt8(ascii: "0") <= 9 { end += 1 }
    let isPriority = end > start + 1 && end < text.count && text[end] == UInt8(ascii: ">")
    return isPriority ? "a syslog message" : nil
  }

  // MARK: - JSON5

  /// How many bytes before or after a fault are looked at.
  private static let lookAround = 256

  /// What kind of number the malformed one at `entry` is.
  private func json5Number(at entry: Int) -> String? {
    let (start, end) = tape.byteRange(of: entry)
    guard storage.dialect == StandardJSON.self, !isObjectGraph else { return nil }
    return json5Number(from: start, to: end)
  }

  /// The JSON5 syntax at `fault`, if it is complete and valid JSON5.
  private func json5Syntax(at fault: InputFault) -> String? {
    guard storage.dialect == StandardJSON.self else { return nil }
    let offset = fault.offset
    let text = text.part(from: 0, to: min(offset + Self.lookAround, text.count))
    switch fault.kind {
    case .invalidEscape:
      return isJSON5Escape(text, offset) ? "this escape sequence" : nil
    case .controlCharacter:
      return isEscapedLineEnd(text, offset) ? "a backslash before a line break" : nil
    case .unexpectedByte(let expected):
      if let syntax = json5Separator(text, offset) { return syntax }
      switch expected {
      case .value:
        if text[offset] == UInt8(ascii: "'") { return "a string in single quotes" }
        return json5Number(around: offset, in: text, beginsBefore: false)
      case .key, .keyOrObjectEnd:
        if text[offset] == UInt8(ascii: "'") { return "a key in single quotes" }
        return isUnquotedName(text, offset) ? "a key without quotes" : nil
      case .commaOrArrayEnd, .commaOrObjectEnd:
        return json5Number(around: offset, in: text, beginsBefore: true)
      default:
        return nil
      }
    case .trailingBytes:
      return json5Separator(text, offset)
        ?? json5Number(around: offset, in: text, beginsBefore: true)
    default:
      return nil
    }
  }

  private func json5Separator(_ text: JSONText, _ offset: Int) -> String? {
    switch text[offset] {
    case 0x0B, 0x0C: return "this whitespace"
    case UInt8(ascii: "/"):
      guard offset + 1 < text.count else { return nil }
      let next = text[offset + 1]
      return next == UInt8(ascii: "/") || next == UInt8(ascii: "*") ? "a comment" : nil
    default: return nil
    }
  }

  /// What kind of number is at `offset`, where the number begins or, if it begins earlier, where it first
  /// differs from JSON.
  private func json5Number(
    around offset: Int,
    in text: JSONText,
    beginsBefore: Bool
  ) -> String? {
    let isPart = Self.isPartOfJSON5Number
    var start = offset
    let first = max(0, offset - Self.lookAround)
    while beginsBefore, start > first, isPart(text[start - 1]) { start -= 1 }
    guard isPart(text[offset]), (start < offset) == beginsBefore else { return nil }
    // Only a number can continue: `trueNaN` and `"a"NaN` are not numbers.
    let isNumber = text[start] == UInt8(ascii: "-") || text[start] &- UInt8(ascii: "0") <= 9
    guard isNumber || !beginsBefore else { return nil }
    var end = offset
    while end < text.count, isPart(text[end]) { end += 1 }
    return json5Number(from: start, to: end)
  }

  /// Whether the JSON5 scanner takes a run of bytes such as `byte` for a number.
  private static func isPartOfJSON5Number(_ byte: UInt8) -> Bool {
    let isDigit = byte &- UInt8(ascii: "0") <= 9
    let isLetter = byte.folded &- UInt8(ascii: "a") < 26
    return isDigit || isLetter || "+-.".utf8.contains(byte)
  }

  private func json5Number(from start: Int, to end: Int) -> String? {
    guard end > start, end - start <= 2 * Self.lookAround else { return nil }
    return switch JSON5Number(text, from: start, to: end) {
    case .malformed: nil
    case .hexadecimal, .tooLarge: "a hexadecimal number"
    case .decimal, .infinity, .notANumber: "this number"
    }
  }

  /// Whether a key without quotation marks begins at `offset`, with its colon.
  private func isUnquotedName(_ text: JSONText, _ offset: Int) -> Bool {
    var scanner = Scanner(maximumDepth: 0, allowsTrailingComma: false)
    var end = offset
    var flags: UInt64 = 0
    guard (try? scanner.scanStartOfUnquotedName(text, offset, expected: .key)) == true,
      (try? scanner.scanUnquotedName(text, &end, &flags)) == true,
      (try? scanner.skipWhitespace(text, &end, dialect: JSON5.self)) != nil
    else { return false }
    return end < text.count && text[end] == UInt8(ascii: ":")
  }

  /// Whether the byte at `offset` of a string is a line end after a backslash, or the second byte
  /// of one.
  private func isEscapedLineEnd(_ text: JSONText, _ offset: Int) -> Bool {
    guard text[offset] == 0x0A || text[offset] == 0x0D else { return false }
    var start = offset
    if text[offset] == 0x0A, start > 0, text[start - 1] == 0x0D { start -= 1 }
    var first = start
    let bound = max(0, start - Self.lookAround)
    while first > bound, text[first - 1] == UInt8(ascii: "\\") { first -= 1 }
    return (start - first) % 2 == 1
  }

  /// Whether the escape at `offset` is one that JSON5 adds.
  private func isJSON5Escape(_ text: JSONText, _ offset: Int) -> Bool {
    guard offset + 1 < text.count else { return false }
    var string = Unescaping(text: text, offset: offset, end: text.count, allowsMore: true)
    var unescaped = ByteArena(capacity: 8)
    return (try? string.appendJSON5Escape(to: &unescaped)) != nil
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
