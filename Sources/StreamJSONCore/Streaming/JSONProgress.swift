/// How far a stream or a file has been read.
///
/// ```swift
/// while let line = try lines.next() {
///   count(line)
///   if let fraction = lines.progress.fraction { bar.show(fraction) }
/// }
/// ```
public struct JSONProgress: Sendable, Hashable {
  /// The number of bytes that were read to the end of the last value or error, counted from the
  /// beginning of the stream or file; also bytes after it that belong to no record, as far as they
  /// were looked at.
  public var byteOffset: Int64

  /// The number of values so far.
  public var valueCount: Int

  /// The number of errors so far: of bad records, and of everything else that ended the stream.
  public var errorCount: Int

  /// The size of the data, or of the file when it was opened, in bytes; nil for everything that does
  /// not know its size, such as a pipe, or a file whose size is said to be 0.
  public var byteCount: Int64?

  /// Whether a stream of server-sent events has ended with its terminator, such as `[DONE]`.
  ///
  /// If it has ended without, and the server always sends one, the answer was cut.
  public var isTerminated = false

  /// The identifier of the last event that has ended, in a stream of server-sent events, for the header
  /// `Last-Event-ID` of the next request; nil if there is none, or it is empty.
  ///
  /// Also that of an event without data. An event that is not followed by an empty line has not ended, so what
  /// the end of a connection has cut counts as missing.
  public var lastEventID: String?

  /// The last time in a stream of server-sent events for which a client should wait before it connects again;
  /// nil if there is none.
  public var retryMilliseconds: Int?

  /// The 0-based index of the next record: the number of values and errors so far.
  public var recordIndex: Int { valueCount + errorCount }

  /// The share of the bytes that has been read, from 0 to 1; nil if the size is not known.
  public var fraction: Double? {
    guard let byteCount else { return nil }
    return byteCount > 0 ? min(1, Double(byteOffset) / Double(byteCount)) : 1
  }

  package init(
    byteOffset: Int64 = 0,
    valueCount: Int = 0,
    errorCount: Int = 0,
    byteCount: Int64? = nil
  ) {
    self.byteOffset = byteOffset
    self.valueCount = valueCount
    self.errorCount = errorCount
    self.byteCount = byteCount
  }
}
