/// Reads values of memberwise types in one pass over a text, without a tape.
///
/// It handles the usual: the types in `MemberKind`, names without escapes that occur once each, and values of the
/// members' types. If it meets anything else, it gives up and has made nothing. The text is then decoded in the ordinary
/// way from its beginning, which finds the error if there is one. No model's code has run by then: members of types that
/// the reader does not know are noted on a tape, and decoded when all of the text has been read.
@safe
final class TextReader {
  private let memory: Unmanaged<MemberwiseMemory>

  /// What led to the values of members, by the ids of plans.
  // SAFETY: never passed `inout` to code that can reach the reader again.
  @exclusivity(unchecked) var uncheckedLeads: ContiguousArray<MemberLeads?> = []

  /// Where escapes are replaced.
  // SAFETY: only a cursor gets it `inout`, and a cursor cannot reach the reader.
  @exclusivity(unchecked) private var uncheckedScratch = ByteArena()

  /// The tape for values that are decoded after all others and what leads to them, and for values of members that no
  /// type has, which are dropped.
  // SAFETY: only a scanner gets it `inout`, and a scanner cannot reach the reader.
  @exclusivity(unchecked) private var uncheckedTape = Tape(capacity: 64)

  /// Everything else that lasts.
  // SAFETY: no part is passed `inout` to code that can reach the same part again.
  @exclusivity(unchecked) private var uncheckedState = State()

  @safe
  struct State {
    /// The storage of the elements of each open array of objects, from the outermost one on.
    var buffers: ContiguousArray<Buffer> = []

    /// How many arrays and dictionaries of objects are open.
    var level = 0

    /// The size of all buffers, in bytes.
    var bufferByteCount = 0

    /// How many members of the text are to be decoded after all others.
    var deferredCount = 0

    /// Whether a member was met that could have been nil or empty, and was not.
    var hasMetValue = false

    /// The entry of the innermost open object that is on the tape; absent outside all of them.
    ///
    /// An object that may lead to deferred members is only read inside others that are on the tape.
    var container = Tape.absent
  }

  var state: State {
    @inline(__always) _read { yield unsafe uncheckedState }
    @inline(__always) _modify { yield unsafe &uncheckedState }
  }

  var buffers: ContiguousArray<Buffer> {
    @inline(__always) _read { yield state.buffers }
    @inline(__always) _modify { yield &state.buffers }
  }

  var scratch: ByteArena {
    @inline(__always) _read { yield unsafe uncheckedScratch }
    @inline(__always) _modify { yield unsafe &uncheckedScratch }
  }

  var tape: Tape {
    @inline(__always) _read { yield unsafe uncheckedTape }
    @inline(__always) _modify { yield unsafe &uncheckedTape }
  }

  @safe
  struct Buffer {
    var base: UnsafeMutableRawPointer
    var byteCount: Int
  }

  /// Makes a reader that belongs to `memory`.
  init(memory: MemberwiseMemory) {
    // SAFETY: the memory holds this reader, so it outlives it.
    unsafe self.memory = .passUnretained(memory)
  }

  deinit {
    // SAFETY: no text is being read, so nothing uses the leads; nothing else has the tape.
    freeStorage()
    for leads in unsafe uncheckedLeads { unsafe leads?.deallocate() }
    unsafe tape.deallocate()
  }

  /// The sizes in bytes up to which all buffers together, and the storage for escapes, are kept for the next text.
  private static var keptByteCount: (buffers: Int, scratch: Int) { (1 << 20, 1 << 16) }

  /// Frees memory that is too large to keep between two texts.
  @inline(__always)
  func shrink() {
    let tooLarge =
      state.bufferByteCount > Self.keptByteCount.buffers
      || scratch.capacity > Self.keptByteCount.scratch
    if tooLarge { freeStorage() }
  }

  /// Frees the storage that no text is using.
  @inline(never)
  func freeStorage() {
    // SAFETY: nothing is in the buffers between two texts.
    for buffer in buffers { unsafe buffer.base.deallocate() }
    buffers = []
    state.bufferByteCount = 0
    scratch = ByteArena()
  }

  @inline(__always)
  private func ready(_ id: Int) -> ReadyPlan? {
    // SAFETY: the memory holds this reader.
    unsafe memory._withUnsafeGuaranteedRef { $0.plan(withID: id) }
  }

  // MARK: - Objects

  /// Reads the object that comes next and initializes the value at `target` with it.
  ///
  /// - Returns: False if it gives up; then there is nothing at `target`.
  func readObject(
    _ ready: ReadyPlan,
    _ place: inout TextCursor,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    // SAFETY: the target has room for a value of the plan's type, as the caller says, and the plan's offsets are those
    // of properties of the types that their kinds stand for. Nothing counts as initialized before its bit is in `made`,
    // and what counts is destroyed when this gives up. Reading runs no model's code.
    let plan = ready.plan
    // A local variable stays in registers.
    var cursor = place
    guard plan.isReadFromText, cursor.remainingDepth > 0 else { return false }
    cursor.remainingDepth &-= 1
    var outer = Tape.absent
    if ready.defers {
      guard cursor.next() == UInt8(ascii: "{") else { return false }
      outer = state.container
      state.container = open(.object, at: cursor.offset)
    }
    unsafe plan.begin(target)
    var seen: UInt64 = 0
    var made: UInt64 = 0
    guard unsafe readMembers(ready, &cursor, &seen, &made, to: target),
      seen & plan.required == plan.required
    else {
      unsafe plan.destroy(made, of: target)
      return false
    }
    if ready.defers {
      close(state.container, count: tape[state.container &+ 1].count)
      state.container = outer
    }
    // As deep as it was before.
    place.offset = cursor.offset
    return true
  }

  /// Reads the members and the end of the object.
  ///
  /// `seen` has the bits of those that were there, and `made` of those that are not nil.
  @inline(__always)
  private func readMembers(
    _ ready: ReadyPlan,
    _ cursor: inout TextCursor,
    _ seen: inout UInt64,
    _ made: inout UInt64,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    // SAFETY: a field is only used if `index` is below `count`, the number of fields. The plan has found that the value
    // at the target has a property of the type that the kind stands for at this offset, which is aligned. `seen` says
    // that nothing is there yet.
    let text = cursor.text
    let plan = ready.plan
    let count = plan.count
    let fields = unsafe plan.fields
    let leads = leads(of: plan)
    var last = leads.start
    var isFirst = true
    while true {
      let start = cursor.offset
      let expected = Int(leads[last].next)
      let lead = leads[expected]
      let index: Int
      if leads.matches(lead, text, at: start) {
        leads.noteMatch()
        cursor.offset = start &+ Int(lead.count)
        index = Int(lead.meaning)
        last = expected
      } else {
        let result = skipLead(text, start, plan, leads, after: last, isFirst)
        index = result.index
        guard index != PropertyIndex.none else { return false }
        cursor.offset = result.end
        last = result.number
      }
      guard index != PropertyIndex.end else { return true }
      isFirst = false
      let first = cursor.next()
      if index < count {
        let bit = 1 &<< UInt64(truncatingIfNeeded: index)
        guard seen & bit == 0 else { return false }
        seen |= bit
        let field = unsafe fields + index
        if first == UInt8(ascii: "n"), unsafe field.pointee.isOptional {
          guard cursor.skipLiteral(TextCursor.null) else { return false }
        } else {
          let member = unsafe target + field.pointee.offset
          var source = TextSource(cursor, self, first: first)
          let isFilled = unsafe field.pointee.fill(from: &source, at: member)
          cursor.offset = source.cursor.offset
          // An unusual value of a frequent kind is given up there, too.
          if !isFilled {
            // A copy, so that the cursor itself stays in registers. It leaves no array or object open.
            var copy = TextSource(cursor, self)
            let isRead = unsafe readPart(field, &copy, to: target, defers: ready.defers)
            cursor.offset = copy.cursor.offset
            guard isRead else { return false }
          }
          made |= bit
        }
      } else {
        guard cursor.outOfLine({ skipValue(first, &$0) }) else { return false }
      }
    }
  }

  /// Reads the value that comes next, which is not a usual scalar, into the property `field` of the value at `base`.
  @inline(never)
  private func readPart(
    _ field: UnsafeMutablePointer<MemberwisePlan.Field>,
    _ source: inout TextSource,
    to base: UnsafeMutableRawPointer,
    defers: Bool
  ) -> Bool {
    // SAFETY: the field is that of a property of the value at `base`. The plan of the type with its id is for the type
    // of the property, or its elements, whose memory is at `target`; the tag, if there is one, is within the property.
    let target = unsafe base + field.pointee.offset
    let kind = unsafe field.pointee.kind
    guard kind.isOfMemberwiseType else {
      return unsafe readOther(field, &source, to: target, defers: defers)
    }
    guard let ready = unsafe ready(field.pointee.typeID) else { return false }
    guard unsafe !ready.defers || noteName(of: field, source.cursor) else { return false }
    guard kind == .object else { return unsafe readObjects(ready, &source.cursor, to: target) }
    guard unsafe readObject(ready, &source.cursor, to: target) else { return false }
    unsafe field.pointee.markAsValue(target)
    return true
  }

  /// Reads the value that comes next into the property `field` at `target`, for rarer types.
  @inline(never)
  private func readOther(
    _ field: UnsafeMutablePointer<MemberwisePlan.Field>,
    _ source: inout TextSource,
    to target: UnsafeMutableRawPointer,
    defers: Bool
  ) -> Bool {
    // SAFETY: the field is that of the property at the target; for a dictionary of objects, the plan of the type with
    // its id is for the values.
    switch unsafe field.pointee.kind {
    case .objectsByName:
      guard let ready = unsafe ready(field.pointee.typeID) else { return false }
      // It is not known where in the dictionary each value is.
      if ready.defers { return unsafe deferMember(field, &source.cursor) }
      return unsafe readObjectsByName(ready, &source.cursor, to: target)
    case .byHandler: break
    default:
      if unsafe field.pointee.fillRare(from: &source, at: target) { return true }
      guard unsafe field.pointee.kind == .arrayByHandler else { return false }
    }
    if unsafe field.pointee.mayBeEmpty { state.hasMetValue = true }
    return unsafe defers && deferMember(field, &source.cursor)
  }
}

/// Arrays and dictionaries of objects, whose count is known only when the last one has been read.
extension TextReader {
  /// Storage for the elements of the array or dictionary at `level`, with room for one more than `count`; nil if it
  /// would be too large.
  ///
  /// If it has to grow, the elements so far are moved; nothing else refers to them then.
  @inline(__always)
  private func room(
    at level: Int,
    after count: Int,
    _ ready: ReadyPlan
  ) -> UnsafeMutableRawPointer? {
    let end = (count &+ 1) &* ready.plan.stride
    // SAFETY: the byte count is compared on this line, and `grow` makes room for one more.
    if level < buffers.count, end <= buffers[level].byteCount { return unsafe buffers[level].base }
    return unsafe grow(level, count, ready)
  }

  @inline(never)
  private func grow(_ level: Int, _ count: Int, _ ready: ReadyPlan) -> UnsafeMutableRawPointer? {
    // A 32-bit Int can count twice as many bytes plus those of the former storage.
    guard state.bufferByteCount <= .max / 8 else { return nil }
    let former = level < buffers.count ? buffers[level].byteCount : 512
    let byteCount = max(former &* 2, (count + 1) &* ready.plan.stride)
    // SAFETY: the new storage is larger; `count` elements are initialized in the old one, none if there is none.
    return unsafe replace(level, byteCount: byteCount, moving: count, ready)
  }

  /// Replaces the storage at `level`, in which `count` elements are initialized, with new storage of `byteCount` bytes.
  private func replace(
    _ level: Int,
    byteCount: Int,
    moving count: Int,
    _ ready: ReadyPlan
  ) -> UnsafeMutableRawPointer {
    // SAFETY: nothing is read from `base` before it is written; its alignment is the largest that a plan allows. It has
    // room for the `count` elements, as the caller says, which have been moved there when the former storage is freed.
    let base = UnsafeMutableRawPointer.allocate(
      byteCount: byteCount,
      alignment: MemberwisePlan.maximumAlignment
    )
    // This cannot overflow: one storage has at most a quarter of the bytes that an Int can count, and the total grows
    // only up to an eighth.
    state.bufferByteCount += byteCount
    let storage = unsafe Buffer(base: base, byteCount: byteCount)
    guard level < buffers.count else {
      buffers.append(storage)
      return unsafe base
    }
    let former = buffers[level]
    unsafe ready.plan.type.arrays.move(former.base, count, base)
    unsafe former.base.deallocate()
    state.bufferByteCount -= former.byteCount
    buffers[level] = storage
    return unsafe base
  }

  /// The result of reading elements of an array.
  private enum Progress {
    /// The last element and the end of the array were read.
    case ended
    /// There is no room for the next element.
    case full
    /// Something is unusual.
    case gaveUp
  }

  /// Reads the array of objects that comes next, and initializes the array at `target` with it.
  ///
  /// - Returns: False if it gives up; then there is nothing at `target`.
  func readObjects(
    _ ready: ReadyPlan,
    _ cursor: inout TextCursor,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    guard cursor.next() == UInt8(ascii: "["), cursor.open() else { return false }
    let level = state.level
    let start = cursor.offset
    let header = ready.defers ? open(.array, at: start &- 1) : Tape.absent
    state.level &+= 1
    var count = 0
    var progress = cursor.close(UInt8(ascii: "]")) ? Progress.ended : .full
    var isMade = false
    // SAFETY: `count` elements are initialized at the beginning of the storage at this level, which
    // only this call uses, and only in here.
    while progress == .full {
      if level == 0, let room = room(forArrayFrom: start, cursor, count, ready) {
        isMade = unsafe readLarge(ready, &cursor, room, &count, &progress, to: target)
      } else if let base = unsafe room(at: level, after: count, ready) {
        let capacity = buffers[level].byteCount / ready.plan.stride
        progress = unsafe readElements(ready, &cursor, to: base, capacity, &count)
      } else {
        progress = .gaveUp
      }
    }
    guard progress == .ended else {
      if count > 0 { unsafe ready.plan.type.arrays.destroy(buffers[level].base, count) }
      return false
    }
    state.level = level
    if ready.defers { close(header, count: count) }
    if isMade { return true }
    let made: Void? = try? unsafe ready.plan.type.arrays.make(count, target) { storage, total in
      if count > 0 { unsafe ready.plan.type.arrays.move(buffers[level].base, count, storage) }
      total = count
    }
    return made != nil
  }

  /// Reads elements, and what separates them, into storage that has room for `capacity` elements and holds `count`.
  @inline(__always)
  private func readElements(
    _ ready: ReadyPlan,
    _ cursor: inout TextCursor,
    to storage: UnsafeMutableRawPointer,
    _ capacity: Int,
    _ count: inout Int
  ) -> Progress {
    let stride = ready.plan.stride
    while count < capacity {
      // SAFETY: the count, which is that of initialized elements, is compared with the capacity.
      guard unsafe readObject(ready, &cursor, to: storage + count &* stride) else { return .gaveUp }
      count &+= 1
      switch cursor.next() {
      case UInt8(ascii: ","): cursor.offset &+= 1
      case UInt8(ascii: "]"):
        cursor.offset &+= 1
        cursor.remainingDepth &+= 1
        return .ended
      default: return .gaveUp
      }
    }
    return .full
  }

  // MARK: - Large arrays

  /// The smallest size of the elements, in bytes, that makes an array large.
  private static var largeByteCount: Int { 1 << 16 }

  /// How many elements to make room for in the array itself, which begins at `start` and of which `count` were read.
  ///
  /// This is the number of elements that there are if the rest of the text has as many for its size. It is nil for an
  /// array that is not large, and before an eighth of the text has been read. It is therefore less than nine times
  /// `count`, whatever the text says.
  private func room(
    forArrayFrom start: Int,
    _ cursor: TextCursor,
    _ count: Int,
    _ ready: ReadyPlan
  ) -> Int? {
    let (read, rest) = (cursor.offset - start, cursor.text.count - cursor.offset)
    guard count * ready.plan.stride >= Self.largeByteCount, rest <= 7 &* read else { return nil }
    // This cannot overflow, because both factors are less than 2^32.
    let others = Int(UInt64(count) * UInt64(rest) / UInt64(read))
    let room = count + others + others / 16 + 8
    // A 32-bit Int can count that many bytes plus those of the other storage.
    return room <= Int.max / 4 / ready.plan.stride ? room : nil
  }

  /// Thrown so that an array that was begun is freed.
  private struct Begun: Error {}

  /// Moves the elements so far into an array with room for `capacity` elements, and reads the others
  /// there.
  ///
  /// - Returns: Whether there is an array at `target` now. If there is not, because it had too much room or too little,
  ///   the elements are back in the storage of the level, which has room for no more.
  @inline(never)
  private func readLarge(
    _ ready: ReadyPlan,
    _ cursor: inout TextCursor,
    _ capacity: Int,
    _ count: inout Int,
    _ progress: inout Progress,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    // SAFETY: the array's `storage` has room for `capacity` elements, and `count`, which are initialized in the former
    // storage, are fewer; nothing is there once they have been moved. When `readElements` returns, `count` elements are
    // initialized in `storage`. Those that the array keeps, or destroys because this throws, are counted; otherwise,
    // they are moved to new storage with room for just these. Reading runs no model's code.
    let arrays = ready.plan.type.arrays
    do {
      try unsafe arrays.make(capacity, target) { storage, initializedCount in
        unsafe arrays.move(buffers[0].base, count, storage)
        _ = unsafe replace(0, byteCount: max(1024, ready.plan.stride), moving: 0, ready)
        progress = unsafe readElements(ready, &cursor, to: storage, capacity, &count)
        if progress == .ended, capacity - count <= max(count / 8, 16) {
          initializedCount = count
        } else if progress == .gaveUp {
          initializedCount = count
          throw Begun()
        } else {
          let base = unsafe replace(0, byteCount: count &* ready.plan.stride, moving: 0, ready)
          unsafe arrays.move(storage, count, base)
          throw Begun()
        }
      }
      return true
    } catch {
      // They were destroyed with the array.
      if progress == .gaveUp { count = 0 }
      return false
    }
  }

  /// Reads the object that comes next as a dictionary of objects, and initializes the dictionary at
  /// `target` with it.
  ///
  /// - Returns: False if it gives up; then there is nothing at `target`.
  func readObjectsByName(
    _ ready: ReadyPlan,
    _ cursor: inout TextCursor,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    // SAFETY: as many elements are initialized at the beginning of the storage at `level` as there are names, and only
    // this call uses it, and only in here. They are moved into the dictionary, or destroyed here. If there are none,
    // there may be no storage, and nothing is moved or destroyed.
    let arrays = ready.plan.type.arrays
    let level = state.level
    let stride = ready.plan.stride
    state.level &+= 1
    var names: [String] = []
    var source = TextSource(cursor, self)
    let isComplete = source.members { name, source in
      guard let base = unsafe room(at: level, after: names.count, ready),
        unsafe readObject(ready, &source.cursor, to: base + names.count &* stride)
      else { return false }
      names.append(name)
      return true
    }
    cursor = source.cursor
    state.level = level
    let base = unsafe names.isEmpty ? target : buffers[level].base
    guard isComplete else {
      unsafe arrays.destroy(base, names.count)
      return false
    }
    return unsafe arrays.makeDictionary(names, base, target)
  }
}

/// Values of members for which a type has no property.
extension TextReader {
  /// Moves past the value that comes next, whose first byte is `first`.
  @inline(never)
  func skipValue(_ first: UInt8, _ cursor: inout TextCursor) -> Bool {
    switch first {
    case UInt8(ascii: "\""):
      cursor.offset &+= 1
      return TextCursor.scanString(cursor.text, &cursor.offset) != nil
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      TextCursor.scanNumber(cursor.text, &cursor.offset)
      return true
    case UInt8(ascii: "n"): return cursor.skipLiteral(TextCursor.null)
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return cursor.bool() != nil
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let count = tape.count
      defer { tape.truncate(to: count) }
      return scanValue(&cursor, isSkipping: true)
    default: return false
    }
  }

  /// Notes the value that comes next on the tape, but not all of it if `isSkipping` is true.
  @inline(never)
  func scanValue(_ cursor: inout TextCursor, isSkipping: Bool) -> Bool {
    var scanner = Scanner(maximumDepth: cursor.remainingDepth, allowsTrailingComma: true)
    scanner.isSkipping = isSkipping
    scanner.offset = cursor.offset
    let isComplete = try? scanner.scan(
      cursor.text,
      into: &tape,
      isFinal: true,
      dialect: StandardJSON.self
    )
    cursor.offset = scanner.offset
    return isComplete == true
  }
}

/// What leads to the members' values.
extension TextReader {
  // SAFETY of all that follows: the leads are never passed `inout` to code that can reach the reader again.

  /// What led to the values of members of objects with the plan `plan`.
  @inline(__always)
  func leads(of plan: MemberwisePlan) -> MemberLeads {
    let id = plan.id
    if unsafe id < uncheckedLeads.count, let leads = unsafe uncheckedLeads[id] { return leads }
    return makeLeads(id)
  }

  /// For how many types leads are noted: a decoder keeps them when it changes owners.
  private static var maximumLeadsCount: Int { 64 }

  @inline(never)
  private func makeLeads(_ id: Int) -> MemberLeads {
    let isNoted = unsafe uncheckedLeads.count { $0 != nil } < Self.maximumLeadsCount
    let leads = MemberLeads(capacity: isNoted ? 128 : 4)
    if isNoted { leads.begin() }
    while unsafe uncheckedLeads.count <= id { unsafe uncheckedLeads.append(nil) }
    unsafe uncheckedLeads[id] = leads
    return leads
  }

  /// Moves past what leads to the next member's value, or past the end of the object.
  ///
  /// - Returns: The position of the property, or a value of `PropertyIndex`; also where the lead ends, and its number.
  @inline(never)
  func skipLead(
    _ text: JSONText,
    _ start: Int,
    _ plan: MemberwisePlan,
    _ leads: MemberLeads,
    after last: Int,
    _ isFirst: Bool
  ) -> (index: Int, end: Int, number: Int) {
    let other = leads.other(after: last, text, at: start)
    if other != MemberLeads.unknown {
      leads.noteMatch()
      let lead = leads[other]
      return (Int(lead.meaning), start &+ Int(lead.count), other)
    }
    var cursor = TextCursor(text, maximumDepth: 0)
    cursor.offset = start
    let index = cursor.skipLead(plan, isFirst)
    guard index != PropertyIndex.none else { return (index, start, MemberLeads.unknown) }
    let end = cursor.offset
    guard leads.notesNext() else { return (index, end, MemberLeads.unknown) }
    let meaning = UInt16(index)
    let number = leads.note(
      text,
      from: start,
      to: end,
      meaning: meaning,
      after: last,
      isFirst: false
    )
    return (index, end, number)
  }
}

/// Members that are decoded after all others, because decoding them may run a model's code, which must not happen
/// before it is known that there is nothing unusual in the text.
///
/// Their values are noted on the document's tape, with the objects and arrays that lead to them, so that places, paths
/// and errors are the same as in the ordinary way. What does not lead to such a member is not on the tape, except for
/// the elements of arrays, since their number is part of the path.
extension TextReader {
  /// Begins a container that may lead to such a member.
  ///
  /// - Returns: Its entry.
  @inline(never)
  func open(_ kind: TapeWord.Kind, at offset: Int) -> Int {
    let header = tape.count
    tape.reserve(2)
    tape.append(TapeWord(kind, offset: offset))
    tape.append(TapeWord(count: 0, end: 0))
    return header
  }

  /// Ends the container whose entry is `header`, with `count` members or elements.
  @inline(never)
  func close(_ header: Int, count: Int) {
    tape[header &+ 1] = TapeWord(count: count, end: tape.count)
  }

  /// Notes the name of the member that is being read, whose value comes next.
  ///
  /// - Returns: False if no object is on the tape, so that a member inside could not be decoded later.
  @inline(never)
  func noteName(
    of field: UnsafeMutablePointer<MemberwisePlan.Field>,
    _ cursor: TextCursor
  ) -> Bool {
    let container = state.container
    guard container != Tape.absent else { return false }
    // There is nothing but whitespace and a colon between the name and the value.
    var end = cursor.offset &- 1
    while end > 0, cursor.text[end] != UInt8(ascii: "\"") { end &-= 1 }
    // SAFETY: the fields of plans are never freed.
    let count = unsafe field.pointee.slot.count
    tape.reserve(1)
    tape.append(TapeWord(.string, offset: end &- count, count: count))
    tape[container &+ 1] = TapeWord(count: tape[container &+ 1].count &+ 1, end: 0)
    return true
  }

  /// Notes the value that comes next, to be decoded into the property `field` later.
  @inline(never)
  func deferMember(
    _ field: UnsafeMutablePointer<MemberwisePlan.Field>,
    _ cursor: inout TextCursor
  ) -> Bool {
    // SAFETY: the caller's field, whose property holds a placeholder: only such plans are read from a text.
    guard unsafe noteName(of: field, cursor) else { return false }
    state.deferredCount &+= 1
    return scanValue(&cursor, isSkipping: false)
  }
}
