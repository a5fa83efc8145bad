/// The place of an error, and the parts of its message.
///
/// Everything is copied out of the document: a few dozen bytes, and a count of line ends that continues from
/// the previous error's. It therefore keeps no document alive, and can be handed to any thread. The message
/// is written only on demand.
final class ErrorContents: ErrorDetails {
  /// What was found and what was expected.
  enum Finding: Sendable {
    /// The text is malformed at `JSONError.offset`; the kind says how.
    case malformedText
    /// Like `malformedText`, in a text that looks like another format.
    case otherFormat(String)
    /// Like `malformedText`, at something that JSON5 allows.
    case json5Syntax(String)
    /// The number is well-formed but does not fit in the type.
    case misfit(any Any.Type, hasFraction: Bool)
    /// Another type was expected.
    case expected(any Any.Type)
    /// Something was expected that is not a type.
    case expectedText(String)
    /// The object has no such member.
    case missingName(String)
    /// The same, under a key strategy.
    ///
    /// Without a conversion, the strategy is a program's own function. These values are in a box, because findings are
    /// copied for each error, even for errors that a model drops.
    indirect case missingConvertedName(String, Conversion?)
    /// The array has no such element.
    case missingElement(Int, any Any.Type)
    /// A model or the standard library has thrown its own error, whose description is shown only if values
    /// are; with `isRawValue`, because no case of an enumeration has the raw value.
    case refused(by: (any Any.Type)?, reason: String?, isRawValue: Bool = false)
    /// An enumeration with associated values, whose cases are named like `keys`, has no case, or more than one,
    /// with the names that the object has.
    ///
    /// These are in a box, like all rare parts of these enumerations, because they are copied for each error.
    indirect case unknownCase(of: any Any.Type, keys: any CodingKey.Type, Conversion?)
    /// A sentence.
    case text(String)

    /// There are more than `count` bytes, which `limit` of `JSONLimits` does not allow.
    static func tooManyBytes(_ count: Int, _ limit: String) -> Finding {
      .text("more than \(count) bytes (limits.\(limit))")
    }

    /// More arrays and objects are open at once than `maximumDepth`.
    static func tooDeep(_ maximumDepth: Int) -> Finding {
      .text("nested more than \(maximumDepth) levels deep (limits.maximumDepth)")
    }
  }

  /// What a key strategy makes of a name, if that depends on the name alone.
  ///
  /// A program's own function is not called for an error.
  typealias Conversion = @Sendable (String) -> String

  /// The line around the byte at fault.
  struct Excerpt: Sendable {
    var bytes: [UInt8] = []
    /// How many of `bytes` are before the one at fault.
    var caret = 0
    var isCutBefore = false
    var isCutAfter = false
    /// The byte at fault, where the line is left out.
    var fault: UInt8?
    /// The character at fault, if the bytes of the original text were different: in UTF-16 and UTF-32.
    var character: Unicode.Scalar?
  }

  let finding: Finding
  /// A short description of the value that was found.
  let found: String
  /// The part of the message about the names that were found and the names and values that would be accepted, which
  /// `Document+Alternatives.swift` writes.
  ///
  /// Most are never asked for, and writing them took longer than finding the names.
  let alternatives: @Sendable () -> String
  let excerpt: Excerpt

  /// 1-based, counted from the beginning of the part of a stream that is decoded on its own; 0 in an
  /// object graph.
  let lineInPart: Int
  /// 1-based, in bytes; 0 in an object graph.
  let columnInPart: Int
  let pointer: JSONPointer

  /// Counted as the line is.
  let recordIndexInPart: Int?

  /// The record of a stream that could not be decoded.
  let record: JSONFailedRecord?

  /// What comes before that part, if it is not the whole stream.
  let preceding: (any PrecedingRecords)?

  init(
    finding: Finding,
    found: String = "null",
    alternatives: @escaping @Sendable () -> String = { "" },
    excerpt: Excerpt = Excerpt(),
    lineInPart: Int = 0,
    columnInPart: Int = 0,
    pointer: JSONPointer = .root,
    recordIndexInPart: Int? = nil,
    record: JSONFailedRecord? = nil,
    preceding: (any PrecedingRecords)? = nil
  ) {
    self.finding = finding
    self.found = found
    self.alternatives = alternatives
    self.excerpt = excerpt
    self.lineInPart = lineInPart
    self.columnInPart = columnInPart
    self.pointer = pointer
    self.recordIndexInPart = recordIndexInPart
    self.record = record
    self.preceding = preceding
  }

  var contents: ErrorContents { self }
}

extension ErrorContents {
  private var counts: PrecedingCounts { preceding?.counts ?? PrecedingCounts() }

  /// False for a value of an object graph.
  var hasPlaceInText: Bool { lineInPart > 0 }

  /// 1-based; meaningless in an object graph.
  var line: Int { lineInPart + counts.lineCount }

  /// 1-based, in bytes; 0 in an object graph.
  var column: Int { lineInPart == 1 ? columnInPart + counts.column : columnInPart }

  var recordIndex: Int? { recordIndexInPart.map { $0 + counts.recordCount } }
}

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

/// A copy of a malformed text of a few bytes, or of the beginning of a longer one, from which its error makes
/// its details on demand.
///
/// It is a part of the error instead of a separate object: for a text that JSONDecoder refuses at the first
/// byte, most of the time went into the objects of the error.
struct InlineText: Sendable {
  let bytes: Bytes

  // How the text is scanned. Each setting is a byte, so that all of them fit into the last word of `bytes`: the error
  // of a malformed text is in a box that is allocated for it.
  let allowsTrailingComma: Bool
  let assumesObject: Bool
  let showsValuesInErrors: Bool
  let scanner: any InlineTextScanner.Type

  /// What the error of the text says.
  var contents: ErrorContents { scanner.contents(of: self) }
}

extension InlineText {
  /// At most 32 bytes.
  struct Bytes: Sendable {
    // Whole words, which are copied faster than their parts. The first byte is the lowest one.
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var byteCount: UInt8 = 0

    static var maximumCount: Int { 32 }

    /// The same in an array.
    var array: [UInt8] {
      let words = [words.0, words.1, words.2, words.3]
      return (0..<Int(byteCount)).map { offset in
        UInt8(truncatingIfNeeded: words[offset / 8] >> UInt64(8 * (offset % 8)))
      }
    }
  }
}

/// Scans the text of an error once more.
protocol InlineTextScanner: SendableMetatype {
  /// What the error of `text` says.
  static func contents(of text: InlineText) -> ErrorContents
}
