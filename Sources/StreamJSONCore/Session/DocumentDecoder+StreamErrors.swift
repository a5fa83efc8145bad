/// The errors of a stream itself, and not of one of its values.
extension DocumentDecoder {
  /// Makes the error for a stream of server-sent events that has text, which begins with `line`, but no event.
  @inline(never)
  func noEvents(insteadOf line: [UInt8], byteCount: Int) -> DecodingError {
    // A message shows no more than this.
    let line = Array(line.prefix(76))
    let description = "no line is an event field"
    let isWide = TextEncoding.isWide(line)
    let format = isWide ? ", which looks like UTF-16 or UTF-32; streams must be in UTF-8" : ""
    let excerpt = ErrorContents.Excerpt(bytes: line, isCutAfter: line.count < byteCount)
    let phrase = excerpt.phrase(showingLine: options.showsValuesInErrors)
    let error = streamError(.noEvents, "\(description); the first line \(phrase)\(format)")
    return .corrupted("No line is an event field.", because: error)
  }

  /// Makes the error for a container without the member or element `token`, in which a stream was to find its values.
  ///
  /// `path` leads to the container, which begins where the document does.
  @inline(never)
  func missingSelection(_ token: String, in path: [String], isObject: Bool) -> DecodingError {
    let position = isObject ? nil : token.parsed(as: Int.self)
    let key = position.map(JSONKey.init(index:)) ?? JSONKey(stringValue: token)
    let text =
      isObject
      ? "no key \(ForeignText.quoted(token)) in this object"
      : "no element \(token) in this array"
    let context = DecodingError.Context(
      codingPath: path.map { JSONKey(stringValue: $0) },
      debugDescription: DecodingError.noValue(for: key, named: key.stringValue),
      underlyingError: streamError(.keyNotFound, text, pointer: document.pointer([]))
    )
    return .keyNotFound(key, context)
  }

  /// An error at the place of the document.
  @inline(never)
  private func streamError(
    _ kind: JSONError.Kind,
    _ text: String,
    pointer: JSONPointer = .root
  ) -> JSONError {
    document.error(kind, .text(text), at: document.tape.count, offset: 0, pointer: pointer)
  }

  /// Makes the error for a line in a stream of server-sent events that is not a field.
  ///
  /// The line has `byteCount` bytes, begins with `line`, and ends at the place of the document.
  @inline(never)
  func unexpectedText(_ line: [UInt8], byteCount: Int, in event: EventFields) -> DecodingError {
    var origin = document.origin
    origin.offset -= byteCount
    origin.column = 0
    document.origin = origin
    document.text = .empty
    document.storage.record.failed = JSONFailedRecord(
      byteRange: Int64(origin.offset)..<Int64(origin.offset + byteCount),
      bytes: line,
      isTruncated: line.count < byteCount,
      name: event.name,
      id: event.id
    )
    let description = "a line that isn't an event field"
    // No more of the line is shown than in `noEvents`.
    let excerpt = ErrorContents.Excerpt(bytes: Array(line.prefix(76)), isCutAfter: byteCount > 76)
    let phrase = excerpt.phrase(showingLine: options.showsValuesInErrors)
    let error = streamError(.unexpectedText, "\(description); it \(phrase)")
    return .corrupted("A stream of events has \(description).", because: error)
  }

  /// Makes the error for requesting, at `entry`, a type that only the values of some streams have, which `text` says.
  func outsideStream(_ text: String, at entry: Int) -> DecodingError {
    .dataCorrupted(context(entry, text, .invalidValue, .text(String(text.dropLast()))))
  }
}

extension DecodingError {
  static let eventWithoutFields =
    "A JSONServerSentEvent can only be decoded from a stream of server-sent events."
  static let memberWithoutName =
    "A JSONMember can only be decoded from a stream of an object's members."
}
