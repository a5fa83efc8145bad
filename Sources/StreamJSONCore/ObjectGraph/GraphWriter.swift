/// Writes an object graph onto a tape, as the scanner does with a text, so that the decoder need
/// not know which of the two it reads.
///
/// Strings go into a `ByteArena` that becomes the document's text. Values that JSON has no kind
/// for are stored unchanged in a table beside the tape: a model may ask for that very type (Date),
/// or not ask for the value at all.
///
/// A dynamic cast of a value in an `Any` takes 30 to 300 ns, many times as long as writing it.
/// So the type's identity decides: first the few types that graphs mostly consist of, then a
/// table of what was learned about each type the first time.
///
/// It is a struct with `mutating` methods, used in a local variable, because checks for overlapping
/// access to fields of a class would cost more than the work itself.
package struct GraphWriter: ~Copyable {
  /// The tape, bytes and objects that the document gets when the walk ends, even if it fails.
  var tape: Tape
  var bytes: ByteArena
  var foreignObjects: [Any] = []

  private let types: GraphTypes
  private let maximumDepth: Int
  private var depth = 0

  /// A bound on the bytes of the tape and of all strings; another one is on the strings alone.
  private let maximumByteCount: Int

  /// The bytes that were written and then discarded; they count because they took time to write.
  private var forgottenByteCount = 0
  let maximumStringByteCount: Int

  /// How many optionals and type-erased values surround the current value.
  ///
  /// Unlike containers, they cannot form a cycle, but a program can nest them to any depth.
  private var wrapperDepth = 0

  /// What is open below the levels that are written recursively, the innermost last.
  private var frames: [Frame] = []

  /// A container or a wrapped value at a depth that is not written recursively.
  ///
  /// Each costs an allocation but saves stack: writing one level recursively takes up to a few
  /// kilobytes of it in a debug build, and there may be thousands of levels.
  private struct Frame {
    /// Writes the next value, or closes the container after the last one.
    ///
    /// If the value is a container, its frame is pushed and comes next. Returns false when nothing is
    /// left.
    let step: (inout GraphWriter) throws(InputFault) -> Bool
  }

  /// How many levels of containers and wrapped values are written recursively: more than graphs
  /// usually have, and few enough for a small stack.
  private static let maximumNativeDepth = 16

  /// The identities of the types that are tried before the table.
  private let stringType = ObjectIdentifier(String.self)
  private let objectType = ObjectIdentifier([String: Any].self)
  private let arrayType = ObjectIdentifier([Any].self)

  init(
    tape: Tape,
    bytes: consuming ByteArena,
    types: GraphTypes,
    maximumDepth: Int,
    maximumByteCount: Int
  ) {
    self.tape = tape
    self.bytes = bytes
    self.types = types
    self.maximumDepth = maximumDepth
    self.maximumByteCount = maximumByteCount
    maximumStringByteCount = min(maximumByteCount, Tape.byteLimit - 1)
  }

  /// Writes `value`, whatever its type.
  ///
  /// - Throws: `InputFault` for a graph that is too deep or too large. What was written so far
  ///   stays.
  @inline(__always)
  package mutating func write(_ value: Any) throws(InputFault) {
    try writeOpened(value)
  }

  /// Writes a value whose type is known only at run time: `T` is the type inside the `Any`.
  private mutating func writeOpened<T>(_ value: T) throws(InputFault) {
    let type = ObjectIdentifier(T.self)
    if type == stringType {
      // SAFETY: T is the type that the identity was compared with, here and below.
      try write(unsafe unsafeBitCast(value, to: String.self))
    } else if type == objectType {
      try write(dictionary: unsafe unsafeBitCast(value, to: [String: Any].self))
    } else if type == arrayType {
      try write(elements: unsafe unsafeBitCast(value, to: [Any].self))
    } else {
      try writeOther(value)
    }
  }

  @inline(__always)
  private mutating func writeOther<T>(_ value: T) throws(InputFault) {
    let apparent = types.answer(for: T.self)
    if let known = apparent.known {
      guard apparent.isClass else { return try write(value, known) }
      // The object's actual class may be a subclass of T.
      let real = types.answer(for: type(of: value))
      if let known = real.known, real.isClass { return try write(value, known) }
    }
    try writeUnusual(value, isClass: apparent.isClass)
  }

  /// Writes a value whose static type does not decide how; its dynamic type may.
  @inline(never)
  private mutating func writeUnusual<T>(_ value: T, isClass: Bool) throws(InputFault) {
    // Some objects are boxes around values; for those this is the type of the value.
    let real = types.answer(for: type(of: value as Any))
    guard let known = real.known else { return writeForeign(value) }
    if isClass, real.isClass { return try write(value, known) }
    try writeCast(value, known)
  }

  @inline(__always)
  private mutating func write<Known: GraphValue, T>(
    _ value: T,
    _ known: Known.Type
  ) throws(InputFault) {
    // SAFETY: `Known` is T itself, or both are classes and `Known` is the one that the object has;
    // then both are one reference. `unsafeBitCast` compares the sizes.
    try unsafe unsafeBitCast(value, to: Known.self).write(to: &self)
  }

  private mutating func writeCast<Known: GraphValue>(
    _ value: Any,
    _ known: Known.Type
  ) throws(InputFault) {
    guard let value = value as? Known else { return writeForeign(value) }
    try value.write(to: &self)
  }

  // MARK: - Containers

  /// Writes an array of values whose type needs no look-up.
  mutating func write<Element: GraphValue>(exactly array: [Element]) throws(InputFault) {
    let start = try open(.array)
    for element in array { try element.write(to: &self) }
    try close(start, count: array.count)
  }

  /// Writes `elements` as an array, in order.
  package mutating func write(elements: some Sequence) throws(InputFault) {
    try write(.array, elements) { (writer, _, element) throws(InputFault) in
      try writer.write(element)
      return true
    }
  }

  /// Writes a dictionary as an object, its members in no particular order.
  package mutating func write<Value>(dictionary: [String: Value]) throws(InputFault) {
    try write(.object, dictionary) { (writer, start, member) throws(InputFault) in
      try writer.write(name: member.key, of: start)
      try writer.write(member.value)
      return true
    }
  }

  /// Writes members with keys of any type as an object.
  ///
  /// If a key is not a string, reading the object becomes an error.
  package mutating func write(
    members: some Sequence<(key: Any, value: Any)>
  ) throws(InputFault) {
    try write(.object, members) { (writer, start, member) throws(InputFault) in
      guard try writer.write(key: member.key, of: start) else {
        writer.replaceObject(start, withOddKey: member.key)
        return false
      }
      try writer.write(member.value)
      return true
    }
  }

  /// Writes an element or a member of the container that began at a place; returns false if it has
  /// discarded the container.
  private typealias ElementWriter<Element> =
    (inout GraphWriter, Start, Element) throws(InputFault) -> Bool

  /// Writes a container of `elements`.
  @inline(__always)
  private mutating func write<Elements: Sequence>(
    _ kind: TapeWord.Kind,
    _ elements: Elements,
    by writeElement: @escaping ElementWriter<Elements.Element>
  ) throws(InputFault) {
    let start = try open(kind)
    if isDeep { return try push(elements.makeIterator(), start, by: writeElement) }
    var count = 0
    for element in elements {
      guard try writeElement(&self, start, element) else { return }
      count &+= 1
    }
    try close(start, count: count)
  }

  /// As `write(_:_:by:)`, without recursion.
  private mutating func push<Elements: IteratorProtocol>(
    _ elements: Elements,
    _ start: Start,
    by writeElement: @escaping ElementWriter<Elements.Element>
  ) throws(InputFault) {
    var elements = elements
    var count = 0
    try push { (writer) throws(InputFault) in
      guard let element = elements.next() else {
        try writer.close(start, count: count)
        return false
      }
      count &+= 1
      return try writeElement(&writer, start, element)
    }
  }

  /// The counts at the start of a container.
  private struct Start {
    /// The entry of the container.
    var header = 0
    var byteCount = 0
    var objectCount = 0
  }

  /// The number of bytes written since `start`.
  @inline(__always)
  private func byteCount(since start: Start) -> Int {
    (tape.count &- start.header) &* MemoryLayout<TapeWord>.size &+ (bytes.count &- start.byteCount)
      &+ (foreignObjects.count &- start.objectCount) &* MemoryLayout<Any>.size
  }

  /// Discards what was written of the object at `start`, which JSON cannot represent.
  private mutating func replaceObject(_ start: Start, withOddKey key: Any) {
    forgottenByteCount += byteCount(since: start)
    tape.truncate(to: start.header)
    bytes.truncate(to: start.byteCount)
    foreignObjects.removeLast(foreignObjects.count - start.objectCount)
    depth &-= 1
    writeForeign(ObjectWithOddKey(key: (key as? AnyHashable)?.base ?? key))
  }

  /// Writes `key` as a name of the object at `start`.
  ///
  /// - Returns: False when it is not a string; then nothing is written.
  private mutating func write(key: Any, of start: Start) throws(InputFault) -> Bool {
    // Other types can be cast to AnyHashable too, but that is slow.
    if type(of: key) == AnyHashable.self, let erased = key as? AnyHashable {
      return try writeUnwrapped(key: erased.base, of: start)
    }
    return try writeUnwrapped(key: key, of: start)
  }

  private mutating func writeUnwrapped(
    key: Any,
    of start: Start
  ) throws(InputFault) -> Bool {
    let entry = tape.count
    guard let known = types.answer(for: type(of: key)).known, known.isName else { return false }
    try write(key)
    let word = tape[entry]
    // A name is one word on the tape.
    guard word.kind == .string else { throw InputFault(.byteLimitExceeded, at: 0) }
    if !word.flags.isEmpty { tape[start.header] = irregularObject }
    return true
  }

  /// The first word of an object with a name outside ASCII.
  private var irregularObject: TapeWord {
    TapeWord(.object, flags: .irregularNames, offset: 0)
  }

  @inline(__always)
  private mutating func write(name: String, of start: Start) throws(InputFault) {
    let offset = bytes.count
    let isASCII = bytes.appendNotingASCII(name)
    let count = bytes.count &- offset
    // A name is one word on the tape.
    guard bytes.count <= maximumStringByteCount, count < TapeWord.maximumShortCount else {
      throw InputFault(.byteLimitExceeded, at: 0)
    }
    tape.reserve(1)
    if isASCII {
      tape.append(TapeWord(.string, offset: offset, count: count))
    } else {
      tape.append(TapeWord(.string, flags: .nonASCII, offset: offset, count: count))
      tape[start.header] = irregularObject
    }
  }

  /// Opens an array or object.
  @inline(__always)
  private mutating func open(_ kind: TapeWord.Kind) throws(InputFault) -> Start {
    guard depth < maximumDepth else { throw InputFault(.depthLimitExceeded, at: 0) }
    try requireSize()
    depth &+= 1
    let start = Start(
      header: tape.count,
      byteCount: bytes.count,
      objectCount: foreignObjects.count
    )
    tape.reserve(2)
    tape.append(TapeWord(kind, offset: 0))
    // An end that is not after the header marks an open container.
    tape.append(TapeWord(count: 0, end: 0))
    return start
  }

  /// Requires that what was written is within the limit.
  ///
  /// Checking where a container begins or ends is enough: what is written in between is bounded by
  /// a container in the program's memory, however often that is shared.
  @inline(__always)
  private func requireSize() throws(InputFault) {
    guard forgottenByteCount &+ byteCount(since: Start()) <= maximumByteCount else {
      throw InputFault(.byteLimitExceeded, at: 0)
    }
  }

  /// Closes the array or object at `start`.
  @inline(__always)
  private mutating func close(_ start: Start, count: Int) throws(InputFault) {
    try requireSize()
    guard tape.count < Tape.byteLimit else { throw InputFault(.byteLimitExceeded, at: 0) }
    depth &-= 1
    tape[start.header &+ 1] = TapeWord(count: count, end: tape.count)
  }

  /// Writes the value that an optional or a type-erased value holds.
  mutating func write(wrapped value: Any) throws(InputFault) {
    // Each container of the deepest graph may have a few wrappers around it.
    guard wrapperDepth / 4 <= maximumDepth else { throw InputFault(.depthLimitExceeded, at: 0) }
    wrapperDepth += 1
    guard isDeep else {
      try write(value)
      wrapperDepth -= 1
      return
    }
    var isWritten = false
    try push { (writer) throws(InputFault) in
      if isWritten {
        writer.wrapperDepth -= 1
        return false
      }
      isWritten = true
      try writer.write(value)
      return true
    }
  }

  // MARK: - Depth

  /// True when the container or wrapped value just opened is too deep to be written recursively.
  @inline(__always)
  private var isDeep: Bool { depth &+ wrapperDepth > GraphWriter.maximumNativeDepth }

  /// Continues with a frame of `step`: right away if it is the first one, else when the call that
  /// pushed it has returned.
  private mutating func push(
    _ step: @escaping (inout GraphWriter) throws(InputFault) -> Bool
  ) throws(InputFault) {
    frames.append(Frame(step: step))
    guard frames.count == 1 else { return }
    while let innermost = frames.last {
      // A frame with nothing left has pushed nothing, so it is still the last one.
      if try !innermost.step(&self) { frames.removeLast() }
    }
  }
}

/// Stands for a dictionary that JSON cannot represent because a key is not a string.
struct ObjectWithOddKey {
  let key: Any
}
