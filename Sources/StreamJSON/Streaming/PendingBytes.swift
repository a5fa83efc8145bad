import StreamJSONCore

/// Single bytes that were pushed, up to the next that can complete a value.
///
/// As `CollectedBytes` for sources: most bytes of a stream complete nothing, and asking the engine at each takes
/// a hundred times as long as keeping it. It is open only between two calls of the stream that have not failed,
/// so that whatever is called meanwhile is refused as always.
@usableFromInline
@safe
final class PendingBytes {
  /// How many bytes are collected at the most.
  private static let maximumByteCount = 256

  private var bytes = ByteArena(capacity: maximumByteCount)

  // A pointer, because access to a property of a class is checked for overlaps at each byte.
  // SAFETY: allocated as long as this object lives, which those who use it hold.
  @usableFromInline let collected: UnsafeMutablePointer<CollectedBytes>

  init() {
    unsafe collected = .allocate(capacity: 1)
    // SAFETY: it has room for nothing.
    unsafe collected.initialize(to: CollectedBytes(bytes.room(for: 0), room: 0, awaiting: .every))
  }

  deinit {
    // SAFETY: nothing else has it.
    unsafe collected.deallocate()
  }

  /// Adds a byte.
  ///
  /// - Returns: True if that is all that is to be done with it.
  @inlinable
  @inline(__always)
  func take(_ byte: UInt8) -> Bool {
    // SAFETY: allocated as long as this object lives.
    unsafe collected.pointee.take(byte)
  }

  /// An error that was found where none could be thrown by the call that adds bytes; that throws it next.
  var heldError: (any Error)?

  /// Lets bytes be added, until one comes that is among `bytes`.
  func open(awaiting awaited: AwaitedBytes) {
    let limit = awaited == .every ? 0 : Self.maximumByteCount
    // SAFETY: there is room for so many, and nothing changes it until `close`.
    unsafe collected.pointee = CollectedBytes(
      bytes.room(for: limit),
      room: limit,
      awaiting: awaited
    )
  }

  /// Lets no byte be added, and calls `body` with those that were, and with `text` after them.
  func close(adding text: JSONText, _ body: (JSONText) throws -> Void) rethrows {
    // SAFETY: allocated as long as this object lives.
    let count = unsafe collected.pointee.count
    unsafe collected.pointee = CollectedBytes(bytes.room(for: 0), room: 0, awaiting: .every)
    guard count > 0 else { return try body(text) }
    bytes.addWritten(count)
    bytes.append(text, from: 0, to: text.count)
    defer { bytes.truncate(to: 0) }
    try body(bytes.text)
  }
}
