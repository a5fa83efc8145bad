/// What is wrong with a JSON text or value, and where.
///
/// Every `DecodingError` that the decoder makes carries one as its `underlyingError`;
/// `DecodingError.jsonError` finds it. The `DecodingError` itself has JSONDecoder's case, path and
/// text.
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
  /// What is wrong.
  public let kind: Kind

  /// Bytes from the start of the text, 0-based, to the first byte that is wrong: for a syntax
  /// error the first byte that cannot belong to the text, otherwise the first byte of the value
  /// (or of the object that lacks a member). In a stream it counts from the start of the stream.
  ///
  /// A value of an object graph has no bytes; then it is 0.
  public let byteOffset: Int

  /// What was found there, and what was expected: the first half of `description`.
  let message: String

  /// The 0-based number of the record (array element, line, event) in a stream, nil elsewhere.
  public let recordIndex: Int?

  let location: SourceLocation

  package init(
    kind: Kind,
    byteOffset: Int,
    message: String,
    location: SourceLocation,
    recordIndex: Int? = nil
  ) {
    self.kind = kind
    self.byteOffset = byteOffset
    self.message = message
    self.location = location
    self.recordIndex = recordIndex
  }

  /// The line of the byte at `byteOffset`, 1-based. CR, LF and CRLF each end a line.
  ///
  /// - Complexity: O(`byteOffset`) the first time it is asked for, or once when the error leaves
  ///   `decode`, whichever is first.
  public var line: Int { location.resolved.line }

  /// The column of the byte at `byteOffset`: 1-based, in bytes from the start of its line.
  public var column: Int { location.resolved.column }

  /// Where the value is in the document (RFC 6901).
  public var pointer: JSONPointer { location.resolved.pointer }
}

extension JSONError {
  /// The kinds of fault. Further ones may be added; a `switch` needs a `default`.
  public enum Kind: Hashable, Sendable {
    /// The text ends inside a value, or has none.
    case unexpectedEnd
    /// A byte that the grammar does not allow there.
    case unexpectedByte(expected: Expectation)
    /// Bytes other than whitespace behind the text's value.
    case trailingBytes
    /// Something that begins like `true`, `false` or `null` and is not.
    case invalidLiteral
    /// A number that RFC 8259 section 6 does not allow, such as `01` or `1.`.
    case invalidNumber
    /// A number that the type asked for cannot hold.
    case numberOutOfRange
    /// A backslash that begins no escape sequence of RFC 8259 section 7, or half a surrogate pair.
    case invalidEscape
    /// An unescaped control character in a string.
    case controlCharacter
    /// Bytes that are not UTF-8, or not in the encoding that the text's first bytes announce.
    case invalidUTF8
    /// A name that the object already has, under `DuplicateKeyPolicy.reject`.
    case duplicateName
    /// More open arrays and objects than `JSONLimits.maximumDepth`.
    case depthLimitExceeded
    /// More bytes than `JSONLimits` or the size of the tape allow.
    case byteLimitExceeded
    /// A value of another type than the model asks for.
    case typeMismatch
    /// A `null`, or the end of an array, where the model asks for a value.
    case valueNotFound
    /// An object without a member that the model asks for.
    case keyNotFound
    /// A string or number that is not a date, URL, base64 text or such as the model asks for.
    case invalidValue
    /// An object of an object graph that JSON cannot hold, or one that contains itself.
    case invalidObject
  }

  /// What the grammar allows at some byte.
  public enum Expectation: Hashable, Sendable {
    /// A value.
    case value
    /// A name in quotation marks.
    case name
    /// A name in quotation marks or `}`.
    case nameOrObjectEnd
    /// The colon between a name and its value.
    case colon
    /// `,` or `]`.
    case commaOrArrayEnd
    /// `,` or `}`.
    case commaOrObjectEnd
    /// The beginning of an array, where a stream was told that there is one.
    case array
    /// The beginning of an object, where a stream was told that there is one.
    case object
    /// The separator between two records of a stream.
    case recordSeparator
  }
}

extension JSONError: Hashable {
  /// Two errors are equal when they say the same of the same place.
  public static func == (first: JSONError, second: JSONError) -> Bool {
    first.kind == second.kind && first.byteOffset == second.byteOffset
      && first.recordIndex == second.recordIndex && first.message == second.message
      && first.location.resolved == second.location.resolved
  }

  /// Hashes the kind and the place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(byteOffset)
  }
}

extension JSONError: CustomStringConvertible, CustomDebugStringConvertible {
  /// One line: what was found, what was expected, and where.
  public var description: String {
    let place = location.resolved
    var parts: [String] = []
    if let recordIndex { parts.append("record \(recordIndex)") }
    if !place.isObjectGraph {
      parts.append("line \(place.line)")
      parts.append("column \(place.column)")
      parts.append("byte \(byteOffset)")
    }
    parts.append(place.pointer == .root ? "at the top level" : "at \(place.pointer.abbreviated)")
    return "\(message) (\(parts.joined(separator: ", ")))"
  }

  /// `description`, and below it the line with a caret under the byte.
  public var debugDescription: String {
    let place = location.resolved
    guard !place.isObjectGraph, !place.excerpt.isEmpty else { return description }
    return "\(description)\n\(place.excerpt)\n\(String(repeating: " ", count: place.caret))^"
  }
}

extension DecodingError {
  /// What StreamJSON knows about the fault: its kind, byte offset, line, column and pointer.
  ///
  /// Nil for errors that something else made, such as a model's own `init(from:)`.
  public var jsonError: JSONError? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context.underlyingError as? JSONError
    @unknown default:
      nil
    }
  }
}

extension JSONError {
  /// Finds line, column and pointer now, and lets go of the document.
  package func settle() {
    location.resolve()
  }
}
