/// Texts that others have written, such as the names in a JSON text, as parts of a message.
///
/// Messages go into logs, one line each, so nothing in them may end the line, move the cursor of a
/// terminal or turn the direction of the text, and a name of a megabyte may not fill the log.
enum ForeignText {
  /// The most bytes of a name in a message.
  static let maximumNameByteCount = 100

  /// The most bytes of another error's description in a message.
  static let maximumDescriptionByteCount = 200

  /// `name` in quotation marks, escaped as in JSON, without its end if it is long.
  static func quoted(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    if isPlain, name.utf8.count <= maximumNameByteCount { return "\"" + name + "\"" }
    var quoted = "\""
    for scalar in shortened(name, toAtMost: maximumNameByteCount).unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      append(scalar, to: &quoted)
    }
    return quoted + "\""
  }

  /// `text` with its control characters escaped as in JSON.
  static func onOneLine(_ text: String) -> String {
    // Characters beyond ASCII are rare there, and a byte takes a tenth of a character's time.
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    guard !isPlain, text.unicodeScalars.contains(where: isControl) else { return text }
    var line = ""
    for scalar in text.unicodeScalars { append(scalar, to: &line) }
    return line
  }

  /// The beginning of `text`: whole characters of at most `byteCount` bytes.
  static func shortened(_ text: String, toAtMost byteCount: Int) -> String {
    guard text.utf8.count > byteCount else { return text }
    var short = String.UnicodeScalarView()
    var rest = byteCount
    for scalar in text.unicodeScalars {
      rest -= UTF8.width(scalar)
      guard rest >= 0 else { break }
      short.append(scalar)
    }
    return String(short) + "…"
  }

  /// True for characters that are not shown but act: the control characters of ASCII and Latin-1,
  /// Unicode's line and paragraph separators, and those that set the direction of text.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The digits of `scalar`, as in U+00E9.
  static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case _ where isControl(scalar): text += "\\u" + hexadecimal(scalar)
    default: text.unicodeScalars.append(scalar)
    }
  }
}
