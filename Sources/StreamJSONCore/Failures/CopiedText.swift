/// A copy of a text and its tape, from which errors make their details on demand.
///
/// `@unchecked Sendable`: its mutable state is only touched under the lock.
final class CopiedText: ErrorText, @unchecked Sendable {
  private let document: Document
  private let system: DecodingSystem

  /// A document of the text that no thread is using, with its notes on lines.
  private var idle: Document?

  /// - Precondition: `document` never changes again.
  init(_ document: Document, _ system: DecodingSystem) {
    self.document = document
    self.system = system
  }

  override func contents(_ make: (Document) -> ErrorContents) -> ErrorContents {
    let document = system.withLock { idle.take() } ?? Document(sharing: document)
    defer {
      // Another thread may have put its document there, which must not be released under the lock.
      var other: Document?
      system.exclusively { (other, idle) = (idle, document) }
      withExtendedLifetime(other) {}
    }
    return make(document)
  }
}
