/// How it is known which key a model has used for a value, as `DocumentDecoder+Paths.swift` asks.
///
/// There are three places, from the most to the least particular:
///
/// - a `KeyFrame`, while a value is decoded by a key that is no case of a plain enum
/// - `place`, for the scalar whose own `init(from:)` is running, and `entered`, for one that is
///   decoded without
/// - the word of a container on the tape, from when a model has entered it. Keys in frames are noted
///   there once a model opens a container inside the value, which it may keep. When the decode is
///   over, the tape no longer changes, and `KeyNotes` takes over.
///
/// A container that is entered by a second key is decoded by a decoder of its own, as with
/// `superDecoder()`, which knows the path to it.
extension DocumentDecoder {
  /// Notes that the value at `entry` is going to be decoded by the key that `note` stands for.
  ///
  /// Nothing is to be undone after that: what is noted holds for this entry only.
  ///
  /// - Returns: False for a container that was entered by another key before. A model may still be
  ///   using what it has opened there, so the note stays, and a `substitute` is to enter instead.
  @inline(__always)
  func enter(_ entry: Int, by note: KeyNote) -> Bool {
    let word = storage.tape[entry]
    guard word.isContainer else { return true }
    guard word.noteBits == 0 else { return word.noteBits == note.bits }
    storage.tape[entry] = TapeWord(bits: word.bits | note.bits)
    return true
  }

  /// Like `enter(_:by:)`, but notes nothing.
  func canEnter(_ entry: Int, by key: some CodingKey) -> Bool {
    let word = storage.tape[entry]
    guard keyNotes == nil, word.isContainer, word.noteBits != 0 else { return true }
    return word.noteBits == self.note(of: key).bits
  }

  /// Calls `body`, which decodes the value at `entry` by `key`.
  @inline(__always)
  func entering<Key: CodingKey, Result>(
    _ entry: Int,
    by key: Key,
    _ body: (DocumentDecoder) throws -> Result
  ) rethrows -> Result {
    // SAFETY: the frame is gone, and the decoder does not refer to it any more, before this returns.
    try unsafe withUnsafePointer(to: key) { key in
      let outer = unsafe frame
      // SAFETY: as above.
      var frame = unsafe KeyFrame(key, entry, in: outer)
      let before = entered
      entered = DecodedPlace(entry, by: .none)
      defer { entered = before }
      return try unsafe withUnsafeMutablePointer(to: &frame) { frame in
        unsafe self.frame = frame
        // SAFETY: as above.
        defer { unsafe self.frame = outer }
        return try body(self)
      }
    }
  }

  /// Calls `body`, which decodes the value at `entry` by the key that `note` stands for.
  @inline(__always)
  func entering<Result>(
    _ entry: Int,
    by note: KeyNote,
    _ body: (DocumentDecoder) throws -> Result
  ) rethrows -> Result {
    let before = entered
    entered = DecodedPlace(entry, by: note)
    defer { entered = before }
    return try body(self)
  }

  /// True while a value is decoded by a key that is no case of a plain enum.
  @inline(__always)
  var hasFrames: Bool {
    // SAFETY: only compared.
    unsafe frame != nil
  }

  /// Notes the keys in frames where they outlive them.
  @inline(__always)
  func noteFrames() {
    if hasFrames { noteAllFrames() }
  }

  @inline(never)
  private func noteAllFrames() {
    // SAFETY: each frame exists for as long as the decoder or a frame inside it refers to it.
    var next = unsafe frame
    while let frame = unsafe next, unsafe !frame.pointee.isNoted {
      unsafe frame.pointee.isNoted = true
      // SAFETY: as above.
      note(unsafe frame.pointee.key, at: unsafe frame.pointee.entry)
      unsafe next = frame.pointee.outer
    }
  }

  private func note(_ key: any CodingKey, at entry: Int) {
    guard storage.tape[entry].isContainer else { return }
    if let keyNotes { return keyNotes.note(key, at: entry) }
    let note = note(of: key)
    let word = storage.tape[entry]
    if word.noteBits == 0 { storage.tape[entry] = TapeWord(bits: word.bits | note.bits) }
  }

  private func note(of key: some CodingKey) -> KeyNote {
    memory.hasNames = true
    return UsedKeys.note(of: key) { $0(&memory.usedKeys) }
  }

  /// Notes that the value at `entry` is going to be decoded as a member of a dictionary; `notes` are
  /// `keyNotes`.
  ///
  /// - Returns: As `enter(_:by:)`.
  @inline(__always)
  func enterMember(at entry: Int, _ notes: KeyNotes?) -> Bool {
    guard let notes, storage.tape[entry].isContainer else {
      return enter(entry, by: .dictionary)
    }
    notes.noteMember(at: entry)
    return true
  }

  // MARK: - For paths

  /// The keys in frames, by the position of the step that each belongs to.
  func keysInFrames(along steps: [PathStep]) -> [Int: any CodingKey] {
    var keys: [Int: any CodingKey] = [:]
    // SAFETY: each frame exists for as long as the decoder or a frame inside it refers to it.
    var next = unsafe frame
    while let frame = unsafe next {
      let entry = unsafe frame.pointee.entry
      let position = steps.partitioningIndex { $0.child >= entry }
      // A scalar may be decoded by another key while it is being decoded by this one.
      let isCurrent = scalarNote(at: entry) == .none
      if isCurrent, position < steps.count, steps[position].child == entry, keys[position] == nil {
        // SAFETY: as above.
        keys[position] = unsafe frame.pointee.key
      }
      unsafe next = frame.pointee.outer
    }
    return keys
  }

  /// The key that is noted for the value at `entry`, which has the name `name`.
  func notedKey(at entry: Int, name: @autoclosure () -> String) -> (any CodingKey)? {
    let note = scalarNote(at: entry)
    if note != .none { return key(of: note, name: name()) }
    guard entry < storage.tape.count, storage.tape[entry].isContainer else { return nil }
    if let noted = keyNotes?.noted(at: entry) {
      return noted.key ?? dictionaryKey(name())
    }
    return key(of: KeyNote(bits: storage.tape[entry].noteBits), name: name())
  }

  /// What is noted for the value at `entry`, to tell whether it has changed.
  func noteBits(at entry: Int) -> UInt64 {
    let word = entry < storage.tape.count ? storage.tape[entry] : storage.tape[Tape.absent]
    return word.isContainer ? word.noteBits : scalarNote(at: entry).bits
  }

  private func scalarNote(at entry: Int) -> KeyNote {
    (entered.entry == entry ? entered : place).note(at: entry)
  }

  private func key(of note: KeyNote, name: @autoclosure () -> String) -> (any CodingKey)? {
    switch note.meaning {
    case .none: nil
    case .dictionary: dictionaryKey(name())
    case .plain(let id, let ordinal):
      PlainEnum.key(keyNotes?.types[id - 1] ?? memory.keyTypes[id - 1].type, ordinal)
    case .used(let number): (keyNotes?.usedKeys ?? memory.usedKeys).key(number)
    }
  }
}
