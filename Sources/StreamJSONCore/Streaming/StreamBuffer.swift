/// Where the window of a stream is: in the memory of the chunk that has arrived, or in the unfinished
/// tail of the chunks before it, with as much of the chunk as is needed.
///
/// Offsets within the window are counted from its first byte. Nothing before `cursor` is needed any
/// more. The value in progress begins there, and its scan counts from there, so that moving it from a
/// chunk to the tail changes no offset.
///
/// A value that is cut is copied twice at most, whatever the number of chunks: the tail grows by
/// doubling, and takes from the chunk no more than it has itself before the value is looked at
/// again. The values after it are read in the chunk.
struct StreamBuffer: ~Copyable {
  private var tail = ByteArena()

  /// Whether the window is the tail.
  private(set) var isTail = false

  /// How many bytes of the chunk stand in the tail already.
  private var loadedCount = 0

  /// The first byte that is still needed.
  var cursor = 0

  /// The place in the stream of the byte at `countedOffset`: lines are counted when their bytes are
  /// let go of, or when an error asks for them.
  private var position = StreamPosition()
  private var countedOffset = 0

  /// The bytes, of which `chunk` are the ones that arrived last.
  @inline(__always)
  func text(_ chunk: JSONText) -> JSONText {
    isTail ? tail.text : chunk
  }

  /// The bytes and the cursor, to be looked at.
  @inline(__always)
  func window(_ chunk: JSONText, isFinal: Bool) -> StreamWindow {
    StreamWindow(text: text(chunk), cursor: cursor, isFinal: isFinal)
  }

  /// How many bytes the tail holds.
  var keptByteCount: Int { tail.count }

  /// Shows more bytes of `chunk`, if there are any that were not shown.
  mutating func extend(with chunk: JSONText) -> Bool {
    guard isTail else { return false }
    let chunkStart = tail.count - loadedCount
    if cursor >= chunkStart {
      // Nothing of the older bytes is needed: on in the chunk itself.
      countLines(to: cursor, chunk)
      let hasMore = loadedCount < chunk.count
      cursor -= chunkStart
      countedOffset -= chunkStart
      isTail = false
      loadedCount = 0
      tail.truncate(to: 0)
      return hasMore
    }
    guard loadedCount < chunk.count else { return false }
    let pieceCount = min(chunk.count - loadedCount, max(256, tail.count - cursor))
    tail.append(chunk, from: loadedCount, to: loadedCount + pieceCount)
    loadedCount += pieceCount
    return true
  }

  /// Keeps the bytes of `chunk` that are still needed; the chunk goes away.
  mutating func keepRest(of chunk: JSONText) {
    if isTail {
      tail.append(chunk, from: loadedCount, to: chunk.count)
      loadedCount = 0
      // Many records may be taken from one tail, so it moves up only when half of it is done.
      guard cursor == tail.count || (cursor > 4096 && cursor > tail.count / 2) else { return }
      countLines(to: cursor, chunk)
      tail.removeFirst(cursor)
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

  /// Counts the lines up to `offset`, unless an error was further on already.
  private mutating func countLines(to offset: Int, _ chunk: JSONText) {
    guard offset > countedOffset else { return }
    position.advance(over: text(chunk), from: countedOffset, to: offset)
    countedOffset = offset
  }

  /// The place in the stream of the byte at `offset`, which no later call may be before.
  mutating func place(of offset: Int, _ chunk: JSONText) -> StreamPosition {
    countLines(to: offset, chunk)
    return position
  }

  /// The place up to which lines are counted.
  @inline(__always)
  var countedPosition: StreamPosition { position }

  /// The bytes from there to `offset`.
  @inline(__always)
  func uncountedText(before offset: Int, _ chunk: JSONText) -> JSONText {
    text(chunk).part(from: min(countedOffset, offset), to: offset)
  }

  /// Takes over a place that a document has counted.
  mutating func adopt(_ position: StreamPosition, of offset: Int) {
    self.position = position
    countedOffset = offset
  }
}
