/// Finds out which key a model has used for a value, for the paths below.
///
/// The key is noted in one of three places, from the most to the least specific:
///
/// - `place`, for a scalar whose own `init(from:)` is running, and `containerPlace`, for a scalar that is decoded
///   without its `init(from:)`
/// - `scalarKey`, which has the key if one of these two says so
/// - the word of a container on the tape, once a model has entered the container. When the decode is over,
///   the tape no longer changes, and `DetachedKeys` takes over.
///
/// Only cases of plain enums are noted as such. Of any other key, the path has the name, which is the member's, and the
/// number.
///
/// A container that is asked for as a scalar counts as one: no part of it can be kept, so nothing is noted.
///
/// If a container is entered by a second key, that key replaces the first one.
extension DocumentDecoder {
  /// Notes that the value at `entry` is going to be decoded by the key that `note` stands for.
  ///
  /// Nothing has to be undone afterward: the note holds for this entry only.
  @inline(__always)
  func enter(_ entry: Int, by note: KeyNote) {
    let word = storage.tape[entry]
    guard word.isContainer, word.noteBits != note.bits else { return }
    if word.noteBits != 0 { forgetPath() }
    storage.tape[entry] = TapeWord(bits: word.bits & ~TapeWord.noteMask | note.bits)
  }

  /// Forgets the last path, because a key on it has changed.
  @inline(never)
  private func forgetPath() { notes.text.recentPath = RecentPath() }

  /// Whether paths need more of `key` than the member's name: its number, or what a custom strategy has made of the
  /// name.
  func isCopied(_ key: some CodingKey) -> Bool { key.intValue != nil || convertsByPath }

  /// Notes that the container at `entry` is going to be decoded by `key`, which has no note itself: a case of a plain
  /// enum, or a `JSONKey` in place of any other key.
  @inline(never)
  func enter(_ entry: Int, by key: any CodingKey) {
    if let detachedKeys { return detachedKeys.enter(entry, by: key) }
    guard isCopied(key) else { return enter(entry, by: .named) }
    if let known = notes.text.copiedKeys[entry], known.intValue != key.intValue { forgetPath() }
    notes.text.copiedKeys.note(key, at: entry, on: storage.tape)
    enter(entry, by: .copied)
  }

  /// Calls `body`, which decodes the scalar at `entry`, or what is asked for as one, by `key`: the same as above.
  @inline(never)
  func entering<Result>(
    _ entry: Int,
    by key: any CodingKey,
    _ body: (DocumentDecoder) throws -> Result
  ) rethrows -> Result {
    let outer = scalarKey
    scalarKey = (entry, key)
    defer { scalarKey = outer }
    return try entering(entry, by: .copied, body)
  }

  /// Calls `body`, which decodes the value at `entry` by the key that `note` stands for.
  @inline(__always)
  func entering<Result>(
    _ entry: Int,
    by note: KeyNote,
    _ body: (DocumentDecoder) throws -> Result
  ) rethrows -> Result {
    let before = containerPlace
    containerPlace = DecodedPlace(entry, by: note)
    defer { containerPlace = before }
    return try body(self)
  }

  /// Notes that the value at `entry` is going to be decoded as the member `name` of a dictionary.
  @inline(__always)
  func enterMember(at entry: Int, _ name: String) {
    guard let detachedKeys, storage.tape[entry].isContainer else {
      return enter(entry, by: .dictionary)
    }
    detachedKeys.enter(entry, by: dictionaryKey(name))
  }

  // MARK: - For paths

  /// The key that is noted for the value at `entry`, whose name is at `name`.
  func notedKey(at entry: Int, name: Int) -> (any CodingKey)? {
    let note = scalarNote(at: entry)
    if note == .copied { return scalarKey.flatMap { $0.entry == entry ? $0.key : nil } }
    if note != .none { return key(of: note, at: entry, name: name) }
    guard entry < storage.tape.count, storage.tape[entry].isContainer else { return nil }
    if let key = detachedKeys?.key(at: entry) { return key }
    return key(of: KeyNote(bits: storage.tape[entry].noteBits), at: entry, name: name)
  }

  /// How many of the first steps were taken by keys that are noted now, as far as those at `positions` show.
  @inline(never)
  func unchangedCount(of steps: [RecentPath.Step], at positions: Range<Int>) -> Int {
    var count = positions.lowerBound
    while count < positions.upperBound {
      let note = note(at: steps[count].child)
      guard note == steps[count].note, note != RecentPath.unknownNote else { break }
      count &+= 1
    }
    return count
  }

  /// Whether `step` is to a container that was entered by the key of the step, whose note stays until another key
  /// replaces it, which forgets the path.
  func isEntered(by step: RecentPath.Step) -> Bool {
    let word = storage.tape[step.child]
    return word.isContainer && step.note != 0 && word.noteBits == step.note
  }

  /// The note on the value at `entry`, to tell whether it has changed.
  @inline(never)
  func currentNote(at entry: Int) -> UInt64 { note(at: entry) }

  @inline(__always)
  private func note(at entry: Int) -> UInt64 {
    let note = scalarNote(at: entry)
    if note == .copied { return RecentPath.unknownNote }
    if note != .none { return note.bits }
    let word = entry < storage.tape.count ? storage.tape[entry] : storage.tape[Tape.absent]
    return word.isContainer ? word.noteBits : 0
  }

  private func scalarNote(at entry: Int) -> KeyNote {
    (containerPlace.entry == entry ? containerPlace : place).note(at: entry)
  }

  private func key(of note: KeyNote, at entry: Int, name: Int) -> (any CodingKey)? {
    switch note {
    case .none, .named: nil
    case .dictionary: dictionaryKey(document.pathName(at: name))
    case .copied: (detachedKeys?.copiedKeys ?? notes.text.copiedKeys)[entry]
    default: plainCase(of: note)
    }
  }

  private func plainCase(of note: KeyNote) -> any CodingKey {
    let (id, ordinal) = note.plainCase
    return PlainEnum.key((detachedKeys?.types ?? types.keyTypes)[id - 1].type, ordinal)
  }
}

extension DocumentDecoder {
  /// The coding path of the value at `entry`: built from the tape, with the keys that the model has
  /// used on the way.
  func path(to entry: Int) -> [any CodingKey] {
    guard entry != base.entry else { return base.path }
    // A path within another one is rare. After the decode, notes other than those on the tape say which keys
    // were used.
    guard base.path.isEmpty, detachedKeys == nil else { return otherPath(to: entry) }
    let note = { self.currentNote(at: $0) }
    let unchangedCount = { self.unchangedCount(of: $0, at: $1) }
    if notes.text.recentPath.leads(to: entry, unchangedCount) {
      return notes.text.recentPath.keys
    }
    let isNext = notes.text.recentPath.advance(
      to: entry,
      on: storage.tape,
      isKept: notes.errors.pending.areKept,
      note,
      unchangedCount
    )
    if isNext { return notes.text.recentPath.keys }
    let steps = document.steps(from: base.entry, to: entry)
    // Taken out while being written to: a key strategy may ask for a path.
    var recent = RecentPath()
    swap(&recent, &notes.text.recentPath)
    recent.move(to: entry, along: steps, note, unchangedCount, { isEntered(by: $0) }) {
      key(of: $0, in: $1)
    }
    let keys = recent.keys
    swap(&recent, &notes.text.recentPath)
    return keys
  }

  /// The path to the value that is reached by `key` from the container at `header`.
  func path(to header: Int, _ key: any CodingKey) -> [any CodingKey] {
    let outer = path(to: header)
    guard !outer.isEmpty else { return [key] }
    // Reserved at its final size, because each `superDecoder()` has a path.
    var path: [any CodingKey] = []
    path.reserveCapacity(outer.count + 1)
    path += outer
    path.append(key)
    return path
  }

  private func otherPath(to entry: Int) -> [any CodingKey] {
    var path = base.path
    for step in document.steps(from: base.entry, to: entry) { path.append(key(of: step) { path }) }
    return path
  }

  @inline(__always)
  private func key(of step: PathStep, in path: () -> [any CodingKey]) -> any CodingKey {
    guard let nameEntry = step.name else { return JSONKey(index: step.position) }
    return key(of: step, named: nameEntry, in: path)
  }

  /// The key of a member: a separate function, so that elements need none of its preparations.
  @inline(never)
  private func key(
    of step: PathStep,
    named nameEntry: Int,
    in path: () -> [any CodingKey]
  ) -> any CodingKey {
    if let key = notedKey(at: step.child, name: nameEntry) { return key }
    let name = document.pathName(at: nameEntry)
    return JSONKey(stringValue: converted(name, at: nameEntry, in: path))
  }

  /// The key named `name` of a dictionary's member.
  func dictionaryKey(_ name: String) -> any CodingKey {
    // Under a key strategy, JSONDecoder decodes dictionaries itself, with its own keys.
    JSONKey(stringValue: name, intValue: options.keyConversion.isNone ? Int(name) : nil)
  }

  /// The name `name` of a step, the one at `entry`, as models spell it; a long one is converted only once.
  @inline(never)
  private func converted(
    _ name: String,
    at entry: Int,
    in path: () -> [any CodingKey]
  ) -> String {
    if options.keyConversion.isNone { return name }
    if let known = notes.text.longConvertedNames[entry] { return known }
    let converted = convert(name, at: path())
    let (start, end) = storage.tape.byteRange(of: entry)
    if PathNotes.includes(byteCount: end - start) {
      notes.text.longConvertedNames[entry] = converted
    }
    return converted
  }

  /// `name` as models spell it.
  @inline(never)
  func convert(_ name: String, at path: @autoclosure () -> [any CodingKey]) -> String {
    if options.keyConversion.isNone { return name }
    var place: [any CodingKey] = []
    if case .path = options.keyConversion { place = path() + [JSONKey.super] }
    return convert(name, atEndOf: &place)
  }

  /// `name` as models spell it.
  ///
  /// `path` is the path to a member of the same object. Only a custom strategy uses it; its last key is then
  /// replaced by the key for `name`.
  @inline(never)
  func convert(_ name: String, atEndOf path: inout [any CodingKey]) -> String {
    switch options.keyConversion {
    case .none: return name
    case .name(let conversion): return conversion.convert(name)
    case .path(let conversion):
      path[path.count - 1] = JSONKey(stringValue: name)
      return conversion(path, name)
    }
  }
}
