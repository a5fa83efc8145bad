/// The lines of an event stream that are not data.
///
/// Some streams are not event streams, such as the body of an error response, and some servers end a stream with text
/// that is not an event. Every line is therefore read until one of them is a field or a comment. From then on, only
/// lines that may be fields or JSON are read.
struct EventFieldScan: ~Copyable {
  /// Whether the stream's values include the fields; if so, field lines count toward the size of an event.
  let keepsFields: Bool

  private let ignoresUnknownLines: Bool

  /// How much of a line is kept in a stream whose values do not include the fields; longer identifiers are ignored, so
  /// connecting again repeats some events.
  private static let maximumLineByteCount = JSONFailedRecord.maximumByteCount

  private static let colon = UInt8(ascii: ":")
  private static let event = Array("event".utf8)
  private static let id = Array("id".utf8)
  private static let retry = Array("retry".utf8)

  /// The bytes kept of the line that is arriving.
  private var line = ByteArena()

  /// The length of the line so far.
  private var lineByteCount = 0

  /// Whether there was a field or a comment.
  private(set) var hasAny = false

  /// The bytes kept of the first line that was not blank and was neither a field nor a comment or, once there was a
  /// field or a comment, of the last unexpected text; and the length of that line.
  private(set) var otherLine: [UInt8] = []
  private(set) var otherLineByteCount = 0

  /// Whether the previous line was an unexpected text, or belonged to one.
  private var isInUnexpectedText = false

  /// The name of the event in progress, and the last identifier so far in the stream.
  private var name = ByteArena()
  private var id = ByteArena()

  /// The identifier as a string, made when it is asked for.
  private var knownID: String?
  private var idIsKnown = true

  /// The last identifier as of the end of the last event.
  private var idOfEndedEvent = ByteArena()
  private var idIsNew = false

  private(set) var retryMilliseconds: Int?

  init(keepsFields: Bool, ignoresUnknownLines: Bool) {
    self.keepsFields = keepsFields
    self.ignoresUnknownLines = ignoresUnknownLines
  }

  // MARK: - Fields

  /// The fields of the event in progress.
  var event: EventFields {
    mutating get {
      if !idIsKnown {
        knownID = Self.string(id.text)
        idIsKnown = true
      }
      return EventFields(
        name: Self.string(name.text),
        id: knownID,
        retryMilliseconds: retryMilliseconds
      )
    }
  }

  /// The identifier of the last event that has ended.
  var lastID: String? { Self.string(idOfEndedEvent.text) }

  private static func string(_ text: JSONText) -> String? {
    text.count > 0 ? text.string(from: 0, to: text.count) : nil
  }

  /// Ends the event in progress, with an empty line; its name stays until `beginEvent`.
  @inline(__always)
  mutating func endEvent() {
    isInUnexpectedText = false
    guard idIsNew else { return }
    idIsNew = false
    Self.copy(id.text, to: &idOfEndedEvent)
  }

  /// Drops what belongs to the previous event, or to one that is skipped, along with the line in progress.
  @inline(__always)
  mutating func beginEvent() {
    name.truncate(to: 0)
    lineByteCount = 0
  }

  // MARK: - Lines

  /// Whether the line that begins at `start` is to be read, judging by its beginning.
  func reads(_ text: JSONText, at start: Int) -> Bool {
    guard hasAny else { return true }
    switch text[start] {
    case Self.colon: return false
    case UInt8(ascii: "i"), UInt8(ascii: "r"), UInt8(ascii: "e"): return true
    default: return keepsFields || !ignoresUnknownLines
    }
  }

  /// Notes that there was a field or a comment.
  @inline(__always)
  mutating func noteField() {
    hasAny = true
    isInUnexpectedText = false
  }

  /// Reads the next part of a line: the bytes of the window in `start..<end`.
  ///
  /// - Returns: Whether the line has ended and is an unexpected text.
  /// - Throws: A fault if field lines count and the line is larger than a value may be.
  @inline(never)
  mutating func read(
    from start: Int,
    to end: Int,
    _ scan: inout ValueScan
  ) throws(InputFault) -> Bool {
    let text = scan.window.text
    let isEnd = end < text.count || scan.window.isFinal
    if lineByteCount == 0 { line.truncate(to: 0) }
    lineByteCount += end - start
    let excess = lineByteCount - scan.maximumByteCount
    guard excess <= 0 || !keepsFields else {
      throw scan.fault(.byteLimitExceeded, at: end - excess)
    }
    defer { if isEnd { lineByteCount = 0 } }
    let limit = keepsFields ? scan.maximumByteCount : Self.maximumLineByteCount
    line.append(text, from: start, to: start + min(end - start, max(0, limit - line.count)))
    return isEnd && take(line.text, scan.settings.dialect)
  }

  /// Takes a line; `text` is the part of it that was kept.
  ///
  /// The dialect decides whether a line that is not a field is JSON.
  ///
  /// - Returns: Whether it is an unexpected text.
  private mutating func take(_ text: JSONText, _ dialect: any Dialect.Type) -> Bool {
    let nameEnd = text.firstOffset(of: Self.colon, from: 0)
    // After the colon and one space, if there is one; empty if the line has no colon.
    var start = min(nameEnd + 1, text.count)
    if start < text.count, text[start] == 0x20 { start += 1 }
    let value = text.part(from: start, to: text.count)
    let mayBegin = { (name: [UInt8]) in text.mayBegin(with: name, at: 0) }
    switch nameEnd {
    case 0 where text.count > 0: break
    case 5 where mayBegin(Self.event): Self.copy(value, to: &name)
    case 2 where mayBegin(Self.id):
      if text.count == lineByteCount { takeID(value) }
    case 5 where mayBegin(Self.retry): takeTime(value)
    case 4 where mayBegin(EventData.name): break
    default: return takeOther(value, dialect)
    }
    noteField()
    return false
  }

  private static func copy(_ text: JSONText, to arena: inout ByteArena) {
    arena.truncate(to: 0)
    arena.append(text, from: 0, to: text.count)
  }

  private mutating func takeID(_ text: JSONText) {
    guard text.firstOffset(of: 0, from: 0) == text.count else { return }
    Self.copy(text, to: &id)
    idIsNew = true
    idIsKnown = false
  }

  /// Takes a time in milliseconds; anything but digits is ignored.
  private mutating func takeTime(_ text: JSONText) {
    for offset in 0..<text.count where text[offset] &- 0x30 > 9 { return }
    // This is nil if there are no digits or if the number is too large.
    guard let time = Int(text.string(from: 0, to: text.count)) else { return }
    retryMilliseconds = time
  }

  // MARK: - Other lines

  private mutating func takeOther(_ value: JSONText, _ dialect: any Dialect.Type) -> Bool {
    let text = line.text
    let first = text.firstNonblankOffset(from: 0)
    guard first < text.count else { return false }
    if hasAny {
      guard !ignoresUnknownLines, !isInUnexpectedText,
        Self.beginsLikeJSON(text[first]) || hasJSON(value, dialect)
      else { return false }
      isInUnexpectedText = true
    } else if !otherLine.isEmpty {
      return false
    }
    otherLine = text.bytes
    otherLineByteCount = lineByteCount
    return hasAny
  }

  /// Whether a value that begins with `byte` is JSON that nobody writes by chance.
  private static func beginsLikeJSON(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\"")
  }

  /// Whether `text`, which comes after the colon, is JSON: a whole value, or the first line of an object or array that
  /// continues on the next line.
  private func hasJSON(_ text: JSONText, _ dialect: any Dialect.Type) -> Bool {
    let start = text.firstNonblankOffset(from: 0)
    guard start < text.count, Self.beginsLikeJSON(text[start]) else { return false }
    // There is no way to tell for a line that was cut.
    guard line.count == lineByteCount else { return true }
    let bytes = text.part(from: start, to: text.count).bytes
    let settings = ScanSettings(dialect: dialect)
    guard let fault = settings.document(ofTextOf: bytes).fault else { return true }
    return fault.kind == .unexpectedEnd && text[start] != UInt8(ascii: "\"")
  }
}
