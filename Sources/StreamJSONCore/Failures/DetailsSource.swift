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
