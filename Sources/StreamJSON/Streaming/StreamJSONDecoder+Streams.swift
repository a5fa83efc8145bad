public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

extension StreamJSONDecoder {
  // MARK: - Asynchronous sources

  /// The values in a sequence of byte chunks, such as the body of a response.
  ///
  /// - Parameters:
  ///   - type: The type of the values. With `.objectMembers`, use `JSONMember` to get their keys;
  ///     with `.serverSentEvents`, `JSONServerSentEvent` to get their other fields.
  ///   - source: Chunks of any size, cut anywhere.
  ///   - framing: How the values are laid out in the bytes.
  /// - Returns: A sequence that reads `source` when it is iterated, with the settings that this
  ///   decoder has at that time.
  public func values<T: Decodable, S: AsyncSequence>(
    of type: T.Type,
    in source: S,
    framing: JSONFraming
  ) -> JSONValueSequence<T, S> where S.Element: Collection<UInt8> {
    JSONValueSequence(of: type, source, framing, self, chunks(of: source))
  }

  /// The values in a sequence of bytes, such as `URLSession.AsyncBytes`.
  ///
  /// As for chunks. A value never waits for a byte after its last one; the bytes before that are collected, so
  /// in an optimized program a byte takes little longer than in a loop over the source.
  @inlinable
  public func values<T: Decodable, S: AsyncSequence>(
    of type: T.Type,
    in source: S,
    framing: JSONFraming
  ) -> JSONValueSequence<T, S> where S.Element == UInt8 {
    JSONValueSequence(of: type, source, framing, self, bytes(of: source))
  }

  /// The values in a sequence of byte chunks, and the errors of its bad records.
  ///
  /// As `values(of:in:framing:)`, but a bad record is an element and does not end the sequence.
  public func results<T: Decodable, S: AsyncSequence>(
    of type: T.Type,
    in source: S,
    framing: JSONFraming
  ) -> JSONResultSequence<T, S> where S.Element: Collection<UInt8> {
    JSONResultSequence(of: type, source, framing, self, chunks(of: source))
  }

  /// The values in a sequence of bytes, and the errors of its bad records.
  ///
  /// As `values(of:in:framing:)`, but a bad record is an element and does not end the sequence.
  @inlinable
  public func results<T: Decodable, S: AsyncSequence>(
    of type: T.Type,
    in source: S,
    framing: JSONFraming
  ) -> JSONResultSequence<T, S> where S.Element == UInt8 {
    JSONResultSequence(of: type, source, framing, self, bytes(of: source))
  }

  // MARK: - Data

  /// The values in `data`.
  ///
  /// - Parameters:
  ///   - type: The type of the values; with `.objectMembers`, use `JSONMember` to get their keys.
  ///   - data: The bytes of the values.
  ///   - framing: How the values are laid out in the bytes.
  /// - Returns: An iterator at the beginning of `data`, with this decoder's current settings.
  public func values<T: Decodable>(
    of type: T.Type,
    from data: Data,
    framing: JSONFraming
  ) -> JSONDataValueIterator<T> {
    JSONDataValueIterator(reader: DataReader(of: type, data, framing, self), type: type)
  }

  /// The values in `data`, and the errors of its bad records.
  ///
  /// As `values(of:from:framing:)`, but a bad record is an element and does not end the sequence.
  ///
  /// - Returns: A sequence that can be iterated once.
  public func results<T: Decodable>(
    of type: T.Type,
    from data: Data,
    framing: JSONFraming
  ) -> JSONDataResultSequence<T> {
    JSONDataResultSequence(reader: DataReader(of: type, data, framing, self), type: type)
  }
}

// MARK: - Loops over sources

// Older systems have no `next(isolation:)`. Which of the two there is, is asked once for each stream.

/// Reads chunks, one at a time.
private func chunks<S: AsyncSequence>(
  of source: S
) -> Collector<S> where S.Element: Collection<UInt8> {
  if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
    return { (iterator, buffer, actor: isolated (any Actor)?) async throws in
      guard let chunk = try await iterator.next(isolation: actor) else { return false }
      buffer.append(chunk)
      return true
    }
  }
  return { (iterator, buffer, actor: isolated (any Actor)?) async throws in
    // SAFETY: this is the only call that uses it, until it has ended.
    nonisolated(unsafe) var source = iterator
    defer { unsafe iterator = source }
    guard let chunk = unsafe try await source.next() else { return false }
    buffer.append(chunk)
    return true
  }
}

/// Reads single bytes, up to the next that can complete a value.
@inlinable
func bytes<S: AsyncSequence>(of source: S) -> Collector<S> where S.Element == UInt8 {
  if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
    return { (iterator, buffer, actor: isolated (any Actor)?) async throws in
      var collected = buffer.beginToCollect()
      do {
        while let byte = try await iterator.next(isolation: actor) {
          guard collected.add(byte) else { continue }
          buffer.take(collected)
          return true
        }
      } catch {
        buffer.take(collected)
        throw error
      }
      buffer.take(collected)
      return false
    }
  }
  return { (iterator, buffer, actor: isolated (any Actor)?) async throws in
    var collected = buffer.beginToCollect()
    // SAFETY: this is the only call that uses it, until it has ended.
    nonisolated(unsafe) var source = iterator
    defer { unsafe iterator = source }
    do {
      while let byte = unsafe try await source.next() {
        guard collected.add(byte) else { continue }
        buffer.take(collected)
        return true
      }
    } catch {
      buffer.take(collected)
      throw error
    }
    buffer.take(collected)
    return false
  }
}
