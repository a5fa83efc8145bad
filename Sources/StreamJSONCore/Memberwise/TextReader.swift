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
