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
