/// Whole texts of marked types, read in one pass.
extension DocumentDecoder {
  /// Forgets for which types reading texts was given up, so that the next text is read if it can be.
  ///
  /// - Returns: How many texts were given up.
  @discardableResult
  package func forgetReadings() -> Int {
    memory.memberwise.state.readings.forget()
    return memory.memberwise.state.readings.givenUpCount
  }

  /// Calls `body` with a cursor at the beginning of `text`, unless reading values of the type of `ready` was given up
  /// recently.
  ///
  /// - Returns: `gaveUp` unless `body` has read the whole text.
  func reading(
    _ ready: ReadyPlan,
    _ text: JSONText,
    maximumDepth: Int,
    _ body: (TextReader, inout TextCursor) -> Bool
  ) -> WholeReading {
    let id = ready.plan.id
    // An object that is recorded is decoded in the ordinary way.
    guard memory.mayRead(ready), memory.memberwise.state.readings.begin(id) else {
      return .gaveUp
    }
    let reader = memory.memberwise.textReader
    reader.state.container = Tape.absent
    reader.state.level = 0
    reader.state.deferredCount = 0
    var cursor = TextCursor(text, maximumDepth: maximumDepth)
    let isRead =
      ready.defers ? withTape(of: text, reader) { body(reader, &cursor) } : body(reader, &cursor)
    reader.shrink()
    memory.memberwise.state.readings.end(id, isRead: isRead)
    guard isRead else { return .gaveUp }
    return reader.state.deferredCount > 0 ? .deferred : .read
  }
}

extension DocumentDecoder {
  /// What is known about the marked type `type` for reading `text`, which has the given form.
  ///
  /// - Returns: Nil if the text is to be decoded from the tape.
  @inline(__always)
  fileprivate func planToRead<Value: MemberwiseDecodable>(
    _ type: Value.Type,
    _ form: WholeForm,
    _ text: JSONText
  ) -> ReadyPlan? {
    guard let ready = memberwise(type).map({ memory.settled($0) }) else { return nil }
    // When deferred members are decoded, it is not known where in a dictionary each value is.
    let mayBeRead = ready.plan.isReadFromText && (form != .membersByName || !ready.defers)
    if mayBeRead, memory.environment.readsAllItCan { return ready }
    let shortest =
      !mayBeRead || !ready.paysToRead
      ? .max : ready.defers ? TypePlan.shortestDeferringReading : 0
    if text.count >= shortest { return ready }
    memory.read(form.whole(of: type), onlyFrom: shortest)
    return nil
  }

  /// Calls `body`, which reads `text`, while `reader` has the document's tape.
  ///
  /// Afterward the tape is empty again, unless it has values that are to be decoded later.
  @inline(never)
  private func withTape(of text: JSONText, _ reader: TextReader, _ body: () -> Bool) -> Bool {
    document.text = text
    document.dialect = options.dialect
    // SAFETY of both: nothing else uses the reader's tape in between, and in the end each frees its own.
    let own = reader.tape
    reader.tape = document.tape
    let isRead = body()
    if !isRead || reader.state.deferredCount == 0 { reader.tape.removeAll() }
    document.tape = reader.tape
    reader.tape = own
    return isRead
  }
}

extension Memberwise: ReadableFromText {
  static var reading: (any ReadableFromText.Type)? { Self.self }

  @unsafe
  static func read(
    _ form: WholeForm,
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> WholeReading {
    guard let ready = decoder.planToRead(Value.self, form, text) else { return .gaveUp }
    let depth = decoder.options.limits.maximumDepth
    return decoder.reading(ready, text, maximumDepth: depth) { reader, cursor in
      // SAFETY: the target is the caller's.
      unsafe read(form, ready, reader, &cursor, isWhole: true, with: decoder, to: target)
    }
  }

  @unsafe
  static func readFirst(
    from place: PlaceToRead,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> FirstReading {
    guard var ready = decoder.memberwise(Value.self) else { return .gaveUp }
    // A record is shown to the document only when it is decoded in the ordinary way.
    guard ready.plan.isReadFromText, !ready.plan.hasDeferredMembers else { return .never }
    ready.defers = false
    var count = 0
    let result = decoder.reading(ready, place.text, maximumDepth: place.maximumDepth) {
      reader,
      cursor in
      defer { count = cursor.offset }
      // SAFETY: the target is the caller's.
      return unsafe read(
        .value,
        ready,
        reader,
        &cursor,
        isWhole: place.isWhole,
        with: decoder,
        to: target
      )
    }
    return result == .gaveUp ? .gaveUp : .read(count: count)
  }

  /// Reads a value or a collection of values, after which the text ends if `isWhole` is true.
  @unsafe
  @inline(__always)
  private static func read(
    _ form: WholeForm,
    _ ready: ReadyPlan,
    _ reader: TextReader,
    _ cursor: inout TextCursor,
    isWhole: Bool,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    var count = 1
    // SAFETY: the target holds a value of the given form once the reader returns true.
    switch form {
    case .value:
      let value = unsafe target.assumingMemoryBound(to: Value.self)
      guard unsafe reader.readObject(ready, &cursor, to: target),
        unsafe isEnd(&cursor, isWhole, of: value)
      else { return false }
    case .elements:
      let elements = unsafe target.assumingMemoryBound(to: [Value].self)
      guard unsafe reader.readObjects(ready, &cursor, to: target),
        unsafe isEnd(&cursor, isWhole, of: elements)
      else { return false }
      count = unsafe elements.pointee.count
    case .membersByName:
      let members = unsafe target.assumingMemoryBound(to: [String: Value].self)
      guard unsafe reader.readObjectsByName(ready, &cursor, to: target),
        unsafe isEnd(&cursor, isWhole, of: members)
      else { return false }
      count = unsafe members.pointee.count
    }
    decoder.memory.memberwise.state.schedule.note(ready.plan.id, count: count)
    return true
  }

  /// Whether the text ends at `cursor` or need not end there; if neither is true, destroys what was read.
  @unsafe
  @inline(__always)
  private static func isEnd<Whole>(
    _ cursor: inout TextCursor,
    _ isWhole: Bool,
    of whole: UnsafeMutablePointer<Whole>
  ) -> Bool {
    if !isWhole || cursor.isAtEnd { return true }
    // SAFETY: it was read, as the caller says.
    unsafe whole.deinitialize(count: 1)
    return false
  }
}
