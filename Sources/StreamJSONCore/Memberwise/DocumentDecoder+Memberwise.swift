/// Objects of memberwise types that have a plan, decoded from the tape.
///
/// The members are first found, in the order of the text, and then decoded, in the order in which `init(from:)` would
/// ask for them. That way, other types' initializers see the same things, and the same one of several errors is thrown.
///
/// No error of a plan leaves this file: whatever a plan cannot decode is left to the type's own initializer.
extension DocumentDecoder {
  /// The plan of the memberwise type `type`; nil if its own `init(from:)` decodes its values.
  @inline(__always)
  func memberwise<Value: MemberwiseDecodable>(_ type: Value.Type) -> ReadyPlan? {
    guard isMemberwise else { return nil }
    return types.memberwise.readyPlanCache[ObjectIdentifier(type)] ?? types.prepare(type)
  }

  /// Whether plans may be used.
  ///
  /// They may not be used when the tape can no longer take notes of keys, or when a closure asks for the path of each
  /// object.
  var isMemberwise: Bool { detachedKeys == nil && (comparesNamesAsTheyAre || !convertsByPath) }

  /// Decodes the object at `entry` and initializes the value at `target` with it.
  func decodeObject(
    _ ready: ReadyPlan,
    at entry: Int,
    to target: UnsafeMutableRawPointer
  ) throws {
    // SAFETY: the target has room for a value of the plan's type, as the caller says, and nothing is there when it is
    // left to the initializer. Nothing need be there for a type that asks for no object, which has no properties.
    // `entries` has room for every field of a plan, and each entry whose bit in `found` is set is written. All required
    // members before `end` are in `found`, and `begin` has set the other properties.
    let tape = storage.tape
    let plan = ready.plan
    guard tape[entry].kind == .object else {
      // A type without members asks for no object.
      guard plan.asksForObject else { return }
      return try unsafe leaveToInitializer(ready, at: entry, to: target)
    }
    try unsafe withUnsafeTemporaryAllocation(
      of: UInt32.self,
      capacity: MemberwisePlan.maximumFieldCount
    ) { entries in
      let entries = unsafe entries.baseAddress.unsafelyUnwrapped
      let found: UInt64
      if comparesNamesAsTheyAre, tape[entry].flags.isEmpty {
        found = unsafe find(plan, in: entry, entries)
      } else {
        guard let names = try? unsafe findAnyNames(ready, in: entry, entries) else {
          return try unsafe leaveToInitializer(ready, at: entry, to: target)
        }
        found = names
      }
      // A type with defaults that contains this one has to know.
      if found != plan.all { notes.absenceCount &+= 1 }
      unsafe plan.begin(target)
      let missing = plan.required & ~found
      let end = missing == 0 ? plan.count : missing.trailingZeroBitCount
      try unsafe decodeMembers(ready, at: entry, found, entries, to: target, upTo: end)
    }
  }

  /// Finds the members of the object at `header`, all of whose names are plain.
  ///
  /// - Returns: The bits of those that are there; their entries are in `entries`.
  @inline(__always)
  func find(
    _ plan: MemberwisePlan,
    in header: Int,
    _ entries: UnsafeMutablePointer<UInt32>
  ) -> UInt64 {
    // SAFETY: `index` is compared with `count`, the number of fields, before it is used for `fields`, and is below
    // `count` where it is used for `entries`: if it were not, the loop would have continued. The caller's `entries` has
    // room for every field of a plan.
    let (tape, text) = (storage.tape, storage.text)
    let count = plan.count
    let fields = unsafe plan.fields
    let end = tape[header &+ 1].end
    var found: UInt64 = 0
    var cursor = header &+ 2
    var next = 0
    while cursor < end {
      let word = tape[cursor]
      let value = cursor &+ 1
      cursor = tape.entry(after: value)
      var index = next
      let isNext =
        unsafe index < count && fields[index].slot.matches(word, in: text, names: plan.nameText)
      if !isNext {
        let start = word.offset
        index = plan.index(ofNameFrom: start, to: start &+ word.shortCount, in: text)
        guard index < count else { continue }
      }
      next = index &+ 1
      let bit = 1 &<< UInt64(truncatingIfNeeded: index)
      // The first of several members with one name counts.
      guard found & bit == 0 else { continue }
      found |= bit
      unsafe entries[index] = UInt32(truncatingIfNeeded: value)
    }
    return found
  }

  /// Like `find`, under other key strategies and policies, and for names that cannot be compared as they are.
  @inline(never)
  private func findAnyNames(
    _ ready: ReadyPlan,
    in header: Int,
    _ entries: UnsafeMutablePointer<UInt32>
  ) throws -> UInt64 {
    // The initializer of a type without members opens no object.
    guard ready.plan.asksForObject else { return 0 }
    let object = KeyedObject(decoder: self, keyType: try types.keyType(of: ready.firstCase).type)
    try object.open(header)
    var found: UInt64 = 0
    for index in 0..<ready.plan.count {
      let field = ready.plan[index]
      let entry = object.find(Int(field.ordinal), field.handler.name)
      guard entry != Tape.absent else { continue }
      found |= 1 << UInt64(index)
      // SAFETY: the index is that of a field.
      unsafe entries[index] = UInt32(truncatingIfNeeded: entry)
    }
    return found
  }

  /// Decodes the members before `position` that are there, in the order of the plan.
  ///
  /// If one of them throws, or the member at `position` is missing, the value is left to the initializer.
  @inline(never)
  private func decodeMembers(
    _ ready: ReadyPlan,
    at header: Int,
    _ found: UInt64,
    _ entries: UnsafeMutablePointer<UInt32>,
    to target: UnsafeMutableRawPointer,
    upTo position: Int
  ) throws {
    // SAFETY: `field` is the one at `index`, and used only below `position`, which is at most the number of fields; an
    // entry is only read where its bit is set. When the value is left to the initializer, those of `found` before
    // `index` are initialized, and no others; one whose member is null is nil. Otherwise, all properties are. No model
    // reaches `entries`, and plans are never freed.
    var index = 0
    var field = unsafe ready.plan.fields
    var rest = found
    do {
      while index < position {
        if rest & 1 != 0 {
          let entry = unsafe Int(truncatingIfNeeded: entries[index])
          try unsafe decodeMember(field, ready.firstCase, in: header, at: entry, to: target)
        }
        rest &>>= 1
        index &+= 1
        unsafe field += 1
      }
    } catch {
      return try unsafe leaveToInitializer(
        ready,
        at: header,
        found,
        upTo: index,
        throwing: error,
        to: target
      )
    }
    guard index < ready.plan.count else { return }
    try unsafe leaveToInitializer(ready, at: header, found, upTo: index, to: target)
  }

  /// Decodes the value at `entry` into the property `field` of the value at `base`.
  @inline(__always)
  private func decodeMember(
    _ field: UnsafeMutablePointer<MemberwisePlan.Field>,
    _ firstCase: KeyNote,
    in header: Int,
    at entry: Int,
    to base: UnsafeMutableRawPointer
  ) throws {
    // SAFETY: the plan has found that the value at `base` has a property of the type that the kind stands for at this
    // offset, which is aligned. `ready`, the plan of the type with this id, is for the type of the property or its
    // elements, whose memory is at the target; the tag, if there is one, is within the property. Nothing is at the
    // target when `decodeOtherMember` is called: `fill` has made nothing if it returns false, and `enter` only notes a
    // key.
    let target = unsafe base + field.pointee.offset
    // None of the methods that are called for the most frequent kinds enters a key.
    var source = TapeSource(self, at: entry, by: .none)
    if unsafe field.pointee.fill(from: &source, at: target) { return }
    let kind = unsafe field.pointee.kind
    let note = unsafe firstCase.adding(Int(field.pointee.ordinal))
    if kind.isOfMemberwiseType, storage.tape[entry].kind == (kind == .object ? .object : .array),
      let ready = unsafe types.memberwise.plan(withID: field.pointee.typeID),
      enter(entry, by: note)
    {
      guard kind == .object else { return try unsafe decodeObjects(ready, at: entry, to: target) }
      try unsafe decodeObject(ready, at: entry, to: target)
      return unsafe field.pointee.markAsValue(target)
    }
    let place = MemberPlace(header: header, entry: entry, note: note)
    try unsafe decodeOtherMember(field, at: place, to: target)
  }

  /// Decodes the value at `place` into the property `field` at `target`, for rarer types and for unexpected values.
  @inline(never)
  func decodeOtherMember(
    _ field: UnsafeMutablePointer<MemberwisePlan.Field>,
    at place: MemberPlace,
    to target: UnsafeMutableRawPointer
  ) throws {
    var source = TapeSource(self, at: place.entry, by: place.note)
    // SAFETY: the caller's field is of the property at the target.
    if try unsafe field.pointee.fillRare(from: &source, at: target) { return }
    if unsafe field.pointee.isOptional, storage.tape[place.entry].kind == .null { return }
    try unsafe field.pointee.handler.decode(with: self, at: place, to: target)
    unsafe field.pointee.markAsValue(target)
  }
}
