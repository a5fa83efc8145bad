/// Almost every `DecodingError` of the library is made in this file: JSONDecoder's case and
/// description, the path, and a `JSONError` that says more.
extension DocumentDecoder {
  /// The offset of the first byte of the value at `entry`, including its quotation mark.
  func firstByte(of entry: Int) -> Int {
    let word = document.tape[entry]
    guard !document.isObjectGraph, entry != Tape.absent else { return 0 }
    guard isString(at: entry), word.offset > 0 else { return word.offset }
    let mark = document.text[word.offset - 1]
    return mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") ? word.offset - 1 : word.offset
  }

  /// The context of an error: the path to the value at `entry`, and what's wrong with it.
  ///
  /// The `JSONError` points at the entry `place` if that is a different one, and at the byte at `offset`, by
  /// default the first one of the value. `path` is passed if the path differs from that of the value.
  @inline(never)
  func context(
    _ entry: Int,
    _ text: String,
    _ kind: JSONError.Kind,
    _ finding: ErrorContents.Finding,
    at place: Int? = nil,
    offset: Int? = nil,
    path: [any CodingKey]? = nil
  ) -> DecodingError.Context {
    contextInPlace(entry, text, kind, finding, at: place, offset: offset, path: path)
  }

  /// The same, inlined, for errors of models that try one type after another.
  ///
  /// A call with all these arguments takes 8 % of the instructions of a tree that finds out what values are
  /// by trying. A copy adds 500 bytes to a program.
  @inline(__always)
  func contextInPlace(
    _ entry: Int,
    _ text: String,
    _ kind: JSONError.Kind,
    _ finding: ErrorContents.Finding,
    at place: Int? = nil,
    offset: Int? = nil,
    path: [any CodingKey]? = nil
  ) -> DecodingError.Context {
    guard !notes.errors.areDropped else {
      return DecodingError.Context(codingPath: [], debugDescription: text)
    }
    // Most often, the last error was dropped, and its path and details serve this one.
    if notes.errors.failedInitializer != nil { notes.forgetFailure() }
    return DecodingError.Context(
      codingPath: path ?? self.path(to: entry),
      debugDescription: text,
      underlyingError: jsonErrorInPlace(entry, kind, finding, at: place, offset: offset)
    )
  }

  /// The `JSONError` about the value at `entry`, for an error that already has everything else.
  @inline(never)
  func jsonError(
    _ entry: Int,
    _ kind: JSONError.Kind,
    _ finding: ErrorContents.Finding,
    offset: Int? = nil
  ) -> JSONError {
    jsonErrorInPlace(entry, kind, finding, offset: offset)
  }

  @inline(__always)
  private func jsonErrorInPlace(
    _ entry: Int,
    _ kind: JSONError.Kind,
    _ finding: ErrorContents.Finding,
    at place: Int? = nil,
    offset: Int? = nil
  ) -> JSONError {
    if entry == Tape.absent, let error = missingMember(at: offset) { return error }
    let place = place ?? entry
    let offset = offset ?? firstByte(of: place)
    let details = notes.errors.pending.makeDetails(of: document, on: use.thread, environment)
    details.begin(
      finding,
      at: place,
      offset: offset,
      // The path from the root to what a `superDecoder()` stands on is longer.
      pointerEntry: base.entry == Tape.root ? entry : place
    )
    // Outside a decode nothing would complete them before the document changes.
    if !use.isBusy { notes.settleErrors() }
    let source = document.sourceOffset(of: offset)
    return JSONError(kind: kind, offset: source, details: .object(details))
  }

  /// The `JSONError` in a `superDecoder()` for a member that the object does not have; nil in any other decoder.
  @inline(never)
  private func missingMember(at offset: Int?) -> JSONError? {
    guard base.entry == Tape.absent, base.container != Tape.absent, let key = base.path.last else {
      return nil
    }
    return jsonError(base.container, .keyNotFound, missingName(key.stringValue), offset: offset)
  }

  // MARK: - Values of another type

  /// Makes the error for a value at `entry` that is not of the scalar type `type`.
  ///
  /// JSONDecoder calls a null a mismatch where a boolean is expected, and only there.
  @inline(never)
  func mismatch(_ type: any Any.Type, at entry: Int) -> DecodingError {
    let found: MismatchDescriptions.Found
    switch storage.tape[entry].kind {
    case .null where type != Bool.self: return nullFound(type, at: entry)
    case .null: found = .null
    case .true, .false: found = .bool
    case .number, .longNumber, .integer, .floatingPoint: found = .number
    case .string, .longString: found = .string
    case .array: found = .array
    case .object: found = .dictionary
    case .foreign: return invalidObject(at: entry)
    }
    let text = types.mismatch(type, found: found)
    return .typeMismatch(type, contextInPlace(entry, text, .typeMismatch, .expected(type)))
  }

  /// Makes the error for a mismatch, with its own description.
  ///
  /// `expected`, if it is not nil, says what value is expected instead of just a `type`.
  @inline(never)
  package func typeMismatch(
    _ type: any Any.Type,
    _ text: String,
    expected: String? = nil,
    at entry: Int
  ) -> DecodingError {
    if expected == nil, document.tape[entry].kind == .foreign { return invalidObject(at: entry) }
    let finding = expected.map(ErrorContents.Finding.expectedText) ?? .expected(type)
    return .typeMismatch(type, context(entry, text, .typeMismatch, finding))
  }

  /// Makes the error for a null at `entry`; `text`, if it is not nil, says so.
  @inline(never)
  package func nullFound(
    _ type: any Any.Type,
    _ text: consuming String? = nil,
    at entry: Int
  ) -> DecodingError {
    let text = text ?? types.mismatch(type, found: .null)
    return .valueNotFound(type, contextInPlace(entry, text, .valueNotFound, .expected(type)))
  }

  /// Makes the error for a value at `entry` that is not of the kind `expected`, an object or an array.
  ///
  /// For an array, this is also the error at the point where the standard library's `Array.init(from:)` would ask for
  /// a container.
  @inline(never)
  func notAContainer(_ expected: TapeWord.Kind, at entry: Int) -> DecodingError {
    let isKeyed = expected == .object
    let type: any Any.Type = isKeyed ? [String: Any].self : [Any].self
    guard document.tape[entry].kind == .null else { return mismatch(type, at: entry) }
    let text =
      isKeyed
      ? "Cannot get keyed decoding container -- found null value instead"
      : "Cannot get unkeyed decoding container -- found null value instead"
    return nullFound(type, text, at: entry)
  }

  /// Makes the error at the point where the standard library's `Dictionary.init(from:)` would ask for a container.
  @inline(never)
  func notADictionary(at entry: Int) -> DecodingError {
    // Under a key strategy, JSONDecoder decodes dictionaries itself, with another description of null.
    options.keyConversion.isNone
      ? notAContainer(.object, at: entry) : mismatch([String: Any].self, at: entry)
  }

  // MARK: - Malformed values

  /// Makes the error for a malformed string or name at `entry`.
  @inline(never)
  func corrupted(_ fault: InputFault, at entry: Int) -> DecodingError {
    notValidJSON(entry, fault.kind, document.finding(for: fault), offset: fault.offset)
  }

  /// Makes the error for a number at `entry` that is malformed, or that `type` cannot hold.
  @inline(never)
  package func numberFault(
    _ fault: NumberFault,
    _ type: any Any.Type,
    at entry: Int
  ) -> DecodingError {
    switch fault {
    case .malformed(let offset):
      notValidJSON(entry, .invalidNumber, document.finding(forNumberAt: entry), offset: offset)
    case .outOfRange, .hasFraction:
      notValidJSON(entry, .numberOutOfRange, .misfit(type, hasFraction: fault == .hasFraction))
    }
  }

  private func notValidJSON(
    _ entry: Int,
    _ kind: JSONError.Kind,
    _ finding: ErrorContents.Finding,
    offset: Int? = nil
  ) -> DecodingError {
    .dataCorrupted(context(entry, DecodingError.notValidJSON, kind, finding, offset: offset))
  }

  /// Makes the error for a value at `entry` that is well-formed but not a valid date, URL or the like.
  package func invalidValue(_ text: String, expected: String, at entry: Int) -> DecodingError {
    .dataCorrupted(context(entry, text, .invalidValue, .expectedText(expected)))
  }

  /// Makes the error for a value at `entry` of an object graph that JSON cannot represent.
  @inline(never)
  package func invalidObject(at entry: Int) -> DecodingError {
    let object: Any =
      document.tape[entry].kind == .foreign
      ? document.foreignObject(at: entry) : document.tape.double(at: entry)
    let text =
      switch object {
      case let number as Double: "JSON cannot represent the number \(number)."
      case let dictionary as ObjectWithOddKey:
        "JSON cannot represent a dictionary with \(phrase(forOddKey: dictionary.key)) "
          + "because keys must be strings."
      default: "JSON cannot represent an object of type \(Swift.type(of: object))."
      }
    return .dataCorrupted(
      context(entry, text, .invalidObject, .text(String(text.dropLast())))
    )
  }

  private func phrase(forOddKey key: Any) -> String {
    let type = Swift.type(of: key)
    guard options.showsValuesInErrors else { return "a key of type \(type)" }
    let limit = ForeignText.maximumNameByteCount
    return "the key \(ForeignText.shortened("\(key)", toAtMost: limit)) of type \(type)"
  }

  /// Makes the error for a duplicate name at `nameEntry`.
  func duplicateKey(at nameEntry: Int, in header: Int) -> DecodingError {
    let name = ForeignText.quoted(document.repairedString(at: nameEntry))
    let finding = ErrorContents.Finding.text("duplicate key \(name) in this object")
    let text = "Duplicate key \(name)."
    return .dataCorrupted(context(header, text, .duplicateKey, finding, at: nameEntry))
  }

  // MARK: - Missing values

  /// Makes the error for an object at `header` without a member for `key`; `describe` gives its name and the text that
  /// says so.
  @inline(__always)
  func keyNotFound(
    _ key: some CodingKey,
    in header: Int,
    _ describe: () -> (name: String, text: String)
  ) -> DecodingError {
    guard !notes.errors.areDropped else {
      return .keyNotFound(key, DecodingError.Context(codingPath: [], debugDescription: ""))
    }
    let (name, text) = describe()
    return .keyNotFound(key, contextInPlace(header, text, .keyNotFound, missingName(name)))
  }

  /// The finding that an object has no member `name`, which is that of a key.
  @inline(__always)
  func missingName(_ name: String) -> ErrorContents.Finding {
    guard case .none = options.keyConversion else {
      return .missingConvertedName(name, conversion)
    }
    return .missingName(name)
  }

  /// What the key strategy makes of a name, if that depends on the name alone.
  @inline(never)
  var conversion: ErrorContents.Conversion? {
    if case .name(let conversion) = options.keyConversion { conversion.convert } else { nil }
  }

  /// Makes the error for a `pointer` to no value, because the container at `header` has nothing for its last token.
  @inline(never)
  func missingPart(_ pointer: JSONPointer, in header: Int) -> DecodingError {
    let text = "No value at \"\(pointer.abbreviated)\"."
    let token = pointer.tokens.last ?? ""
    let isObject = storage.tape[header].kind == .object
    let position = isObject ? nil : JSONPointer.position(token)
    let finding: ErrorContents.Finding =
      isObject
      ? .missingName(token)
      : .text("no element \(token) in this array of \(storage.tape[header + 1].count)")
    return .keyNotFound(
      position.map(JSONKey.init(index:)) ?? JSONKey(stringValue: token),
      context(header, text, .keyNotFound, finding)
    )
  }

  /// Makes the error for an array at `header` without an element at `index`, where one of `type` was asked for.
  @inline(never)
  func unkeyedContainerIsAtEnd(
    _ type: any Any.Type,
    _ header: Int,
    _ index: Int
  ) -> DecodingError {
    let text =
      type == (any Decoder).self
      ? "Cannot get superDecoder() -- unkeyed container is at end." : "Unkeyed container is at end."
    let path = path(to: header, JSONKey(index: index))
    return .valueNotFound(
      type,
      context(header, text, .valueNotFound, .missingElement(index, type), path: path)
    )
  }
}
