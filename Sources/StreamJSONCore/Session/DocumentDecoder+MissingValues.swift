/// Values that are not there.
extension DocumentDecoder {
  /// The object at `header` has no member for `key`, whose name is `name`; `text` says so.
  @inline(never)
  func keyNotFound(
    _ key: some CodingKey,
    named name: String,
    _ text: String,
    in header: Int
  ) -> DecodingError {
    .keyNotFound(
      key,
      contextInPlace(
        header,
        text,
        .keyNotFound,
        missingName(name)
      )
    )
  }

  /// There is no value at `pointer`, whose last token is none of the container at `header`.
  @inline(never)
  func missingPart(_ pointer: JSONPointer, in header: Int) -> DecodingError {
    let token = pointer.tokens.last ?? ""
    let isObject = storage.tape[header].kind == .object
    let position = isObject ? nil : JSONPointer.position(token)
    return .keyNotFound(
      position.map(JSONKey.init(index:)) ?? JSONKey(stringValue: token),
      context(
        header,
        "No value at \"\(pointer.abbreviated)\".",
        .keyNotFound,
        isObject
          ? .missingName(token, found: ErrorContents.FoundNames())
          : .text("no element \(token) in this array of \(storage.tape[header + 1].count)")
      )
    )
  }

  /// The container that `path` leads to, which begins where the document does, has no member or
  /// element `token`, where a stream was to find its values.
  @inline(never)
  func missingSelection(_ token: String, in path: [String], isObject: Bool) -> DecodingError {
    let position = isObject ? nil : Int(token)
    let key = position.map(JSONKey.init(index:)) ?? JSONKey(stringValue: token)
    let text =
      isObject
      ? "no key \(ForeignText.quoted(token)) in this object"
      : "no element \(token) in this array"
    let context = DecodingError.Context(
      codingPath: path.map { JSONKey(stringValue: $0) },
      debugDescription: DecodingError.noValue(for: key, named: key.stringValue),
      underlyingError: document.error(
        .keyNotFound,
        .text(text),
        at: document.tape.count,
        offset: 0,
        pointer: document.pointer([])
      )
    )
    return .keyNotFound(key, context)
  }

  @inline(never)
  func unkeyedContainerIsAtEnd(
    _ type: any Any.Type,
    _ header: Int,
    _ index: Int
  ) -> DecodingError {
    var text = "Unkeyed container is at end."
    if type == (any Decoder).self {
      text = "Cannot get superDecoder() -- unkeyed container is at end."
    }
    return .valueNotFound(
      type,
      context(
        header,
        text,
        .valueNotFound,
        .missingElement(index, type),
        path: path(to: header, JSONKey(index: index))
      )
    )
  }
}

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
    // More than a message shows, by the length of a character that may be cut.
    return text.string(from: start, to: start + ForeignText.maximumNameByteCount + 4)
  }

  /// A name of the object at `header` that differs from `name` only in case, `_` and `-`.
  ///
  /// A model may miss many keys in one object with many or long names. So the search is limited to
  /// a number of names and a number of their bytes. It makes no Strings; names are compared as
  /// bytes.
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
