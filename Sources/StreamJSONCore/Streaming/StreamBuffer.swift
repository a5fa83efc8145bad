/// The bytes of a stream's window: the chunk that arrived last, or the unfinished tail of the
/// chunks before it together with as much of the chunk as is needed.
///
/// Offsets within the window count from its first byte. Nothing before `cursor` is needed anymore. The value
/// in progress begins at `cursor`, and its scan counts from there, so that moving it from a chunk to the tail
/// changes no offset.
///
/// A value that is cut is copied at most twice, whatever the number of chunks: the tail grows by doubling (near the
/// limit, it grows to the limit at once), and takes no more bytes from the chunk than it already has before the value
/// is scanned again. The values after it are read in the chunk.
struct StreamBuffer: ~Copyable {
  private(set) var tail = ByteArena()

  /// Whether the window is the tail.
  private(set) var isTail = false

  /// The number of bytes of the chunk that are already in the tail.
  private var loadedByteCount = 0

  /// The first byte that is still needed.
  var cursor = 0

  /// The place in the stream of the byte at `countedOffset`: lines are counted when their bytes are
  /// dropped, or when an error needs them.
  private(set) var position = StreamPosition()
  private(set) var countedOffset = 0

  /// How many bytes the tail has when a value is too large, plus a few more.
  private let bound: Int

  /// Whether the tail is released as soon as it is empty: it was needed for a value that is too large, which probably no
  /// other value is.
  var releasesTail = false

  /// Makes a buffer whose first byte has the offset `start` in the stream, for values of at most
  /// `maximumByteCount` bytes.
  init(start: Int, maximumByteCount: Int) {
    position.offset = start
    bound = min(maximumByteCount, Int.max - 1 << 17) + 1 << 16
  }

  /// The bytes of the window; `chunk` is the one that arrived last.
  func text(_ chunk: JSONText) -> JSONText { isTail ? tail.text : chunk }

  /// The bytes and the cursor, for a framing.
  func window(_ chunk: JSONText, isFinal: Bool) -> StreamWindow {
    StreamWindow(text: text(chunk), cursor: cursor, isFinal: isFinal)
  }

  /// Drops the bytes of the tail.
  private mutating func clearTail() {
    tail.truncate(to: 0)
    guard releasesTail else { return }
    tail = ByteArena()
    releasesTail = false
  }

  /// Extends the window with more bytes of `chunk`; false if there are none left.
  mutating func extend(with chunk: JSONText) -> Bool {
    guard isTail else { return false }
    let chunkStart = tail.count - loadedByteCount
    if cursor >= chunkStart {
      // None of the older bytes are needed: continue in the chunk itself.
      countLines(to: cursor, chunk)
      let hasMore = loadedByteCount < chunk.count
      cursor -= chunkStart
      countedOffset -= chunkStart
      isTail = false
      loadedByteCount = 0
      clearTail()
      return hasMore
    }
    guard loadedByteCount < chunk.count else { return false }
    // This goes in pieces, so that no more of a value is copied than is needed to find that it is too large, and room
    // for that much is enough.
    let largestByteCount = max(256, min(tail.count - cursor, 1 << 20, bound - tail.count))
    let pieceByteCount = min(chunk.count - loadedByteCount, largestByteCount)
    tail.reserve(pieceByteCount, doublingTo: bound)
    tail.append(chunk, from: loadedByteCount, to: loadedByteCount + pieceByteCount)
    loadedByteCount += pieceByteCount
    return true
  }

  /// Adds a byte that is looked at later, between two chunks.
  mutating func keep(_ byte: UInt8) {
    tail.reserve(1)
    tail.append(byte)
    isTail = true
  }

  /// Copies the bytes of `chunk` that are still needed, before the chunk is released.
  mutating func keepRest(of chunk: JSONText) {
    if isTail {
      tail.reserve(chunk.count - loadedByteCount, doublingTo: bound)
      tail.append(chunk, from: loadedByteCount, to: chunk.count)
      loadedByteCount = 0
      // Many records may come from one tail, so its bytes move up only when half of it is consumed.
      guard cursor == tail.count || (cursor > 4096 && cursor > tail.count / 2) else { return }
      countLines(to: cursor, chunk)
      if cursor == tail.count { clearTail() } else { tail.removeFirst(cursor) }
      isTail = tail.count > 0
    } else {
      countLines(to: cursor, chunk)
      if cursor < chunk.count {
        tail.append(chunk, from: cursor, to: chunk.count)
        isTail = true
      }
    }
    countedOffset -= cursor
    cursor = 0
  }

  /// Counts the lines up to `offset`, unless they were already counted for an error.
  ///
  /// - Returns: The place in the stream of the byte there; offsets must not decrease between calls.
  @discardableResult
  mutating func countLines(to offset: Int, _ chunk: JSONText) -> StreamPosition {
    guard offset > countedOffset else { return position }
    position.advance(over: text(chunk), from: countedOffset, to: offset)
    countedOffset = offset
    return position
  }

  /// The offset of the cursor in the stream.
  var cursorOffset: Int { position.offset - countedOffset + cursor }

  /// Continues from a place that a document has counted.
  mutating func adopt(_ position: StreamPosition, of offset: Int) {
    self.position = position
    countedOffset = offset
  }
}
