public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

extension StreamJSONDecoder {
  /// Returns the values in a file, in arrays that several tasks decode.
  ///
  /// Only files of lines and of text sequences are divided between tasks. In all other cases, one task
  /// decodes while you use the previous values: in other framings, for a pipe such as `/dev/stdin`, and for
  /// a file whose reported size is 0, such as those in `/proc`.
  ///
  /// - Parameters:
  ///   - type: The type of the values; several tasks decode it at once. With `.objectMembers`, use
  ///     `JSONMember` to get their keys. With `.serverSentEvents`, use `JSONServerSentEvent` to get their
  ///     other fields.
  ///   - url: The URL of a local file of any size; its scheme must be `file`.
  ///   - framing: How the values are laid out in the bytes.
  ///   - concurrency: How many tasks decode at the same time, at least 1.
  /// - Returns: A sequence that you can iterate once, with this decoder's current settings.
  /// - Throws: See `values(of:inFileAt:framing:bytes:)`.
  public func batches<T: Decodable & Sendable>(
    of type: T.Type,
    inFileAt url: URL,
    framing: JSONFraming,
    concurrency: Int = ProcessInfo.processInfo.activeProcessorCount
  ) throws -> JSONFileBatchSequence<T> {
    JSONFileBatchSequence(
      queue: try batchQueue(of: type, url, framing, concurrency) { reader, values in
        try reader.appendAvailable(type, to: &values)
      }
    )
  }

  /// Returns the values in a file and the errors of its bad records, in arrays that several tasks decode.
  ///
  /// Like `batches(of:inFileAt:framing:concurrency:)`, but a bad record is an element and does not end the
  /// sequence.
  ///
  /// - Returns: A sequence that you can iterate once, with this decoder's current settings.
  /// - Throws: See `values(of:inFileAt:framing:bytes:)`.
  public func resultBatches<T: Decodable & Sendable>(
    of type: T.Type,
    inFileAt url: URL,
    framing: JSONFraming,
    concurrency: Int = ProcessInfo.processInfo.activeProcessorCount
  ) throws -> JSONFileResultBatchSequence<T> {
    JSONFileResultBatchSequence(
      queue: try batchQueue(of: type, url, framing, concurrency) { reader, results in
        reader.appendAvailableResults(type, to: &results)
      }
    )
  }

  /// The smallest size of the parts that tasks decode, where a test sets it.
  package static let partByteCount = TaskLocal<Int64?>(wrappedValue: nil)

  private func batchQueue<Element: Sendable>(
    of type: any (Decodable & SendableMetatype).Type,
    _ url: URL,
    _ framing: JSONFraming,
    _ concurrency: Int,
    _ append: @escaping BatchAppender<Element>
  ) throws -> BatchQueue<Element> {
    let file = try FileDescriptor(url)
    let options = makeOptions()
    let isDivided = framing.recordMark != nil && file.byteCount != nil
    guard isDivided else {
      return BatchQueue(FileReader(of: type, file, framing, options), append)
    }
    return try BatchQueue(of: type, file, framing, options, concurrency: concurrency, append)
  }
}
