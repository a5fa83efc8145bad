/// The one place that chooses between the pass over the text and the tape.
extension DocumentDecoder {
  /// Decodes a value of `type` from `text`.
  @inline(__always)
  package func decode<T: Decodable>(_ type: T.Type, from text: JSONText) throws -> T {
    let plan = memory.outermostPlan(for: type, byteCount: text.count)
    if text.count >= plan.shortestReading, options.allowsReading, let reading = plan.reading {
      return try readOrDecode(type, reading, from: text)
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
    _ reading: any ReadableFromText.Type,
    from text: JSONText
  ) throws -> T {
    guard !TextEncoding.needsConversion(text), text.count <= options.limits.maximumByteCount,
      text.count < Tape.byteLimit
    else { return try scanAndDecode(type, from: text) }
    // SAFETY: there is room for a T, and what is read has a plan, which bounds its alignment; `move` below
    // comes before anything else that could ask for the storage.
    let target = unsafe memory.outermost.storage(byteCount: MemoryLayout<T>.size)
    let result = unsafe reading.read(.value, from: text, with: self, to: target)
    if result == .gaveUp { return try scanAndDecode(type, from: text) }
    // SAFETY: the plan of T holds T itself, as another protocol's metatype, or a struct that has nothing but
    // a T. There is therefore a T when `read` has not given up.
    var value = unsafe target.assumingMemoryBound(to: T.self).move()
    if result == .deferred {
      try decodeDeferred(of: &value, reading)
      return value
    }
    return value
  }

  /// Decodes the deferred members of `value`, which was read.
  @inline(never)
  private func decodeDeferred<T>(
    of value: inout T,
    _ reading: any ReadableFromText.Type
  ) throws {
    current = Tape.root
    storage.outermost = Tape.absent
    do {
      // SAFETY: the value is of the type that was read, or has the same layout.
      try unsafe withUnsafeMutablePointer(to: &value) { value in
        try unsafe reading.decodeDeferred(.value, with: self, of: UnsafeMutableRawPointer(value))
      }
    } catch {
      // Destroying the value may run the code of a model that has kept this decoder.
      standOnOutermostValue()
      throw error
    }
  }

  /// Scans the whole text if the tape has only what was deferred, and then moves to the outermost value.
  ///
  /// Models then find the same on the tape as after an ordinary decode. Whatever they hold of deferred
  /// members stays where it is on the tape.
  @inline(never)
  func standOnOutermostValue() {
    guard storage.outermost == Tape.absent else { return }
    var tape = document.tape
    let outermost = tape.count
    var scanner = Scanner(maximumDepth: options.limits.maximumDepth, allowsTrailingComma: true)
    // There is no fault: the text was read.
    _ = try? scanner.scan(
      document.text,
      into: &tape,
      isFinal: true,
      dialect: StandardJSON.self
    )
    document.tape = tape
    storage.outermost = outermost
    if current == Tape.root { current = outermost }
  }
}
