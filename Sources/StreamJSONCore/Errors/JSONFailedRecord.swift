/// A record of a stream that couldn't be decoded: its location and its bytes.
///
/// ```swift
/// for line in decoder.results(of: LogLine.self, inFileAt: url, framing: .lines) {
///   if case .failure(let error) = line, let record = error.jsonError?.record {
///     try rejected.write(contentsOf: record.bytes + [0x0A])
///   }
/// }
/// ```
///
/// You get it from `JSONError.record` or, whatever the error's type, from the `failedRecord` of a stream or iterator.
/// Stream errors therefore contain part of the JSON, but never print it unless you read `bytes` or `text`.
public struct JSONFailedRecord: Sendable {
  /// The range of the record's bytes, counted from the beginning of the stream or file.
  ///
  /// In lines and text sequences, it extends to the end of the record. For an event, it extends from the
  /// first byte of the data to the last. Otherwise, it extends to the end of the value or, if that is
  /// malformed or too large, to the wrong byte.
  public let byteRange: Range<Int64>

  /// The bytes in `byteRange`, at most 65,536 of them.
  ///
  /// For an event, these are the bytes of its data, as the specification defines it: the `data` lines without the
  /// prefix `data:`, joined by line feeds.
  public let bytes: [UInt8]

  /// Whether the record has more bytes than `bytes` does.
  public let isTruncated: Bool

  /// The bytes as a string, with replacement characters for bytes that aren't UTF-8.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The event's name, in a stream of server-sent events; nil if it is missing or empty.
  public let name: String?

  /// The last event identifier up to the end of this event, in a stream of server-sent events; nil if it is
  /// missing or empty.
  public let id: String?

  /// How many bytes are kept at the most.
  static var maximumByteCount: Int { 64 << 10 }
}

extension JSONFailedRecord: Hashable {
  /// Hashes the byte range.
  public func hash(into hasher: inout Hasher) { hasher.combine(byteRange) }
}

extension JSONFailedRecord: CustomReflectable {
  /// A mirror of the byte range without the record's bytes, because a dump may end up in a log.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["byteRange": byteRange, "isTruncated": isTruncated],
      displayStyle: .struct
    )
  }
}

extension JSONFailedRecord: CustomStringConvertible {
  /// The byte range, without the record's bytes.
  public var description: String { "bytes \(byteRange.lowerBound) to \(byteRange.upperBound)" }
}

/// What comes before a part of a stream that is decoded on its own, while the parts before it may
/// still be decoded elsewhere.
///
/// An error within the part counts from the beginning of the part and adds these when it is asked
/// for its place.
package protocol PrecedingRecords: AnyObject, Sendable {
  /// The counts, as far as they are known.
  var counts: PrecedingCounts { get }
}

/// How many lines and records come before a part of a stream.
package struct PrecedingCounts: Sendable {
  /// The number of line ends.
  var lineCount = 0

  /// The number of bytes between the last line end and the part.
  var column = 0

  /// The number of values and errors.
  var recordCount = 0

  /// The number of blank lines between records.
  package var keepAliveCount = 0

  package init(column: Int = 0) { self.column = column }

  /// Adds a part, given what it counted from its own beginning.
  package mutating func add(_ part: PrecedingCounts) {
    lineCount += part.lineCount
    column = part.lineCount > 0 ? part.column : column + part.column
    recordCount += part.recordCount
    keepAliveCount += part.keepAliveCount
  }
}
