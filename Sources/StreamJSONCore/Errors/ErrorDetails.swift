/// What a `JSONError` says besides its kind and offset: where, and the ingredients of its message.
///
/// Everything is copied out of the document when the error is made (a few dozen bytes, one count
/// of line ends that goes on where the last error's stopped), so an error keeps no document
/// alive, can be handed to any thread, and is the same before and after `decode` has returned.
/// The sentences are written when somebody asks for them: a model that tries several types and
/// drops the errors pays for none.
package final class ErrorDetails: Sendable {
  /// What was found and what was expected.
  package enum Finding: Sendable {
    /// The text is malformed at `JSONError.byteOffset`; the kind tells how.
    case malformedText
    /// The value is no number of RFC 8259.
    case malformedNumber
    /// The number is well-formed but does not fit.
    case misfit(any Any.Type, hasFraction: Bool)
    /// Another type was expected.
    case expected(any Any.Type)
    /// Something was expected that is not a type.
    case expectedText(String)
    /// The object has no such member; `similar` is one that it has.
    case missingName(String, similar: String?)
    /// The array has no such element.
    case missingElement(Int, any Any.Type)
    /// The object has the name already.
    case duplicateName(String)
    /// A sentence.
    case text(String)
  }

  /// The value that was found.
  struct FoundValue: Sendable {
    var kind = TapeWord.Kind.null
    /// Where in `bytes` the first bytes of a scalar are.
    var bytes: [UInt8] = []
    var range = 0..<0
    var isCut = false
  }

  /// The line around the byte at fault.
  struct Excerpt: Sendable {
    /// The first `count` of these; the found value is behind them.
    var bytes: [UInt8] = []
    var count = 0
    /// How many of `bytes` are before the one at fault.
    var caret = 0
    var isCutBefore = false
    var isCutAfter = false
  }

  let finding: Finding
  let found: FoundValue
  let excerpt: Excerpt

  /// 1-based; 0 in an object graph.
  let line: Int
  /// 1-based, in bytes; 0 in an object graph.
  let column: Int
  let pointer: JSONPointer
  let recordIndex: Int?

  /// True when the value has no place in a text.
  var isObjectGraph: Bool { line == 0 }

  init(
    finding: Finding,
    found: FoundValue = FoundValue(),
    excerpt: Excerpt = Excerpt(),
    line: Int = 0,
    column: Int = 0,
    pointer: JSONPointer = .root,
    recordIndex: Int? = nil
  ) {
    self.finding = finding
    self.found = found
    self.excerpt = excerpt
    self.line = line
    self.column = column
    self.pointer = pointer
    self.recordIndex = recordIndex
  }
}
