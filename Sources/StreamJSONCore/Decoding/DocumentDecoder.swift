// Rules for the folder Decoding:
// - Models may keep a decoder or a container, use it on another thread, and decode again from inside a decode.
//   Everything that they get first checks whether its decode is still running on this thread. If not, it decodes the
//   kept text anew, or throws.
// - Errors are values of models. Put something else in their place before you drop them with `releaseModelValue(_:)`,
//   because that may run a model's code.
// - Pooled containers count no references. The end of a decode looks at reference counts to see what was kept. Whatever
//   you hand to a model must be counted or have a `ContainerHandle`, and its mirror must be empty (`MirroredAsEmpty`).
// - No code here names a feature. `DecodingEnvironment.swift` lists how features come in.

/// Decodes the values of one document after another.
///
/// One object serves all the values of a decode: it moves to a value, calls `init(from:)`, and moves back.
/// (JSONDecoder works the same way; in both, a model that keeps its decoder sees the outermost value
/// afterward.) Models get a `ModelDecoder` around it.
///
/// There is a second one for a `superDecoder()`, for each later use of a part that a model has kept, and for a former
/// value that stands in for a part of the text.
///
/// `DocumentDecoder+Lifetime.swift` says when it may be reused.
///
/// `@unchecked Sendable`: used by one thread at a time, and passed on under a lock.
@safe
package final class DocumentDecoder: @unchecked Sendable {
  // MARK: - The decoder: from `init` to `deinit`

  package let document: Document

  /// The document's text and tape.
  package let storage: DocumentStorage

  /// Which thread is decoding, and whether the decode is over.
  let use: DecoderUse

  /// All that is known of types, for all texts.
  let types: TypeMemory

  /// Notes on the text, and the errors of this decode.
  let notes: DecodeNotes

  /// The environment of `types`.
  ///
  /// Read from there, it would be retained each time it is passed on: 3 % of a failing decode of a few bytes.
  let environment: DecodingEnvironment

  /// The decoder of the whole text, if this one belongs to a `superDecoder()`.
  let outer: DocumentDecoder?

  /// True when keyed containers come from a pool.
  ///
  /// False for a `superDecoder()`, whose containers may outlive the decode of the pool's owner, and
  /// where the tape must not change.
  let usesPool: Bool

  // MARK: - The owner's settings: from one change to the next

  // Private, because what other modules can read would be checked for overlapping access (7 % of a text of 20 bytes).
  private var settings: (options: DecodingOptions, changeCount: UInt)

  /// The options of this decode and later ones, replaced as a whole.
  package internal(set) var options: DecodingOptions {
    @inline(__always) get { settings.options }
    set {
      settings = (newValue, changeCount)
      document.showsValuesInErrors = newValue.showsValuesInErrors
    }
  }

  /// How many times the settings of the owner had changed when this decoder read its options.
  package var changeCount: UInt {
    @inline(__always) get { settings.changeCount }
    set { settings = (options, newValue) }
  }

  // MARK: - Where it stands: until the caller that moves it has moved it back

  /// The value that this decoder stands on, with the key by which it is decoded.
  var place = DecodedPlace(Tape.root, by: .none)

  /// The value that a container is entering or decoding, while the model's decoder stays where it is.
  var containerPlace = DecodedPlace(Tape.absent, by: .none)

  /// The copy of the innermost key that is in use for a scalar now, if there is one.
  var scalarKey: (entry: Int, key: any CodingKey)?

  /// Where paths begin: at the root, except in a `superDecoder()`.
  ///
  /// Unlike the rest, it stays until the decoder is used for another value.
  var base = BasePlace.root

  // MARK: - A decode that is over: from `detach` or an initializer to `deinit`

  /// The text, if an earlier decode or scan of it is over, or if models hold a part of this decode; set only in the
  /// decoder of the whole text.
  var detachedText: DetachedText?

  /// The keys by which containers were entered, for a tape that no longer changes.
  var detachedKeys: DetachedKeys?

  // MARK: - Beginning and end

  /// Creates a decoder of `document`, which no longer changes if `isDetached` is true, that stands on its outermost
  /// value; by default, it knows no types.
  @inline(never)
  package init(
    document: Document,
    options: DecodingOptions,
    environment: DecodingEnvironment,
    notes: DecodeNotes? = nil,
    isDetached: Bool = false
  ) {
    self.document = document
    storage = document.storage
    settings = (options, 0)
    self.environment = environment
    self.notes = notes ?? DecodeNotes(types: TypeMemory(environment: environment))
    types = self.notes.types
    usesPool = !isDetached && BoxLayout.isKnown
    outer = nil
    use = DecoderUse(currentThread: environment.currentThread)
    document.showsValuesInErrors = options.showsValuesInErrors
  }

  @inline(never)
  init(superOf decoder: DocumentDecoder, at base: BasePlace) {
    document = decoder.document
    storage = decoder.storage
    settings = (decoder.options, 0)
    environment = decoder.environment
    types = decoder.types
    notes = decoder.notes
    detachedKeys = decoder.detachedKeys
    self.base = base
    place = DecodedPlace(base.entry, by: .none)
    usesPool = false
    outer = decoder.outer ?? decoder
    use = decoder.use
  }

  /// Creates a decoder of `text`, which no longer changes, that stands on its outermost value.
  ///
  /// No container of the text was entered by a key before, unless the caller sets `detachedKeys`.
  convenience init(of text: DetachedText, options: DecodingOptions) {
    let workplace = text.takeWorkplace()
    self.init(
      document: workplace.document,
      options: options,
      environment: workplace.notes.types.environment,
      notes: workplace.notes,
      isDetached: true
    )
    detachedText = text
    detachedKeys = DetachedKeys(types: [], copiedKeys: CopiedKeys())
  }

  deinit {
    // SAFETY: the decoders that share it hold this one.
    if outer == nil { unsafe use.deallocate() }
  }

  // MARK: - Access

  /// True when names can be compared with a key's byte by byte, and the first match counts.
  @inline(__always)
  var comparesNamesAsTheyAre: Bool { options.comparesNamesAsTheyAre }

  /// Identifies the function that converts names, if there is one, and the first match counts.
  @inline(__always)
  var nameConversionID: ObjectIdentifier? { options.nameConversionID }

  /// Replaces the options between two decodes, which counts references, unless the decoder already has them.
  package func adopt(_ options: DecodingOptions) {
    if self.options !== options { self.options = options }
  }

  /// The entry of the value that this decoder stands on.
  package var current: Int {
    @inline(__always) get { place.entry }
    @inline(__always) set { place = DecodedPlace(newValue, by: .none) }
  }

  /// Releases the text between two decodes.
  @inline(__always)
  package func reset() { document.reset() }

  /// Releases everything except the options and the notes on types and on the names of their members in texts,
  /// so that the decoder can change owners.
  ///
  /// - Returns: False when so many types are known that searching them takes longer than learning
  ///   those of one text.
  package func forgetAllButTypes() -> Bool {
    guard types.keyTypes.count <= 64 else { return false }
    if types.features.hasStorage { types.features.freeStorage() }
    document.shrink(toAtMost: 1 << 12)
    return true
  }
}

/// The value on which a decoder was made to stand.
struct BasePlace {
  let entry: Int

  /// The container that has or lacks the value.
  let container: Int

  /// The path that leads to the value.
  let path: [any CodingKey]

  static let root = BasePlace(entry: Tape.root, container: Tape.root, path: [])
}

/// How a whole text is decoded: the one place that chooses between the pass over such a text and the tape, and the
/// scan onto the tape.
extension DocumentDecoder {
  /// Decodes a value of `type` from `text`.
  @inline(__always)
  package func decode<T: Decodable>(_ type: T.Type, from text: JSONText) throws -> T {
    let plan = types.outermostPlan(for: type, byteCount: text.count)
    if text.count >= plan.shortestReading, options.allowsReading, let reading = plan.reading {
      return try readOrDecode(type, reading, from: text)
    }
    try scanInPlace(text)
    current = Tape.root
    return try decodeRoot(type)
  }

  /// The same, for a text that is not read in one pass after all.
  @inline(never)
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
    // SAFETY: there is room for a T, and the type that is read has a plan, which bounds its alignment. Reading runs no
    // model's code, and `move` comes before anything else that could ask for the storage. The plan of T holds T itself,
    // as another protocol's metatype, or a struct that has nothing but a T, so there is a T when one was read.
    guard !TextEncoding.needsConversion(text), text.count <= options.limits.maximumByteCount,
      text.count < Tape.byteLimit
    else { return try scanAndDecode(type, from: text) }
    let target = unsafe types.outermostStorage.room(byteCount: MemoryLayout<T>.size)
    let place = PlaceToRead(text: text, maximumDepth: options.limits.maximumDepth)
    guard
      case .read(_, let defers) = unsafe reading.read(.value, from: place, with: self, to: target)
    else { return try scanAndDecode(type, from: text) }
    guard defers else { return unsafe target.assumingMemoryBound(to: T.self).move() }
    // If a member throws, the text is decoded in the ordinary way, which asks initializers whether they throw, too.
    return try unsafe decodeDeferred(of: target, as: type) ?? decode(type, at: storage.outermost)
  }

  /// The value at `target`, which was read, with its deferred members; nil if one of them has thrown an error.
  @inline(never)
  private func decodeDeferred<T>(of target: UnsafeMutableRawPointer, as type: T.Type) -> T? {
    // SAFETY: the value is of the type that was read, or has the same layout.
    var value = unsafe target.assumingMemoryBound(to: type).move()
    current = Tape.root
    storage.outermost = Tape.absent
    do {
      try unsafe withUnsafeMutablePointer(to: &value) { value in
        try unsafe types.features.decodeDeferred(with: self, of: UnsafeMutableRawPointer(value))
      }
      return value
    } catch {
      // Destroying the value may run the code of a model that has kept this decoder.
      standOnOutermostValue()
      return nil
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

  // MARK: - Scanning

  /// Scans `text` onto the document's tape.
  ///
  /// All of it is one JSON text, in any encoding that JSONDecoder supports.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a text that is malformed, too large or too deep.
  @inline(never)
  package func scan(_ text: JSONText) throws { try scanInPlace(text) }

  /// The same, inlined, for the usual decode.
  @inline(__always)
  private func scanInPlace(_ text: JSONText) throws {
    let text = try TextEncoding.needsConversion(text) ? convert(text) : text
    storage.text = text
    try requireSize(text.count, options.limits.maximumByteCount)
    do throws(InputFault) {
      try storage.scan(options.scanSettings)
    } catch {
      if text.count == 0, document.isWhole, !options.assumesTopLevelDictionary {
        throw DecodingError.emptyText
      }
      throw malformed(error)
    }
    if options.validation == .strict { try validateScalars() }
  }

  /// The text as UTF-8, without a byte-order mark.
  ///
  /// If bytes had to be converted, the document owns the result.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for bytes that the encoding does not allow.
  @inline(never)
  private func convert(_ text: JSONText) throws -> JSONText {
    let (encoding, markByteCount) = TextEncoding.detect(text)
    guard let encoding else {
      guard markByteCount > 0 else { return text }
      document.origin.offset = markByteCount
      document.origin.column = markByteCount
      return text.part(from: markByteCount, to: text.count)
    }
    // Until the conversion is complete, errors refer to the original bytes.
    document.text = text
    try requireSize(text.count, options.limits.maximumByteCount)
    do throws(InputFault) {
      var bytes = ByteArena(capacity: text.count)
      document.notes.sourceMap = try encoding.convert(text, from: markByteCount, to: &bytes)
      document.own(bytes)
      return document.text
    } catch {
      throw document.error(for: error, .text(encoding.fault))
    }
  }

  @inline(__always)
  private func requireSize(_ byteCount: Int, _ limit: Int) throws {
    guard byteCount <= limit, byteCount < Tape.byteLimit else { throw tooLarge(limit) }
  }

  /// The error for the document's text, which is larger than `limit`.
  @inline(never)
  private func tooLarge(_ limit: Int) -> DecodingError {
    let fault = InputFault(.byteLimitExceeded, at: max(0, min(limit, Tape.byteLimit)))
    guard limit >= Tape.byteLimit else {
      return document.error(for: fault, .tooManyBytes(limit, "maximumByteCount"))
    }
    let text =
      Tape.byteLimit > Int32.max
      ? "a document of 4 GiB or more can't be decoded in one call; use a stream to read its values"
      : "a document of 2 GiB or more can't be decoded"
    return document.error(for: fault, .text(text))
  }

  /// The error for `fault` in the document's text.
  @inline(never)
  private func malformed(_ fault: InputFault) -> DecodingError {
    if fault.kind == .depthLimitExceeded {
      return document.error(for: fault, .tooDeep(options.limits.maximumDepth))
    }
    let place = jsonError(storage.tape.count, fault.kind, .malformed(fault), offset: fault.offset)
    return .corrupted(DecodingError.notValidJSON, because: place)
  }

  /// Checks every string and number, as `.strict` promises.
  @inline(never)
  func validateScalars() throws {
    guard let entry = document.firstInvalidScalar else { return }
    try validateString(at: entry)
    let offset = document.firstInvalidOffset(ofNumberAt: entry) ?? 0
    throw numberFault(.malformed(offset: offset), Double.self, at: entry)
  }
}

extension DecodingError {
  /// The error of an empty text, which is made once: there is only one such text.
  fileprivate static let emptyText: any Error = corrupted(
    notValidJSON,
    because: JSONError(
      kind: .unexpectedEnd,
      offset: 0,
      details: ErrorContents({ JSONError.emptyText }, lineInPart: 1, columnInPart: 1)
    )
  )
}

/// Models: values that are decoded by their own initializer, or directly if the library knows their type. The plan
/// of a type says which.
extension DocumentDecoder {
  /// Decodes the value at `entry`.
  @inline(__always)
  package func decode<T: Decodable>(_ type: T.Type, at entry: Int) throws -> T {
    try decode(type, at: entry, by: place.note(at: entry))
  }

  /// Decodes the value at `entry` by the key that `note` stands for.
  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, at entry: Int, by note: KeyNote) throws -> T {
    let plan = types.plan(for: type)
    let before = place
    place = DecodedPlace(entry, by: note)
    defer { place = before }
    if let direct = plan.direct { return try decodeDirectly(direct, at: entry) }
    if plan.mayBeMarked { return try initializeBeforeMark(type) }
    return try initialize(type)
  }

  /// Calls the type's own `init(from:)` with this decoder standing on the value at `entry`, which was entered by the
  /// key that `note` stands for, if any.
  @inline(__always)
  func initialize<T: Decodable>(
    _ type: T.Type,
    at entry: Int,
    by note: KeyNote = .none
  ) throws -> T {
    let before = place
    place = DecodedPlace(entry, by: note)
    defer { place = before }
    return try initialize(type)
  }

  @inline(__always)
  private func initialize<T: Decodable>(_ type: T.Type) throws -> T {
    do {
      guard use.isUsual else { return try initializeWithCare(type) }
      return try type.init(from: ModelDecoder(self))
    } catch {
      throw passingOn(error, by: type)
    }
  }

  /// Calls the type's own `init(from:)` in an unusual decode.
  @inline(never)
  func initializeWithCare<T: Decodable>(_ type: T.Type) throws -> T {
    // A graph may hold a value of the very type.
    if let object = foreign(type, at: current) { return object }
    // A `Locale` or `URLComponents` is made from strings, and must not be made from the beginning of one:
    // some beginnings make Foundation's initializers stop the program.
    if let string = entryOfUnfinishedString(in: current), isOfFoundation(type) {
      throw unfinishedString(at: string)
    }
    return try type.init(from: ModelDecoder(self))
  }

  private func isOfFoundation(_ type: any Any.Type) -> Bool {
    let module = String(reflecting: type).prefix { $0 != "." }
    return ["Foundation", "FoundationEssentials", "FoundationInternationalization"].contains(module)
  }

  func decodeDirectly<T, Direct: DirectlyDecodable>(
    _ direct: Direct.Type,
    at entry: Int
  ) throws -> T {
    // SAFETY: the plan of T holds T itself, as another protocol's metatype, or a struct that has
    // nothing but a T.
    try unsafe direct.decode(as: T.self, with: self, at: entry)
  }

  /// Calls `body`, which makes a value, with this decoder standing on the value at `entry`.
  package func standing<Result>(
    at entry: Int,
    _ body: (any Decoder) throws -> Result
  ) throws -> Result {
    let before = place
    place = DecodedPlace(entry, by: before.note(at: entry))
    defer { place = before }
    do {
      return try body(ModelDecoder(self))
    } catch {
      throw passingOn(error, by: Result.self)
    }
  }

  /// Decodes the document's outermost value.
  @inline(__always)
  package func decodeRoot<T: Decodable>(_ type: T.Type) throws -> T {
    try decode(type, at: Tape.root)
  }
}

/// Checks whether a type has defaults once its `init(from:)` has missed something, or once many of its values
/// have been decoded.
///
/// The check takes a dynamic cast, for which the runtime searches all conformances of the process: 25 µs in a
/// program with 1,500 types, where the first decode of a type takes 42 µs without it. Most types never need
/// it, since an object that has all members needs no defaults. What models miss is counted in
/// `DecodeNotes.absenceCount`. Counting misses for every value, instead of casting after many values, took
/// 50 % more instructions for citm_catalog.json, because each value has to be held, and therefore copied,
/// until it is known to be the right one.
extension DocumentDecoder {
  /// Calls the type's own `init(from:)` for the current value, or decodes it with its defaults.
  @inline(never)
  func initializeBeforeMark<T: Decodable>(_ type: T.Type) throws -> T {
    // The outermost value, or the first element of an outermost array.
    let isOutermost = current <= Tape.root + 2
    guard !types.noteValues(of: type, count: isOutermost ? TypePlan.countOfOutermost : 1) else {
      return try decodeWithMark(type)
    }
    let count = notes.absenceCount
    // Of values of a type within each other, the outermost is decoded again, and not each of them.
    let identifier = ObjectIdentifier(type)
    let isNested = notes.typesBeforeMark.contains(identifier)
    if !isNested { notes.typesBeforeMark.append(identifier) }
    defer { if !isNested { notes.typesBeforeMark.removeLast() } }
    let value: T
    do {
      value = try use.isUsual ? type.init(from: ModelDecoder(self)) : initializeWithCare(type)
    } catch {
      if notes.absenceCount != count, !isNested, let value = try decodeWithDefaults(type) {
        return value
      }
      throw passingOn(error, by: type)
    }
    guard notes.absenceCount != count, !isNested else { return value }
    return try decodeWithDefaults(type) ?? value
  }

  @inline(never)
  private func decodeWithMark<T: Decodable>(_ type: T.Type) throws -> T {
    // From now on, this is the plan that is found.
    _ = types.planWithMark(for: type)
    return try decode(type, at: current)
  }

  /// The current value, if `type` has defaults; nil otherwise.
  @inline(never)
  private func decodeWithDefaults<T: Decodable>(_ type: T.Type) throws -> T? {
    guard types.planWithMark(for: type).hasDefaults else { return nil }
    return try decodeWithMark(type)
  }
}

extension DocumentDecoder {
  /// Whether there is a string at `entry`.
  @inline(__always)
  func isString(at entry: Int) -> Bool {
    let kind = storage.tape[entry].kind
    return kind == .string || kind == .longString
  }

  /// The name, or another string, at `entry`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if it is malformed.
  func name(at entry: Int) throws -> String {
    do throws(InputFault) {
      return try document.string(at: entry)
    } catch {
      throw corrupted(error, at: entry)
    }
  }

  /// Requires that the value at `entry` is not an unfinished string.
  @inline(__always)
  func requireWhole(_ entry: Int) throws {
    if storage.tape[entry].flags.contains(.unfinished) { throw unfinishedString(at: entry) }
  }

  /// The entry of the unfinished string within the value at `entry`; nil if there is none.
  func entryOfUnfinishedString(in entry: Int) -> Int? {
    guard let string = storage.record.unfinished?.string,
      string >= entry, string < storage.tape.entry(after: entry)
    else { return nil }
    return string
  }

  /// The error of asking for the string at `entry`, which has not arrived in full.
  @inline(never)
  func unfinishedString(at entry: Int) -> DecodingError {
    corrupted(document.refusesString(at: entry), at: entry)
  }

  /// Checks the string or name at `entry`.
  func validateString(at entry: Int) throws {
    do throws(InputFault) {
      try document.validateString(at: entry)
    } catch {
      throw corrupted(error, at: entry)
    }
  }

  /// The members of the object at `header` by converted name, with duplicate names settled by the
  /// policy.
  func index(of header: Int) throws -> MemberIndex {
    let tape = document.tape
    var members: [MemberName: Int] = [:]
    members.reserveCapacity(min(tape[header + 1].count, 4096))
    // The path for a custom strategy: only its last key differs from name to name.
    var path: [any CodingKey] = []
    if convertsByPath { path = self.path(to: header, JSONKey.super) }
    // Plain names are converted once for all objects.
    let areKept = nameConversionID != nil && tape[header].flags.isEmpty
    let policy = options.duplicateKeyPolicy
    if areKept { types.convertedNames.prepare(nameConversionID, for: options) }
    for (entry, value) in tape.members(of: header) {
      let (start, end) = tape.byteRange(of: entry)
      let known =
        areKept
        ? types.convertedNames.name(of: storage.text, from: start, count: end - start) : nil
      let name = try known ?? MemberName(convert(try self.name(at: entry), atEndOf: &path))
      let isNew = members.note(value, for: name, replacing: policy == .useLast) == nil
      if !isNew, policy == .reject { throw duplicateKey(at: entry, in: header) }
    }
    return MemberIndex(members)
  }

  /// Whether names are converted by a closure that is given the path to them.
  var convertsByPath: Bool { if case .path = options.keyConversion { true } else { false } }

  /// The keys for the names of the object at `header`, in the order of the text, each name once.
  func keys<Key: CodingKey>(_ type: Key.Type, of header: Int) -> [Key] {
    let tape = document.tape
    let count = tape[header + 1].count
    var keys: [Key] = []
    keys.reserveCapacity(min(count, Tape.initialCount(of: type)))
    // A set would be 3 KB of code that nothing else needs.
    var known: [MemberName: Int] = [:]
    known.reserveCapacity(min(count, 4096))
    for (entry, _) in tape.members(of: header) {
      let name = convert(document.repairedString(at: entry), at: path(to: header))
      if known.note(entry, for: MemberName(name)) == nil, let key = Key(stringValue: name) {
        keys.append(key)
      }
    }
    return keys
  }

  /// Checks that the `count` elements at `entry`, of `stride` bytes each, take no more bytes than an Int can count.
  ///
  /// - Throws: `DecodingError.dataCorrupted`, only where Int has 32 bits.
  @inline(__always)
  func requireRoom(for count: Int, stride: Int, at entry: Int) throws {
    #if _pointerBitWidth(_32)
    guard count <= Tape.elementLimit(stride: stride) else {
      let text = "a collection of \(count) elements is too large; use a stream to read them"
      throw dataCorrupted(entry, .byteLimitExceeded, .text(text))
    }
    #endif
  }

  /// True when a dictionary decodes the values of all members, including duplicates, as JSONDecoder
  /// does under a key strategy.
  var decodesEveryDuplicate: Bool { !options.keyConversion.isNone }
}

extension DocumentDecoder {
  /// A decoder that stands on the value at `entry`, to which `key` leads from the container at `header`, for as long as
  /// it is held; to the model, an absent value is null, as with JSONDecoder.
  @inline(never)
  func superDecoder(at entry: Int, in header: Int, by key: any CodingKey) -> ModelDecoder {
    let base = BasePlace(entry: entry, container: header, path: path(to: header, key))
    return ModelDecoder(DocumentDecoder(superOf: self, at: base))
  }
}

extension KeyedObject {
  /// A decoder that stands on the value at `entry`, which may be absent.
  func superDecoder(at entry: Int, _ key: any CodingKey) -> ModelDecoder {
    decoder.superDecoder(at: entry, in: header, by: key)
  }
}

extension DocumentDecoder {
  /// Writes the graph of `object` onto the document's tape.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a graph that is too deep, such as one that
  ///   contains itself, or too large.
  package func write(graph object: Any) throws {
    var writer = GraphWriter(
      tape: document.tape,
      bytes: document.takeBytes(),
      types: types.graphTypes,
      convert: options.unknownObjectConversion,
      maximumDepth: options.limits.maximumDepth,
      maximumByteCount: options.limits.maximumGraphByteCount
    )
    let result = Result { () throws(InputFault) in try writer.write(object) }
    let exceedsLimit = writer.exceedsLimit
    if !writer.foreignObjects.isEmpty { use.noteUnusual() }
    // Written back even after a fault: growing frees the old storage.
    document.holdObjectGraph(
      on: writer.tape,
      bytes: writer.bytes,
      foreignObjects: writer.foreignObjects
    )
    guard case .failure(let fault) = result else { return }
    var finding: ErrorFinding?
    if fault.kind == .depthLimitExceeded {
      finding = .tooDeep(options.limits.maximumDepth)
    } else if exceedsLimit {
      finding = .tooManyBytes(options.limits.maximumGraphByteCount, "maximumGraphByteCount")
    }
    throw document.error(for: fault, finding)
  }

  /// The object at `entry`, if the graph holds one of type `T` that JSON has no kind for.
  package func foreign<T>(_ type: T.Type, at entry: Int) -> T? {
    guard document.tape[entry].kind == .foreign else { return nil }
    return document.foreignObject(at: entry) as? T
  }
}

/// Storage for the outermost value of a text, which is used again for the next one.
///
/// (A temporary allocation, whose closure returns the value, took two lookups of metadata.)
@safe
final class OutermostStorage {
  // SAFETY: there is nothing yet.
  private var buffer = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// The largest alignment that a value may have.
  static var maximumAlignment: Int { 16 }

  /// Uninitialized storage of `byteCount` bytes.
  ///
  /// Only one text is read at a time, and reading runs no model's code, so the storage is empty whenever it
  /// is asked for.
  @inline(__always)
  func room(byteCount: Int) -> UnsafeMutableRawPointer {
    // SAFETY: the byte count is compared.
    let buffer = unsafe buffer
    if let base = buffer.baseAddress, byteCount <= buffer.count { return unsafe base }
    return unsafe grow(byteCount)
  }

  @inline(never)
  private func grow(_ byteCount: Int) -> UnsafeMutableRawPointer {
    // SAFETY: there is nothing in the former one; new storage has an address.
    unsafe buffer.deallocate()
    unsafe buffer = .allocate(byteCount: max(byteCount, 1), alignment: Self.maximumAlignment)
    return unsafe buffer.baseAddress.unsafelyUnwrapped
  }

  deinit {
    // SAFETY: nothing is in the storage between two texts.
    unsafe buffer.deallocate()
  }
}
