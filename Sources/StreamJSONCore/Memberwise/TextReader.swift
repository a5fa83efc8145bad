/// Reads values of memberwise types in one pass over a text, without a tape.
///
/// It handles the usual: the types in `MemberKind`, names without escapes that occur once each, and values of the
/// members' types. If it meets anything else, it gives up and has made nothing. The text is then decoded in the ordinary
/// way from its beginning, which finds the error if there is one. No model's code has run by then: members of types that
/// the reader does not know are noted on a tape, and decoded when all of the text has been read.
extension MemberwiseMemory {
  /// The sizes in bytes up to which all buffers together, and the storage for escapes, are kept for the next text.
  private static var keptByteCount: (buffers: Int, scratch: Int) { (1 << 20, 1 << 16) }

  /// Frees memory that is too large to keep between two texts.
  @inline(__always)
  func shrink() {
    let tooLarge =
      reading.bufferByteCount > Self.keptByteCount.buffers
      || reading.scratch.capacity > Self.keptByteCount.scratch
    if tooLarge { freeStorage() }
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
    guard ready.isRead, cursor.remainingDepth > 0 else { return false }
    cursor.remainingDepth &-= 1
    var outer = Tape.absent
    if ready.defers {
      guard cursor.next() == UInt8(ascii: "{") else { return false }
      outer = reading.container
      reading.container = open(.object, at: cursor.offset)
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
      close(reading.container, count: reading.tape[reading.container &+ 1].count)
      reading.container = outer
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
          // An unusual value of a frequent kind is given up there, too.
          if unsafe !fill(field, &cursor, first, at: member) {
            let isRead = cursor.outOfLine {
              unsafe readPart(field, &$0, to: target, defers: ready.defers)
            }
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
    _ cursor: inout TextCursor,
    to base: UnsafeMutableRawPointer,
    defers: Bool
  ) -> Bool {
    // SAFETY: the field is that of a property of the value at `base`. The plan of the type with its id is for the type
    // of the property, or its elements or values, whose memory is at `target`; the tag, if there is one, is within the
    // property.
    let target = unsafe base + field.pointee.offset
    let kind = unsafe field.pointee.kind
    guard kind.isOfMemberwiseType else {
      if unsafe fillRare(field, &cursor, at: target) { return true }
      guard kind.isByType else { return false }
      if unsafe field.pointee.mayBeEmpty { reading.hasMetValue = true }
      return unsafe defers && deferMember(field, &cursor)
    }
    guard let ready = unsafe plan(withID: field.pointee.typeID) else { return false }
    if ready.defers {
      // It is not known where in a dictionary each value is.
      guard kind != .objectsByName else { return unsafe deferMember(field, &cursor) }
      guard unsafe noteName(of: field, cursor) else { return false }
    }
    switch kind {
    case .objects: return unsafe readObjects(ready, &cursor, to: target)
    case .objectsByName: return unsafe readObjectsByName(ready, &cursor, to: target)
    default:
      guard unsafe readObject(ready, &cursor, to: target) else { return false }
      if unsafe field.pointee.isOptional { unsafe ready.plan.type.arrays.wrap(target) }
      return true
    }
  }
}

/// Values of the kinds that are not of memberwise types.
extension MemberwiseMemory {
  /// Fills the property at `target` with the value that comes next, which begins with `first`, if its kind is one of the
  /// most frequent ones.
  ///
  /// - Returns: Whether the property has its value.
  @inline(__always)
  private func fill(
    _ field: UnsafeMutablePointer<MemberwisePlan.Field>,
    _ cursor: inout TextCursor,
    _ first: UInt8,
    at target: UnsafeMutableRawPointer
  ) -> Bool {
    // SAFETY: the plan has found that there is a property of the type that the kind stands for at the target, or an
    // optional one, which begins with that type.
    switch unsafe field.pointee.kind {
    case .string:
      guard first == UInt8(ascii: "\"") else { return false }
      return unsafe store(cursor.string(&reading.scratch), field, at: target)
    case .int: return unsafe store(cursor.integer(Int.self), field, at: target)
    case .bool: return unsafe store(cursor.bool(), field, at: target)
    case .double: return unsafe store(cursor.double(), field, at: target)
    default: return false
    }
  }

  /// Fills a property of one of the other kinds.
  ///
  /// - Returns: Whether the property has its value.
  @inline(never)
  private func fillRare(
    _ field: UnsafeMutablePointer<MemberwisePlan.Field>,
    _ cursor: inout TextCursor,
    at target: UnsafeMutableRawPointer
  ) -> Bool {
    func storeInteger<Value: FixedWidthInteger>(_ type: Value.Type) -> Bool {
      let value = cursor.integer(Int.self).flatMap { Value(exactly: $0) }
      return unsafe store(value, field, at: target)
    }
    // SAFETY: there is a property of the type that the kind stands for at the target, or an optional one.
    switch unsafe field.pointee.kind {
    case .unsignedInt: return unsafe store(cursor.integer(UInt.self), field, at: target)
    case .int8: return storeInteger(Int8.self)
    case .int16: return storeInteger(Int16.self)
    case .int32: return storeInteger(Int32.self)
    case .uint8: return storeInteger(UInt8.self)
    case .uint16: return storeInteger(UInt16.self)
    case .uint32: return storeInteger(UInt32.self)
    case .float: return unsafe store(cursor.float(), field, at: target)
    case .ints: return unsafe store(ints(&cursor), field, at: target)
    case .doubles: return unsafe store(doubles(&cursor), field, at: target)
    case .strings: return unsafe store(array(&cursor) { string(&$0) }, field, at: target)
    case .doubleArrays: return unsafe store(doubleArrays(&cursor), field, at: target)
    case .nestedDoubleArrays:
      return unsafe store(array(&cursor) { doubleArrays(&$0) }, field, at: target)
    case .stringsByName: return unsafe store(dictionary(&cursor) { string(&$0) }, field, at: target)
    case .intsByName: return unsafe store(dictionary(&cursor) { ints(&$0) }, field, at: target)
    case .arrayByType:
      var end = cursor
      guard end.next() == UInt8(ascii: "["), end.open(), end.close(UInt8(ascii: "]")) else {
        return false
      }
      cursor.offset = end.offset
      // In memory, an empty array is the same whatever its elements.
      return unsafe store([Int](), field, at: target)
    default: return false
    }
  }

  /// Stores a value in the property `field` at `target`.
  @inline(__always)
  private func store<Value>(
    _ value: Value?,
    _ field: UnsafeMutablePointer<MemberwisePlan.Field>,
    at target: UnsafeMutableRawPointer
  ) -> Bool {
    guard let value else { return false }
    // SAFETY: the target is the caller's, which has such a property or an optional one.
    if unsafe field.pointee.isOptional {
      unsafe target.initializeMemory(as: Value?.self, to: value)
    } else {
      unsafe target.initializeMemory(as: Value.self, to: value)
    }
    return true
  }

  /// The string that comes next.
  private func string(_ cursor: inout TextCursor) -> String? {
    cursor.next() == UInt8(ascii: "\"") ? cursor.string(&reading.scratch) : nil
  }

  private func ints(_ cursor: inout TextCursor) -> [Int]? {
    array(&cursor) { $0.integer(Int.self) }
  }

  private func doubles(_ cursor: inout TextCursor) -> [Double]? { array(&cursor) { $0.double() } }

  private func doubleArrays(_ cursor: inout TextCursor) -> [[Double]]? {
    array(&cursor) { doubles(&$0) }
  }

  /// The array that comes next.
  ///
  /// Most arrays are pairs or have one element, so those are made with exactly the room that they need.
  @inline(__always)
  private func array<Element>(
    _ cursor: inout TextCursor,
    _ element: (inout TextCursor) -> Element?
  ) -> [Element]? {
    guard cursor.next() == UInt8(ascii: "["), cursor.open() else { return nil }
    if cursor.close(UInt8(ascii: "]")) { return [] }
    guard let first = element(&cursor) else { return nil }
    guard cursor.skip(UInt8(ascii: ",")) else {
      return cursor.close(UInt8(ascii: "]")) ? [first] : nil
    }
    _ = cursor.next()
    guard let second = element(&cursor) else { return nil }
    var elements = [first, second]
    while cursor.skip(UInt8(ascii: ",")) {
      _ = cursor.next()
      guard let element = element(&cursor) else { return nil }
      elements.append(consume element)
    }
    return cursor.close(UInt8(ascii: "]")) ? elements : nil
  }

  /// The dictionary that comes next.
  @inline(__always)
  private func dictionary<Value>(
    _ cursor: inout TextCursor,
    _ value: (inout TextCursor) -> Value?
  ) -> [String: Value]? {
    guard cursor.next() == UInt8(ascii: "{"), cursor.open() else { return nil }
    var result: [String: Value] = [:]
    if cursor.close(UInt8(ascii: "}")) { return result }
    repeat {
      guard let name = name(&cursor), let value = value(&cursor),
        result.updateValue(value, forKey: name) == nil
      else { return nil }
    } while cursor.skip(UInt8(ascii: ","))
    return cursor.close(UInt8(ascii: "}")) ? result : nil
  }

  /// The name that comes next, and what separates it from its value.
  private func name(_ cursor: inout TextCursor) -> String? {
    guard let name = string(&cursor), cursor.skip(UInt8(ascii: ":")) else { return nil }
    _ = cursor.next()
    return name
  }
}

/// Arrays and dictionaries of objects, whose count is known only when the last one has been read.
extension MemberwiseMemory {
  /// Reads the array of objects that comes next, and initializes the array at `target` with it.
  ///
  /// - Returns: False if it gives up; then there is nothing at `target`.
  func readObjects(
    _ ready: ReadyPlan,
    _ cursor: inout TextCursor,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    guard cursor.next() == UInt8(ascii: "["), cursor.open() else { return false }
    let header = ready.defers ? open(.array, at: cursor.offset &- 1) : Tape.absent
    guard let parts = readParts(ready, &cursor, UInt8(ascii: "]")) else { return false }
    if ready.defers { close(header, count: parts.count) }
    // SAFETY: so many elements are there, and nothing is at the target.
    unsafe ready.plan.type.arrays.make(parts.base ?? target, parts.count, target)
    return true
  }

  /// Reads the object that comes next as a dictionary of objects, and initializes the dictionary at `target` with it.
  ///
  /// - Returns: False if it gives up; then there is nothing at `target`.
  func readObjectsByName(
    _ ready: ReadyPlan,
    _ cursor: inout TextCursor,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    guard cursor.next() == UInt8(ascii: "{"), cursor.open(),
      let parts = readParts(ready, &cursor, UInt8(ascii: "}"))
    else { return false }
    // SAFETY: so many elements are there, and nothing is at the target.
    return unsafe ready.plan.type.arrays.makeDictionary(parts.names, parts.base ?? target, target)
  }

  /// Objects that were read into the storage of their level, from which the caller has to move them.
  @safe
  private struct Parts {
    /// Where they are; nil if there are none.
    var base: UnsafeMutableRawPointer?
    var count = 0
    /// Their names in a dictionary.
    var names: [String] = []
  }

  /// Reads the elements of an array or dictionary that has been opened, and `end`, which ends it.
  ///
  /// - Returns: Nil if it gives up; then there are none.
  private func readParts(
    _ ready: ReadyPlan,
    _ cursor: inout TextCursor,
    _ end: UInt8
  ) -> Parts? {
    // SAFETY: only this call uses the storage at its level. The first `count` elements are initialized there, and there
    // is room for `capacity`; the two are compared before each element.
    let level = reading.level
    let stride = ready.plan.stride
    reading.level &+= 1
    defer { reading.level = level }
    var parts = Parts()
    if cursor.close(end) { return parts }
    var capacity = 0
    if level < reading.buffers.count {
      unsafe parts.base = reading.buffers[level].base
      capacity = reading.buffers[level].byteCount / stride
    }
    repeat {
      if parts.count == capacity {
        guard grow(level, parts.count, ready) else { break }
        unsafe parts.base = reading.buffers[level].base
        capacity = reading.buffers[level].byteCount / stride
      }
      if end == UInt8(ascii: "}") {
        guard let name = name(&cursor) else { break }
        parts.names.append(name)
      }
      guard let base = unsafe parts.base,
        unsafe readObject(ready, &cursor, to: base + parts.count &* stride)
      else { break }
      parts.count &+= 1
      if cursor.close(end) { return parts }
    } while cursor.skip(UInt8(ascii: ","))
    if let base = unsafe parts.base {
      unsafe ready.plan.type.type.destroy(at: base, count: parts.count)
    }
    return nil
  }

  /// Makes room for one more than the `count` elements at `level`, and moves them there.
  ///
  /// - Returns: False if it would be too large.
  @inline(never)
  private func grow(_ level: Int, _ count: Int, _ ready: ReadyPlan) -> Bool {
    // A 32-bit Int can count twice as many bytes plus those of the former storage.
    guard reading.bufferByteCount <= .max / 8 else { return false }
    let former = level < reading.buffers.count ? reading.buffers[level] : nil
    let byteCount = max((former?.byteCount ?? 512) &* 2, (count + 1) &* ready.plan.stride)
    // SAFETY: nothing is read from `base` before it is written; its alignment is the largest that a plan allows. It has
    // room for the `count` elements, which are initialized in the former storage if there are any, and have been moved
    // when that is freed.
    let base = UnsafeMutableRawPointer.allocate(
      byteCount: byteCount,
      alignment: MemberwisePlan.maximumAlignment
    )
    reading.bufferByteCount += byteCount - (former?.byteCount ?? 0)
    let storage = unsafe ReaderState.Buffer(base: base, byteCount: byteCount)
    guard let former else {
      reading.buffers.append(storage)
      return true
    }
    unsafe ready.plan.type.type.move(former.base, count: count, to: base)
    unsafe former.base.deallocate()
    reading.buffers[level] = storage
    return true
  }
}

/// Values of members for which a type has no property.
extension MemberwiseMemory {
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
    default:
      let count = reading.tape.count
      defer { reading.tape.truncate(to: count) }
      return scanValue(&cursor, isSkipping: true)
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
      into: &reading.tape,
      isFinal: true,
      dialect: StandardJSON.self
    )
    cursor.offset = scanner.offset
    return isComplete == true
  }
}

/// What leads to the members' values.
extension MemberwiseMemory {
  /// What led to the values of members of objects with the plan `plan`.
  @inline(__always)
  func leads(of plan: MemberwisePlan) -> MemberLeads {
    let id = plan.id
    // Without the accessor, which is not inlined here: its call allocates memory.
    // SAFETY: nothing else has access to the leads until this returns.
    if unsafe id < uncheckedReading.leads.count, let leads = unsafe uncheckedReading.leads[id] {
      return leads
    }
    return makeLeads(id)
  }

  /// For how many types leads are noted: a decoder keeps them when it changes owners.
  private static var maximumLeadsCount: Int { 64 }

  @inline(never)
  private func makeLeads(_ id: Int) -> MemberLeads {
    let isNoted = reading.leads.count { $0 != nil } < Self.maximumLeadsCount
    let leads = MemberLeads(capacity: isNoted ? 128 : 4)
    if isNoted { leads.begin() }
    while reading.leads.count <= id { reading.leads.append(nil) }
    reading.leads[id] = leads
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
extension MemberwiseMemory {
  /// Begins a container that may lead to such a member.
  ///
  /// - Returns: Its entry.
  @inline(never)
  func open(_ kind: TapeWord.Kind, at offset: Int) -> Int {
    let header = reading.tape.count
    reading.tape.reserve(2)
    reading.tape.append(TapeWord(kind, offset: offset))
    reading.tape.append(TapeWord(count: 0, end: 0))
    return header
  }

  /// Ends the container whose entry is `header`, with `count` members or elements.
  @inline(never)
  func close(_ header: Int, count: Int) {
    reading.tape[header &+ 1] = TapeWord(count: count, end: reading.tape.count)
  }

  /// Notes the name of the member that is being read, whose value comes next.
  ///
  /// - Returns: False if no object is on the tape, so that a member inside could not be decoded later.
  @inline(never)
  func noteName(
    of field: UnsafeMutablePointer<MemberwisePlan.Field>,
    _ cursor: TextCursor
  ) -> Bool {
    let container = reading.container
    guard container != Tape.absent else { return false }
    // There is nothing but whitespace and a colon between the name and the value.
    var end = cursor.offset &- 1
    while end > 0, cursor.text[end] != UInt8(ascii: "\"") { end &-= 1 }
    // SAFETY: the fields of plans are never freed.
    let count = unsafe field.pointee.slot.count
    reading.tape.reserve(1)
    reading.tape.append(TapeWord(.string, offset: end &- count, count: count))
    reading.tape[container &+ 1] = TapeWord(count: reading.tape[container &+ 1].count &+ 1, end: 0)
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
    reading.deferredCount &+= 1
    return scanValue(&cursor, isSkipping: false)
  }
}

/// What reading texts needs.
@safe
struct ReaderState: ~Copyable {
  /// What led to the values of members, by the ids of plans.
  var leads: ContiguousArray<MemberLeads?> = []

  /// Where escapes are replaced.
  var scratch = ByteArena()

  /// The tape for values that are decoded after all others and what leads to them, and for values of members that no
  /// type has, which are dropped.
  var tape = Tape(capacity: 64)

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

  @safe
  struct Buffer {
    var base: UnsafeMutableRawPointer
    var byteCount: Int
  }
}
