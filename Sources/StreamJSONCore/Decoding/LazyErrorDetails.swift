/// The details of an error that are made when they are asked for.
///
/// At the end of its decode, an error that still exists gets its details or, if the text is short or
/// there are many errors, a copy of the text that it shares with the others: making the details of each
/// took more time than throwing them.
///
/// Models that find out what a value is by trying throw an error for each attempt that fails, and
/// nothing ever looks at it: making its excerpt, line, pointer and similar name then took most of
/// the time. Errors are made and asked for on the decoding thread. A model may hand one to another
/// thread, though, while its decode runs: there it says only its kind and offset until the decode
/// ends, because the tape and the notes of a document are not made for two threads.
///
/// `@unchecked Sendable`: the decoding thread writes it while no error has it, or under the lock. What
/// another thread reads without the lock does not change while an error has it, once that thread has seen
/// `text` or `shortText`.
final class LazyErrorDetails: ErrorDetails, @unchecked Sendable {
  let environment: DecodingEnvironment

  // Single properties: an enumeration or structure of them is copied by calls.

  /// The document that the error is about, until the end of the decode.
  private(set) var document: Document?
  /// Whether there is one.
  var isOpen: Bool { document != nil }
  /// The text that it is about from then on, until the contents are known.
  private var text: TextOfErrors?
  /// The same if it is short, in storage that serves one error after another.
  private var shortText: ByteArena?
  private var hasShortText = false
  private var dialect: any Dialect.Type = StandardJSON.self
  private var errorsShowValues = false
  private var finding = ErrorContents.Finding.malformedText
  /// The entry of the value, and the byte at fault.
  private var entry = Tape.absent
  private var offset = 0
  /// The entry that the pointer leads to.
  private var pointerEntry = Tape.absent
  /// The decoding thread.
  private var thread: UInt = 0

  private var known: KnownErrorDetails?

  /// Whether an error had it after its decode, when any thread may have asked it; for the decoding thread.
  private var outlivedDecode = false

  init(environment: DecodingEnvironment) {
    self.environment = environment
  }

  /// Prepares the details for an error; no other error may have them.
  ///
  /// - Parameters:
  ///   - finding: What is wrong.
  ///   - entry: The value that it is about, in `document`.
  ///   - offset: The byte at fault.
  ///   - pointerEntry: The value that the pointer leads to.
  ///   - document: What is being decoded.
  ///   - thread: The decoding thread.
  func begin(
    _ finding: ErrorContents.Finding,
    at entry: Int,
    offset: Int,
    pointerEntry: Int,
    of document: Document,
    on thread: UInt
  ) {
    reclaim()
    self.finding = finding
    self.entry = entry
    self.offset = offset
    self.pointerEntry = pointerEntry
    // Most often it is the one of the error before, and need not be counted again.
    if self.document !== document { self.document = document }
    self.thread = thread
    if known != nil { known = nil }
    hasShortText = false
  }

  /// Makes sure that whatever other threads did with an error that no longer exists is seen here.
  ///
  /// That its last reference is gone says that it is over, but the runtime reads the count without an order
  /// on some processors.
  @inline(__always)
  private func reclaim() {
    if outlivedDecode { seeOthers() }
  }

  @inline(never)
  private func seeOthers() {
    outlivedDecode = false
    environment.acquire()
  }

  /// Releases what the details of an error that no longer exists are made of.
  func clear() {
    reclaim()
    document = nil
    known = nil
    hasShortText = false
  }

  var contents: ErrorContents {
    var known: KnownErrorDetails?
    var text: TextOfErrors?
    var shortText: [UInt8] = []
    var thread: UInt = 0
    environment.exclusively {
      known = self.known
      text = self.text
      if hasShortText { shortText = self.shortText?.text.bytes ?? [] }
      thread = self.thread
    }
    if let known { return known.contents }
    if let text { return know(text.contents { contents(in: $0) }) }
    if !shortText.isEmpty {
      let settings = ScanSettings(dialect: dialect)
      let copy = settings.document(ofTextOf: shortText, errorsShowValues: errorsShowValues)
      return know(contents(in: copy.document))
    }
    guard thread == environment.currentThread(), let document else {
      return ErrorContents(finding: .text("no details until the decode on another thread ends"))
    }
    self.document = nil
    return know(contents(in: document))
  }

  /// Makes the contents while the document is still there; on the decoding thread only.
  func complete() {
    guard let document else { return }
    self.document = nil
    _ = know(contents(in: document))
  }

  /// Prepares the contents to be made from `text`, which is that of `document` and never changes; on the
  /// decoding thread only, with the environment's lock.
  ///
  /// - Returns: False if the contents are to be made from another document.
  func keep(_ text: TextOfErrors, of document: Document) -> Bool {
    guard self.document === document else { return self.document == nil }
    self.document = nil
    self.text = text
    return true
  }

  /// Prepares the contents to be made from a copy of the text of the document, if that is short and scanned
  /// alone; on the decoding thread only.
  func keepShortText() -> Bool {
    guard let document, document.text.count <= ShortText.maximumByteCount,
      document.isScannedAlone
    else { return false }
    let text = document.text
    // No other thread reads it until `hasShortText` is true.
    var copy = shortText.take() ?? ByteArena(capacity: text.count)
    copy.truncate(to: 0)
    copy.append(text, from: 0, to: text.count)
    shortText = consume copy
    dialect = document.dialect
    errorsShowValues = document.errorsShowValues
    self.document = nil
    outlivedDecode = true
    environment.exclusively { hasShortText = true }
    return true
  }

  @inline(never)
  private func contents(in document: Document) -> ErrorContents {
    var finding = finding
    if case .missingName(let name, _) = finding {
      finding = .missingName(name, found: document.names(insteadOf: name, in: entry))
    }
    return document.errorContents(
      finding,
      at: entry,
      offset: offset,
      pointer: document.pointer(document.steps(to: pointerEntry))
    )
  }

  /// Notes `contents`, and releases what they were made from.
  private func know(_ contents: ErrorContents) -> ErrorContents {
    let known = KnownErrorDetails(contents)
    // Not released under the lock.
    var text: TextOfErrors?
    environment.exclusively {
      self.known = known
      text = self.text
      self.text = nil
      hasShortText = false
    }
    return withExtendedLifetime(text) { contents }
  }
}

/// A text that never changes, of which errors that outlive their decode make what they say.
///
/// A class: many errors refer to one, by a word each.
class TextOfErrors: @unchecked Sendable {
  /// What `make` makes of a document of the text that no other thread uses meanwhile.
  func contents(_ make: (Document) -> ErrorContents) -> ErrorContents {
    preconditionFailure("each text makes its own document")
  }
}
