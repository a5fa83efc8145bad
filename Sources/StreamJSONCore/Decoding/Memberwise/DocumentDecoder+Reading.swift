/// The one place that chooses between the pass over the text and the tape.
extension DocumentDecoder {
  /// Decodes a value of `type` from `text`.
  @inline(__always)
  package func decode<T: Decodable>(_ type: T.Type, from text: JSONText) throws -> T {
    if let direct = memory.plan(for: type).direct, options.allowsReading {
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
    guard !TextEncoding.needsConversion(text), text.count <= options.limits.maximumByteCount,
      text.count < Int(UInt32.max)
    else { return try scanAndDecode(type, from: text) }
    // SAFETY: the plan of T holds T itself, as another protocol's metatype, or a struct that has
    // nothing but a T. So there is a T when `read` returns true.
    return try unsafe withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { buffer in
      let base = unsafe buffer.baseAddress.unsafelyUnwrapped
      guard unsafe direct.read(from: text, with: self, to: UnsafeMutableRawPointer(base)) else {
        return try scanAndDecode(type, from: text)
      }
      return unsafe base.move()
    }
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
    let id = ready.plan.marked.id
    guard memory.readings.begin(id) else { return false }
    var cursor = TextCursor(text, maximumDepth: options.limits.maximumDepth)
    let isRead = body(memory.textReader, &cursor)
    memory.readings.end(id, isRead: isRead)
    return isRead
  }
}

extension DirectlyDecodable {
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

extension Array where Element: Decodable {
  @unsafe
  package static func read(
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    guard let direct = decoder.plan(for: Element.self).direct else { return false }
    // SAFETY: the plan of Element holds Element itself, or a struct that has nothing but one.
    return unsafe direct.readElements(from: text, with: decoder, to: target)
  }
}

extension Memberwise {
  @unsafe
  static func read(
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    guard let ready = decoder.memberwise(Value.self) else { return false }
    return decoder.reading(ready, text) { reader, cursor in
      // SAFETY: `readObject` has initialised the value when it returns true. If something comes after
      // it, it is destroyed again.
      guard unsafe reader.readObject(ready, &cursor, to: target) else { return false }
      if cursor.isAtEnd { return true }
      unsafe target.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
      return false
    }
  }

  @unsafe
  static func readElements(
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    guard let ready = decoder.memberwise(Value.self) else { return false }
    return decoder.reading(ready, text) { reader, cursor in
      // SAFETY: as above, with `readObjects`.
      guard unsafe reader.readObjects(ready, &cursor, to: target, isOptional: false) else {
        return false
      }
      if cursor.isAtEnd { return true }
      unsafe target.assumingMemoryBound(to: [Value].self).deinitialize(count: 1)
      return false
    }
  }
}

/// How often reading was given up, by the ids of marked types.
///
/// A text that is given up has been read in vain, so after each of several in a row twice as many are
/// left to the ordinary way before the next try.
struct Readings {
  private struct Record {
    /// How many texts are still left to the ordinary way.
    var pause: UInt16 = 0
    /// How many will be the next time.
    var nextPause: UInt16 = 0
  }

  private var records: ContiguousArray<Record> = []

  /// Whether the next text is to be read.
  @inline(__always)
  mutating func begin(_ id: Int) -> Bool {
    guard id < records.count, records[id].pause > 0 else { return true }
    records[id].pause -= 1
    return false
  }

  /// Notes how it went.
  @inline(__always)
  mutating func end(_ id: Int, isRead: Bool) {
    if isRead, id >= records.count || records[id].nextPause == 0 { return }
    note(id, isRead)
  }

  @inline(never)
  private mutating func note(_ id: Int, _ isRead: Bool) {
    guard id < PlansByID.capacity else { return }
    while records.count <= id { records.append(Record()) }
    if isRead {
      records[id].nextPause /= 2
    } else {
      records[id].pause = records[id].nextPause
      records[id].nextPause = min(records[id].nextPause * 2 + 1, 1023)
    }
  }
}
