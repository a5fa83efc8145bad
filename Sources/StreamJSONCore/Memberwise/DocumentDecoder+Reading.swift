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
