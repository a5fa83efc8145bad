extension DocumentDecoder {
  /// Whether there is a string at `entry`.
  @inline(__always)
  func isString(at entry: Int) -> Bool {
    let kind = storage.tape[entry].kind
    return kind == .string || kind == .longString
  }

  /// The name, or another string, at `entry`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if it is malformed.
  func name(at entry: Int) throws -> String {
    do throws(InputFault) {
      return try document.string(at: entry)
    } catch {
      throw corrupted(error, at: entry)
    }
  }

  /// Requires that the value at `entry` is not an unfinished string.
  @inline(__always)
  func requireWhole(_ entry: Int) throws {
    if storage.tape[entry].flags.contains(.unfinished) { throw unfinishedString(at: entry) }
  }

  /// The entry of the unfinished string within the value at `entry`; nil if there is none.
  func entryOfUnfinishedString(in entry: Int) -> Int? {
    guard let string = storage.record.unfinished?.string,
      string >= entry, string < storage.tape.entry(after: entry)
    else { return nil }
    return string
  }

  /// The error of asking for the string at `entry`, which has not arrived in full.
  @inline(never)
  func unfinishedString(at entry: Int) -> DecodingError {
    corrupted(document.refusesString(at: entry), at: entry)
  }

  /// Checks the string or name at `entry`.
  func validateString(at entry: Int) throws {
    do throws(InputFault) {
      try document.validateString(at: entry)
    } catch {
      throw corrupted(error, at: entry)
    }
  }

  /// The members of the object at `header` by converted name, with duplicate names settled by the
  /// policy.
  func index(of header: Int) throws -> MemberIndex {
    let tape = document.tape
    let room = min(tape[header + 1].count, 4096)
    var members: [MemberName: Int] = [:]
    members.reserveCapacity(room)
    var names: [MemberIndex.Named] = []
    // The path for a custom strategy: only its last key differs from name to name.
    var path: [any CodingKey] = []
    if case .path = options.keyConversion {
      path = self.path(to: header, JSONKey.super)
      names.reserveCapacity(room)
    }
    // Plain names are converted once for all objects.
    let areKept = nameConversionID != nil && tape[header].flags.isEmpty
    let policy = options.duplicateKeyPolicy
    if areKept { types.convertedNames.prepare(nameConversionID, for: options) }
    for (entry, value) in tape.members(of: header) {
      let (start, end) = tape.byteRange(of: entry)
      let known =
        areKept
        ? types.convertedNames.name(of: storage.text, from: start, count: end - start) : nil
      let name = try known ?? MemberName(convert(try self.name(at: entry), atEndOf: &path))
      let isNew = members.note(value, for: name, replacing: policy == .useLast) == nil
      if !isNew, policy == .reject { throw duplicateKey(at: entry, in: header) }
      if isNew, !path.isEmpty { names.append((name.string, value)) }
    }
    if !path.isEmpty, policy == .useLast {
      // The last of equal names counts, so the order is different.
      let known = members.map { (name: $0.key.string, value: $0.value) }
      names = known.map(\.value).ascendingOrder.map { known[$0] }
    }
    return MemberIndex(members, names: names)
  }

  /// Whether names are converted by a closure that is given the path to them.
  var convertsByPath: Bool { if case .path = options.keyConversion { true } else { false } }

  /// The keys for the names of the object at `header`, in the order of the text, each name once; and
  /// whether it is known that no name is there twice, as bytes.
  func keys<Key: CodingKey>(
    _ type: Key.Type,
    of header: Int
  ) -> (keys: [Key], namesDiffer: Bool) {
    if case .path = options.keyConversion,
      let members = notes.text.openedObjects.members(at: header)
    {
      return (members.names.compactMap { Key(stringValue: $0.name) }, false)
    }
    let tape = document.tape
    let count = tape[header + 1].count
    var keys: [Key] = []
    keys.reserveCapacity(min(count, Tape.initialCount(of: type)))
    let isPlain = options.keyConversion.isNone && tape[header].flags.isEmpty
    let namesDiffer = isPlain && namesDiffer(in: header)
    // A set would be 3 KB of code that nothing else needs.
    var known: [MemberName: Int] = [:]
    if !namesDiffer { known.reserveCapacity(min(count, 4096)) }
    for (entry, _) in tape.members(of: header) {
      let name = convert(document.repairedString(at: entry), at: path(to: header))
      if namesDiffer || known.note(entry, for: MemberName(name)) == nil,
        let key = Key(stringValue: name)
      {
        keys.append(key)
      }
    }
    return (keys, namesDiffer || isPlain && known.count == count)
  }

  /// Checks that the `count` elements at `entry`, of `stride` bytes each, take no more bytes than an Int can count.
  ///
  /// - Throws: `DecodingError.dataCorrupted`, only where Int has 32 bits.
  @inline(__always)
  func requireRoom(for count: Int, stride: Int, at entry: Int) throws {
    #if _pointerBitWidth(_32)
    guard count <= Tape.elementLimit(stride: stride) else {
      let text = "a collection of \(count) elements is too large; use a stream to read them"
      throw DecodingError.dataCorrupted(
        context(entry, DecodingError.notValidJSON, .byteLimitExceeded, .text(text))
      )
    }
    #endif
  }

  /// True if no two names of the object at `header` are equal, as far as a quick test can tell:
  /// it saves looking up each name before it is inserted.
  func namesDiffer(in header: Int) -> Bool {
    let tape = storage.tape
    if tape[header + 1].count == 1 { return true }
    // Names with escapes or outside ASCII may be equal though their bytes differ.
    guard tape[header + 1].count <= NameMarks.maximumCount, tape[header].flags.isEmpty else {
      return false
    }
    // Taken out while being written to, so that they are not copied.
    var marks = types.nameMarks.take() ?? NameMarks()
    defer { types.nameMarks = marks }
    marks.removeAll()
    for (name, _) in tape.members(of: header) {
      let word = tape[name]
      let mark = NameFilter.hash(storage.text, from: word.offset, count: word.shortCount)
      guard marks.insert(mark) else { return false }
    }
    return true
  }

  /// True when a dictionary decodes the values of all members, including duplicates, as JSONDecoder
  /// does under a key strategy.
  var decodesEveryDuplicate: Bool { !options.keyConversion.isNone }
}
