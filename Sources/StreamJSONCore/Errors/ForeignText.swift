/// Texts that others have written, such as the names in a JSON text, as parts of a message.
///
/// Messages go into logs, one line each, so nothing in them may end the line, move the cursor of a terminal,
/// or change the direction of the text, and a name of a megabyte must not fill the log.
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

  /// The beginning of what another error says, without a period.
  static func beginning(of description: String) -> String {
    let sentence = description.hasSuffix(".") ? String(description.dropLast()) : description
    return shortened(sentence, toAtMost: maximumDescriptionByteCount)
  }

  /// The beginning of `text`: whole characters of at most `byteCount` bytes.
  @inline(never)
  static func shortened(_ text: String, toAtMost byteCount: Int) -> String {
    guard text.utf8.count > byteCount else { return text }
    var rest = byteCount
    let short = text.unicodeScalars.prefix { scalar in
      rest -= UTF8.width(scalar)
      return rest >= 0
    }
    return String(short) + "…"
  }

  /// True for characters that are not shown: control characters, line and paragraph separators, and
  /// Unicode's format characters, which set the direction of text or make two names look alike.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value < 0x20 }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// The hexadecimal digits of `number`, at least `minimumCount`.
  static func hexadecimal(_ number: some BinaryInteger, minimumCount: Int = 4) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, minimumCount - digits.count)) + digits
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case _ where isControl(scalar):
      for unit in scalar.utf16 { text += "\\u" + hexadecimal(unit) }
    default: text.unicodeScalars.append(scalar)
    }
  }
}
