extension ErrorContents {
  /// What was found and what was expected instead: the first half of an error's description.
  func message(for kind: JSONError.Kind) -> String {
    switch finding {
    case .malformedText: textMessage(for: kind)
    case .otherFormat(let format): "unexpected \(excerpt.byteDescription), \(format)"
    case .json5Syntax(let syntax):
      "\(textMessage(for: kind)); JSON5 allows \(syntax) here (see allowsJSON5)"
    case .misfit(let type, let hasFraction):
      "\(found)\(hasFraction ? " has a fraction and" : "") does not fit in \(type)"
    case .expected(let type): "found \(found), expected \(Self.phrase(for: type))"
    case .expectedText(let expected): "found \(found), expected \(expected)"
    case .missingName(let name), .missingConvertedName(let name, _):
      "no key \(ForeignText.quoted(name)) in this object\(alternatives())"
    case .missingElement(let position, let type):
      "the array has no element \(position), expected \(Self.phrase(for: type))"
    case .refused(let type, let reason, _):
      "found \(found), which \(type.map { "\($0)" } ?? "the model") does not accept"
        + (reason.map { ": \($0)" } ?? "") + alternatives()
    case .unknownCase: alternatives()
    case .text(let text): text
    }
  }

  /// How a message names `type`: in JSON's words if no model asked for that type by name.
  private static func phrase(for type: any Any.Type) -> String {
    if type == [Any].self || type == (any UnkeyedDecodingContainer).self { return "an array" }
    if type == [String: Any].self { return "an object" }
    if type == (any Decoder).self { return "a value" }
    let name = "\(type)"
    // Types are compared by name, because a cast takes more time than the whole message.
    return name.hasPrefix("KeyedDecodingContainer<") ? "an object" : name
  }

  private func textMessage(for kind: JSONError.Kind) -> String {
    let byte = excerpt.byteDescription
    return switch kind {
    case .unexpectedEnd: "unexpected end of JSON"
    case .unexpectedByte(let expected): "unexpected \(byte), expected \(expected.phrase)"
    case .trailingBytes: "unexpected \(byte) after the value"
    case .invalidLiteral: "unexpected \(byte), expected 'true', 'false', or 'null'"
    case .invalidNumber: "\(found) is not valid JSON"
    case .invalidEscape: "invalid escape sequence"
    case .controlCharacter: "unescaped control character \(byte) in a string"
    case .invalidUTF8: "\(byte) is not valid UTF-8 here"
    case .byteLimitExceeded: "too many bytes"
    case .duplicateKey: "duplicate key in this object"
    default: "not valid JSON"
    }
  }
}

extension ErrorContents.Excerpt {
  /// The byte at fault.
  fileprivate var byteDescription: String {
    guard let byte = fault ?? (caret < bytes.count ? bytes[caret] : nil) else {
      return isCutAfter ? "end of line" : "end of JSON"
    }
    if let character { return "U+\(ForeignText.hexadecimal(character.value))" }
    if byte >= 0x20, byte < 0x7F { return "'\(Character(Unicode.Scalar(byte)))'" }
    return "byte 0x\(ForeignText.hexadecimal(byte, minimumCount: 2))"
  }

  /// What a line is or, if it must not be shown, what it begins with.
  func phrase(showingLine: Bool) -> String {
    guard showingLine else { return "begins with \(byteDescription)" }
    var end = bytes.count
    if isCutAfter {
      // Avoids half a character.
      while end > 0, bytes[end - 1] & 0xC0 == 0x80 { end -= 1 }
      if end > 0, bytes[end - 1] >= 0xC0 { end -= 1 }
    }
    return "is \(Self.printable(bytes[..<end]))\(isCutAfter ? "…" : "")"
  }

  /// The line, and below it a caret under the byte at fault; nil if there is no line.
  var lines: String? {
    guard !bytes.isEmpty else { return nil }
    // The byte at fault may be a line end, which is kept only so that it can be named.
    let isLineEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    let end = bytes[caret...].firstIndex(where: isLineEnd) ?? bytes.count
    let before = (isCutBefore ? "…" : "") + Self.printable(bytes[..<caret])
    let after = Self.printable(bytes[caret..<end]) + (isCutAfter ? "…" : "")
    let indent = String(repeating: " ", count: before.unicodeScalars.count)
    return "\(before)\(after)\n\(indent)^"
  }

  /// The bytes as text, with a space for each control character, which could misplace the caret or worse.
  private static func printable(_ bytes: ArraySlice<UInt8>) -> String {
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    return String(
      String.UnicodeScalarView(scalars.map { ForeignText.isControl($0) ? " " : $0 })
    )
  }
}

extension JSONError.Expectation {
  /// The wording for a message.
  var phrase: String {
    switch self {
    case .value: "a value"
    case .key: "a key in quotation marks"
    case .keyOrObjectEnd: "a key in quotation marks or '}'"
    case .colon: "':'"
    case .commaOrArrayEnd: "',' or ']'"
    case .commaOrObjectEnd: "',' or '}'"
    case .array: "an array"
    case .object: "an object"
    case .comment: "a comment"
    case .recordSeparator: "a record separator"
    }
  }
}
