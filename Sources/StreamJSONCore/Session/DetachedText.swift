/// A text that no longer changes, shared by all decoders that read it from then on: one whose decode is over although
/// models hold a part of it, or that of a `JSONDocument`.
///
/// Each use of a part is a decode by a separate decoder, whose workplace the next use takes over, whether or not that
/// decoder is kept in turn.
///
/// `@unchecked Sendable`: its mutable state is only touched under the environment's lock.
final class DetachedText: @unchecked Sendable {
  /// What a decoder works with: notes on paths and places, and knowledge of types and names.
  typealias Workplace = (document: Document, notes: DecodeNotes)

  private let document: Document
  private let environment: DecodingEnvironment

  /// Workplaces that no decoder is using.
  private var idle: [Workplace] = []

  /// As many as the threads that are likely to use one text at once.
  private static let maximumIdleCount = 4

  init(_ document: Document, environment: DecodingEnvironment) {
    self.document = document
    self.environment = environment
  }

  /// A workplace that no other decoder is using.
  func takeWorkplace() -> Workplace {
    environment.withLock { idle.popLast() }
      ?? (Document(sharing: document), DecodeNotes(types: TypeMemory(environment: environment)))
  }

  /// Ends the decode with `use`, and takes its workplace back.
  func end(_ use: DecoderUse, in workplace: Workplace) {
    environment.exclusively {
      use.end()
      if idle.count < DetachedText.maximumIdleCount { idle.append(workplace) }
    }
  }
}
