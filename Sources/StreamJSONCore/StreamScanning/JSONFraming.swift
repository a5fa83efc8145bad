/// How values are laid out in the bytes of a stream.
///
/// Every framing skips a UTF-8 byte-order mark at the beginning of the stream.
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

  /// JSON Lines (NDJSON): one value per line.
  ///
  /// A record ends with a line feed or at the end of the stream. Only then is it certain that nothing else is
  /// on the line. Blank lines are skipped. A malformed line produces one error.
  case lines

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
