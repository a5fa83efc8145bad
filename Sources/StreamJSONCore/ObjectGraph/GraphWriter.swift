/// Writes an object graph onto a tape, as the scanner writes a text: the decoder then works on
/// either without knowing which it was.
///
/// Strings go into a `ByteArena` that becomes the document's text. What JSON has no kind for is
/// kept as it is, in a table beside the tape: a model may ask for that very type (Date), or not
/// ask for the value at all.
///
/// A dynamic cast of a value in an `Any` takes 30 to 300 ns, many times what writing it takes.
/// So the type's identity decides: first the few types that graphs mostly consist of, then a
/// table of what was found out about a type the first time.
///
/// A struct with `mutating` methods in a local variable, because checks for overlapping access to
/// fields of a class would cost more than the work.
package struct GraphWriter: ~Copyable {
  /// What `document` is given when the walk ends, whatever its outcome.
  var tape: Tape
  var bytes: ByteArena
  var foreignObjects: [Any] = []

  private let types: GraphTypes
  private let maximumDepth: Int
  private var depth = 0

  /// Bounds on the bytes of the tape and of all strings, and on those of the strings.
  private let maximumByteCount: Int

  /// What was written and forgotten again, in bytes: it took its time.
  private var forgottenByteCount = 0
  private let maximumStringByteCount: Int

  /// How many optionals and type-erased values are around the current value.
  ///
  /// Other than containers they cannot
  /// be a cycle, but they can be nested by a program as deep as it likes.
  private var wrapperDepth = 0

  /// What is open beyond the levels that are written by calling itself, the innermost last.
  private var frames: [GraphFrame] = []

  /// Containers and wrapped values that are written by calling itself: more than graphs have as a
  /// rule, and few enough for a small stack.
  private static let maximumNativeDepth = 16

  /// The identities of the types that are looked for before the table.
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
    // Offsets on the tape have 32 bits.
    maximumStringByteCount = min(maximumByteCount, Int(UInt32.max) - 1)
  }

  /// Writes `value`, whatever it is.
  ///
  /// - Throws: `InputFault` for a graph that is too deep or too large. What was written so far
  ///   stays.
  @inline(__always)
  package mutating func write(_ value: Any) throws(InputFault) {
    try writeOpened(value)
  }

  /// Writes a value whose type is known at run time: `T` is the type in the `Any`.
  private mutating func writeOpened<T>(_ value: T) throws(InputFault) {
    let type = ObjectIdentifier(T.self)
    if type == stringType {
      // SAFETY: T is the type that the identity was compared with; here and below.
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
      // The class that the object really is may be a subclass of T.
      let real = types.answer(for: type(of: value))
      if let known = real.known, real.isClass { return try write(value, known) }
    }
    try writeUnusual(value, isClass: apparent.isClass)
  }

  /// Writes a value whose own type says nothing: what is in it may be known.
  @inline(never)
  private mutating func writeUnusual<T>(_ value: T, isClass: Bool) throws(InputFault) {
    // Some objects are boxes around values, and of those it is the type of the value.
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

  // MARK: - Scalars

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
  package mutating func write(_ value: Int64) {
    writePayload(.integer, UInt64(bitPattern: value))
  }

  /// Writes a floating-point number, which need not be finite.
  package mutating func write(_ value: Double) {
    writePayload(.floatingPoint, value.bitPattern)
  }

  @inline(__always)
  private mutating func writePayload(_ kind: TapeWord.Kind, _ payload: UInt64) {
    tape.reserve(3)
    tape.append(TapeWord(kind, offset: 0))
    tape.append(TapeWord(count: 0, end: tape.count &+ 2))
    tape.append(TapeWord(bits: payload))
  }

  /// Writes an integer of any size, with every digit.
  package mutating func write(integer value: some BinaryInteger) throws(InputFault) {
    if let small = Int64(exactly: value) {
      write(small)
    } else {
      try write(digits: "\(value)")
    }
  }

  /// Writes the number `mantissa` times 10 to the power of `exponent`, with every digit.
  package mutating func write(
    mantissa: UInt128,
    exponent: Int,
    isNegative: Bool
  ) throws(InputFault) {
    if exponent == 0, !isNegative, let small = Int64(exactly: mantissa) { return write(small) }
    let offset = bytes.count
    bytes.reserve(64)
    if isNegative { bytes.append(UInt8(ascii: "-")) }
    bytes.append(decimal: mantissa)
    if exponent != 0 {
      bytes.append(UInt8(ascii: "e"))
      if exponent < 0 { bytes.append(UInt8(ascii: "-")) }
      bytes.append(decimal: UInt128(exponent.magnitude))
    }
    try checkByteCount()
    tape.reserve(1)
    tape.append(.number, flags: .notOnlyDigits, offset: offset, count: bytes.count &- offset)
  }

  /// Writes a number that is given as JSON would write it.
  package mutating func write(digits: String) throws(InputFault) {
    try write(digits, as: .number)
  }

  /// Writes a string.
  package mutating func write(_ string: String) throws(InputFault) {
    try write(string, as: .string)
  }

  @inline(__always)
  private mutating func write(
    _ string: String,
    as kind: TapeWord.Kind
  ) throws(InputFault) {
    let offset = bytes.count
    let isASCII = bytes.appendNotingASCII(string)
    try checkByteCount()
    tape.reserve(1)
    tape.append(
      kind,
      flags: isASCII ? [] : .nonASCII,
      offset: offset,
      count: bytes.count &- offset
    )
  }

  @inline(__always)
  private func checkByteCount() throws(InputFault) {
    guard bytes.count <= maximumStringByteCount else {
      throw InputFault(.byteLimitExceeded, at: 0)
    }
  }

  /// Keeps `object`, which JSON has no kind for.
  package mutating func writeForeign(_ object: Any) {
    tape.reserve(2)
    tape.append(TapeWord(.foreign, offset: foreignObjects.count))
    tape.append(TapeWord(count: 0, end: tape.count &+ 1))
    foreignObjects.append(object)
  }

  // MARK: - Arrays

  /// Writes an array.
  package mutating func write(_ array: [Any]) throws(InputFault) {
    let header = try open(.array)
    if isDeep { return try push(ArrayFrame(array, header: header)) }
    for element in array { try writeOpened(element) }
    try close(header, count: array.count)
  }

  /// Writes an array of values of a type that needs no looking up.
  mutating func write<Element: GraphValue>(exactly array: [Element]) throws(InputFault) {
    let header = try open(.array)
    for element in array { try element.write(to: &self) }
    try close(header, count: array.count)
  }

  /// Writes the elements of `elements` as an array, in their order.
  package mutating func write(elements: some Sequence) throws(InputFault) {
    let header = try open(.array)
    if isDeep { return try push(ElementsFrame(elements.makeIterator(), header: header)) }
    var count = 0
    for element in elements {
      try write(element)
      count &+= 1
    }
    try close(header, count: count)
  }

  // MARK: - Objects

  /// Writes a dictionary as an object, in whatever order its members come.
  package mutating func write(_ dictionary: [String: Any]) throws(InputFault) {
    let header = try open(.object)
    if isDeep { return try push(DictionaryFrame(dictionary, header: header)) }
    for (name, value) in dictionary {
      try write(name: name, of: header)
      try writeOpened(value)
    }
    try close(header, count: dictionary.count)
  }

  /// Writes a dictionary as an object, in whatever order its members come.
  package mutating func write<Value>(
    dictionary: [String: Value]
  ) throws(InputFault) {
    let header = try open(.object)
    if isDeep { return try push(DictionaryFrame(dictionary, header: header)) }
    for (name, value) in dictionary {
      try write(name: name, of: header)
      try write(value)
    }
    try close(header, count: dictionary.count)
  }

  /// Writes members with keys of any type as an object.
  ///
  /// If a key is not a string, the object
  /// becomes an error for whoever reads it.
  package mutating func write(
    members: some Sequence<(key: Any, value: Any)>
  ) throws(InputFault) {
    let start = ObjectStart(byteCount: bytes.count, objectCount: foreignObjects.count)
    let header = try open(.object)
    if isDeep {
      return try push(MembersFrame(members.makeIterator(), header: header, start: start))
    }
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

  /// What there was before an object, besides the tape.
  struct ObjectStart {
    var byteCount = 0
    var objectCount = 0
  }

  /// The bytes of what was written since the tape had `wordCount` words, and the rest was `start`.
  @inline(__always)
  private func byteCount(since wordCount: Int, _ start: ObjectStart) -> Int {
    (tape.count &- wordCount) &* MemoryLayout<TapeWord>.size &+ (bytes.count &- start.byteCount)
      &+ (foreignObjects.count &- start.objectCount) &* MemoryLayout<Any>.size
  }

  /// Forgets what was written of the object at `header`, for which JSON has no form.
  mutating func replaceObject(_ header: Int, _ start: ObjectStart, withOddKey key: Any) {
    forgottenByteCount += byteCount(since: header, start)
    tape.truncate(to: header)
    bytes.truncate(to: start.byteCount)
    foreignObjects.removeLast(foreignObjects.count - start.objectCount)
    depth &-= 1
    writeForeign(ObjectWithOddKey(key: (key as? AnyHashable)?.base ?? key))
  }

  /// Writes `key` as a name of the object at `header`.
  ///
  /// - Returns: False when it is not a string; then nothing was written.
  mutating func write(key: Any, of header: Int) throws(InputFault) -> Bool {
    // Other types can be cast to AnyHashable too, at a price.
    if type(of: key) == AnyHashable.self, let erased = key as? AnyHashable {
      return try writeUnwrapped(key: erased.base, of: header)
    }
    return try writeUnwrapped(key: key, of: header)
  }

  private mutating func writeUnwrapped(
    key: Any,
    of header: Int
  ) throws(InputFault) -> Bool {
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
  private var irregularObject: TapeWord {
    TapeWord(.object, flags: .irregularNames, offset: 0)
  }

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

  /// Begins an array or object.
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
    // An end that is not after the header marks a container that is open.
    tape.append(TapeWord(count: 0, end: 0))
    return header
  }

  /// Requires that what was written is within the limit.
  ///
  /// Asked where a container begins or ends: what is between is in the program's memory, too, however
  /// often it is shared.
  @inline(__always)
  private func requireSize() throws(InputFault) {
    guard forgottenByteCount &+ byteCount(since: 0, ObjectStart()) <= maximumByteCount else {
      throw InputFault(.byteLimitExceeded, at: 0)
    }
  }

  /// Ends the array or object at `header`.
  @inline(__always)
  mutating func close(_ header: Int, count: Int) throws(InputFault) {
    try requireSize()
    // Entries on the tape have 32 bits.
    guard tape.count < Int(UInt32.max) else { throw InputFault(.byteLimitExceeded, at: 0) }
    depth &-= 1
    tape[header &+ 1] = TapeWord(count: count, end: tape.count)
  }

  /// Writes the value that an optional or a type-erased value holds.
  mutating func write(wrapped value: Any) throws(InputFault) {
    // Each container of the deepest graph may have a few around it.
    guard wrapperDepth / 4 <= maximumDepth else { throw InputFault(.depthLimitExceeded, at: 0) }
    wrapperDepth += 1
    if isDeep { return try push(WrappedFrame(value)) }
    try write(value)
    endWrapped()
  }

  mutating func endWrapped() {
    wrapperDepth -= 1
  }

  // MARK: - Depth

  /// True when the container or wrapped value that was begun is not to be written by calling itself.
  @inline(__always)
  private var isDeep: Bool { depth &+ wrapperDepth > GraphWriter.maximumNativeDepth }

  /// Goes on with `frame`: now, if it is the first one, and else when the call that writes it has
  /// returned.
  private mutating func push(_ frame: GraphFrame) throws(InputFault) {
    frames.append(frame)
    guard frames.count == 1 else { return }
    while let innermost = frames.last {
      // What has nothing left has pushed nothing, so that it is still the last.
      if try !innermost.step(&self) { frames.removeLast() }
    }
  }
}

/// In place of a dictionary that JSON has no form for, because a key is not a string.
struct ObjectWithOddKey {
  let key: Any
}
