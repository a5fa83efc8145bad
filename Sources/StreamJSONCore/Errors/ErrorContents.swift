/// The place of an error, and the parts of its message.
///
/// Everything is copied out of the document: a few dozen bytes, and a count of line ends that continues from
/// the previous error's. It therefore keeps no document alive, and can be handed to any thread. The message
/// is written only on demand.
package struct ErrorContents: Sendable {
  /// What was found and what was expected.
  enum Finding: Sendable {
    /// The text is malformed at `JSONError.byteOffset`; the kind says how.
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
    /// The same, with the names that the object has instead, or what a key strategy makes of names.
    ///
    /// In a box, because findings are copied for each error, even for errors that a model drops.
    indirect case missingNameAmong(FoundNames, String)
    /// The array has no such element.
    case missingElement(Int, any Any.Type)
    /// The object already has this name.
    case duplicateKey(String)
    /// A model or the standard library has thrown its own error, whose description is shown only if values
    /// are.
    case refused(by: (any Any.Type)?, reason: String?, accepting: Accepted = .unknown)
    /// An enumeration with associated values has no case, or more than one, with these names.
    ///
    /// In a box, like all rare parts of these enumerations, because they are copied for each error.
    indirect case unknownCase(of: any Any.Type, Cases)
    /// A sentence.
    case text(String)
  }

  /// Some of the names that an object has.
  struct FoundNames: Sendable {
    /// The name that is similar to the missing one, or the first few names.
    var names: [String] = []
    /// How many more there are.
    var otherCount = 0
    /// What the key strategy makes of them.
    var conversion = Conversion.none
  }

  /// What a key strategy makes of a name.
  enum Conversion: Sendable {
    /// Nothing.
    case none
    /// The result of a function of the name alone.
    indirect case known(@Sendable (String) -> String)
    /// What a program's own function returns, which is not called for an error.
    case unknown
  }

  /// The values that a type accepts, as far as that is known.
  enum Accepted: Sendable {
    case unknown
    /// The values of its cases, which are looked up when somebody asks what the error says.
    case rawValues
    /// These, as in a message, and some more.
    indirect case listed([String], otherCount: Int)
  }

  /// The names that were found where the name of a case was expected, and the names of the cases.
  struct Cases: Sendable {
    /// The type of the keys that are named like the cases, until somebody asks what the error says.
    let keys: any CodingKey.Type
    let conversion: Conversion
    var found: [String] = []
    /// Whether the enumeration has cases with these names, of which there are too many.
    var areKnown = false
    /// The case whose name is similar to the one that was found, or the first cases.
    var known: [String] = []
    var otherCount = 0
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
  }

  let finding: Finding
  /// A short description of the value that was found.
  var found = "null"
  var excerpt = Excerpt()

  /// 1-based, counted from the beginning of the part of a stream that is decoded on its own; 0 in an
  /// object graph.
  var lineInPart = 0
  /// 1-based, in bytes; 0 in an object graph.
  var columnInPart = 0
  var pointer = JSONPointer.root

  /// Counted as the line is.
  var recordIndexInPart: Int?

  /// The record of a stream that could not be decoded.
  var record: JSONFailedRecord?

  /// What comes before that part, if it is not the whole stream.
  var preceding: (any PrecedingRecords)?

  /// What a model has thrown, if a `DecodingError` was made of it.
  var underlyingError: (any Error)?
}

extension ErrorContents {
  private var counts: PrecedingCounts { preceding?.counts ?? PrecedingCounts() }

  /// False for a value of an object graph.
  var hasPlaceInText: Bool { lineInPart > 0 }

  /// 1-based; 0 in an object graph.
  var line: Int { hasPlaceInText ? lineInPart + counts.lineCount : 0 }

  /// 1-based, in bytes; 0 in an object graph.
  var column: Int { lineInPart == 1 ? columnInPart + counts.column : columnInPart }

  var recordIndex: Int? { recordIndexInPart.map { $0 + counts.recordCount } }
}
