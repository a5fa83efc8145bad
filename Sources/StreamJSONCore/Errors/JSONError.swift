// Rules for the folder Errors:
// - Errors are made often and looked at rarely. Store the parts of a message, and put it together only when someone
//   asks.
// - A value from the JSON, or what a model says, may appear in a message only if `showsValuesInErrors` is set. Keys
//   always may.
// - Text from outside goes into a message only through `ForeignText`, so that a message stays on one line in a log.
// - Once its decode is over, an error must not hold the decoder's document.
// - A new kind needs a case here and a message in `Failures/Document+Messages.swift`.

/// What's wrong with a JSON document or value, and where.
///
/// Every `DecodingError` that `decode` throws has one as its `underlyingError`, unless a model has given it another
/// one. `DecodingError.jsonError` returns it, and `StreamJSONDecoder.locate(_:in:)` creates one for any other error.
/// The `DecodingError` itself has the same case, path, and description as JSONDecoder's, with a few documented
/// differences.
///
/// Until `decode` returns, other threads get only the kind. An error may keep a copy of its document in memory until
/// you ask for its location or description.
///
/// ```swift
/// do {
///   _ = try StreamJSONDecoder().decode([Int].self, from: data)
/// } catch let error as DecodingError {
///   print(error.jsonError?.description ?? "\(error)")
///   // unexpected ']', expected a value (line 1, column 4, byte 3, at /1)
/// }
/// ```
public struct JSONError: Error, Sendable {
  /// The kind of problem.
  public let kind: Kind

  /// The offset of the first wrong byte; 0 if there is no location.
  let offset: Int

  /// What everything else is made from.
  let details: any ErrorDetails

  // Not inlined into everything that asks for them, which keeps programs small.
  @inline(never)
  private var contents: ErrorContents { details.contents }

  /// The path of the file that was read by `decode(_:contentsOf:at:)` or `document(contentsOf:)`; otherwise nil.
  public var filePath: String? { (details as? FileErrorDetails)?.path }

  /// The 0-based index of the record (array element, line, event) in a stream; otherwise nil.
  public var recordIndex: Int? { contents.recordIndex }

  /// The record of a stream that could not be decoded: its bytes and where they are.
  ///
  /// Nil outside of streams, and for errors that don't belong to a record.
  public var record: JSONFailedRecord? { contents.record }

  /// The model's original error, if StreamJSON had to wrap it in a `DecodingError`.
  ///
  /// Failures in a sequence of results, errors in a `JSONLossyReport`, and the failure of a rule of `JSONTransformed`
  /// are `DecodingError`s. If a model or rule throws an error of another type, this is that error. If it throws a
  /// `DecodingError` that already has an underlying error, this is the underlying error. Otherwise, it's nil: `decode`
  /// and sequences of values rethrow a model's error unchanged.
  public internal(set) var underlyingError: (any Error)?

  /// Where the first wrong byte is.
  ///
  /// For a syntax error, this is the first byte that can't belong to the JSON, the backslash of a bad escape sequence,
  /// or the first byte of a sequence that isn't valid UTF-8. Otherwise, it is the first byte of the value (for a
  /// string, its quotation mark) or of the object that lacks a key.
  ///
  /// Nil for a value of an object graph, which has no bytes, and for the kinds `misuse` and `reentered`.
  public var location: Location? { contents.location(ofByteAt: offset) }

  /// The path to the value or syntax error as a JSON Pointer (RFC 6901).
  public var pointer: JSONPointer { contents.pointer }
}

extension JSONError {
  /// A byte of a document or stream.
  public struct Location: Hashable, Sendable {
    /// The offset of the byte, counted from 0 at the start of the document or, in a stream, from the start
    /// of the stream.
    public let byteOffset: Int64

    /// The line of the byte, counted from 1; CR, LF, and CRLF each end a line.
    public let line: Int

    /// The column of the byte, counted from 1 in bytes from the start of its line.
    public let column: Int
  }

  /// The kinds of error.
  ///
  /// More may be added, so a `switch` needs a `default`. Newer compilers insist on it.
  #if hasAttribute(nonexhaustive)
  @nonexhaustive
  #endif
  public enum Kind: Hashable, Sendable {
    /// The JSON ends inside a value, or contains no value.
    case unexpectedEnd
    /// A byte that the grammar doesn't allow here.
    case unexpectedByte(expected: Expectation)
    /// Bytes other than whitespace after the outermost value.
    case trailingBytes
    /// Something that begins like `true`, `false`, or `null` but isn't one of them.
    case invalidLiteral
    /// A number that RFC 8259 section 6 doesn't allow, such as `01` or `1.`.
    case invalidNumber
    /// A number that the requested type can't hold.
    case numberOutOfRange
    /// A backslash that doesn't begin an escape sequence of RFC 8259 section 7, or half of a surrogate pair.
    case invalidEscape
    /// An unescaped control character in a string.
    case controlCharacter
    /// Bytes that aren't valid UTF-8, or not valid in the encoding that the first bytes indicate.
    case invalidUTF8
    /// A key that the object already has, under `JSONDuplicateKeyPolicy.reject`.
    case duplicateKey
    /// Arrays and objects nested deeper than `JSONLimits.maximumDepth`.
    case depthLimitExceeded
    /// More bytes than `JSONLimits` or StreamJSON's internal index (the *tape*) allows.
    case byteLimitExceeded
    /// A value of a type other than the one that the model asks for.
    case typeMismatch
    /// A `null`, or the end of an array, where the model requires a value.
    case valueNotFound
    /// An object without a key that the model requires.
    case keyNotFound
    /// A string or number that isn't what the model asks for, such as a date, URL, or base64 string.
    case invalidValue
    /// An object in an object graph that JSON can't represent, or one that contains itself.
    case invalidObject
    /// A decoder or container that was used on another thread before its `decode` call returned, or when it was no
    /// longer valid. The JSON isn't at fault, so this error has no location.
    case misuse
    /// A stream that was used by the body, model, or source that it was calling; the JSON isn't at fault, so
    /// this error has no location.
    case reentered
    /// A stream of server-sent events in which no line is an event field or a comment, such as the
    /// body of a failed response.
    case noEvents
    /// A line in a stream of server-sent events that isn't a field, but begins like JSON or has an object, array, or
    /// string after a colon.
    ///
    /// Some servers send such a line when they fail in the middle of a response.
    case unexpectedText
  }

  /// What the grammar allows in place of a wrong byte.
  #if hasAttribute(nonexhaustive)
  @nonexhaustive
  #endif
  public enum Expectation: Hashable, Sendable {
    /// A value.
    case value
    /// A key in quotation marks.
    case key
    /// A key in quotation marks or `}`.
    case keyOrObjectEnd
    /// The colon between a key and its value.
    case colon
    /// `,` or `]`.
    case commaOrArrayEnd
    /// `,` or `}`.
    case commaOrObjectEnd
    /// The beginning of the array that a stream takes its elements from.
    case array
    /// The beginning of the object that a stream takes its members from.
    case object
    /// The second character of a JSON5 comment, `/` or `*`.
    case comment
    /// The separator between two records of a stream.
    case recordSeparator
    /// The length of the next record of a stream.
    case length
  }
}

extension JSONError: Hashable {
  /// Returns whether two errors report the same problem at the same location.
  public static func == (first: JSONError, second: JSONError) -> Bool {
    first.kind == second.kind && first.offset == second.offset
      && first.debugDescription == second.debugDescription && first.pointer == second.pointer
  }

  /// Hashes the kind and the location.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(offset)
  }
}

extension JSONError: CustomStringConvertible, CustomDebugStringConvertible {
  /// A single line that says what was found, what was expected, and where.
  ///
  /// Keys from the JSON are escaped and abbreviated, so they can't break the line.
  public var description: String { description(contents) }

  private func description(_ contents: ErrorContents) -> String {
    let message = contents.message()
    guard kind != .reentered, kind != .misuse else { return ForeignText.onOneLine(message) }
    let pointer = contents.pointer
    var place = pointer == .root ? "at the top level" : "at \(pointer.abbreviated)"
    if let location = contents.location(ofByteAt: offset) { place = "\(location), \(place)" }
    if let filePath { place = "\(filePath), \(place)" }
    if let recordIndex = contents.recordIndex { place = "record \(recordIndex + 1), \(place)" }
    return ForeignText.onOneLine("\(message) (\(place))")
  }

  /// The `description`, followed by the offending line and a caret if `showsValuesInErrors` is true.
  public var debugDescription: String {
    let contents = contents
    guard let lines = contents.excerpt.lines else { return description(contents) }
    return "\(description(contents))\n\(lines)"
  }
}

extension JSONError.Location: CustomStringConvertible {
  /// The line, column, and byte offset, as in the error's description: `line 1, column 4, byte 3`.
  public var description: String { "line \(line), column \(column), byte \(byteOffset)" }
}

extension DecodingError {
  /// The `JSONError` with this error's kind, location, and pointer.
  ///
  /// If the underlying error is another `DecodingError`, as when a model catches one and throws another, this is the
  /// `jsonError` of that error. Nil if no error in that chain has one; see `StreamJSONDecoder.locate(_:in:)`.
  public var jsonError: JSONError? {
    var error = self
    // A model's error may have any number of underlying errors.
    for _ in 0..<64 {
      let underlying = error.parts?.context.underlyingError
      if let known = underlying as? JSONError { return known }
      guard let next = underlying as? DecodingError else { return nil }
      error = next
    }
    return nil
  }
}

extension DecodingError {
  /// The same error, whose `jsonError` names the file that the JSON is from.
  package func inFile(atPath path: String) -> DecodingError {
    guard let parts, let error = parts.context.underlyingError as? JSONError else { return self }
    let details = FileErrorDetails(path: path, details: error.details)
    var located = JSONError(kind: error.kind, offset: error.offset, details: details)
    located.underlyingError = error.underlyingError
    return parts.error(because: located)
  }
}

/// The details of an error in a file.
private final class FileErrorDetails: ErrorDetails {
  let path: String
  private let details: any ErrorDetails

  init(path: String, details: any ErrorDetails) {
    self.path = path
    self.details = details
  }

  var contents: ErrorContents { details.contents }
}

extension JSONError: CustomReflectable {
  /// A mirror of the error's properties, without its storage.
  ///
  /// `dump(_:)`, debuggers, and test reports therefore show no more of the JSON than `description` does.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "kind": kind, "location": location as Any, "pointer": pointer,
        "recordIndex": recordIndex as Any,
      ],
      displayStyle: .struct
    )
  }
}

/// A problem in a text, and the byte at which it is.
///
/// Two words, without a string: the message is written only on demand.
package struct InputFault: Error, Equatable {
  var kind: JSONError.Kind

  /// Bytes from the start of the text to the first byte that can't belong to it, or the byte count if the text ends
  /// before its value does.
  var offset: Int

  init(_ kind: JSONError.Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}
