/// The lines of an event stream that are not data.
///
/// Some streams are none of events, such as the body of an error. So the lines are read until one
/// of them is a field or a comment, and the beginning of the first that is not is kept. All fields
/// of each event are read only for a stream whose values have them.
struct EventFieldScan {
  /// Whether all fields are read.
  let keepsFields: Bool

  /// How much is kept of a line that is not a field; fields that are not read are shorter.
  private static let maximumOtherByteCount = 76

  private static let colon = UInt8(ascii: ":")

  /// What has arrived of the line, and is kept of it.
  private var line: [UInt8] = []

  /// The length of the line so far.
  private(set) var lineByteCount = 0

  /// Whether there was a field or a comment.
  private(set) var hasAny = false

  /// The beginning of the first line that was neither, nor blank.
  private(set) var firstOtherLine: [UInt8] = []
  private(set) var firstOtherLineIsCut = false

  /// The name of the event in progress; the last identifier and time so far in the stream.
  private var name: String?
  private var id: String?
  private var retry: Duration?

  init(keepsFields: Bool) {
    self.keepsFields = keepsFields
  }

  /// The fields of the event in progress.
  var event: EventFields { EventFields(name: name, id: id, retry: retry) }

  /// Drops what belongs to no event but the one in progress.
  mutating func dropEvent() {
    name = nil
    line.removeAll(keepingCapacity: true)
    lineByteCount = 0
  }

  /// Adds the bytes of `text` in `start..<end` to the line.
  ///
  /// - Returns: False if the line is kept, and has more than `maximumByteCount` bytes.
  mutating func append(
    _ text: JSONText,
    from start: Int,
    to end: Int,
    atMost maximumByteCount: Int
  ) -> Bool {
    lineByteCount += end - start
    let limit = keepsFields ? maximumByteCount : Self.maximumOtherByteCount
    guard lineByteCount <= limit || !keepsFields else { return false }
    for offset in start..<min(end, start + max(0, limit - line.count)) { line.append(text[offset]) }
    return true
  }

  /// Takes the line, which is complete.
  mutating func endLine() {
    defer {
      line.removeAll(keepingCapacity: true)
      lineByteCount = 0
    }
    let nameEnd = line.firstIndex(of: Self.colon) ?? line.count
    if nameEnd == 0 {
      // A comment.
      hasAny = true
    } else if line[..<nameEnd].elementsEqual("event".utf8) {
      hasAny = true
      if keepsFields { name = text(after: nameEnd).flatMap { $0.isEmpty ? nil : $0 } }
    } else if line[..<nameEnd].elementsEqual("id".utf8) {
      hasAny = true
      if keepsFields, !line.contains(0) {
        id = text(after: nameEnd).flatMap { $0.isEmpty ? nil : $0 }
      }
    } else if line[..<nameEnd].elementsEqual("retry".utf8) {
      hasAny = true
      if keepsFields { readTime(value(after: nameEnd)) }
    } else if firstOtherLine.isEmpty, line.contains(where: { $0 > 0x20 }) {
      firstOtherLineIsCut = lineByteCount > Self.maximumOtherByteCount
      firstOtherLine = Array(line.prefix(Self.maximumOtherByteCount))
    }
  }

  /// The bytes after the colon, which is at `offset` unless the line has none, and one space.
  private func value(after offset: Int) -> ArraySlice<UInt8> {
    let value = line.dropFirst(offset + 1)
    return value.first == 0x20 ? value.dropFirst() : value
  }

  private func text(after offset: Int) -> String? {
    String(decoding: value(after: offset), as: UTF8.self)
  }

  /// Takes a time in milliseconds; anything but digits is ignored.
  private mutating func readTime(_ digits: ArraySlice<UInt8>) {
    guard digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return }
    // Nil without digits, and for a number that is too large.
    guard let milliseconds = Int64(String(decoding: digits, as: UTF8.self)) else { return }
    retry = .milliseconds(milliseconds)
  }
}
