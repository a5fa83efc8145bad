public import StreamJSONCore

/// Bytes that a source hands out one by one or in short chunks, up to the next one that can complete a value.
///
/// A step of the engine, and a call through the witnesses of a generic source, take several times as long as everything
/// else that happens to a byte. The loop over the source is therefore inlined into the program, where the type of the
/// source is known, and the engine is asked once for all bytes that cannot matter to it by themselves. No value waits
/// for a byte after its last one.
@usableFromInline
@safe
struct CollectedBytes {
  // SAFETY: the memory is in the reader that made this, which changes nothing until it takes the bytes; `add` compares
  // the count with the room.
  @usableFromInline let base: UnsafeMutablePointer<UInt8>
  @usableFromInline var room: Int
  @usableFromInline var count = 0

  /// The bytes that can complete a value.
  @usableFromInline let awaited: AwaitedBytes

  /// - Precondition: `room` is positive, and there are that many bytes at `base`.
  @unsafe
  init(_ base: UnsafeMutablePointer<UInt8>, room: Int, awaiting bytes: AwaitedBytes) {
    unsafe self.base = base
    self.room = room
    awaited = bytes
  }

  /// Adds a byte, to the reader itself if there is no more room.
  ///
  /// - Returns: Whether the engine is to look at the bytes now.
  @inlinable
  @inline(__always)
  mutating func add(_ byte: UInt8, to reader: PullReader) -> Bool {
    guard count < room else { return add(CollectionOfOne(byte), directlyTo: reader) }
    // SAFETY: compared on the line above.
    unsafe base[count] = byte
    count &+= 1
    return count == room || awaited.contains(byte)
  }

  /// Adds the bytes of a chunk, to the reader itself unless they are few.
  ///
  /// - Returns: Whether the engine is to look at the bytes now.
  @inlinable
  @inline(__always)
  mutating func add(_ chunk: some Collection<UInt8>, to reader: PullReader) -> Bool {
    let byteCount = chunk.count
    guard byteCount <= 256 else { return add(chunk, directlyTo: reader) }
    var isAwaited = false
    for byte in chunk where add(byte, to: reader) { isAwaited = true }
    // Empty chunks do not use up the room, after which the reader checks whether the task was canceled.
    return isAwaited || byteCount == 0 && Task.isCancelled
  }

  /// Adds the bytes that were collected to the reader, and then those of `chunk`; there is no room anymore.
  @usableFromInline
  mutating func add(_ chunk: some Collection<UInt8>, directlyTo reader: PullReader) -> Bool {
    reader.take(self)
    (count, room) = (0, 0)
    reader.append(chunk)
    return true
  }
}

/// Adds the next bytes of a source to the reader; false at its end.
@usableFromInline
typealias Collector = (PullReader, isolated (any Actor)?) async throws -> Bool

/// A function that adds an element, for a closure that may run on any actor.
///
/// `@unchecked`: the function captures nothing. In a closure, Swift 6.2 forgets that a constant is
/// `nonisolated(unsafe)`.
@usableFromInline
struct Adder<Element>: @unchecked Sendable {
  @usableFromInline let add: (Element, inout CollectedBytes, PullReader) -> Bool

  @inlinable
  init(add: @escaping (Element, inout CollectedBytes, PullReader) -> Bool) { self.add = add }
}

/// The place of a source's iterator; it is empty while the iterator is asked for an element.
///
/// `@unchecked Sendable`: it is used by one call at a time.
@usableFromInline
final class SourcePlace<Iterator: AsyncIteratorProtocol>: @unchecked Sendable {
  @usableFromInline var iterator: Iterator?

  @inlinable
  init(_ iterator: Iterator) { self.iterator = iterator }
}

/// A function that collects what a source hands out.
///
/// `add` adds an element to the bytes or the reader, and tells whether the engine is to look at them.
@inlinable
@inline(__always)
func collector<Source: AsyncSequence>(
  of source: Source,
  _ add: @escaping (Source.Element, inout CollectedBytes, PullReader) -> Bool
) -> Collector {
  let adder = Adder(add: add)
  let place = SourcePlace(source.makeAsyncIterator())
  return { (reader, actor: isolated (any Actor)?) async throws in
    // SAFETY: nothing else has it until this call has ended. Without an actor, it is used where the caller is; on older
    // systems, where the source hands out its elements. It is taken out, so that its storage is not copied, and is not
    // asked again after its end or an error.
    guard let taken = place.iterator.take() else { return false }
    nonisolated(unsafe) var source = consume taken
    let hasMore: Bool
    if #unavailable(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2) {
      hasMore = unsafe try await collectAnywhere(from: &source, into: reader, adder.add)
    } else if actor == nil {
      hasMore = unsafe try await collect(from: &source, into: reader, adder.add)
    } else {
      hasMore = unsafe try await collect(from: &source, into: reader, adder.add, isolation: actor)
    }
    if hasMore { unsafe place.iterator = source }
    return hasMore
  }
}

// The same loop appears three times, because the compiler can tell only from the call itself whether it changes
// executors, which takes longer than everything else that happens to a byte.

/// Collects on no actor: a source that hands out its elements there needs no change of executor for each.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@inlinable
func collect<Iterator: AsyncIteratorProtocol>(
  from iterator: inout Iterator,
  into reader: PullReader,
  _ add: (Iterator.Element, inout CollectedBytes, PullReader) -> Bool
) async throws -> Bool {
  var collected = reader.beginToCollect()
  defer { reader.take(collected) }
  while let element = try await iterator.next(isolation: nil) {
    if add(element, &collected, reader) { return true }
  }
  return false
}

/// Collects on the actor that asked for a value.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@inlinable
func collect<Iterator: AsyncIteratorProtocol>(
  from iterator: inout Iterator,
  into reader: PullReader,
  _ add: (Iterator.Element, inout CollectedBytes, PullReader) -> Bool,
  isolation actor: isolated (any Actor)?
) async throws -> Bool {
  var collected = reader.beginToCollect()
  defer { reader.take(collected) }
  while let element = try await iterator.next(isolation: actor) {
    if add(element, &collected, reader) { return true }
  }
  return false
}

/// Collects where the source hands out its elements, on older systems.
@inlinable
func collectAnywhere<Iterator: AsyncIteratorProtocol>(
  from iterator: inout Iterator,
  into reader: PullReader,
  _ add: (Iterator.Element, inout CollectedBytes, PullReader) -> Bool
) async throws -> Bool {
  var collected = reader.beginToCollect()
  defer { reader.take(collected) }
  while let element = try await iterator.next() {
    if add(element, &collected, reader) { return true }
  }
  return false
}
