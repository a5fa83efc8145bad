/// The one place that chooses between the pass over the text and the tape.
extension DocumentDecoder {
  /// Decodes a value of `type` from `text`.
  @inline(__always)
  package func decode<T: Decodable>(_ type: T.Type, from text: JSONText) throws -> T {
    let plan = memory.outermostPlan(for: type, byteCount: text.count)
    if text.count >= plan.shortestReading, options.allowsReading, let direct = plan.direct {
      return try readOrDecode(type, direct, from: text)
    }
    return try scanAndDecode(type, from: text)
  }

  @inline(__always)
  private func scanAndDecode<T: Decodable>(_ type: T.Type, from text: JSONText) throws -> T {
    try scan(text)
    current = Tape.root
    return try decodeRoot(type)
  }

  @inline(never)
  private func readOrDecode<T: Decodable>(
    _ type: T.Type,
    _ direct: any DirectlyDecodable.Type,
    from text: JSONText
  ) throws -> T {
    let limits = options.limits
    guard !TextEncoding.needsConversion(text), text.count <= limits.maximumByteCount,
      text.count < Tape.byteLimit
    else { return try scanAndDecode(type, from: text) }
    let reader = memory.textReader
    reader.state.maximumDepth = limits.maximumDepth
    reader.state.deferredCount = 0
    // SAFETY: there is room for a T, and what is read has a plan, which bounds its alignment; `move` below
    // comes before anything else that could ask for the storage.
    let target = unsafe reader.outermost(MemoryLayout<T>.size)
    guard unsafe direct.read(from: text, with: self, to: target) else {
      return try scanAndDecode(type, from: text)
    }
    // SAFETY: the plan of T holds T itself, as another protocol's metatype, or a struct that has
    // nothing but a T. So there is a T when `read` has returned true.
    var value = unsafe target.assumingMemoryBound(to: T.self).move()
    if reader.state.deferredCount > 0 {
      try decodeDeferred(of: &value, direct)
      return value
    }
    return value
  }

  /// Forgets of which types texts were given up, so that the next one is read if it can be.
  ///
  /// - Returns: How many texts were given up.
  @discardableResult
  package func forgetReadings() -> Int {
    memory.readings.forget()
    return memory.readings.givenUpCount
  }

  /// Calls `body` with a cursor at the beginning of `text`, unless values of the type of `ready` have
  /// lately been given up.
  ///
  /// - Returns: Whether `body` has read the whole text.
  func reading(
    _ ready: ReadyPlan,
    _ text: JSONText,
    _ body: (TextReader, inout TextCursor) -> Bool
  ) -> Bool {
    let id = ready.plan.id
    // An object that is recorded is decoded in the ordinary way.
    guard memory.mayRead(ready), memory.readings.begin(id) else { return false }
    let reader = memory.textReader
    reader.state.container = Tape.absent
    reader.state.level = 0
    var cursor = TextCursor(text, maximumDepth: reader.state.maximumDepth)
    let isRead =
      ready.defers ? withTape(of: text, reader) { body(reader, &cursor) } : body(reader, &cursor)
    reader.shrink()
    memory.readings.end(id, isRead: isRead)
    return isRead
  }
}

extension DocumentDecoder {
  /// What is known of `type`, a marked one, for reading `text`, which is of the type `outermost`.
  ///
  /// - Returns: Nil if the text is to be decoded from the tape.
  @inline(__always)
  fileprivate func planToRead<Value: MemberwiseDecodable>(
    _ type: Value.Type,
    for outermost: any Decodable.Type,
    _ text: JSONText
  ) -> ReadyPlan? {
    guard let ready = memberwise(type).map({ memory.settled($0) }) else { return nil }
    let mayBeRead = ready.plan.isReadFromText
    if mayBeRead, memory.environment.readsAllItCan { return ready }
    let shortest =
      !mayBeRead || !ready.paysToRead
      ? .max : ready.defers ? TypePlan.shortestDeferringReading : 0
    if text.count >= shortest { return ready }
    memory.read(outermost, onlyFrom: shortest)
    return nil
  }

  /// Calls `body`, which reads `text`, while `reader` has the document's tape.
  ///
  /// Unless it has what is to be decoded later, the tape is empty again.
  @inline(never)
  private func withTape(of text: JSONText, _ reader: TextReader, _ body: () -> Bool) -> Bool {
    document.text = text
    document.dialect = options.dialect
    // SAFETY of both: nothing else uses the reader's tape in between, and each frees its own in the end.
    let own = reader.tape
    reader.tape = document.tape
    let isRead = body()
    if !isRead || reader.state.deferredCount == 0 { reader.tape.removeAll() }
    document.tape = reader.tape
    reader.tape = own
    return isRead
  }
}

extension DirectlyDecodable {
  package static var mayBeRead: Bool { false }

  @unsafe
  package static func read(
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    false
  }

  @unsafe
  package static func readElements(
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    false
  }
}

/// Where a value of a stream may be read in one pass.
package struct PlaceToRead {
  /// The value, and perhaps what comes after it.
  let text: JSONText

  /// Where the text begins in the stream's window.
  let start: Int

  /// Whether there may be only whitespace after the value.
  let isWhole: Bool

  /// How many arrays and objects may be open in the value.
  let maximumDepth: Int
}

/// How it went to read a value from the beginning of a text.
package enum FirstReading {
  /// The value, the whitespace before it and, if it is to be whole, that after it have `count` bytes.
  case read(count: Int)

  /// It is to be decoded in the ordinary way.
  case gaveUp

  /// So are all values of the type.
  case never
}

extension DirectlyDecodable {
  @unsafe
  package static func readFirst(
    from place: PlaceToRead,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> FirstReading {
    .never
  }
}

extension Array where Element: Decodable {
  package static var mayBeRead: Bool { !DirectTypes.isScalar(Element.self) }

  @unsafe
  package static func read(
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    let plan = decoder.memory.outermostPlan(for: Element.self, byteCount: text.count)
    guard let direct = plan.direct else {
      if !plan.isUnsettled { decoder.memory.read(Self.self, onlyFrom: .max) }
      return false
    }
    // SAFETY: the plan of Element holds Element itself, or a struct that has nothing but one.
    return unsafe direct.readElements(from: text, with: decoder, to: target)
  }
}

extension Memberwise {
  static var mayBeRead: Bool { true }

  @unsafe
  static func read(
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    guard let ready = decoder.planToRead(Value.self, for: Value.self, text) else { return false }
    return decoder.reading(ready, text) { reader, cursor in
      // SAFETY: `readObject` has initialised the value when it returns true. If something comes after
      // it, it is destroyed again.
      guard unsafe reader.readObject(ready, &cursor, to: target) else { return false }
      if cursor.isAtEnd {
        decoder.memory.schedule.note(ready.plan.id, count: 1)
        return true
      }
      unsafe target.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
      return false
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
    decoder.memory.textReader.state.maximumDepth = place.maximumDepth
    var count = 0
    let isRead = decoder.reading(ready, place.text) { reader, cursor in
      // SAFETY: as in `read`.
      guard unsafe reader.readObject(ready, &cursor, to: target) else { return false }
      let isAtEnd = !place.isWhole || cursor.isAtEnd
      count = cursor.offset
      if isAtEnd {
        decoder.memory.schedule.note(ready.plan.id, count: 1)
        return true
      }
      unsafe target.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
      return false
    }
    return isRead ? .read(count: count) : .gaveUp
  }

  @unsafe
  static func readElements(
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    guard let ready = decoder.planToRead(Value.self, for: [Value].self, text) else { return false }
    return decoder.reading(ready, text) { reader, cursor in
      // SAFETY: as above, with `readObjects`.
      guard unsafe reader.readObjects(ready, &cursor, to: target, isOptional: false) else {
        return false
      }
      if cursor.isAtEnd {
        let count = unsafe target.assumingMemoryBound(to: [Value].self).pointee.count
        decoder.memory.schedule.note(ready.plan.id, count: count)
        return true
      }
      unsafe target.assumingMemoryBound(to: [Value].self).deinitialize(count: 1)
      return false
    }
  }
}
