/// Every `DecodingError` of the library is made in this file: JSONDecoder's case and text, the
/// path, and a `JSONError` that says more.
extension DocumentDecoder {
  /// JSONDecoder's words for the value at `entry`.
  private func found(at entry: Int) -> String {
    switch document.tape[entry].kind {
    case .null: "null"
    case .true, .false: "bool"
    case .number, .longNumber, .integer, .floatingPoint: "number"
    case .string, .longString: "a string"
    case .array: "an array"
    case .object: "a dictionary"
    case .foreign: "\(Swift.type(of: document.foreignObjects[document.tape[entry].offset]))"
    }
  }

  /// A few words on the value at `entry`, with the value itself when it is short.
  private func describe(_ entry: Int) -> String {
    let tape = document.tape
    switch tape[entry].kind {
    case .null: return "null"
    case .true: return "true"
    case .false: return "false"
    case .array: return "an array"
    case .object: return "an object"
    case .number, .longNumber: return "the number \(excerpt(at: entry))"
    case .integer: return "the number \(tape.integer(at: entry))"
    case .floatingPoint: return "the number \(tape.double(at: entry))"
    case .string, .longString: return "the string \"\(excerpt(at: entry))\""
    case .foreign: return "an object of type \(found(at: entry))"
    }
  }

  /// The first bytes of a scalar.
  private func excerpt(at entry: Int) -> String {
    let (start, end) = document.tape.byteRange(of: entry)
    let isCut = end - start > 40
    var last = isCut ? start + 36 : end
    while isCut, last > start, document.text[last] & 0xC0 == 0x80 { last -= 1 }
    // SAFETY: the scanner wrote offset and count within the text, and `last` is between them.
    let part = unsafe String(decoding: document.text.buffer(from: start, to: last), as: UTF8.self)
    return isCut ? part + "…" : part
  }

  /// The offset of the first byte of the value at `entry`, its quotation mark included.
  private func firstByte(of entry: Int) -> Int {
    let word = document.tape[entry]
    guard !document.isObjectGraph, entry != Tape.absent else { return 0 }
    let isString = word.kind == .string || word.kind == .longString
    guard isString, word.offset > 0 else { return word.offset }
    let mark = document.text[word.offset - 1]
    return mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") ? word.offset - 1 : word.offset
  }

  private func jsonError(
    _ kind: JSONError.Kind,
    at entry: Int,
    offset: Int? = nil,
    _ message: String
  ) -> JSONError {
    let offset = offset ?? firstByte(of: entry)
    return JSONError(
      kind: kind,
      byteOffset: document.origin.offset + offset,
      message: message,
      location: SourceLocation(document: document, entry: entry, offset: offset),
      recordIndex: document.recordIndex
    )
  }

  private func context(
    _ path: [any CodingKey],
    _ text: String,
    _ error: JSONError
  ) -> DecodingError.Context {
    DecodingError.Context(codingPath: path, debugDescription: text, underlyingError: error)
  }

  // MARK: - Values of another type

  /// The value at `entry` is not of the scalar type `type`.
  @inline(never)
  package func mismatch(_ type: any Any.Type, at entry: Int) -> DecodingError {
    if document.tape[entry].kind == .null { return nullFound(type, at: entry) }
    return typeMismatch(
      type, "Expected to decode \(type) but found \(found(at: entry)) instead.", at: entry)
  }

  /// JSONDecoder calls a null a mismatch where a boolean is expected, and only there.
  @inline(never)
  func boolMismatch(at entry: Int) -> DecodingError {
    typeMismatch(
      Bool.self, "Expected to decode Bool but found \(found(at: entry)) instead.", at: entry)
  }

  /// A mismatch with a text of its own.
  package func typeMismatch(
    _ type: any Any.Type,
    _ text: String,
    at entry: Int
  ) -> DecodingError {
    let error = jsonError(
      .typeMismatch, at: entry, "found \(describe(entry)), expected \(type)")
    return .typeMismatch(type, context(path(to: entry), text, error))
  }

  /// The value at `entry` is null.
  package func nullFound(_ type: any Any.Type, at entry: Int) -> DecodingError {
    nullFound(
      type, "Cannot get value of type \(type) -- found null value instead", at: entry)
  }

  private func nullFound(
    _ type: any Any.Type,
    _ text: String,
    at entry: Int
  ) -> DecodingError {
    let error = jsonError(.valueNotFound, at: entry, "found null, expected \(type)")
    return .valueNotFound(type, context(path(to: entry), text, error))
  }

  @inline(never)
  func notAKeyedContainer(at entry: Int) -> DecodingError {
    guard document.tape[entry].kind == .null else { return notADictionary(at: entry) }
    return nullFound(
      [String: Any].self, "Cannot get keyed decoding container -- found null value instead",
      at: entry)
  }

  @inline(never)
  func notAnUnkeyedContainer(at entry: Int) -> DecodingError {
    guard document.tape[entry].kind == .null else { return mismatch([Any].self, at: entry) }
    return nullFound(
      [Any].self, "Cannot get unkeyed decoding container -- found null value instead", at: entry)
  }

  /// Where the standard library's `Dictionary.init(from:)` would ask for a container.
  @inline(never)
  func notADictionary(at entry: Int) -> DecodingError {
    guard document.tape[entry].kind == .null else {
      return mismatch([String: Any].self, at: entry)
    }
    // JSONDecoder decodes dictionaries itself under a key strategy, with another text.
    if case .none = options.keyConversion { return notAKeyedContainer(at: entry) }
    return nullFound([String: Any].self, at: entry)
  }

  /// Where the standard library's `Array.init(from:)` would ask for a container.
  @inline(never)
  func notAnArray(at entry: Int) -> DecodingError {
    notAnUnkeyedContainer(at: entry)
  }

  // MARK: - Malformed values

  private static let notValidJSON = "The given data was not valid JSON."

  /// A malformed string or name at `entry`.
  @inline(never)
  package func corrupted(_ fault: SyntaxFault, at entry: Int) -> DecodingError {
    let error = jsonError(
      fault.kind, at: entry, offset: fault.offset, document.message(for: fault))
    return .dataCorrupted(context(path(to: entry), Self.notValidJSON, error))
  }

  /// A number at `entry` that is malformed, or that `type` cannot hold.
  @inline(never)
  package func numberFault(
    _ fault: NumberFault,
    _ type: any Any.Type,
    at entry: Int
  ) -> DecodingError {
    let error: JSONError
    switch fault {
    case .malformed(let offset):
      error = jsonError(
        .invalidNumber, at: entry, offset: offset, "\(describe(entry)) is not valid JSON")
    case .outOfRange:
      error = jsonError(
        .numberOutOfRange, at: entry, "\(describe(entry)) does not fit in \(type)")
    case .hasFraction:
      error = jsonError(
        .numberOutOfRange, at: entry,
        "\(describe(entry)) has a fraction and does not fit in \(type)")
    }
    return .dataCorrupted(context(path(to: entry), Self.notValidJSON, error))
  }

  /// A value at `entry` that is well-formed but no date, URL or such.
  package func invalidValue(_ text: String, expected: String, at entry: Int) -> DecodingError {
    let error = jsonError(
      .invalidValue, at: entry, "found \(describe(entry)), expected \(expected)")
    return .dataCorrupted(context(path(to: entry), text, error))
  }

  /// An object of a graph that JSON has no kind for.
  package func invalidObject(_ text: String, at entry: Int) -> DecodingError {
    let error = jsonError(.invalidObject, at: entry, text)
    return .dataCorrupted(context(path(to: entry), text, error))
  }

  /// The name at `nameEntry` is there already.
  func duplicateName(at nameEntry: Int, in header: Int) -> DecodingError {
    let name = document.repairedString(at: nameEntry)
    let error = jsonError(
      .duplicateName, at: nameEntry, "the name \"\(name)\" is in this object already")
    return .dataCorrupted(
      context(path(to: header), "Duplicate key \"\(name)\".", error))
  }

  // MARK: - Values that are not there

  @inline(never)
  func keyNotFound(_ key: some CodingKey, in header: Int) -> DecodingError {
    var message = "no member \"\(key.stringValue)\" in this object"
    if let similar = similarName(to: key.stringValue, in: header) {
      message += "; there is \"\(similar)\""
    }
    let error = jsonError(.keyNotFound, at: header, message)
    return .keyNotFound(
      key,
      context(
        path(to: header),
        "No value associated with key \(key) (\"\(key.stringValue)\").", error))
  }

  /// A name that differs from `name` in case and underscores only.
  private func similarName(to name: String, in header: Int) -> String? {
    let folded = { (name: String) in
      name.lowercased().filter { $0 != "_" && $0 != "-" }
    }
    let wanted = folded(name)
    // A bound, since a model may miss many keys in one wide object.
    return names(of: header, atMost: 256).first { folded($0) == wanted }
  }

  @inline(never)
  func unkeyedContainerIsAtEnd(
    _ type: any Any.Type,
    _ header: Int,
    _ index: Int
  ) -> DecodingError {
    var text = "Unkeyed container is at end."
    if type == (any Decoder).self {
      text = "Cannot get superDecoder() -- unkeyed container is at end."
    }
    let error = jsonError(
      .valueNotFound, at: header, "the array has no element \(index), expected \(type)")
    return .valueNotFound(
      type,
      context(path(to: header) + [JSONKey(index: index)], text, error))
  }
}

extension Document {
  /// The error for a text that is malformed as a whole.
  package func syntaxError(_ fault: SyntaxFault) -> DecodingError {
    let error = JSONError(
      kind: fault.kind,
      byteOffset: origin.offset + fault.offset,
      message: message(for: fault),
      location: SourceLocation(document: self, entry: tape.count, offset: fault.offset),
      recordIndex: recordIndex
    )
    return .dataCorrupted(
      DecodingError.Context(
        codingPath: [],
        debugDescription: "The given data was not valid JSON.",
        underlyingError: error
      ))
  }

  /// What `fault` found and what was expected instead.
  func message(for fault: SyntaxFault) -> String {
    let found = byteDescription(at: fault.offset)
    switch fault.kind {
    case .unexpectedEnd: return "the text ends too early"
    case .unexpectedByte(let expected): return "unexpected \(found), expected \(expected.words)"
    case .trailingBytes: return "unexpected \(found) behind the value"
    case .invalidLiteral: return "unexpected \(found), expected 'true', 'false' or 'null'"
    case .invalidNumber: return "unexpected \(found) in a number"
    case .invalidEscape: return "invalid escape sequence"
    case .controlCharacter: return "unescaped control character \(found) in a string"
    case .invalidUTF8: return "\(found) is not valid UTF-8 there"
    case .depthLimitExceeded: return "too many nested arrays and objects"
    case .byteLimitExceeded: return "too many bytes"
    case .duplicateName: return "the name is in this object already"
    default: return "not valid JSON"
    }
  }

  /// The byte at `offset` for a message.
  private func byteDescription(at offset: Int) -> String {
    guard offset < text.count else { return "end of text" }
    let byte = text[offset]
    if byte >= 0x20, byte < 0x7F { return "'\(Character(Unicode.Scalar(byte)))'" }
    let digits = String(byte, radix: 16, uppercase: true)
    return "byte 0x\(digits.count == 1 ? "0" : "")\(digits)"
  }
}

extension JSONError.Expectation {
  /// For a message.
  var words: String {
    switch self {
    case .value: "a value"
    case .name: "a name in quotation marks"
    case .nameOrObjectEnd: "a name in quotation marks or '}'"
    case .colon: "':'"
    case .commaOrArrayEnd: "',' or ']'"
    case .commaOrObjectEnd: "',' or '}'"
    case .array: "an array"
    case .object: "an object"
    case .recordSeparator: "a record separator"
    }
  }
}
