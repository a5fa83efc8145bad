/// The layout of values in the bytes of a stream.
///
/// Every framing skips a UTF-8 byte-order mark at the beginning of the stream, unless the first bytes are a length.
///
/// More may be added, so a `switch` needs a `default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum JSONFraming: Sendable, Hashable {
  /// The elements of one array: the outermost value, or an array inside it.
  ///
  /// `/items` is the array with the key "items" in the outermost object, and `/0/b` is the one with the key "b" in the
  /// first element of the outermost array. If several members have the same key, the first one is used. Everything
  /// outside the array is skipped: its structure is checked, but it isn't kept in memory.
  ///
  /// Malformed JSON ends the stream. An element of the wrong type, or with more than
  /// `JSONLimits.maximumElementByteCount` bytes, doesn't.
  case arrayElements(at: JSONPointer = .root)

  /// The members of one object, which is selected like the array in `arrayElements`.
  ///
  /// Decode `JSONMember<Value>` to get keys and values, or any other type to get only the values. You get every member,
  /// even if its key is a duplicate.
  case objectMembers(at: JSONPointer = .root)

  /// The elements of several arrays of one document, in one pass and in the order of the document.
  ///
  /// Each pointer leads to an array, as in `arrayElements`, except that the token `*` stands for any key and any index:
  /// `/*/items` selects the array with the key "items" in each element or member of the outermost value. If an array is
  /// missing, or another value is in its place, that's an error only if the pointer has no `*` before the missing part.
  /// If two pointers lead to the same array, the first one counts. Nothing is selected inside a selected element. Under
  /// `JSONDuplicateKeyPolicy.reject`, keys that a pointer names can't occur twice.
  ///
  /// Decode `JSONElement<Value>` to find out which pointer has selected an element, and the path to it. If a model
  /// decodes the elements of each array differently, it can pass its decoder to `selection(of:)`.
  ///
  /// The rest of the document is checked, as in `arrayElements`. If `endsEarly` is true, the stream ends as soon as no
  /// more elements can follow, and nothing after that is read.
  case selections([JSONPointer], endsEarly: Bool = false)

  /// JSON Lines (NDJSON): one value per line.
  ///
  /// A record ends with a line feed or at the end of the stream. Blank lines are skipped. A malformed line causes one
  /// error.
  case lines

  /// Values in the lines of a text, such as the output of a build tool or the log of a container.
  ///
  /// A line that is a JSON value is a record. In any other line, each valid object and array is a record, whatever is
  /// around it, including `[12]` in `app[12]: {"a": 1}`. A malformed object or array counts as text, up to its closing
  /// bracket or the end of the line.
  ///
  /// The rest of the text is skipped, and `JSONProgress.skippedByteCount` counts it. To get the text, too, decode
  /// `JSONValueOrText<Value>`.
  case linesAmongText

  /// Records that end with the given byte, or at the end of the stream: NUL for varlink, or a record separator (0x1E)
  /// for SignalR.
  ///
  /// Choose a byte that doesn't occur in the records. Records without a value are skipped.
  case separated(by: UInt8)

  /// Records that follow their length in bytes, such as the messages of a language server.
  ///
  /// A length that is missing or not a number ends the stream. A record that is too large, malformed, or of the wrong
  /// type doesn't, because the length says where the next record begins.
  case lengthPrefixed(JSONLengthPrefix)

  /// A framing that depends on the first byte other than whitespace: a text sequence for a record separator, an array
  /// for `[`, and lines for anything else.
  ///
  /// With a pointer, `[` or `{` means a document that contains the array that the pointer leads to.
  case detected(at: JSONPointer? = nil)

  /// JSON text sequences (RFC 7464): a record separator (0x1E), a value, and a line feed for each record.
  ///
  /// The first line feed after a value ends its record. A record that is cut off by the next separator or by the end of
  /// the stream is an error, and so is a number or literal that isn't followed by whitespace (section 2.4). Empty
  /// records are skipped.
  case textSequence

  /// Values one after another, with or without whitespace between them.
  ///
  /// Malformed JSON ends the stream.
  case concatenated

  /// The data of server-sent events (https://html.spec.whatwg.org/#server-sent-events).
  ///
  /// An empty line ends an event. Its `data` lines together are one JSON document. Comments, other fields, and events
  /// without data are skipped. To get the fields, decode `JSONServerSentEvent<Value>`.
  ///
  /// An event whose data is `terminator`, with or without blanks around it, ends the stream. Nothing after it is read.
  /// `JSONProgress.isTerminated` says whether the terminator has arrived. If the stream ends without an empty line
  /// after the last event, you still get that event if its JSON is complete. (A browser would drop it.)
  ///
  /// A stream that has text, but neither a field nor a comment, is an error of the kind `noEvents`. It's probably the
  /// body of an error response. After the first field or comment, a line that is neither is an error of the kind
  /// `unexpectedText` if it looks like JSON, unless `ignoresUnknownLines` is true. A line looks like JSON if it begins
  /// with `{`, `[`, or `"`, or has a JSON object, array, or string after a colon. The lines after it, up to the next
  /// field or empty line, belong to the same error. All other text is ignored, as the specification requires.
  case serverSentEvents(terminator: String? = "[DONE]", ignoresUnknownLines: Bool = false)
}

/// The form of the length that precedes a record.
///
/// More may be added, so a `switch` needs a `default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum JSONLengthPrefix: Sendable, Hashable {
  /// Header lines, one of which is `Content-Length`, and an empty line, as in the Language Server Protocol.
  ///
  /// Header names aren't case-sensitive. The headers of a record can have at most 4,096 bytes.
  case headers
  /// Four bytes, the least significant one first, as in native messaging with browsers on most computers.
  case littleEndian
  /// Four bytes, the most significant one first.
  case bigEndian
  /// Decimal digits on a separate line, as in the output of some compilers.
  case line
}

extension JSONFraming {
  /// The byte at which streams in this framing can be divided, because wherever it is, it ends or begins a record, and
  /// whether it begins one; nil if there is none.
  ///
  /// Where a record begins, and which values and errors it has, does not depend on the records before it, so
  /// each part can be decoded on its own.
  package var recordMark: (byte: UInt8, beginsRecord: Bool)? {
    switch self {
    case .lines: (0x0A, false)
    case .textSequence: (0x1E, true)
    case .separated(let separator): (separator, false)
    default: nil
    }
  }
}

/// The bytes that can complete a value of a stream, or its record, as far as is known.
///
/// Other bytes may be collected before anything looks at them, so for most bytes of a source of single bytes,
/// the only cost is collecting them.
@usableFromInline
package struct AwaitedBytes: Sendable {
  /// A bit for each byte below 64, and for each from 64 to 126; the last one is for 127 and all above.
  @usableFromInline let low: UInt64
  @usableFromInline let high: UInt64

  /// After how many bytes a value may be complete, whatever they are.
  package let byteCount: Int

  init(_ bytes: some Sequence<UInt8>, byteCount: Int = .max) {
    var (low, high) = (UInt64(0), UInt64(0))
    for byte in bytes {
      if byte < 64 { low |= 1 &<< UInt64(byte) } else { high |= 1 &<< UInt64(min(byte, 127) &- 64) }
    }
    (self.low, self.high, self.byteCount) = (low, high, byteCount)
  }

  /// Every byte.
  static let every = AwaitedBytes(0..<128)

  /// The ends of lines, and of records of a text sequence.
  static let recordEnds = AwaitedBytes([0x0A, 0x0D, 0x1E])

  /// The last byte of a container.
  private static let containerEnds = AwaitedBytes(Array("]}".utf8))

  /// The last byte of a string.
  private static let quotationMark = AwaitedBytes([UInt8(ascii: "\"")])

  /// The last bytes of literals, and all bytes that can follow a number, even if they begin nothing.
  private static let scalarEnds = AwaitedBytes(
    (0..<128).filter { !"0123456789+-.E".utf8.contains($0) }
  )

  /// What completes the value that `scan` has begun.
  static func end(of scan: borrowing ValueScan) -> AwaitedBytes {
    // JSON5 has further literals and quotation marks.
    guard scan.settings.dialect == StandardJSON.self else { return .every }
    if scan.scanner.container != Tape.absent { return containerEnds }
    return scan.scanner.isInString ? quotationMark : scalarEnds
  }

  /// Whether `byte` is one of the awaited bytes.
  @inlinable
  @inline(__always)
  package func contains(_ byte: UInt8) -> Bool {
    let mask = byte < 64 ? low : high
    return mask &>> UInt64(truncatingIfNeeded: byte < 128 ? byte & 63 : 63) & 1 != 0
  }
}
