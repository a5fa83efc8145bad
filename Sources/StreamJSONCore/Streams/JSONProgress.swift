/// The progress of reading a stream or file.
///
/// ```swift
/// while let line = try lines.next() {
///   count(line)
///   if let fraction = lines.progress.fraction { bar.show(fraction) }
/// }
/// ```
public struct JSONProgress: Sendable, Hashable {
  /// The number of bytes read to the end of the last value or error, from the beginning of the stream or file.
  ///
  /// This includes any bytes after that value or error that don't belong to a record and have already been scanned. A
  /// line, record, or event that is too large is included once its end has arrived.
  public package(set) var byteOffset: Int64 = 0

  /// The number of values so far.
  public package(set) var valueCount: Int = 0

  /// The number of errors so far, including an error that ended the stream.
  public package(set) var errorCount: Int = 0

  /// The size of the data, or of the file when it was opened, in bytes.
  ///
  /// Nil if the size is unknown, as for a pipe, or for a file whose reported size is 0.
  public package(set) var byteCount: Int64?

  /// Whether a stream of server-sent events has ended with its terminator, such as `[DONE]`.
  ///
  /// If the stream ended without a terminator, and the server always sends one, the response was cut off.
  public package(set) var isTerminated = false

  /// The identifier of the last event that ended, in a stream of server-sent events; nil if it is missing or empty.
  ///
  /// Send it in the `Last-Event-ID` header of the next request. Events without data count, too. An event doesn't end
  /// until an empty line follows it, so the identifier of an event that was cut off doesn't count.
  public package(set) var lastEventID: String?

  /// The last retry time in a stream of server-sent events, in milliseconds; nil if there is none.
  public package(set) var retryMilliseconds: Int?

  /// The 0-based index of the next record: the number of values and errors so far.
  public var recordIndex: Int { valueCount + errorCount }

  /// The number of comments and blank lines that servers send to keep a connection open.
  ///
  /// These are comments in a stream of server-sent events, and blank lines in lines, text sequences, and values among
  /// text. The number changes even while a loop waits for the next value.
  public package(set) var keepAliveCount: Int = 0

  /// With `JSONFraming.linesAmongText`, the number of bytes of text that isn't JSON, without the blanks around it.
  public package(set) var skippedByteCount: Int64 = 0

  /// The fraction of the bytes that has been read, from 0 to 1; nil if the size is unknown.
  public var fraction: Double? {
    guard let byteCount else { return nil }
    return byteCount > 0 ? min(1, Double(byteOffset) / Double(byteCount)) : 1
  }

  package init() {}
}
