// Rules for the folder Failures:
// - Most errors are dropped by a model that tries one type after another. Making one doesn't look at the text.
// - Errors are settled before their document changes, is reused, or is freed. Settling runs no code of models: a
//   message asks an enumeration for its cases when it is written.
// - The search for similar names stops after a fixed number of names and bytes. Keep a bound on anything that depends
//   on the text.

/// The details of an error, which are made when somebody asks for them.
///
/// Models that find out what a value is by trying throw an error for each attempt that fails, and nothing
/// ever looks at it: making its excerpt, line, pointer and similar name then took most of the time. At the end of its
/// decode, an error that still exists gets its details or, if the text is short or there are many errors, a copy of the
/// text that it shares with the others.
///
/// Errors are made, and asked for their details, on the decoding thread. A model may hand an error to another thread
/// while its decode runs, however. On that thread, the error says only its kind until the decode
/// ends, because the tape and the notes of a document are not made for two threads.
///
/// `@unchecked Sendable`: the decoding thread writes the problem while no error refers to it, and everything else while
/// no error refers to it or under the lock, under which other threads read it.
final class LazyErrorDetails: ErrorDetails, @unchecked Sendable {
  // This reference is not counted, because counting references is most of the cost of making an object like this.
  private unowned(unsafe) let uncountedSystem: DecodingSystem
  private var system: DecodingSystem {
    // SAFETY: systems hold themselves and are never freed.
    @inline(__always) get { unsafe uncountedSystem }
  }

  /// What the contents are made from, unless they are known.
  ///
  /// The next error of the same decode shares it.
  private(set) var source: ErrorSource?
  private var known: ErrorContents?

  private var finding = ErrorFinding.malformedNumber
  /// The entry of the value, and the byte at fault.
  private var entry = Tape.absent
  private var offset = 0

  init(of source: ErrorSource, system: DecodingSystem) {
    self.source = source
    // SAFETY: systems are never freed.
    unsafe uncountedSystem = system
  }

  /// Prepares the details for errors of `document`, which is decoded on `thread`, or for none if that is nil; no error
  /// may refer to them.
  @inline(never)
  func open(_ document: Document?, on thread: UInt) {
    // Taken out, so that it is not counted.
    var former = source.take()
    if isKnownUniquelyReferenced(&former), let former {
      former.open(document, on: thread)
      source = former
    } else {
      source = document.map { ErrorSource($0, on: thread) }
    }
  }

  /// Prepares the details for an error; no other error may have them.
  ///
  /// - Parameters:
  ///   - finding: The problem.
  ///   - entry: The value that it is about, in the document of the source.
  ///   - offset: The byte at fault.
  func begin(_ finding: consuming ErrorFinding, at entry: Int, offset: Int) {
    self.finding = finding
    self.entry = entry
    self.offset = offset
  }

  /// Releases what the details of an error that no longer exists are made from.
  func clear() {
    // Because its last reference is gone, other threads, which may have asked the error, are done with it.
    // But on some processors, the runtime reads the count without ordering it after their reads.
    system.acquire()
    open(nil, on: 0)
  }

  var contents: ErrorContents {
    let (known, source) = system.withLock { (self.known, self.source) }
    return known ?? source?.contents(system, contents)
      ?? ErrorContents { "error details aren't available until decoding finishes" }
  }

  private func contents(in document: Document) -> ErrorContents {
    document.errorContents(finding, at: entry, offset: offset)
  }

  /// Creates the contents while the document is still there, so that it is not needed afterward; to be called
  /// on the decoding thread only.
  func complete() {
    let made = source?.document.map(contents)
    // Not released under the lock.
    let former = system.withLock {
      known = made
      return source.take()
    }
    withExtendedLifetime(former) {}
  }
}

/// What the errors of one decode make their details from: the document while the decode runs, and afterward
/// a copy of the text that the errors share.
///
/// All errors share one object, so an error that a model keeps counts only one reference, and not one to each
/// of these.
///
/// `@unchecked Sendable`: the decoding thread writes it while no error has it, or under the lock. Once another thread
/// has seen there that `document` is nil, `text` and `settings` do not change while an error has it.
final class ErrorSource: @unchecked Sendable {
  /// The document that the errors are about, until the end of the decode.
  private(set) var document: Document?
  /// The decoding thread.
  private var thread: UInt
  /// After the decode, the bytes of the text, in storage that serves the errors of one decode after another.
  private var text = ByteArena()
  private var settings = ScanSettings(dialect: StandardJSON.self)
  /// A document of these bytes that no thread is using, with its notes on lines, unless it takes more memory than making
  /// it again is worth.
  private var idle: Document?

  /// The longest text of which a copy may be kept for each error: it takes less memory than their details would.
  private static let shortByteCount = 256

  /// How many bytes a copy may have, because a single error that is left may hold it for a long time.
  private static let maximumByteCount = 4 << 20

  /// How many errors a longer text must have.
  private static let minimumErrorCount = 16

  /// Creates the source of errors of `document`, which is decoded on `thread`.
  init(_ document: Document, on thread: UInt) {
    self.document = document
    self.thread = thread
  }

  /// Begins to serve the errors of another decode, or of none yet; no error may refer to this source.
  func open(_ document: Document?, on thread: UInt) {
    self.document = document
    self.thread = thread
    idle = nil
  }

  /// Replaces the document with a copy of its text, if that takes less than the details of `errorCount` errors and
  /// can be scanned by itself; to be called on the decoding thread only.
  ///
  /// - Returns: False if it cannot.
  func keepText(for errorCount: Int, _ system: DecodingSystem) -> Bool {
    guard let document, document.isWhole, document.storage.outermost == Tape.root else {
      return false
    }
    let text = document.text
    let bound =
      errorCount < Self.minimumErrorCount
      ? Self.shortByteCount : min(Self.shortByteCount * errorCount, Self.maximumByteCount)
    guard text.count <= bound else { return false }
    system.exclusively {
      self.text.truncate(to: 0)
      self.text.append(text, from: 0, to: text.count)
      settings = document.storage.settings
      settings.showsValuesInErrors = document.showsValuesInErrors
      self.document = nil
    }
    return true
  }

  /// What `make` returns for a document of the text that no other thread uses meanwhile; nil while another thread is
  /// decoding.
  func contents(
    _ system: DecodingSystem,
    _ make: (Document) -> ErrorContents
  ) -> ErrorContents? {
    let (running, thread, known) = system.withLock { (self.document, self.thread, idle.take()) }
    if let running { return thread == system.currentThread() ? make(running) : nil }
    let document = known ?? scanned()
    let made = make(document)
    // Another thread may have put its document there, which must not be released under the lock.
    var other = text.count > Self.shortByteCount ? document : nil
    system.exclusively { swap(&other, &idle) }
    withExtendedLifetime(other) {}
    return made
  }

  /// A document of the bytes, which must not outlive this object; its fault, if any, is that of the error.
  private func scanned() -> Document {
    let document = Document()
    document.showsValuesInErrors = settings.showsValuesInErrors
    document.text = text.text
    try? document.storage.scan(settings)
    return document
  }
}

/// The errors of a decode whose details have not been made yet.
///
/// Its functions are not inlined, which keeps programs small, because many functions make errors.
struct PendingErrors {
  /// The details, of which the last ones are used again if their error no longer exists; between two decodes, those of
  /// the last error if it has a short text.
  private var details: [LazyErrorDetails] = []

  /// How many details there may be before those of errors that no longer exist are dropped.
  private var bound = minimumBound
  private static let minimumBound = 16

  /// How many words are kept for the next decode.
  private static let maximumCapacity = 1024

  /// Whether there are errors to settle: the details belong to the running decode.
  private(set) var areOpen = false

  /// Whether the model keeps errors, so that the paths in them are not those of the next ones.
  var areKept: Bool { details.count > 1 }

  /// Whether `error` is an error of the running decode that has not been settled.
  func contains(_ error: JSONError) -> Bool {
    areOpen && details.contains { $0 === error.details }
  }

  /// Details for another error of `document`, which is decoded on `thread`: those of the last one, if it no
  /// longer exists.
  @inline(never)
  mutating func makeDetails(
    of document: Document,
    on thread: UInt,
    _ system: DecodingSystem
  ) -> LazyErrorDetails {
    let last = details.count &- 1
    if last >= 0, isKnownUniquelyReferenced(&details[last]) {
      let known = details[last]
      // As in `clear()`. While the details are open, other threads read them only under the lock.
      if !areOpen { system.acquire() }
      // Most often it is the document of the error before, which need not be counted again.
      if known.source?.document !== document { known.open(document, on: thread) }
      areOpen = true
      return known
    }
    if !areOpen { details = [] }
    if details.count >= bound {
      dropUnused()
      // At least as many are added before the next search as are searched.
      bound = max(PendingErrors.minimumBound, 2 * details.count)
    }
    let new = LazyErrorDetails(
      of: details.last?.source ?? ErrorSource(document, on: thread),
      system: system
    )
    details.append(new)
    areOpen = true
    return new
  }

  /// Makes the errors that still exist independent of the document, before it changes; this runs no code of models.
  @inline(never)
  mutating func settle(_ system: DecodingSystem) {
    guard areOpen else { return }
    areOpen = false
    let last = details.count - 1
    if last == 0, isKnownUniquelyReferenced(&details[last]) { return details[last].clear() }
    dropUnused()
    bound = PendingErrors.minimumBound
    // All of them have one source.
    if details.last?.source?.keepText(for: details.count, system) == true, last == 0 { return }
    for error in details where error.source?.document != nil { error.complete() }
    details.removeAll(keepingCapacity: details.count <= PendingErrors.maximumCapacity)
  }

  /// Drops the details of errors that no longer exist.
  @inline(never)
  private mutating func dropUnused() {
    var count = 0
    for position in details.indices where !isKnownUniquelyReferenced(&details[position]) {
      if count < position { details.swapAt(count, position) }
      count += 1
    }
    details.removeLast(details.count - count)
  }
}
