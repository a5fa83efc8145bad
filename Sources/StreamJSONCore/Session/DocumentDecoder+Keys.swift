/// How it is known which key a model has used for a value, as `DocumentDecoder+Paths.swift` asks.
///
/// There are three places, from the most to the least particular:
///
/// - `place`, for the scalar whose own `init(from:)` is running by a case of a plain enum, and
///   `containerPlace`, for one that is decoded without
/// - a `KeyFrame`, for one that is being decoded by another key
/// - the word of a container on the tape, from when a model has entered it. When the decode is over,
///   the tape no longer changes, and `KeyNotes` takes over.
///
/// A container that is asked for a scalar counts as one: nothing of it can be kept, so nothing is
/// noted.
///
/// A container that is entered by a second key is decoded by a decoder of its own, as with
/// `superDecoder()`, which knows the path to it. So is one that is entered by a key that holds this
/// decoder, which does not hold the key then.
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

  /// Notes that the container at `entry` is going to be decoded by `key`, which has no note of its
  /// own and does not hold this decoder.
  ///
  /// - Returns: As `enter(_:by:)` with a note.
  func enter(_ entry: Int, byCopyOf key: some CodingKey) -> Bool {
    if let keyNotes { return keyNotes.enter(entry, by: key) }
    let word = storage.tape[entry]
    guard word.noteBits == 0 else {
      guard case .used(let number) = KeyNote(bits: word.noteBits).meaning,
        let known = memory.notes.requestedKeys.key(number, at: entry)
      else { return false }
      return key.isIdentical(to: known)
    }
    memory.hasNotes = true
    let current = place.entry
    let noted = memory.notes.requestedKeys.note(key, at: entry) { outer in
      let end = storage.tape[outer + 1].end
      return outer < entry && entry < end || outer <= current && current < end
    }
    storage.tape[entry] = TapeWord(bits: word.bits | noted.note.bits)
    // Released now: that may run code of the model's.
    return withExtendedLifetime(noted.dropped) { true }
  }

  /// Whether `key` has a reference to this decoder among its bytes, or any model's decoder or container as
  /// an existential.
  ///
  /// What is in an object of the key's is not seen; a keyed container is one.
  @inline(never)
  func isHeld(by key: some CodingKey) -> Bool {
    guard !TypeMetadata.isTrivial(type(of: key)) else { return false }
    // No decoder is at the address 0.
    let (own, known, whole) = (Self.bits(self), Self.bits(represented), Self.bits(outer))
    // A word of an existential is the metadata of what is in it.
    let decoder = Self.bits(ModelDecoder.self)
    let others = environment.features.decoders
    // SAFETY: the bytes are read during the call, each of them one of the key's, and what they mean does not
    // matter.
    return unsafe withUnsafeBytes(of: key) { bytes in
      var end = MemoryLayout<UInt>.size
      while end <= bytes.count {
        // SAFETY: compared on the line above.
        let word = unsafe bytes.loadUnaligned(
          fromByteOffset: end - MemoryLayout<UInt>.size,
          as: UInt.self
        )
        let isOwn = word == own || word == known || word == whole
        let isDecoder = word == decoder || others.contains { Self.bits($0) == word }
        if word != 0, isOwn || isDecoder { return true }
        end += MemoryLayout<UInt>.size
      }
      return false
    }
  }

  @inline(__always)
  private static func bits(_ decoder: DocumentDecoder?) -> UInt {
    decoder.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
  }

  @inline(__always)
  private static func bits(_ type: any Any.Type) -> UInt {
    UInt(bitPattern: ObjectIdentifier(type))
  }

  /// Calls `body`, which decodes the value at `entry`, or a scalar in its place, by `key`.
  @inline(__always)
  func entering<Key: CodingKey, Result>(
    _ entry: Int,
    inFrameOf key: Key,
    _ body: (DocumentDecoder) throws -> Result
  ) rethrows -> Result {
    // SAFETY: the frame is gone, and the decoder does not refer to it any more, before this returns.
    try unsafe withUnsafePointer(to: key) { key in
      let outer = unsafe frame
      var frame = unsafe KeyFrame(key, entry)
      return try unsafe withUnsafeMutablePointer(to: &frame) { frame in
        unsafe self.frame = frame
        defer { unsafe self.frame = outer }
        return try entering(entry, by: .none, body)
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
    let before = containerPlace
    containerPlace = DecodedPlace(entry, by: note)
    defer { containerPlace = before }
    return try body(self)
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
    return notes.enterMember(at: entry)
  }

  // MARK: - For paths

  /// The key in the innermost frame, if that is the one of the value at `entry`.
  private func keyInFrame(at entry: Int) -> (any CodingKey)? {
    // SAFETY: the frame exists for as long as the decoder refers to it.
    guard let frame = unsafe frame, unsafe frame.pointee.entry == entry else { return nil }
    return unsafe frame.pointee.key
  }

  /// Whether `path`, which leads to `entry` otherwise, ends with the key in the frame, if there is
  /// one for that value.
  @inline(__always)
  func leadsByKeyInFrame(_ path: RecentPath, to entry: Int) -> Bool {
    // SAFETY: the frame exists for as long as the decoder refers to it.
    guard scalarNote(at: entry) == .none, let frame = unsafe frame,
      unsafe frame.pointee.entry == entry, let last = path.keys.last
    else { return true }
    return unsafe frame.pointee.holds(last)
  }

  /// The key that is noted for the value at `entry`, which has the name `name`.
  func notedKey(at entry: Int, name: @autoclosure () -> String) -> (any CodingKey)? {
    let note = scalarNote(at: entry)
    if note != .none { return key(of: note, at: entry, name: name()) }
    if let key = keyInFrame(at: entry) { return key }
    guard entry < storage.tape.count, storage.tape[entry].isContainer else { return nil }
    if let noted = keyNotes?.noted(at: entry) {
      return noted.key ?? dictionaryKey(name())
    }
    return key(of: KeyNote(bits: storage.tape[entry].noteBits), at: entry, name: name())
  }

  /// How many of the first `limit` of `steps` are by the keys that are noted now; with `byFrames`, including
  /// those in frames.
  @inline(never)
  func unchangedCount(of steps: [RecentPath.Step], upTo limit: Int, byFrames: Bool) -> Int {
    var count = 0
    while count < limit {
      let step = steps[count]
      guard step.note == note(at: step.child), byFrames || step.note != RecentPath.frameNote
      else { break }
      count &+= 1
    }
    return count
  }

  /// What is noted for the value at `entry`, to tell whether it has changed.
  @inline(never)
  func currentNote(at entry: Int) -> UInt64 { note(at: entry) }

  @inline(__always)
  private func note(at entry: Int) -> UInt64 {
    let note = scalarNote(at: entry)
    if note != .none { return note.bits }
    // SAFETY: the frame exists for as long as the decoder refers to it.
    if let frame = unsafe frame, unsafe frame.pointee.entry == entry { return RecentPath.frameNote }
    let word = entry < storage.tape.count ? storage.tape[entry] : storage.tape[Tape.absent]
    return word.isContainer ? word.noteBits : 0
  }

  private func scalarNote(at entry: Int) -> KeyNote {
    (containerPlace.entry == entry ? containerPlace : place).note(at: entry)
  }

  private func key(
    of note: KeyNote,
    at entry: Int,
    name: @autoclosure () -> String
  ) -> (any CodingKey)? {
    switch note.meaning {
    case .none: nil
    case .dictionary: dictionaryKey(name())
    case .plain(let id, let ordinal):
      PlainEnum.key(keyNotes?.types[id - 1] ?? memory.keyTypes[id - 1].type, ordinal)
    case .used(let number):
      (keyNotes?.requestedKeys ?? memory.notes.requestedKeys).key(number, at: entry)
    }
  }
}
