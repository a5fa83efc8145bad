/// Whole texts of memberwise types, read in one pass.
extension DocumentDecoder {
  /// Forgets for which types reading texts was given up, so that the next text is read if it can be.
  ///
  /// - Returns: How many texts were given up.
  @discardableResult
  package func forgetReadingAttempts() -> Int {
    types.memberwise.forgetReadingAttempts()
    return types.memberwise.givenUpCount
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
    // SAFETY: the target holds a value of the form once reading has returned true, and until it is destroyed here.
    // Nothing else uses either tape between the two swaps, and in the end each has its own.
    let (types, memory, document) = (decoder.types, decoder.types.memberwise, decoder.document)
    guard var ready = memory.plan(withID: types.memberwiseID(of: Value.self)) else {
      return .gaveUp
    }
    if place.isInStream {
      // A record is shown to the document only when it is decoded in the ordinary way.
      guard ready.isRead, !ready.alwaysDefers else { return .never }
      ready.defers = false
    } else {
      // When deferred members are decoded, it is not known where in a dictionary each value is.
      let mayBeRead = ready.isRead && (form != .membersByName || !ready.defers)
      let shortest =
        if mayBeRead, memory.readsAllItCan || ready.paysToRead && !ready.defers {
          0
        } else {
          mayBeRead && ready.paysToRead ? TypePlan.shortestDeferringReading : .max
        }
      guard place.text.count >= shortest else {
        types.read(form.whole(of: Value.self), onlyFrom: shortest)
        return .gaveUp
      }
    }
    guard types.readsNextText(ready) else { return .gaveUp }
    memory.hasStorage = true
    memory.reading.container = Tape.absent
    memory.reading.level = 0
    memory.reading.deferredCount = 0
    memory.reading.hasMetValue = false
    var cursor = TextCursor(place.text, maximumDepth: place.maximumDepth)
    // Deferred members are noted on the document's tape, which is empty again unless there are any.
    if ready.defers {
      document.text = place.text
      document.storage.dialect = decoder.options.dialect
      swap(&memory.reading.tape, &document.tape)
    }
    var isRead =
      switch form {
      case .value: unsafe memory.readObject(ready, &cursor, to: target)
      case .elements: unsafe memory.readObjects(ready, &cursor, to: target)
      case .membersByName: unsafe memory.readObjectsByName(ready, &cursor, to: target)
      }
    if isRead, place.isWhole, !cursor.isAtEnd {
      unsafe form.whole(of: Value.self).destroy(at: target)
      isRead = false
    }
    let defers = memory.reading.deferredCount > 0
    if ready.defers {
      if !isRead || !defers { memory.reading.tape.removeAll() }
      swap(&memory.reading.tape, &document.tape)
    }
    memory.shrink()
    let hasMetValue = memory.reading.hasMetValue
    if hasMetValue, !place.isInStream { types.expectValues(in: ready) }
    memory.noteReading(ready.plan.id, isRead: isRead)
    guard isRead else {
      // The records of a stream are mostly alike.
      let isLikely = (0..<ready.plan.count).contains { ready.plan[$0].mayBeEmpty }
      return place.isInStream && hasMetValue && isLikely ? .never : .gaveUp
    }
    if defers { memory.deferring = (ready, form) }
    return .read(count: cursor.offset, defers: defers)
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
    // Collections of objects are read this way, but not collections of other collections.
    let plan = form == .value ? types.outermostPlan(for: part, byteCount: place.text.count) : nil
    guard let reading = plan?.reading else {
      if plan?.mayBeMarked != true { types.read(form.whole(of: Self.self), onlyFrom: .max) }
      return .gaveUp
    }
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
    // SAFETY: an index is that of a field of the plan, because only names of its members are in the object. The value at
    // `base` is one of the plan's type, in which the plan has found the property. At `target` is a placeholder, which may
    // be overwritten like mere bytes, or, for a memberwise type, the value or array that was read. Models run in between,
    // but they do not reach the value, and plans are never freed.
    let (tape, text, plan) = (storage.tape, storage.text, ready.plan)
    var members = tape.members(of: header).map { name, entry in
      let start = tape[name].offset
      return (plan.index(ofNameFrom: start, to: start &+ tape[name].shortCount, in: text), entry)
    }
    members.sort { $0.0 < $1.0 }
    for (index, entry) in members {
      let field = plan[index]
      let target = unsafe base + field.offset
      let note = ready.firstCase.adding(Int(field.ordinal))
      guard field.kind == .object || field.kind == .objects else {
        if field.isOptional, tape[entry].kind == .null { continue }
        try unsafe field.type.decodeProperty(with: self, at: entry, by: note, to: target)
        continue
      }
      guard let part = types.memberwise.plan(withID: field.typeID) else {
        throw DecodingError.lostPlan
      }
      enter(entry, by: note)
      if field.kind == .object {
        try unsafe decodeDeferred(part, at: entry, of: target)
      } else {
        try unsafe decodeDeferred(part, ofElementsAt: entry, of: target)
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
    try unsafe ready.plan.type.type.withElements(ofArrayAt: target) { base, count in
      guard count == tape[entry &+ 1].count else { throw DecodingError.lostPlan }
      var child = entry &+ 2
      for index in 0..<count {
        try unsafe decodeDeferred(ready, at: child, of: base + index &* ready.plan.stride)
        child = tape.entry(after: child)
      }
    }
  }
}
