public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

extension StreamJSONDecoder {
  // MARK: - Asynchronous sources

  /// Returns the values in a sequence of byte chunks, such as the body of a response.
  ///
  /// - Parameters:
  ///   - type: The type of the values. With `.objectMembers`, use `JSONMember` to get their keys. With
  ///     `.serverSentEvents`, use `JSONServerSentEvent` to get their other fields.
  ///   - source: Chunks of any size, cut anywhere.
  ///   - framing: How the values are laid out in the bytes.
  /// - Returns: A sequence that reads `source` when you iterate it, with the settings that this decoder has
  ///   at that time.
  @inlinable
  public func values<T: Decodable, S: AsyncSequence>(
    of type: T.Type,
    in source: S,
    framing: JSONFraming
  ) -> JSONValueSequence<T, S> where S.Element: Collection<UInt8> {
    JSONValueSequence(
      of: type,
      source,
      framing,
      self,
      collector(of: source) { $1.add($0, to: $2) }
    )
  }

  /// Returns the values in a sequence of bytes, such as `URLSession.AsyncBytes`.
  ///
  /// Behaves like the method for chunks. Bytes are collected up to one that can complete a value, so no value
  /// waits for a byte that it does not need. In an optimized program, a byte takes little longer than in a
  /// plain loop over the source.
  ///
  /// On an actor, a source may change executors for every byte, which takes several times as long as decoding
  /// the byte. Read single bytes in a `nonisolated` function or a detached task instead.
  @inlinable
  public func values<T: Decodable, S: AsyncSequence>(
    of type: T.Type,
    in source: S,
    framing: JSONFraming
  ) -> JSONValueSequence<T, S> where S.Element == UInt8 {
    JSONValueSequence(
      of: type,
      source,
      framing,
      self,
      collector(of: source) { $1.add($0, to: $2) }
    )
  }

  /// Returns the values in a sequence of byte chunks, and the errors of its bad records.
  ///
  /// Like `values(of:in:framing:)`, but a bad record is an element, and the sequence continues if its framing
  /// can find the next record.
  @inlinable
  public func results<T: Decodable, S: AsyncSequence>(
    of type: T.Type,
    in source: S,
    framing: JSONFraming
  ) -> JSONResultSequence<T, S> where S.Element: Collection<UInt8> {
    JSONResultSequence(values(of: type, in: source, framing: framing))
  }

  /// Returns the values in a sequence of bytes, and the errors of its bad records.
  ///
  /// Like `values(of:in:framing:)`, but a bad record is an element, and the sequence continues if its framing
  /// can find the next record.
  @inlinable
  public func results<T: Decodable, S: AsyncSequence>(
    of type: T.Type,
    in source: S,
    framing: JSONFraming
  ) -> JSONResultSequence<T, S> where S.Element == UInt8 {
    JSONResultSequence(values(of: type, in: source, framing: framing))
  }

  // MARK: - Data

  /// Returns the values in `data`.
  ///
  /// - Parameters:
  ///   - type: The type of the values. With `.objectMembers`, use `JSONMember` to get their keys.
  ///   - data: The bytes of the values.
  ///   - framing: How the values are laid out in the bytes.
  /// - Returns: An iterator at the beginning of `data`, with this decoder's current settings.
  public func values<T: Decodable>(
    of type: T.Type,
    in data: Data,
    framing: JSONFraming
  ) -> JSONDataValueIterator<T> {
    JSONDataValueIterator(reader: DataReader(of: type, data, framing, self), type: type)
  }

  /// Returns the values in `data`, and the errors of its bad records.
  ///
  /// Like `values(of:in:framing:)`, but a bad record is an element, and the sequence continues if its framing
  /// can find the next record.
  ///
  /// - Returns: A sequence that you can iterate once.
  public func results<T: Decodable>(
    of type: T.Type,
    in data: Data,
    framing: JSONFraming
  ) -> JSONDataResultSequence<T> {
    JSONDataResultSequence(reader: DataReader(of: type, data, framing, self), type: type)
  }
}
