/// How values are laid out in the bytes of a stream.
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
  /// `/items` is the array with the key "items" in the outermost object, and `/0/b` is the one with the key
  /// "b" in the first element of the outermost array. If several members have the same key, the first one
  /// is used. Everything outside the array is skipped: its structure is checked, but it is never kept.
  ///
  /// Malformed JSON ends the stream. An element of the wrong type, or with more than
  /// `JSONLimits.maximumElementByteCount` bytes, does not.
  case arrayElements(at: JSONPointer = .root)

  /// The members of one object, selected like the array in `arrayElements`.
  ///
  /// Decode `JSONMember<Value>` to get keys and values, or any other type to get only the values.
  /// Every member is delivered, even if its key is a duplicate.
  case objectMembers(at: JSONPointer = .root)

  /// The elements of several arrays of one document, in the order of the document, in one pass.
  ///
  /// Each pointer leads to an array, as in `arrayElements`, except that the token `*` stands for any key and any index:
  /// `/*/items` selects the array with the key "items" in each element or member of the outermost value. What has no
  /// such array, or something else in its place, is passed over; only a pointer without `*` before the missing part
  /// makes that an error. If two pointers lead to the same array, the first one counts, and nothing is selected inside
  /// of an element. Under `JSONDuplicateKeyPolicy.reject`, keys that a pointer spells may not occur twice.
  ///
  /// Decode `JSONElement<Value>` to learn which pointer has selected an element, and the path to it. A model that decodes
  /// the elements of each array differently passes its decoder to `selection(of:)`.
  ///
  /// The rest of the document is checked, as in `arrayElements`. If `endsEarly` is true, the stream ends as soon as no
  /// further element can come; nothing after that place is read.
  case selections([JSONPointer], endsEarly: Bool = false)

  /// JSON Lines (NDJSON): one value per line.
  ///
  /// A record ends with a line feed or at the end of the stream. Only then is it certain that nothing else is
  /// on the line. Blank lines are skipped. A malformed line produces one error.
  case lines

  /// Values in the lines of a text, such as the output of a build tool or the log of a container.
  ///
  /// A line that is a JSON value is a record. In any other line, each object and each array that is valid JSON is one,
  /// whatever is around it: `[12]` in `app[12]: {"a": 1}`, too. What begins like an object or array but is malformed is text
  /// up to the bracket that closes it, or up to the end of the line.
  ///
  /// The rest of the text is skipped; `JSONProgress.skippedByteCount` counts it. Decode `JSONValueOrText<Value>` to get
  /// it, too, one piece at a time and without blanks around it.
  case linesAmongText

  /// Records that each end with a certain byte, or at the end of the stream: NUL for varlink or `find -print0`, a record
  /// separator (0x1E) for SignalR.
  ///
  /// The byte may be any one that does not occur in the records. Records without a value are skipped.
  case separated(by: UInt8)

  /// Records after their length in bytes, such as the messages of a language server.
  ///
  /// A length that is missing or not a number ends the stream. A record that is too large, malformed, or of the wrong
  /// type does not: the next record begins where the length says.
  case lengthPrefixed(JSONLengthPrefix)

  /// Whatever the first byte other than whitespace indicates: a record separator begins a text sequence; `[`, an array;
  /// anything else, lines.
  ///
  /// With a pointer, `[` or `{` begins a document with the array that the pointer leads to.
  case detected(at: JSONPointer? = nil)

  /// JSON text sequences (RFC 7464): a record separator (0x1E), a value, and a line feed for each record.
  ///
  /// The first line feed after a value ends its record. A record that is cut off by the next separator or
  /// by the end of the stream is an error, and so is a number or literal that is not followed by whitespace
  /// (section 2.4). Empty records are skipped.
  case textSequence

  /// Values one after another, with or without whitespace between them.
  ///
  /// Malformed JSON ends the stream.
  case concatenated

  /// The data of server-sent events (https://html.spec.whatwg.org/#server-sent-events).
  ///
  /// An empty line ends an event. Its `data` lines together are one JSON document. Comments, other fields,
  /// and events without data are skipped. To get the fields, decode `JSONServerSentEvent<Value>`.
  ///
  /// An event whose data is `terminator`, with or without blanks around it, ends the stream; nothing after it
  /// is read. `JSONProgress.isTerminated` says whether the terminator has arrived. If the stream ends without
  /// an empty line after the last event, that event is still delivered because its JSON shows whether it is
  /// complete. (A browser would drop it.)
  ///
  /// A stream that has text, but neither a field nor a comment, is an error of the kind `noEvents`; it is
  /// probably the body of an error response. After the first field or comment, a line that is neither is an
  /// error of the kind `unexpectedText` if it looks like JSON, unless `ignoresUnknownLines` is true. A line
  /// looks like JSON if it begins with `{`, `[`, or `"`, or has a JSON object, array, or string after a
  /// colon; the lines after it, up to the next field or empty line, belong to the same error. All other text
  /// is ignored, as the specification requires.
  case serverSentEvents(terminator: String? = "[DONE]", ignoresUnknownLines: Bool = false)
}

/// How a record's length precedes it.
///
/// More may be added, so a `switch` needs a `default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum JSONLengthPrefix: Sendable, Hashable {
  /// Headers, each on a line, of which `Content-Length` is one, and an empty line: the Language Server Protocol and
  /// others with JSON-RPC.
  ///
  /// The names of headers are compared without regard to case. All headers of a record have at most 4,096 bytes.
  case headers
  /// Four bytes, the least significant one first: native messaging of browsers on most computers.
  case littleEndian
  /// Four bytes, the most significant one first.
  case bigEndian
  /// Decimal digits on a line: the output of compilers.
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
