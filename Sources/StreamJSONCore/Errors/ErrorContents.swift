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
