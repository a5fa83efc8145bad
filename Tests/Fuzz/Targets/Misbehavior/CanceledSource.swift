/// Chunks of bytes, with the task that reads them canceled at one of them.
struct CanceledSource: AsyncSequence, Sendable {
  /// What a source does when its task is canceled.
  enum Ending: CaseIterable, Sendable {
    /// It ends, as `AsyncStream` does.
    case ends
    case `throws`
    /// It does not check.
    case goesOn
  }

  let chunks: [[UInt8]]
  /// The chunk before which the task is canceled; never, if there are fewer.
  let canceledAt: Int
  let ending: Ending

  func makeAsyncIterator() -> Iterator { Iterator(source: self) }

  struct Iterator: AsyncIteratorProtocol {
    let source: CanceledSource
    private var place = 0

    init(source: CanceledSource) { self.source = source }

    mutating func next() async throws -> [UInt8]? {
      if place == source.canceledAt {
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
