/// How the values of a stream follow each other in its bytes.
///
/// A UTF-8 byte-order mark at the beginning of a stream is passed over in every framing.
public enum JSONFraming: Sendable, Hashable {
  /// The elements of one array: the text itself, or an array inside it.
  ///
  /// `/items` is the array behind the name "items" of the outermost object, `/0/b` the one behind
  /// "b" in the first element of the outermost array. Of several members with one name the first
  /// one is taken. Everything outside the array is checked for its structure and passed over; it
  /// is never kept.
  ///
  /// A literal that is no JSON Pointer, such as `items`, is an error of the stream, which says so.
  ///
  /// Malformed text ends the stream. An element of another type than the one asked for, or with
  /// more than `JSONLimits.maximumElementByteCount` bytes, does not.
  case arrayElements(at: JSONPointer = .root)

  /// The members of one object, which is found as the array of `arrayElements`.
  ///
  /// Ask for `JSONMember<Value>` to get names and values, for another type to get values alone.
  /// Every member is delivered, also when its name was there before.
  case objectMembers(at: JSONPointer = .root)

  /// JSON Lines (NDJSON): one text per line.
  ///
  /// A line feed ends a record, and so does the end of the stream; only then is it clear that
  /// nothing else is on the line. Blank lines are passed over. A bad line is one error.
  case lines

  /// JSON text sequences (RFC 7464): a record separator (0x1E), a text, a line feed.
  ///
  /// The first line feed behind a value ends its record. A record that is cut by the next
  /// separator or by the end of the stream is an error, and so is a number or literal that no
  /// whitespace follows (section 2.4). Empty records are passed over.
  case textSequence

  /// Values one behind the other, with or without whitespace between them.
  ///
  /// Malformed text ends the stream.
  case concatenated

  /// The data of server-sent events (https://html.spec.whatwg.org/#server-sent-events).
  ///
  /// An empty line ends an event; its `data` lines are one text. Comments, other fields and events
  /// without data are passed over. An event whose data is `terminator` ends the stream: nothing
  /// behind it is read. Unlike a browser, which drops it, an event that the end of the stream ends
  /// is delivered: JSON shows whether it is complete.
  case serverSentEvents(terminator: String? = "[DONE]")
}
