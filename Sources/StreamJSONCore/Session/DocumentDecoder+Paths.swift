extension DocumentDecoder {
  /// The coding path of the value at `entry`: built from the tape, with the keys that the model has
  /// used on the way.
  func path(to entry: Int) -> [any CodingKey] {
    guard entry != base.entry else { return base.path }
    // A path within another one is rare. After the decode, notes other than those on the tape say which keys
    // were used.
    guard base.path.isEmpty, detachedKeys == nil else { return otherPath(to: entry) }
    let note = { self.currentNote(at: $0) }
    let unchangedCount = { self.unchangedCount(of: $0, at: $1, byFrames: $2) }
    if notes.text.recentPath.leads(to: entry, unchangedCount),
      endWithKeyInFrame(notes.text.recentPath.keys, at: entry)
    {
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
    // Taken out while being written to: a key strategy may ask for a path, and so may keys that are
    // released.
    var recent = RecentPath()
    swap(&recent, &notes.text.recentPath)
    recent.move(to: entry, along: steps, note, unchangedCount, { isEntered(by: $0) }) {
      key(of: $0, in: $1)
    }
    let keys = recent.keys
    swap(&recent, &notes.text.recentPath)
    releaseModelValue(recent)
    return keys
  }

  /// The path to the value that is reached by `key` from the container at `header`.
  func path(to header: Int, _ key: any CodingKey) -> [any CodingKey] {
    path(along: path(to: header), key)
  }

  /// `outer` with `key` at its end.
  @inline(__always)
  func path(along outer: [any CodingKey], _ key: any CodingKey) -> [any CodingKey] {
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
    return JSONKey(stringValue: converted(name, at: nameEntry, of: step, in: path))
  }

  /// The key named `name` of a dictionary's member.
  func dictionaryKey(_ name: String) -> any CodingKey {
    // Under a key strategy, JSONDecoder decodes dictionaries itself, with its own keys.
    if case .none = options.keyConversion, let type = DictionaryKeys.type {
      return type.init(stringValue: name) ?? JSONKey(stringValue: name)
    }
    return JSONKey(stringValue: name)
  }

  /// The name `name` of a step, the one at `entry`, as models spell it; a long one is converted only once.
  @inline(never)
  private func converted(
    _ name: String,
    at entry: Int,
    of step: PathStep,
    in path: () -> [any CodingKey]
  ) -> String {
    if options.keyConversion.isNone { return name }
    // Only a custom strategy opens objects.
    let opened = notes.text.openedObjects.members(at: step.container)
    if let known = opened?.name(ofValueAt: step.child) ?? notes.text.longConvertedNames[entry] {
      return known
    }
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
