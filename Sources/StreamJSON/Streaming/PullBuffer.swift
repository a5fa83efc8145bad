import StreamJSONCore

/// The chunk that values are being pulled out of.
///
/// It is copied here, which takes a hundredth of the time of decoding it, because a chunk's memory
/// can be borrowed for one call only: between two values the chunk stays, and so does its address.
///
/// `@unchecked Sendable`: it goes where the iterator goes that it belongs to.
final class PullBuffer: @unchecked Sendable {
  private let engine: StreamEngine
  private var bytes = ByteArena()

  /// Whether the source has no more bytes.
  private var isFinal = false

  init(_ framing: JSONFraming, _ decoder: StreamJSONDecoder) {
    engine = StreamEngine(
      framing: framing,
      options: decoder.makeOptions(),
      environment: .system
    )
  }

  // MARK: - Values

  /// What a look at the bytes gave.
  enum Step {
    /// A value is complete; `decode` makes it.
    case value
    case failure(any Error)
    case needsBytes
    case end
  }

  /// Goes on to the end of the next value in the bytes that are there.
  func step() -> Step {
    do {
      switch try engine.pull(in: bytes.text, isFinal: isFinal) {
      case .value: return .value
      case .needsBytes: return isFinal ? .end : .needsBytes
      case .end: return .end
      }
    } catch {
      return .failure(error)
    }
  }

  /// Decodes the value that `step` has found.
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try engine.decode(type)
  }

  /// The element that a sequence of results has for an error of `step`: none when a loop over the
  /// results inside of a model or source has got its error and is to end.
  func result<T>(of error: any Error) -> Result<T, DecodingError>? {
    engine.tellsError() ? .failure(DecodingError(wrapping: error)) : nil
  }

  /// As `decode`, with the error as a `DecodingError` in every case.
  func result<T: Decodable>(_ type: T.Type) -> Result<T, DecodingError> {
    do {
      return .success(try engine.decode(type))
    } catch {
      return .failure(DecodingError(wrapping: error))
    }
  }

  // MARK: - Bytes

  /// Makes room for the next bytes; what is needed of the last ones is kept.
  func clear() {
    KeptContainers.sweep()
    engine.keepRest(of: bytes.text)
    bytes.truncate(to: 0)
  }

  /// As `clear()`, before a source is asked that may hold this buffer's values itself.
  func beginToRead() {
    clear()
    engine.beginUse()
  }

  /// The source has answered, and its bytes are added.
  func endToRead() {
    engine.leave()
  }

  /// Adds a byte.
  func append(_ byte: UInt8) {
    bytes.reserve(1)
    bytes.append(byte)
  }

  /// Adds the bytes of `chunk`.
  func append(_ chunk: some Collection<UInt8>) {
    // SAFETY: the bytes are used within the closure only.
    let isContiguous: Void? = chunk.withContiguousStorageIfAvailable { unsafe bytes.append($0) }
    guard isContiguous == nil else { return }
    bytes.reserve(chunk.count)
    for byte in chunk { append(byte) }
  }

  /// Adds as many bytes, up to `capacity`, as `read` writes and returns the number of.
  ///
  /// - Returns: What `read` has returned, which may be negative.
  func append(atMost capacity: Int, _ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    // SAFETY: `append` has made room for as many bytes as `read` is told it may write.
    unsafe bytes.append(atMost: capacity, read)
  }

  /// There are no more bytes.
  func finish() {
    isFinal = true
  }

  /// There are more bytes, but none that can be had: what has arrived is not to be taken for all.
  ///
  /// - Returns: False when the stream had ended before, or is in use.
  @discardableResult
  func abandon() -> Bool {
    engine.end()
  }
}
