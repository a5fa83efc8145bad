/// Chunks of bytes, with the task that reads them cancelled at one of them.
struct CancelledSource: AsyncSequence, Sendable {
  /// What a source does when its task is cancelled.
  enum Ending: CaseIterable, Sendable {
    /// It ends, as `AsyncStream` does.
    case ends
    case `throws`
    /// It does not check.
    case goesOn
  }

  let chunks: [[UInt8]]
  /// The chunk before which the task is cancelled; never, if there are fewer.
  let cancelledAt: Int
  let ending: Ending

  func makeAsyncIterator() -> Iterator { Iterator(source: self) }

  struct Iterator: AsyncIteratorProtocol {
    let source: CancelledSource
    private var place = 0

    init(source: CancelledSource) { self.source = source }

    mutating func next() async throws -> [UInt8]? {
      if place == source.cancelledAt {
        // SAFETY: the task is only used in the closure.
        unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
        switch source.ending {
        case .ends: return nil
        case .throws: throw CancellationError()
        case .goesOn: break
        }
      }
      guard place < source.chunks.count else { return nil }
      defer { place += 1 }
      return source.chunks[place]
    }
  }
}
