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
      let ready = unsafe types.memberwise.plan(withID: field.pointee.typeID)
    {
      enter(entry, by: note)
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

/// Whole texts of memberwise types, read in one pass.
extension DocumentDecoder {
  /// Forgets for which types reading texts was given up, so that the next text is read if it can be.
  ///
  /// - Returns: How many texts were given up.
  @discardableResult
  package func forgetReadingAttempts() -> Int {
    types.memberwise.state.attempts.forget()
    return types.memberwise.state.attempts.givenUpCount
  }

  /// Calls `body` with a cursor at the beginning of the text at `place`, unless reading values of the type of `ready`
  /// was given up recently.
  ///
  /// - Returns: Where the cursor is then; nil unless `body` has read what was to be read.
  func reading(
    _ ready: ReadyPlan,
    _ place: PlaceToRead,
    _ body: (TextReader, inout TextCursor) -> Bool
  ) -> Int? {
    let id = ready.plan.id
    // An object that is recorded is decoded in the ordinary way.
    guard types.mayRead(ready), types.memberwise.state.attempts.begin(id) else { return nil }
    let reader = types.memberwise.textReader
    reader.state.container = Tape.absent
    reader.state.level = 0
    reader.state.deferredCount = 0
    reader.state.hasMetValue = false
    var cursor = TextCursor(place.text, maximumDepth: place.maximumDepth)
    // Deferred members are noted on the document's tape, which is empty again unless there are any.
    if ready.defers {
      document.text = place.text
      document.storage.dialect = options.dialect
      // SAFETY: nothing else uses either tape between the two swaps, and in the end each has its own.
      swap(&reader.tape, &document.tape)
    }
    let isRead = body(reader, &cursor)
    if ready.defers {
      if !isRead || reader.state.deferredCount == 0 { reader.tape.removeAll() }
      swap(&reader.tape, &document.tape)
    }
    reader.shrink()
    if reader.state.hasMetValue, !place.isInStream { types.expectValues(in: ready) }
    types.memberwise.state.attempts.end(id, isRead: isRead)
    return isRead ? cursor.offset : nil
  }

  /// Whether `text`, which has the given form, is to be read by `ready`, the plan of `type`, and not decoded from the
  /// tape.
  @inline(__always)
  fileprivate func paysToRead<Value: MemberwiseDecodable>(
    _ type: Value.Type,
    _ form: WholeForm,
    _ text: JSONText,
    _ ready: ReadyPlan
  ) -> Bool {
    if ready.paysToRead, ready.plan.isReadFromText, !ready.defers { return true }
    // When deferred members are decoded, it is not known where in a dictionary each value is.
    let mayBeRead = ready.plan.isReadFromText && (form != .membersByName || !ready.defers)
    if mayBeRead, types.memberwise.readsAllItCan { return true }
    let shortest =
      mayBeRead && ready.paysToRead ? TypePlan.shortestDeferringReading : .max
    if text.count >= shortest { return true }
    types.read(form.whole(of: type), onlyFrom: shortest)
    return false
  }
}

extension Memberwise: ReadableFromText {
  static var reading: (any ReadableFromText.Type)? { Self.self }

  static func read(
    _ form: WholeForm,
    from place: PlaceToRead,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> TextReading {
    // SAFETY: the target holds a value of the form once the reader has returned true, and until it is deinitialized
    // here. Of `value`, `elements` and `members`, only that of the form is used, and only then.
    guard var known = decoder.memberwise(Value.self) else { return .gaveUp }
    if place.isInStream {
      // A record is shown to the document only when it is decoded in the ordinary way.
      guard known.plan.isReadFromText, !known.plan.alwaysDefers else { return .never }
      known.defers = false
    } else if !decoder.paysToRead(Value.self, form, place.text, known) {
      return .gaveUp
    }
    let ready = known
    let value = unsafe target.assumingMemoryBound(to: Value.self)
    let elements = unsafe target.assumingMemoryBound(to: [Value].self)
    let members = unsafe target.assumingMemoryBound(to: [String: Value].self)
    let end = decoder.reading(ready, place) { reader, cursor in
      let isRead =
        switch form {
        case .value: unsafe reader.readObject(ready, &cursor, to: target)
        case .elements: unsafe reader.readObjects(ready, &cursor, to: target)
        case .membersByName: unsafe reader.readObjectsByName(ready, &cursor, to: target)
        }
      guard isRead, place.isWhole, !cursor.isAtEnd else { return isRead }
      switch form {
      case .value: unsafe value.deinitialize(count: 1)
      case .elements: unsafe elements.deinitialize(count: 1)
      case .membersByName: unsafe members.deinitialize(count: 1)
      }
      return false
    }
    let memory = decoder.types.memberwise
    guard let end else {
      // The records of a stream are mostly alike. Its decoder reads nothing else, so the flag is not of another text.
      let hasMetValue = place.isInStream && memory.textReader.state.hasMetValue
      return hasMetValue && known.plan.mayDefer ? .never : .gaveUp
    }
    let count =
      switch form {
      case .value: 1
      case .elements: unsafe elements.pointee.count
      case .membersByName: unsafe members.pointee.count
      }
    memory.state.schedule.note(ready.plan.id, count: count)
    let defers = memory.textReader.state.deferredCount > 0
    if defers { memory.state.deferring = (ready, form) }
    return .read(count: end, defers: defers)
  }
}

// MARK: - Collections

// The type of the values determines whether a whole text can be read as a collection of them.

extension Array: ReadableFromText where Element: Decodable {
  package static var reading: (any ReadableFromText.Type)? {
    DirectTypes.isScalar(Element.self) ? nil : Self.self
  }
}

extension Dictionary: ReadableFromText where Key == String, Value: Decodable {
  package static var reading: (any ReadableFromText.Type)? {
    DirectTypes.isScalar(Value.self) ? nil : Self.self
  }
}

extension ReadableFromText where Self: DirectlyDecodable & Decodable {
  package static func read(
    _ form: WholeForm,
    from place: PlaceToRead,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> TextReading {
    let types = decoder.types
    // Only values of memberwise types are read from a part of a text.
    guard !place.isInStream, case .parts(let whole, let part) = content(in: types) else {
      return .never
    }
    let reading = types.reading(of: part, in: Self.self, form, byteCount: place.text.count)
    guard let reading else { return .gaveUp }
    // SAFETY: the plan of a type names the type itself, or a struct that contains nothing but a value of it.
    return unsafe reading.read(whole, from: place, with: decoder, to: target)
  }
}

/// The second part of reading a text in one pass: the members that were deferred.
///
/// They are decoded in the order in which `init(from:)` would ask for them, so that other types' initializers see the
/// same things, and the same one of several errors is thrown. Until then, each property holds a placeholder. If one of
/// the members throws, the rest are left, and the whole value is destroyed like any other.
extension DocumentDecoder {
  /// Decodes the deferred members of the value at `base`, whose object is at `header`.
  func decodeDeferred(
    _ ready: ReadyPlan,
    at header: Int,
    of base: UnsafeMutableRawPointer
  ) throws {
    // SAFETY: `entries` has room for every field of a plan; where a bit of `rest` was set, there is such a field, and
    // its entry was written. The value at `base` is one of the plan's type, in which the plan has found the property.
    // At `target` is a placeholder, which may be overwritten like mere bytes, or, for a memberwise type, the value or
    // array that was read. Models run in between, but they reach neither the value nor `entries`, and plans are never
    // freed.
    try unsafe withUnsafeTemporaryAllocation(
      of: UInt32.self,
      capacity: MemberwisePlan.maximumFieldCount
    ) { entries in
      let entries = unsafe entries.baseAddress.unsafelyUnwrapped
      var rest = unsafe find(ready.plan, in: header, entries)
      while rest != 0 {
        let index = rest.trailingZeroBitCount
        rest &= rest &- 1
        let (field, entry) = unsafe (ready.plan.fields + index, Int(entries[index]))
        let target = unsafe base + field.pointee.offset
        let note = unsafe ready.firstCase.adding(Int(field.pointee.ordinal))
        guard unsafe field.pointee.kind.isOfMemberwiseType else {
          let place = MemberPlace(header: header, entry: entry, note: note)
          try unsafe decodeOtherMember(field, at: place, to: target)
          continue
        }
        // The plan was there when the value was read, and may have been given up since.
        let (id, plans) = (unsafe field.pointee.typeID, types.memberwise)
        let known = plans.plan(withID: id) ?? plans.state.formerPlans.first { $0.plan.id == id }
        guard let part = known else { throw DecodingError.lostPlan }
        enter(entry, by: note)
        if unsafe field.pointee.kind == .object {
          try unsafe decodeDeferred(part, at: entry, of: target)
        } else {
          try unsafe decodeDeferred(part, ofElementsAt: entry, of: target)
        }
      }
    }
  }

  /// Decodes the deferred members of the elements of the array at `target`, which is at `entry` on the
  /// tape.
  func decodeDeferred(
    _ ready: ReadyPlan,
    ofElementsAt entry: Int,
    of target: UnsafeMutableRawPointer
  ) throws {
    // SAFETY: an array of the plan's type was read to the target, and only this decoder reaches it. At `base`, `count`
    // elements are initialized, also after a model has thrown, and the index is less than that.
    let tape = storage.tape
    try unsafe ready.plan.type.arrays.modify(target) { base, count in
      guard count == tape[entry &+ 1].count else { throw DecodingError.lostPlan }
      var child = entry &+ 2
      for index in 0..<count {
        try unsafe decodeDeferred(ready, at: child, of: base + index &* ready.plan.stride)
        child = tape.entry(after: child)
      }
    }
  }
}

/// Arrays of objects of memberwise types that have a plan, decoded from the tape.
extension DocumentDecoder {
  /// Decodes the array at `entry` and initializes the array at `target`, which may be optional, with it.
  ///
  /// As in `elements(at:_:)`, room for all elements is made at once only if they are few or small. Otherwise the array
  /// is made once an eighth of them exist.
  func decodeObjects(
    _ ready: ReadyPlan,
    at entry: Int,
    to target: UnsafeMutableRawPointer
  ) throws {
    let tape = storage.tape
    let count = tape[entry &+ 1].count
    let arrays = ready.plan.type.arrays
    let stride = ready.plan.stride
    try requireRoom(for: count, stride: stride, at: entry)
    var child = entry &+ 2
    let isLarge = stride > 16 && count > Tape.roomAtOnce / stride
    let beginning = unsafe isLarge ? try decodeBeginning(of: count, from: &child, ready) : nil
    // SAFETY: the storage has room for `count` elements, and the beginning has no more than that; nothing is there
    // once they have been moved out.
    try unsafe arrays.make(count, target) { base, initializedCount in
      if let beginning = unsafe beginning {
        unsafe arrays.move(beginning.base, beginning.count, base)
        unsafe beginning.base.deallocate()
        initializedCount = unsafe beginning.count
      }
      try unsafe fill(base, &initializedCount, upTo: count, of: count, from: &child, ready)
    }
  }

  /// Decodes objects, beginning with the one at `child`, into storage at `base` until there are `end` of the `total` in
  /// the array; `count` of them are initialized at any time.
  @inline(__always)
  private func fill(
    _ base: UnsafeMutableRawPointer,
    _ count: inout Int,
    upTo end: Int,
    of total: Int,
    from child: inout Int,
    _ ready: ReadyPlan
  ) throws {
    let tape = storage.tape
    var granted = count
    while count < end {
      if count >= granted {
        granted = count &+ types.take(ready, atMost: end &- count, of: total &- count)
      }
      // SAFETY: the storage has room for `end` elements, each of which is initialized when one of these returns, and
      // then counted.
      let target = unsafe base + count &* ready.plan.stride
      if count < granted {
        try unsafe decodeObject(ready, at: child, to: target)
      } else {
        try unsafe decodeUngrantedObject(ready, at: child, to: target)
      }
      count &+= 1
      child = tape.entry(after: child)
    }
  }

  /// Decodes the first of `count` objects, beginning with the one at `child`, into separate storage, which grows
  /// fourfold until it holds an eighth of them.
  @inline(never)
  private func decodeBeginning(
    of count: Int,
    from child: inout Int,
    _ ready: ReadyPlan
  ) throws -> (base: UnsafeMutableRawPointer, count: Int) {
    // SAFETY: the storage at `base` has room for `capacity` elements, with the largest alignment that a plan allows.
    // The first `initializedCount` of them are initialized at any time, also when a model has thrown. `larger` is four
    // times as large, and all of the former storage is initialized then.
    let arrays = ready.plan.type.arrays
    var capacity = Tape.initialCount(ofStride: ready.plan.stride)
    func allocate() -> UnsafeMutableRawPointer {
      .allocate(
        byteCount: capacity &* ready.plan.stride,
        alignment: MemberwisePlan.maximumAlignment
      )
    }
    var base = unsafe allocate()
    var initializedCount = 0
    do {
      while true {
        try unsafe fill(base, &initializedCount, upTo: capacity, of: count, from: &child, ready)
        guard let next = Tape.capacity(after: capacity, of: count) else {
          return unsafe (base, initializedCount)
        }
        capacity = next
        let larger = unsafe allocate()
        unsafe arrays.move(base, initializedCount, larger)
        unsafe base.deallocate()
        unsafe base = larger
      }
    } catch {
      unsafe arrays.destroy(base, initializedCount)
      unsafe base.deallocate()
      throw error
    }
  }
}
