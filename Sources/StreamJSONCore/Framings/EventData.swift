/// The data of an event: what comes after `data:` in each of its lines.
///
/// The data of most events is one line, which is decoded in place. If there are several lines, they are copied
/// with blanks in place of everything that is not data. The line ends between them are whitespace in JSON (or
/// a fault, within a string), and every byte keeps its offset, line and column. The blanks are tabs in place of
/// `data:`, and otherwise spaces, so that the lines can be told apart.
struct EventData: ~Copyable {
  static let name = Array("data".utf8)
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  private static let tab: UInt8 = 0x09
  private static let space: UInt8 = 0x20

  private var bytes = ByteArena()

  /// The length of "data", "data:" or "data: " at `start`; nil for another field.
  static func prefixByteCount(_ text: JSONText, at start: Int) -> Int? {
    let byteCount = text.count - start
    guard byteCount >= 4, text.mayBegin(with: name, at: start) else { return nil }
    guard byteCount > 4 else { return 4 }
    switch text[start + 4] {
    case lineFeed, carriageReturn: return 4
    case UInt8(ascii: ":"): return byteCount > 5 && text[start + 5] == space ? 6 : 5
    default: return nil
    }
  }

  /// The data in `lines`, which begin after the first prefix, at the same offsets.
  mutating func join(_ lines: JSONText) -> JSONText {
    bytes.truncate(to: 0)
    bytes.reserve(lines.count)
    var isData = true
    var offset = 0
    while offset < lines.count {
      let byte = lines[offset]
      offset += 1
      guard byte == Self.lineFeed || byte == Self.carriageReturn else {
        bytes.append(isData ? byte : Self.space)
        continue
      }
      bytes.append(byte)
      // The line feed of a CRLF does not end another line.
      if byte == Self.carriageReturn, offset < lines.count, lines[offset] == Self.lineFeed {
        continue
      }
      let prefixByteCount = Self.prefixByteCount(lines, at: offset) ?? 0
      isData = prefixByteCount > 0
      for position in 0..<prefixByteCount { bytes.append(position < 5 ? Self.tab : Self.space) }
      offset += prefixByteCount
    }
    return bytes.text
  }

  /// The data as the specification defines it, of what `join` has returned.
  static func bytes(of text: JSONText) -> [UInt8] {
    // The split finds an empty line within a CRLF, which is not data.
    let lines = text.bytes[...].split(omittingEmptySubsequences: false) { byte in
      byte == lineFeed || byte == carriageReturn
    }
    var bytes = Array(lines[0])
    for line in lines.dropFirst() where line.starts(with: repeatElement(tab, count: 4)) {
      let data = line.dropFirst(line.dropFirst(4).first == tab ? 5 : 4)
      bytes.append(lineFeed)
      bytes += data.first == space ? data.dropFirst() : data
    }
    return bytes
  }
}
