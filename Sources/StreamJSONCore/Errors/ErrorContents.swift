/// The place of an error, and the parts of its message.
///
/// Everything is copied out of the document: a few dozen bytes, and a count of line ends that continues from
/// the previous error's. It therefore keeps no document alive, and can be handed to any thread.
final class ErrorContents: ErrorDetails {
  /// Writes what was found and what was expected instead: the first half of an error's description.
  ///
  /// Most messages are never asked for, and writing them took longer than finding their parts.
  let message: @Sendable () -> String
  let excerpt: Excerpt

  /// 1-based, counted from the beginning of the part of a stream that is decoded on its own; 0 in an
  /// object graph.
  private let lineInPart: Int
  /// 1-based, in bytes; 0 in an object graph.
  private let columnInPart: Int
  let pointer: JSONPointer

  /// Counted as the line is.
  private let recordIndexInPart: Int?

  /// The record of a stream that could not be decoded.
  let record: JSONFailedRecord?

  /// What comes before that part, if it is not the whole stream.
  private let preceding: (any PrecedingRecords)?

  init(
    _ message: @escaping @Sendable () -> String,
    excerpt: Excerpt = Excerpt(),
    lineInPart: Int = 0,
    columnInPart: Int = 0,
    pointer: JSONPointer = .root,
    recordIndexInPart: Int? = nil,
    record: JSONFailedRecord? = nil,
    preceding: (any PrecedingRecords)? = nil
  ) {
    self.message = message
    self.excerpt = excerpt
    self.lineInPart = lineInPart
    self.columnInPart = columnInPart
    self.pointer = pointer
    self.recordIndexInPart = recordIndexInPart
    self.record = record
    self.preceding = preceding
  }

  var contents: ErrorContents { self }

  private var counts: PrecedingCounts { preceding?.counts ?? PrecedingCounts() }

  var recordIndex: Int? { recordIndexInPart.map { $0 + counts.recordCount } }

  /// Where the byte at `offset` is; nil for a value of an object graph.
  func location(ofByteAt offset: Int) -> JSONError.Location? {
    guard lineInPart > 0 else { return nil }
    let counts = counts
    return JSONError.Location(
      byteOffset: Int64(offset),
      line: lineInPart + counts.lineCount,
      column: lineInPart == 1 ? columnInPart + counts.column : columnInPart
    )
  }
}

/// What a `JSONError` holds besides its kind and the byte at fault: the contents, or what they are made from.
protocol ErrorDetails: AnyObject, Sendable {
  /// The problem, and where it is.
  var contents: ErrorContents { get }
}

/// What was found and what was expected; `Document+Messages.swift` has the words.
enum ErrorFinding: Sendable {
  /// The text is malformed.
  case malformed(InputFault)
  /// The number is malformed.
  case malformedNumber
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
  /// A model or the standard library has thrown its own error, whose description is shown only if values are.
  case refused(by: (any Any.Type)?, description: String)
  /// An enumeration with associated values, whose cases are named like `keys`, has no case, or more than one,
  /// with the names that the object has.
  ///
  /// These are in a box, like all rare parts of these enumerations, because they are copied for each error.
  indirect case unknownCase(of: any Any.Type, keys: any CodingKey.Type, Conversion?)
  /// A sentence.
  case text(String)

  /// What a key strategy makes of a name, if that depends on the name alone.
  ///
  /// A program's own function is not called for an error.
  typealias Conversion = @Sendable (String) -> String

  /// There are more than `count` bytes, which `limit` of `JSONLimits` does not allow.
  static func tooManyBytes(_ count: Int, _ limit: String) -> ErrorFinding {
    .text("more than \(count) bytes (limits.\(limit))")
  }

  /// More arrays and objects are open at once than `maximumDepth`.
  static func tooDeep(_ maximumDepth: Int) -> ErrorFinding {
    .text("nested more than \(maximumDepth) levels deep (limits.maximumDepth)")
  }
}

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

  /// The byte at fault.
  var byteDescription: String {
    guard let byte = fault ?? (caret < bytes.count ? bytes[caret] : nil) else {
      return isCutAfter ? "end of line" : "end of JSON"
    }
    if let character { return "U+\(ForeignText.hexadecimal(character.value))" }
    if byte == UInt8(ascii: "'") { return "' (single quote)" }
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
