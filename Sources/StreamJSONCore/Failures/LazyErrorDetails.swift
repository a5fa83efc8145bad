/// The details of an error, which are made when somebody asks for them.
///
/// At the end of its decode, an error that still exists gets its details or, if the text is short or there
/// are many errors, a copy of the text that it shares with the others, because making the details of each
/// error took more time than throwing it.
///
/// Models that find out what a value is by trying throw an error for each attempt that fails, and nothing
/// ever looks at it: making its excerpt, line, pointer and similar name then took most of the time. Errors
/// are made, and asked for their details, on the decoding thread. A model may hand an error to another thread
/// while its decode runs, however. On that thread, the error says only its kind until the decode
/// ends, because the tape and the notes of a document are not made for two threads.
///
/// `@unchecked Sendable`: the decoding thread writes the details while no error refers to them, or under the
/// lock. Once another thread has seen what `source` has kept, what it reads without the lock does not change
/// while an error refers to the details.
final class LazyErrorDetails: ErrorDetails, @unchecked Sendable {
  // This reference is not counted, because counting references is most of the cost of making an object like this.
  private unowned(unsafe) let uncountedSystem: DecodingSystem
  private var system: DecodingSystem {
    // SAFETY: systems hold themselves and are never freed.
    @inline(__always) get { unsafe uncountedSystem }
  }

  /// What the contents are made from, until they are known.
  ///
  /// The next error of the same decode shares it.
  private(set) var source: DetailsSource?
  private var finding = ErrorContents.Finding.malformedText
  /// The entry of the value, and the byte at fault.
  private var entry = Tape.absent
  private var offset = 0
  /// The entry that the pointer leads to.
  private var pointerEntry = Tape.absent

  private var known: ErrorContents?

  init(of source: DetailsSource, system: DecodingSystem) {
    self.source = source
    // SAFETY: systems are never freed.
    unsafe uncountedSystem = system
  }

  /// The document; to be read on the decoding thread, before the decode ends.
  var document: Document? { source?.document }

  /// Prepares the details for errors of `document`, which is decoded on `thread`; no error may refer to them.
  @inline(__always)
  func open(_ document: Document, on thread: UInt) {
    // Most often it is the document of the error before, which need not be counted again.
    if let source, source.document === document { return }
    reopen(document, on: thread)
  }

  /// The same, whatever document the source was for; for no document if `document` is nil.
  @inline(never)
  private func reopen(_ document: Document?, on thread: UInt) {
    // Taken out, so that it is not counted.
    var former = source.take()
    if isKnownUniquelyReferenced(&former), let former {
      former.open(document, on: thread)
      source = former
    } else if document != nil {
      source = DetailsSource(document, on: thread)
    }
  }

  /// Prepares the details for an error; no other error may have them.
  ///
  /// - Parameters:
  ///   - finding: The problem.
  ///   - entry: The value that it is about, in the document of the source.
  ///   - offset: The byte at fault.
  ///   - pointerEntry: The value that the pointer leads to.
  func begin(
    _ finding: consuming ErrorContents.Finding,
    at entry: Int,
    offset: Int,
    pointerEntry: Int
  ) {
    self.finding = finding
    self.entry = entry
    self.offset = offset
    self.pointerEntry = pointerEntry
    // Another thread may have asked the earlier error, which no longer exists. Not released under the lock.
    if known != nil { withExtendedLifetime(system.withLock { known.take() }) {} }
  }

  /// Releases what the details of an error that no longer exists are made from.
  func clear() {
    // Because its last reference is gone, other threads, which may have asked the error, are done with it.
    // But on some processors, the runtime reads the count without ordering it after their reads.
    system.acquire()
    known = nil
    reopen(nil, on: 0)
  }

  var contents: ErrorContents {
    let (known, source, kept, shortText, thread) = system.withLock {
      let source = self.source
      let shortBytes = self.known == nil ? source?.shortBytes : nil
      return (self.known, source, source?.kept, shortBytes ?? [], source?.thread ?? 0)
    }
    if let known { return known }
    if let source, let kept {
      return know(source.contents(in: kept, system) { contents(in: $0) })
    }
    if let source, !shortText.isEmpty {
      return know(contents(in: source.document(of: shortText)))
    }
    guard thread == system.currentThread(), let document = source?.document else {
      return ErrorContents(finding: .text("details are available once the decode has ended"))
    }
    let made = contents(in: document)
    // The details that a model sees lack the record of a stream, because the record has not failed before the
    // error leaves the model.
    if document.recordIndex == nil {
      system.exclusively { self.known = made }
    }
    return made
  }

  /// Makes the contents while the document is still there, so that it is not needed afterward; to be called
  /// on the decoding thread only.
  func complete() {
    if let document { know(known ?? contents(in: document)) }
  }

  /// Prepares the contents to be made from `kept`, which never changes; to be called on the decoding thread only,
  /// with the system's lock.
  func keep(_ kept: Document) {
    if known == nil { source?.keep(kept) } else { source = nil }
  }

  /// Prepares the contents to be made from a copy of the document's text, if that is short and scanned alone;
  /// to be called on the decoding thread only.
  ///
  /// An error that `isUnseen` is one that no other thread has yet, so that no lock is needed.
  @inline(__always)
  func keepShortText(isUnseen: Bool = false) -> Bool {
    guard let source else { return false }
    if isUnseen { return source.keepShortText() }
    var isKept = false
    system.exclusively { isKept = source.keepShortText() }
    return isKept
  }

  @inline(never)
  private func contents(in document: Document) -> ErrorContents {
    document.errorContents(
      finding,
      at: entry,
      offset: offset,
      pointer: document.pointer(document.steps(to: pointerEntry))
    )
  }

  /// Notes the contents, and releases what they were made from.
  @discardableResult
  @inline(never)
  private func know(_ known: ErrorContents) -> ErrorContents {
    // Not released under the lock.
    let source = system.withLock {
      self.known = known
      return self.source.take()
    }
    return withExtendedLifetime(source) { known }
  }
}

/// What the errors of one decode make their details from: the document while the decode runs, and afterward
/// the text that the errors share.
///
/// All errors share one object, so an error that a model keeps counts only one reference, and not one to each
/// of these.
///
/// `@unchecked Sendable`: the decoding thread writes it while no error has it, or under the environment's
/// lock; other threads read it, and borrow the idle document, under the lock.
final class DetailsSource: @unchecked Sendable {
  // These are single properties, because an enumeration or structure of them would be copied by calls.

  /// The document that the errors are about, until the end of the decode.
  private(set) var document: Document?
  /// The decoding thread.
  private(set) var thread: UInt
  /// What the errors are about after the decode, if there are many: a document that never changes again.
  private(set) var kept: Document?
  /// A document of the same text that no thread is using, with its notes on lines.
  private var idle: Document?
  /// The bytes of that text if it is short, in storage that serves the errors of one decode after another.
  private var shortText: ByteArena?
  private var settings = ScanSettings(dialect: StandardJSON.self)

  /// Makes the source of errors of `document`, which is decoded on `thread`.
  init(_ document: Document?, on thread: UInt) {
    self.document = document
    self.thread = thread
  }

  /// Begins to serve the errors of another decode, or of none yet; no error may refer to this source.
  func open(_ document: Document?, on thread: UInt) {
    self.document = document
    self.thread = thread
    (kept, idle) = (nil, nil)
  }

  /// Replaces the document with `kept`, which has its text and never changes; to be called on the decoding thread
  /// only, with the lock.
  func keep(_ kept: Document) {
    guard document != nil else { return }
    document = nil
    self.kept = kept
  }

  /// What `make` returns for a document of the text of `kept` that no other thread uses meanwhile.
  func contents(
    in kept: Document,
    _ system: DecodingSystem,
    _ make: (Document) -> ErrorContents
  ) -> ErrorContents {
    let document = system.withLock { idle.take() } ?? Document(sharing: kept)
    defer {
      // Another thread may have put its document there, which must not be released under the lock.
      var other: Document?
      system.exclusively { (other, idle) = (idle, document) }
      withExtendedLifetime(other) {}
    }
    return make(document)
  }

  /// Replaces the document with a copy of its text, if the text is short and scanned alone; to be called on
  /// the decoding thread only, with the lock, unless no other thread has an error about it yet.
  ///
  /// - Returns: False if the text is not short or not scanned alone.
  func keepShortText() -> Bool {
    // Taken out, so that it is not counted.
    guard let document = document.take() else { return false }
    let text = document.text
    guard text.count <= RescannedText.maximumByteCount, document.isScannedAlone else {
      self.document = document
      return false
    }
    // Exchanged, because anything called during an access, as when a former value is freed, would have all accesses
    // checked, which took 190 instructions for each error.
    var copy: ByteArena?
    swap(&copy, &shortText)
    if copy == nil { copy = ByteArena(capacity: text.count) }
    copy?.truncate(to: 0)
    copy?.append(text, from: 0, to: text.count)
    swap(&copy, &shortText)
    settings = ScanSettings(
      dialect: document.storage.dialect,
      showsValuesInErrors: document.showsValuesInErrors
    )
    return true
  }

  /// The bytes of the short text; none before the end of the decode, or if there is `kept`; with the lock.
  var shortBytes: [UInt8] {
    guard document == nil, kept == nil else { return [] }
    var copy: ByteArena?
    swap(&copy, &shortText)
    defer { swap(&copy, &shortText) }
    return copy?.text.bytes ?? []
  }

  /// A document of `bytes`, which are those of the short text.
  func document(of bytes: [UInt8]) -> Document { settings.document(ofTextOf: bytes).document }
}

/// The errors of a decode whose details have not been made yet.
///
/// Its functions are not inlined, which keeps programs small, because many functions make errors.
struct PendingErrors {
  /// The details of the last error; for a short text, kept after its decode for an error of the next decode.
  private var last: LazyErrorDetails?

  /// The details of the other errors.
  private var details: [LazyErrorDetails] = []

  /// How many details there may be before those of errors that no longer exist are dropped.
  private var bound = minimumBound
  private static let minimumBound = 16

  /// How many words are kept for the next decode.
  private static let maximumCapacity = 1024

  /// How many bytes of a copy may be kept for an error: less than its details take.
  private static let maximumByteCountPerError = 256

  /// How many bytes a copy may have, because a single error that is left may hold it for a long time.
  private static let maximumByteCount = 4 << 20

  /// Whether there are errors to settle: `last` belongs to the running decode.
  private(set) var areOpen = false

  /// Whether the model keeps errors, so that the paths in them are not those of the next ones.
  var areKept: Bool { !details.isEmpty }

  /// Whether `error` is an error of the running decode that has not been settled.
  func contains(_ error: JSONError) -> Bool {
    guard areOpen, case .object(let object) = error.details else { return false }
    return last === object || details.contains { $0 === object }
  }

  /// Details for another error of `document`, which is decoded on `thread`: those of the last one, if it no
  /// longer exists.
  @inline(never)
  mutating func makeDetails(
    of document: Document,
    on thread: UInt,
    _ system: DecodingSystem
  ) -> LazyErrorDetails {
    if isKnownUniquelyReferenced(&last), let last {
      // As in `clear()`. While the details are open, other threads read them only under the lock.
      if !areOpen { system.acquire() }
      last.open(document, on: thread)
      areOpen = true
      return last
    }
    var source: DetailsSource?
    if let former = last.take(), areOpen {
      source = former.source
      details.append(former)
    }
    if details.count >= bound {
      last = dropUnused()
      // At least as many are added before the next search as are searched.
      bound = max(PendingErrors.minimumBound, 2 * details.count)
      // It has the same source.
      if let last { return last }
    }
    let new = LazyErrorDetails(
      of: source ?? DetailsSource(document, on: thread),
      system: system
    )
    last = new
    areOpen = true
    return new
  }

  /// Makes the errors that still exist independent of the document, before it changes.
  ///
  /// - Parameters:
  ///   - kept: The document, if it is kept anyway and never changes again.
  ///   - system: What the system provides.
  @inline(never)
  mutating func settle(in kept: Document? = nil, _ system: DecodingSystem) {
    guard areOpen else { return }
    areOpen = false
    if let former = last.take() { details.append(former) }
    last = dropUnused()
    last?.clear()
    guard !details.isEmpty else { return }
    settleAll(in: kept, system)
    details.removeAll(keepingCapacity: details.count <= PendingErrors.maximumCapacity)
    bound = PendingErrors.minimumBound
  }

  /// Settles the last error if it is the only one and either no longer exists or has a short text, which runs no code
  /// of a model's; with `isUnseen`, no other thread has it yet.
  @inline(never)
  mutating func settleLast(isUnseen: Bool = false) {
    guard details.isEmpty, var former = last.take() else { return }
    let isUnused = isKnownUniquelyReferenced(&former)
    if isUnused { former.clear() }
    areOpen = !isUnused && !former.keepShortText(isUnseen: isUnseen)
    last = former
  }

  private func settleAll(in kept: Document?, _ system: DecodingSystem) {
    // All of them have one source.
    guard let first = details.first, kept != nil || !first.keepShortText() else { return }
    guard let document = first.document, isWorthKeeping(document) else {
      for error in details { error.complete() }
      return
    }
    let kept = kept ?? document.copy()
    // From now on, other threads may read it.
    kept.storage.record.setArrived(nil)
    system.exclusively {
      for error in details { error.keep(kept) }
    }
  }

  /// Whether keeping the text of `document` takes less than the details of all errors.
  private func isWorthKeeping(_ document: Document) -> Bool {
    // The objects in a graph belong to the caller, who may release or change them.
    details.count >= PendingErrors.minimumBound && !document.isObjectGraph
      && document.byteCount <= PendingErrors.maximumByteCount
      && document.byteCount / PendingErrors.maximumByteCountPerError <= details.count
  }

  /// Drops the details of errors that no longer exist.
  ///
  /// - Returns: Some of them, for the next error.
  @inline(never)
  private mutating func dropUnused() -> LazyErrorDetails? {
    var unused: LazyErrorDetails?
    var count = 0
    for position in details.indices {
      if isKnownUniquelyReferenced(&details[position]) {
        unused = details[position]
      } else {
        if count < position { details.swapAt(count, position) }
        count += 1
      }
    }
    details.removeLast(details.count - count)
    return unused
  }
}

/// A copy of a short text that is malformed, from which its error makes its details on demand.
///
/// The copy is then scanned once more. When a text of a few bytes was tried and rejected, making the details
/// of its error and keeping them took longer than everything else together.
///
/// `@unchecked Sendable`: it never changes.
final class RescannedText: ErrorDetails, @unchecked Sendable {
  // An array, because memory of another kind takes several times as long to get.
  private let bytes: [UInt8]
  private let settings: ScanSettings

  /// The largest text that may be kept for each of its errors; it takes less memory than their details would.
  static let maximumByteCount = 256

  /// Copies `text`, which is whole and was scanned with `settings`; nil if it is not short.
  init?(_ text: JSONText, _ settings: ScanSettings) {
    guard text.count <= Self.maximumByteCount else { return nil }
    bytes = text.bytes
    self.settings = settings
  }

  var contents: ErrorContents { settings.malformedContents(ofTextOf: bytes) }
}

extension Dialect {
  static func contents(of text: InlineText) -> ErrorContents {
    let settings = ScanSettings(
      dialect: self,
      allowsTrailingComma: text.allowsTrailingComma,
      assumesObject: text.assumesObject,
      showsValuesInErrors: text.showsValuesInErrors
    )
    return settings.malformedContents(ofTextOf: text.bytes.array)
  }
}

extension ScanSettings {
  /// A copy of `text`, which must be short enough.
  @inline(__always)
  func inlineText(_ text: JSONText) -> InlineText {
    InlineText(
      bytes: InlineText.Bytes(text),
      allowsTrailingComma: allowsTrailingComma,
      assumesObject: assumesObject,
      showsValuesInErrors: showsValuesInErrors,
      scanner: dialect
    )
  }

  /// A document of `bytes`, scanned with these settings, and its fault, if any.
  @inline(never)
  func document(ofTextOf bytes: [UInt8]) -> (document: Document, fault: InputFault?) {
    var copy = ByteArena(capacity: bytes.count)
    for byte in bytes { copy.append(byte) }
    let document = Document()
    document.showsValuesInErrors = showsValuesInErrors
    document.own(copy)
    do throws(InputFault) {
      try document.storage.scan(self)
      return (document, nil)
    } catch {
      return (document, error)
    }
  }

  /// What the error of `bytes`, which are malformed, says.
  @inline(never)
  func malformedContents(ofTextOf bytes: [UInt8]) -> ErrorContents {
    let (document, fault) = document(ofTextOf: bytes)
    return fault.map { document.contents(for: $0) } ?? ErrorContents(finding: .malformedText)
  }
}

extension Document {
  /// Whether a copy of the text, which is well-formed, is enough to describe its values, whatever settings it
  /// is scanned with: the text is not part of anything else, and no object without braces was assumed.
  var isScannedAlone: Bool {
    guard isWhole, storage.outermost == Tape.root, tape.count > Tape.root else { return false }
    let root = tape[Tape.root]
    return root.kind != .object
      || root.offset < text.count && text[root.offset] == UInt8(ascii: "{")
  }
}

extension InlineText.Bytes {
  /// The bytes of `text`, which has at most `maximumCount`.
  @inline(__always)
  init(_ text: JSONText) {
    assert(text.count <= Self.maximumCount)
    words = Self.words(of: text)
    byteCount = UInt8(truncatingIfNeeded: text.count)
  }

  // Returned in registers: a structure of five words goes through memory, from where it was copied by pairs
  // of words, for which a processor waits until the single ones are written.
  @inline(never)
  private static func words(of text: JSONText) -> (UInt64, UInt64, UInt64, UInt64) {
    (text.word(at: 0), text.word(at: 8), text.word(at: 16), text.word(at: 24))
  }
}

extension JSONText {
  /// The bytes from `start` on, at most eight, the first one in the lowest bits; zeros after the last.
  @inline(__always)
  fileprivate func word(at start: Int) -> UInt64 {
    if start &+ 8 <= count { return eightBytes(at: start) }
    guard start < count else { return 0 }
    let missing = start &+ 8 &- count
    if count >= 8 { return eightBytes(at: count &- 8) &>> UInt64(8 &* missing) }
    var bytes: UInt64 = 0
    for offset in start..<count { bytes |= UInt64(self[offset]) &<< UInt64(8 &* (offset &- start)) }
    return bytes
  }
}
