// Rules for object graphs:
// - Find out about a type by its identity, and use a cast only the first time.
// - Each container checks the depth and the size. A graph that contains itself must end there.
// - A type that isn't known is written as `foreign`, and isn't an error until a model reads it.
// - Even if the walk fails, the document gets the tape, the bytes, and the objects, so that an error can say where.

/// Writes an object graph onto a tape, as the scanner does with a text, so that the decoder need
/// not know which of the two it reads.
///
/// Strings go into a `ByteArena` that becomes the document's text. Values that JSON has no kind
/// for are stored unchanged in a table beside the tape: a model may ask for that very type (Date),
/// or not ask for the value at all.
///
/// A dynamic cast of a value in an `Any` takes 30 to 300 ns, many times as long as writing it. The type's
/// identity therefore decides: first the few types that graphs mostly consist of, then a table of what was
/// learned about each type the first time.
///
/// It is a struct with `mutating` methods, used in a local variable, because checks for overlapping
/// access to fields of a class would cost more than the work itself.
package struct GraphWriter: ~Copyable {
  /// The tape, bytes and objects that the document gets when the walk ends, even if it fails.
  var tape: Tape
  var bytes: ByteArena
  var foreignObjects: [Any] = []

  private let types: GraphTypes
  /// What becomes of an object that JSON cannot represent, if there is something.
  private let convert: (@Sendable (Any) -> Any?)?
  private let maximumDepth: Int
  private var depth = 0

  /// A bound on the bytes of the tape and of all strings; another bound is on the strings alone.
  private let maximumByteCount: Int

  /// How many bytes were written and then discarded.
  private var discardedByteCount = 0
  let maximumStringByteCount: Int

  /// How many optionals and type-erased values surround the current value.
  ///
  /// Unlike containers, they cannot form a cycle, but a program can nest them to any depth.
  var wrapperDepth = 0

  /// The open containers below the levels that are written recursively, the innermost last.
  private var frames: [GraphFrame] = []

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
    convert: (@Sendable (Any) -> Any?)?,
    maximumDepth: Int,
    maximumByteCount: Int
  ) {
    self.tape = tape
    self.bytes = bytes
    self.types = types
    self.convert = convert
    self.maximumDepth = maximumDepth
    self.maximumByteCount = maximumByteCount
    maximumStringByteCount = min(maximumByteCount, Tape.byteLimit - 1)
  }

  /// Writes `value`, whatever its type.
  ///
  /// - Throws: `InputFault` for a graph that is too deep or too large. What was written so far
  ///   stays.
  @inline(__always)
  package mutating func write(_ value: Any) throws(InputFault) { try writeOpened(value) }

  /// Writes a value whose type is known only at run time: `T` is the type inside the `Any`.
  private mutating func writeOpened<T>(_ value: T) throws(InputFault) {
    let type = ObjectIdentifier(T.self)
    if type == stringType {
      // SAFETY: T is the type that the identity was compared with, here and below.
      try write(unsafe unsafeBitCast(value, to: String.self))
    } else if type == objectType {
      try write(unsafe unsafeBitCast(value, to: [String: Any].self))
    } else if type == arrayType {
      try write(unsafe unsafeBitCast(value, to: [Any].self))
    } else {
      try writeOther(value)
    }
  }

  @inline(__always)
  private mutating func writeOther<T>(_ value: T) throws(InputFault) {
    let apparent = types.answer(for: T.self)
    if let known = apparent.known {
      guard apparent.isClass else { return try write(value, known) }
      // The object's actual class may be a subclass of T. (Asking for it by T takes 100 instructions.)
      // SAFETY: T is a class.
      let real = unsafe types.answer(forClassOf: unsafeBitCast(value, to: AnyObject.self))
      if let known = real.known, real.isClass { return try write(value, known) }
    }
    try writeUnusual(value, isClass: apparent.isClass)
  }

  /// Writes a value whose static type does not decide how; its dynamic type may.
  @inline(never)
  private mutating func writeUnusual<T>(_ value: T, isClass: Bool) throws(InputFault) {
    // Some objects are boxes around values; for those this is the type of the value.
    let real = types.answer(for: type(of: value as Any))
    guard let known = real.known else { return try writeUnknown(value) }
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
    guard let value = value as? Known else { return try writeUnknown(value) }
    try value.write(to: &self)
  }

  /// Writes an object that JSON cannot represent, or what the program makes of it.
  @inline(never)
  private mutating func writeUnknown(_ object: Any) throws(InputFault) {
    guard let converted = convert?(object) else { return writeForeign(object) }
    // It counts as deeper, in case it is converted to something else again and again.
    try write(wrapped: converted)
  }

  // MARK: - Arrays

  /// Writes an array.
  ///
  /// (The generic function took three times as long: it was not specialized for `Any`.)
  package mutating func write(_ array: [Any]) throws(InputFault) {
    guard !isDeep else { return try write(elements: array) }
    let header = try open(.array)
    for element in array { try writeOpened(element) }
    try close(header, count: array.count)
  }

  /// Writes an array of values whose type needs no lookup.
  mutating func write<Element: GraphValue>(exactly array: [Element]) throws(InputFault) {
    let header = try open(.array)
    for element in array { try element.write(to: &self) }
    try close(header, count: array.count)
  }

  /// Writes `elements` as an array, in order.
  package mutating func write(elements: some Sequence) throws(InputFault) {
    let isDeep = isDeep
    let header = try open(.array)
    if isDeep { return try push(.elements(elements.makeIterator(), of: header)) }
    var count = 0
    for element in elements {
      try write(element)
      count &+= 1
    }
    try close(header, count: count)
  }

  // MARK: - Objects

  /// Writes a dictionary as an object, its members in no particular order.
  ///
  /// (Here, too, the generic function is not specialized for `Any`: mixed numbers took 2.4 times as long.)
  package mutating func write(_ dictionary: [String: Any]) throws(InputFault) {
    if isDeep { return try write(members: dictionary.lazy.map { (key: $0.key, value: $0.value) }) }
    let header = try open(.object)
    for (name, value) in dictionary {
      try write(name: name, of: header)
      try writeOpened(value)
    }
    try close(header, count: dictionary.count)
  }

  /// Writes a dictionary as an object, its members in no particular order.
  mutating func write<Value>(
    dictionary: [String: Value]
  ) throws(InputFault) {
    if isDeep { return try write(members: dictionary.lazy.map { (key: $0.key, value: $0.value) }) }
    let header = try open(.object)
    for (name, value) in dictionary {
      try write(name: name, of: header)
      try write(value)
    }
    try close(header, count: dictionary.count)
  }

  /// Writes members with keys of any type as an object.
  ///
  /// If a key is not a string, reading the object becomes an error.
  package mutating func write(
    members: some Sequence<(key: Any, value: Any)>
  ) throws(InputFault) {
    let (start, isDeep) = ((bytes.count, foreignObjects.count), isDeep)
    let header = try open(.object)
    if isDeep { return try push(.members(members.makeIterator(), of: header, start)) }
    var count = 0
    for (key, value) in members {
      guard try write(key: key, of: header) else {
        return replaceObject(header, start, withOddKey: key)
      }
      try write(value)
      count &+= 1
    }
    try close(header, count: count)
  }

  /// The counts, apart from the tape's, at the start of an object.
  typealias ObjectStart = (byteCount: Int, objectCount: Int)

  /// The number of bytes written; those that were then discarded count, because they took time to write.
  @inline(__always)
  private var byteCount: Int {
    discardedByteCount &+ tape.count &* MemoryLayout<TapeWord>.size &+ bytes.count
      &+ foreignObjects.count &* MemoryLayout<Any>.size
  }

  /// Whether what was written is beyond the limit.
  @inline(__always)
  var exceedsLimit: Bool { byteCount > maximumByteCount }

  /// Discards what was written of the object at `header`, which JSON cannot represent.
  @inline(never)
  mutating func replaceObject(_ header: Int, _ start: ObjectStart, withOddKey key: Any) {
    let countBefore = byteCount
    tape.truncate(to: header)
    bytes.truncate(to: start.byteCount)
    foreignObjects.removeLast(foreignObjects.count - start.objectCount)
    discardedByteCount += countBefore - byteCount
    depth &-= 1
    writeForeign(ObjectWithOddKey(key: (key as? AnyHashable)?.base ?? key))
  }

  /// Writes `key` as a name of the object at `header`.
  ///
  /// - Returns: False when it is not a string; then nothing is written.
  mutating func write(key: Any, of header: Int) throws(InputFault) -> Bool {
    var key = key
    // Other types can be cast to AnyHashable too, but that is slow.
    if type(of: key) == AnyHashable.self, let erased = key as? AnyHashable { key = erased.base }
    let entry = tape.count
    guard let known = types.answer(for: type(of: key)).known, known.isName else { return false }
    try write(key)
    let word = tape[entry]
    // A name is one word on the tape.
    guard word.kind == .string else { throw InputFault(.byteLimitExceeded, at: 0) }
    if !word.flags.isEmpty { tape[header] = irregularObject }
    return true
  }

  /// The first word of an object with a name outside ASCII.
  private var irregularObject: TapeWord { TapeWord(.object, flags: .irregularNames, offset: 0) }

  @inline(__always)
  mutating func write(name: String, of header: Int) throws(InputFault) {
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
      tape[header] = irregularObject
    }
  }

  // MARK: - Containers and wrappers

  /// Opens an array or object.
  ///
  /// - Returns: Its entry.
  @inline(__always)
  private mutating func open(_ kind: TapeWord.Kind) throws(InputFault) -> Int {
    guard depth < maximumDepth else { throw InputFault(.depthLimitExceeded, at: 0) }
    try requireSize()
    depth &+= 1
    let header = tape.count
    tape.reserve(2)
    tape.append(TapeWord(kind, offset: 0))
    // An end that is not after the header marks an open container.
    tape.append(TapeWord(count: 0, end: 0))
    return header
  }

  /// Requires that what was written is within the limit.
  ///
  /// Checking where a container begins or ends is enough: the output in between is bounded by
  /// a container in the program's memory, however often that is shared.
  @inline(__always)
  private func requireSize() throws(InputFault) {
    guard !exceedsLimit else { throw InputFault(.byteLimitExceeded, at: 0) }
  }

  /// Closes the array or object at `header`.
  @inline(__always)
  mutating func close(_ header: Int, count: Int) throws(InputFault) {
    try requireSize()
    guard tape.count < Tape.byteLimit else { throw InputFault(.byteLimitExceeded, at: 0) }
    depth &-= 1
    tape[header &+ 1] = TapeWord(count: count, end: tape.count)
  }

  /// Writes the value that an optional or a type-erased value holds.
  mutating func write(wrapped value: Any) throws(InputFault) {
    // Each container of the deepest graph may have a few wrappers around it.
    guard wrapperDepth / 4 <= maximumDepth else { throw InputFault(.depthLimitExceeded, at: 0) }
    let isDeep = isDeep
    wrapperDepth += 1
    if isDeep { return try push(.wrapped(value)) }
    try write(value)
    wrapperDepth -= 1
  }

  // MARK: - Depth

  /// True when the next container or wrapped value is too deep to be written recursively.
  private var isDeep: Bool { depth &+ wrapperDepth >= GraphWriter.maximumNativeDepth }

  /// Continues with `frame`: right away if it is the first one, otherwise when the call that pushed it has returned.
  private mutating func push(_ frame: GraphFrame) throws(InputFault) {
    frames.append(frame)
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

/// Values other than arrays and objects.
extension GraphWriter {
  /// Writes a null.
  package mutating func writeNull() {
    tape.reserve(1)
    tape.append(TapeWord(.null, offset: 0))
  }

  /// Writes a boolean.
  package mutating func write(_ value: Bool) {
    tape.reserve(1)
    tape.append(TapeWord(value ? .true : .false, offset: 0))
  }

  /// Writes an integer.
  package mutating func write(_ value: Int64) { writePayload(.integer, UInt64(bitPattern: value)) }

  /// Writes a floating-point number, which need not be finite.
  package mutating func write(_ value: Double) { writePayload(.floatingPoint, value.bitPattern) }

  @inline(__always)
  private mutating func writePayload(_ kind: TapeWord.Kind, _ payload: UInt64) {
    tape.reserve(3)
    tape.append(TapeWord(kind, offset: 0))
    tape.append(TapeWord(count: 0, end: tape.count &+ 2))
    tape.append(TapeWord(bits: payload))
  }

  /// Writes an integer of any size with all its digits.
  package mutating func write(integer value: some BinaryInteger) throws(InputFault) {
    if let small = Int64(exactly: value) {
      write(small)
    } else {
      try write("\(value)", as: .number)
    }
  }

  /// Writes the number `mantissa` times 10 to the power of `exponent` with all its digits.
  package mutating func write(
    mantissa: WideInteger,
    exponent: Int,
    isNegative: Bool
  ) throws(InputFault) {
    if exponent == 0, !isNegative, mantissa.high == 0, let small = Int64(exactly: mantissa.low) {
      return write(small)
    }
    let offset = bytes.count
    bytes.reserve(64)
    if isNegative { bytes.append(UInt8(ascii: "-")) }
    bytes.append(decimal: mantissa)
    if exponent != 0 {
      bytes.append(UInt8(ascii: "e"))
      if exponent < 0 { bytes.append(UInt8(ascii: "-")) }
      bytes.append(decimal: WideInteger(UInt64(exponent.magnitude)))
    }
    try checkByteCount()
    tape.reserve(1)
    tape.append(.number, offset: offset, count: bytes.count &- offset)
  }

  /// Writes a string, or a number given in its JSON spelling.
  package mutating func write(
    _ string: String,
    as kind: TapeWord.Kind = .string
  ) throws(InputFault) {
    let offset = bytes.count
    let flags: TapeWord.Flags = bytes.appendNotingASCII(string) ? .none : .nonASCII
    try checkByteCount()
    tape.reserve(1)
    tape.append(kind, flags: flags, offset: offset, count: bytes.count &- offset)
  }

  @inline(__always)
  private func checkByteCount() throws(InputFault) {
    guard bytes.count <= maximumStringByteCount else {
      throw InputFault(.byteLimitExceeded, at: 0)
    }
  }

  /// Stores `object`, for which JSON has no kind.
  package mutating func writeForeign(_ object: Any) {
    tape.reserve(2)
    tape.append(TapeWord(.foreign, offset: foreignObjects.count))
    tape.append(TapeWord(count: 0, end: tape.count &+ 1))
    foreignObjects.append(object)
  }
}

/// A container or a wrapped value that a `GraphWriter` is inside of, at a depth where it no longer
/// recurses.
///
/// Each frame costs a few allocations but saves stack: writing one level recursively takes up to a few
/// kilobytes of it in a debug build, and there may be thousands of levels.
struct GraphFrame {
  /// Writes the next value, or closes the container after the last one.
  ///
  /// If the value is a container, it is pushed and comes next.
  ///
  /// - Returns: False when nothing is left.
  let step: (inout GraphWriter) throws(InputFault) -> Bool

  /// The elements of the array at `header`.
  static func elements(_ elements: some IteratorProtocol, of header: Int) -> GraphFrame {
    var (elements, count) = (elements, 0)
    return GraphFrame { (writer) throws(InputFault) in
      guard let element = elements.next() else {
        try writer.close(header, count: count)
        return false
      }
      count &+= 1
      try writer.write(element)
      return true
    }
  }

  /// The members of the object at `header`, which began at `start`.
  static func members(
    _ members: some IteratorProtocol<(key: Any, value: Any)>,
    of header: Int,
    _ start: GraphWriter.ObjectStart
  ) -> GraphFrame {
    var (members, count) = (members, 0)
    return GraphFrame { (writer) throws(InputFault) in
      guard let (key, value) = members.next() else {
        try writer.close(header, count: count)
        return false
      }
      guard try writer.write(key: key, of: header) else {
        writer.replaceObject(header, start, withOddKey: key)
        return false
      }
      count &+= 1
      try writer.write(value)
      return true
    }
  }

  /// The value that an optional or a type-erased value holds.
  static func wrapped(_ value: Any) -> GraphFrame {
    var rest: Any? = .some(value)
    return GraphFrame { (writer) throws(InputFault) in
      guard let value = rest.take() else {
        writer.wrapperDepth -= 1
        return false
      }
      try writer.write(value)
      return true
    }
  }
}
