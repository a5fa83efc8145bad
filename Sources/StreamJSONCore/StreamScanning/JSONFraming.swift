/// How values are laid out in the bytes of a stream.
///
/// Every framing skips a UTF-8 byte-order mark at the beginning of the stream.
public enum JSONFraming: Sendable, Hashable {
  /// The elements of one array: the whole text, or an array inside it.
  ///
  /// `/items` is the array with the name "items" in the outermost object, and `/0/b` the one with
  /// the name "b" in the first element of the outermost array. If several members have the same
  /// name, the first one is used. Everything outside the array is checked for its structure and
  /// skipped; it is never kept.
  ///
  /// Malformed text ends the stream. An element of the wrong type, or with more than
  /// `JSONLimits.maximumElementByteCount` bytes, does not.
  case arrayElements(at: JSONPointer = .root)

  /// The members of one object, selected like the array of `arrayElements`.
  ///
  /// Decode `JSONMember<Value>` to get keys and values, or any other type to get only the values.
  /// Every member is delivered, even if its name is a duplicate.
  case objectMembers(at: JSONPointer = .root)

  /// JSON Lines (NDJSON): one text per line.
  ///
  /// A record ends with a line feed or with the end of the stream; only then is it certain that
  /// nothing else is on the line. Blank lines are skipped. A malformed line is one error.
  case lines

  /// JSON text sequences (RFC 7464): a record separator (0x1E), a text, a line feed.
  ///
  /// The first line feed after a value ends its record. A record that is cut by the next separator
  /// or by the end of the stream is an error, and so is a number or literal that is not followed by
  /// whitespace (section 2.4). Empty records are skipped.
  case textSequence

  /// Values one after another, with or without whitespace between them.
  ///
  /// Malformed text ends the stream.
  case concatenated

  /// The data of server-sent events (https://html.spec.whatwg.org/#server-sent-events).
  ///
  /// An empty line ends an event, whose `data` lines are one text. Comments, other fields and
  /// events without data are skipped; decode `JSONServerSentEvent<Value>` to get the fields.
  ///
  /// An event whose data is `terminator`, with or without blanks around it, ends the stream; nothing after it
  /// is read. `JSONProgress.isTerminated` says whether it came. An event at the end of the stream without an
  /// empty line is delivered, although a browser would drop it, because JSON shows whether it is complete.
  ///
  /// A stream that has text, but neither a field nor a comment, is an error of the kind `noEvents`: it is
  /// probably the body of a failed request. After the first field or comment, a line that is none but begins
  /// with `{`, `[` or `"`, or has an object, array or string in JSON after a colon, is an error of the kind
  /// `unexpectedText`, unless `ignoresOtherText`; the lines after it up to the next field or empty line belong
  /// to it. All other text is ignored, as the specification demands.
  case serverSentEvents(terminator: String? = "[DONE]", ignoresOtherText: Bool = false)
}
