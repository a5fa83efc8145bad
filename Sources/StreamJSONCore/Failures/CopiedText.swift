/// A copy of a text and its tape, which never changes and from which errors that outlive their decode make their
/// details on demand.
///
/// A class, so that each of many errors refers to the text with a single word.
///
/// `@unchecked Sendable`: its mutable state is only touched under the lock.
final class CopiedText: @unchecked Sendable {
  private let document: Document
  private let system: DecodingSystem

  /// A document of the text that no thread is using, with its notes on lines.
  private var idle: Document?

  /// - Precondition: `document` never changes again.
  init(_ document: Document, _ system: DecodingSystem) {
    self.document = document
    self.system = system
  }

  /// What `make` returns for a document of the text that no other thread uses meanwhile.
  func contents(_ make: (Document) -> ErrorContents) -> ErrorContents {
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
