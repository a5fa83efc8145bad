/// A text whose decode is over and of which models hold a part: what all decoders that read it later
/// have in common.
///
/// Its document never changes any more. Each use of what was kept is a decode by a decoder of its own,
/// with a workplace that the next use takes over, whether that decoder is kept in turn or not.
///
/// `@unchecked Sendable`: what changes is touched under the environment's lock only.
final class KeptText: @unchecked Sendable {
  /// What a decoder works with: notes of paths and places, and what it learns of types and names.
  struct Workplace {
    let document: Document
    let memory: DecoderMemory
  }

  private let document: Document
  private let environment: DecodingEnvironment

  /// Workplaces that no decoder uses.
  private var idle: [Workplace] = []

  /// More threads at once than are likely to use one text.
  private static let maximumIdleCount = 4

  init(_ document: Document, environment: DecodingEnvironment) {
    self.document = document
    self.environment = environment
  }

  /// A workplace that no other decoder uses.
  func takeWorkplace() -> Workplace {
    var workplace: Workplace?
    environment.exclusively { workplace = idle.popLast() }
    return workplace
      ?? Workplace(
        document: Document(sharing: document),
        memory: DecoderMemory(environment: environment)
      )
  }

  /// Ends the decode with `use`, and takes its workplace back.
  func end(_ use: DecoderUse, in workplace: Workplace) {
    environment.exclusively {
      use.end()
      if idle.count < KeptText.maximumIdleCount { idle.append(workplace) }
    }
  }
}
