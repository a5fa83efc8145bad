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
  /// The `JSONError` points at the byte at `offset`, by default the first one of the value. `path` is passed if the path
  /// differs from that of the value.
  ///
  /// It is inlined for errors of models that try one type after another: a call with all these arguments takes 8 % of the
  /// instructions of a tree that finds out what values are by trying. A copy adds 500 bytes to a program.
  @inline(__always)
  func context(
    _ entry: Int,
    _ text: String,
    _ kind: JSONError.Kind,
    _ finding: ErrorFinding,
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
      underlyingError: jsonError(entry, kind, finding, offset: offset)
    )
  }

  /// The `JSONError` about the value at `entry`.
  @inline(__always)
  func jsonError(
    _ entry: Int,
    _ kind: JSONError.Kind,
    _ finding: ErrorFinding,
    offset: Int? = nil
  ) -> JSONError {
    if entry == Tape.absent, let error = missingMember(at: offset) { return error }
    let offset = offset ?? firstByte(of: entry)
    let details = notes.errors.pending.makeDetails(of: document, on: use.thread, environment)
    details.begin(finding, at: entry, offset: offset)
    // Outside a decode nothing would complete them before the document changes.
    if !use.isBusy { notes.settleErrors() }
    let source = document.sourceOffset(of: offset)
    return JSONError(kind: kind, offset: source, details: details)
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

  /// Creates the error for a value at `entry` that is not of the scalar type `type`.
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
    let text = types.mismatches[type, found: found]
    return .typeMismatch(type, context(entry, text, .typeMismatch, .expected(type)))
  }

  /// Creates the error for a mismatch, with its own description.
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
    let finding = expected.map(ErrorFinding.expectedText) ?? .expected(type)
    return .typeMismatch(type, context(entry, text, .typeMismatch, finding))
  }

  /// Creates the error for a null at `entry`; `text`, if it is not nil, says so.
  @inline(never)
  package func nullFound(
    _ type: any Any.Type,
    _ text: consuming String? = nil,
    at entry: Int
  ) -> DecodingError {
    let text = text ?? types.mismatches[type, found: .null]
    return .valueNotFound(type, context(entry, text, .valueNotFound, .expected(type)))
  }

  /// Creates the error for a value at `entry` that is not of the kind `expected`, an object or an array.
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

  /// Creates the error at the point where the standard library's `Dictionary.init(from:)` would ask for a container.
  @inline(never)
  func notADictionary(at entry: Int) -> DecodingError {
    // Under a key strategy, JSONDecoder decodes dictionaries itself, with another description of null.
    options.keyConversion.isNone
      ? notAContainer(.object, at: entry) : mismatch([String: Any].self, at: entry)
  }

  // MARK: - Malformed values

  /// Creates the error for a malformed string or name at `entry`.
  @inline(never)
  func corrupted(_ fault: InputFault, at entry: Int) -> DecodingError {
    dataCorrupted(entry, fault.kind, .malformed(fault), offset: fault.offset)
  }

  /// Creates the error for a number at `entry` that is malformed, or that `type` cannot hold.
  @inline(never)
  package func numberFault(
    _ fault: NumberFault,
    _ type: any Any.Type,
    at entry: Int
  ) -> DecodingError {
    switch fault {
    case .malformed(let offset):
      dataCorrupted(entry, .invalidNumber, .malformedNumber, offset: offset)
    case .outOfRange, .hasFraction:
      dataCorrupted(entry, .numberOutOfRange, .misfit(type, hasFraction: fault == .hasFraction))
    }
  }

  /// Creates the error for a value at `entry` that is not what it should be.
  @inline(never)
  func dataCorrupted(
    _ entry: Int,
    _ kind: JSONError.Kind,
    _ finding: ErrorFinding,
    saying text: String = DecodingError.notValidJSON,
    offset: Int? = nil
  ) -> DecodingError {
    .dataCorrupted(context(entry, text, kind, finding, offset: offset))
  }

  /// Creates the error for a value at `entry` that is well-formed but not a valid date, URL or the like.
  package func invalidValue(_ text: String, expected: String, at entry: Int) -> DecodingError {
    dataCorrupted(entry, .invalidValue, .expectedText(expected), saying: text)
  }

  /// Creates the error for a value at `entry` of an object graph that JSON cannot represent.
  @inline(never)
  package func invalidObject(at entry: Int) -> DecodingError {
    let object: Any =
      document.tape[entry].kind == .foreign
      ? document.foreignObject(at: entry) : document.tape.double(at: entry)
    let text =
      switch object {
      case let number as Double: "JSON can't represent the number \(number)."
      case let dictionary as ObjectWithOddKey:
        "JSON can't represent a dictionary with \(phrase(forOddKey: dictionary.key)) "
          + "because keys must be strings."
      default: "JSON can't represent a value of type \(Swift.type(of: object))."
      }
    return dataCorrupted(entry, .invalidObject, .text(String(text.dropLast())), saying: text)
  }

  private func phrase(forOddKey key: Any) -> String {
    let type = Swift.type(of: key)
    guard options.showsValuesInErrors else { return "a key of type \(type)" }
    let limit = ForeignText.maximumNameByteCount
    return "the key \(ForeignText.shortened("\(key)", toAtMost: limit)) of type \(type)"
  }

  /// Creates the error for a duplicate name at `nameEntry`.
  func duplicateKey(at nameEntry: Int, in header: Int) -> DecodingError {
    let name = ForeignText.quoted(document.repairedString(at: nameEntry))
    let finding = ErrorFinding.text("duplicate key \(name) in this object")
    let text = "Duplicate key \(name)."
    let offset = firstByte(of: nameEntry)
    return dataCorrupted(header, .duplicateKey, finding, saying: text, offset: offset)
  }

  // MARK: - Missing values

  /// Creates the error for an object at `header` without a member for `key`; `describe` gives its name and the text that
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
    return .keyNotFound(key, context(header, text, .keyNotFound, missingName(name)))
  }

  /// The finding that an object has no member `name`, which is that of a key.
  @inline(__always)
  func missingName(_ name: String) -> ErrorFinding {
    guard case .none = options.keyConversion else {
      return .missingConvertedName(name, conversion)
    }
    return .missingName(name)
  }

  /// What the key strategy makes of a name, if that depends on the name alone.
  @inline(never)
  var conversion: ErrorFinding.Conversion? {
    if case .name(let conversion) = options.keyConversion { conversion.convert } else { nil }
  }

  /// Creates the error for a `pointer` to no value, because the container at `header` has nothing for its last token.
  @inline(never)
  func missingPart(_ pointer: JSONPointer, in header: Int) -> DecodingError {
    let text = "No value at \"\(pointer.abbreviated)\"."
    let token = pointer.tokens.last ?? ""
    let isObject = storage.tape[header].kind == .object
    let position = isObject ? nil : JSONPointer.position(token)
    let finding: ErrorFinding =
      isObject
      ? .missingName(token)
      : .text("no element \(token) in this array of \(storage.tape[header + 1].count)")
    return .keyNotFound(
      position.map(JSONKey.init(index:)) ?? JSONKey(stringValue: token),
      context(header, text, .keyNotFound, finding)
    )
  }

  /// Creates the error for an array at `header` without an element at `index`, where one of `type` was asked for.
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

/// Errors that the standard library or a model throws: an unknown case of an enum, or whatever a model finds
/// wrong.
extension DocumentDecoder {
  /// Notes that the initializer of `type` has thrown `error` for the current value.
  ///
  /// The first initializer that the error leaves knows best where it belongs. The error's own path may lead
  /// into another text, for example that of a decoder inside the model.
  ///
  /// - Returns: The error. In a `superDecoder()` and the like, it is located at once, because that decoder
  ///   may no longer exist when the error leaves the library.
  @inline(never)
  func passingOn(_ error: any Error, by type: any Any.Type) -> any Error {
    guard !notes.errors.areDropped else { return error }
    guard outer == nil, detachedKeys == nil else {
      return placed(error, by: type, at: current) ?? error
    }
    let end = storage.tape.entry(after: current)
    notes.noteFailure(error, of: type, at: current, upTo: end)
    return error
  }

  /// Whether an error that leaves the library may need a place; for an error that needs none, no reference is
  /// counted.
  @inline(__always)
  package var mayLocateErrors: Bool { notes.errors.failedInitializer != nil }

  /// `error`, which is about to leave the library, with a `JSONError` if it is a `DecodingError` that has no
  /// underlying error or whose underlying error is such a `DecodingError`.
  ///
  /// Nothing else of the error changes.
  @inline(never)
  package func located(leaving error: any Error) -> any Error {
    // Without a note, the library itself has made the error, with its place.
    guard let initializer = notes.errors.failedInitializer.take() else { return error }
    let (entry, type) = initializer.place(of: error) ?? (Tape.root, nil)
    return placed(error, by: type, at: entry, searching: .max) ?? error
  }

  /// Like `located(leaving:)`, for an element of a sequence of results: a `DecodingError` with a `JSONError`
  /// that has the record, whatever a model has thrown, except for a cancellation.
  @inline(never)
  func failure(leaving error: any Error, by type: any Any.Type) -> any Error {
    let initializer = notes.errors.failedInitializer
    let error = located(leaving: error)
    // It gets the record together with its other details when the decode ends.
    if let known = (error as? DecodingError)?.jsonError, notes.errors.pending.contains(known) {
      return error
    }
    guard !error.isCancellation else { return error }
    let (entry, type) = initializer?.place(of: error) ?? (Tape.root, type)
    let known = error as? DecodingError
    let text = known == nil ? "\(error)" : nil
    return refusal(error, by: type, at: entry, keeping: known, describedAs: text)
  }

  /// `error` with a `JSONError` if it has no underlying error, for an error of the value at `entry`,
  /// which was decoded as `type`.
  ///
  /// An error of another type becomes a `DecodingError`.
  @inline(never)
  func located(_ error: any Error, by type: any Any.Type, at entry: Int) -> DecodingError {
    guard let known = error as? DecodingError else { return refusal(error, by: type, at: entry) }
    if known.parts?.context.underlyingError is JSONError { return known }
    let initializer = notes.errors.failedInitializer.take()
    let (entry, type) = initializer?.place(of: error) ?? (entry, type)
    return placed(error, by: type, at: entry)
      ?? refusal(error, by: type, at: entry, keeping: known)
  }

  /// The error of the value at `entry`, which `type` refused by throwing `error`.
  ///
  /// `known`, if it is not nil, is `error` itself: it gets a place as its underlying error, and its former underlying
  /// error moves into the place. Without `known`, `error` moves there. Nobody knows what it says and at what length, so
  /// without a `text` to describe it, the description shows no more of it than the `JSONError` does.
  @inline(never)
  func refusal(
    _ error: any Error,
    by type: any Any.Type,
    at entry: Int,
    keeping known: DecodingError? = nil,
    describedAs text: String? = nil
  ) -> DecodingError {
    let parts = (error as? DecodingError)?.parts
    // Only where values are shown does a message have any of it.
    let description =
      parts?.context.debugDescription ?? (options.showsValuesInErrors ? "\(error)" : "")
    var kind = JSONError.Kind.invalidValue
    var finding = ErrorFinding.refused(by: type, description: description)
    // One with a place is about another text.
    if let parts, !(parts.context.underlyingError is JSONError) {
      (kind, finding) = (parts.kind, self.finding(parts, by: type, at: entry))
    }
    var place = jsonError(entry, kind, finding)
    if let known {
      place.underlyingError = parts?.context.underlyingError
      return known.replacingUnderlyingError(by: place)
    }
    place.underlyingError = error
    return .corrupted(
      text ?? reason(description)
        ?? "\(type) rejected the value by throwing \(Swift.type(of: error)).",
      at: path(to: entry),
      because: place
    )
  }

  /// `error` with a `JSONError` for what its path leads to from the entry `current`, which was decoded as
  /// `type`; see `child(of:for:searching:isKnown:)` for `limit`.
  ///
  /// If another `DecodingError` has caused it, that one gets the place; such a chain may have any length.
  ///
  /// - Returns: Nil if it is not a `DecodingError`, or has another underlying error.
  private func placed(
    _ error: any Error,
    by type: (any Any.Type)?,
    at current: Int,
    searching limit: Int = 256,
    depth: Int = 0
  ) -> DecodingError? {
    guard current < storage.tape.count, depth < 16, let parts = (error as? DecodingError)?.parts
    else { return nil }
    if let cause = parts.context.underlyingError {
      return placed(cause, by: type, at: current, searching: limit, depth: depth + 1)
        .map(parts.error)
    }
    let path = parts.context.codingPath
    let (entry, stepCount) = entry(along: path, from: current, searching: limit)
    // Only for the model's own value or a member of it: a model that rethrows an error from further inside
    // has refused neither.
    let finding = finding(parts, by: stepCount < 2 ? type : nil, at: entry)
    return parts.error(because: jsonError(entry, parts.kind, finding))
  }

  /// The place that the path of `error` leads to, from the root.
  package func locate(_ error: DecodingError) -> JSONError {
    guard let error = error.parts else {
      return jsonError(Tape.root, .invalidValue, .refused(by: nil, description: ""))
    }
    let path = error.context.codingPath
    let (entry, depth) = entry(along: path, from: Tape.root, searching: .max, areKnown: true)
    var kind = error.kind
    var finding = finding(error, by: nil, at: entry)
    // The kinds that the library reports for a null.
    let isAboutNull = kind == .valueNotFound || kind == .typeMismatch
    if depth == path.count - 1, isAboutNull, storage.tape[entry].kind == .object {
      // A `superDecoder()` reads null where there is no member.
      kind = .keyNotFound
      finding = missingName(path[depth].stringValue)
    }
    return document.error(kind, finding, at: entry, offset: firstByte(of: entry))
  }

  private func finding(
    _ error: DecodingError.Parts,
    by type: (any Any.Type)?,
    at entry: Int
  ) -> ErrorFinding {
    if let key = error.missingKey, storage.tape[entry].kind == .object,
      child(of: entry, for: key) == nil
    {
      return missingName(key.stringValue)
    }
    if let unknown = unknownCase(error, by: type, at: entry) { return unknown }
    return .refused(by: type, description: error.context.debugDescription)
  }

  /// What `error` is about, if `type`, an enumeration with associated values, threw it because the object at
  /// `entry` does not have exactly one name, that of a case; nil otherwise.
  private func unknownCase(
    _ error: DecodingError.Parts,
    by type: (any Any.Type)?,
    at entry: Int
  ) -> ErrorFinding? {
    // This is what the compiler's `init(from:)` of an enumeration with associated values throws for an object that does
    // not have exactly one name, that of a case.
    guard error.kind == .typeMismatch,
      error.context.debugDescription == "Invalid number of keys found, expected one.",
      let type, let expected = error.type, type == expected,
      TypeMetadata.layoutIsKnown, TypeMetadata(type).kind == .enumeration,
      storage.tape[entry].kind == .object
    else { return nil }
    // The compiler makes the key type inside the enumeration, and usually makes it private.
    let scope = _typeName(type) + "."
    let keys = types.keyTypes.last { known in
      let name = known.hasSlots ? _typeName(known.type) : ""
      return name == scope + "CodingKeys"
        || name.hasPrefix(scope + "(unknown context at ") && name.hasSuffix(").CodingKeys")
    }
    return keys.map { .unknownCase(of: type, keys: $0.type, conversion) }
  }

  /// The beginning of what an error says; nil unless values are shown, because the text may contain one.
  private func reason(_ description: String) -> String? {
    let reason = options.showsValuesInErrors ? ForeignText.beginning(of: description) : ""
    return reason.isEmpty ? nil : reason
  }

  /// The value that `path` leads to.
  ///
  /// It must lead through the value at `base` and continue with keys of this decoder's containers (with `areKnown`,
  /// every key counts as one). Otherwise, this is the last value on the way for which that is so; at least `base`.
  ///
  /// - Returns: The entry, and how many keys lead there from `base`.
  private func entry(
    along path: [any CodingKey],
    from base: Int,
    searching limit: Int,
    areKnown: Bool = false
  ) -> (entry: Int, stepCount: Int) {
    let known = self.path(to: base)
    // Not by `intValue`, which a model's keys may not be prepared to return.
    let isFromHere =
      path.count > known.count && zip(path, known).allSatisfy { $0.stringValue == $1.stringValue }
    guard isFromHere else { return (base, 0) }
    var (entry, stepCount) = (base, 0)
    for key in path[known.count...] {
      let isKnown = areKnown || isKnown(key)
      guard let next = child(of: entry, for: key, searching: limit, isKnown: isKnown)
      else { break }
      entry = next
      stepCount += 1
    }
    return (entry, stepCount)
  }

  /// Whether `key` may be a key that a model passed to a container of this decoder.
  private func isKnown(_ key: any CodingKey) -> Bool {
    let type = ObjectIdentifier(Swift.type(of: key))
    return type == ObjectIdentifier(JSONKey.self) || types.knowsKeyType(type)
  }

  /// The member or element for `key` of the container at `entry`; only an element if the key's type is not
  /// known.
  ///
  /// Only the first `limit` members or elements are considered, so that a model that fails at each member of a large
  /// object does not take quadratic time.
  private func child(
    of entry: Int,
    for key: any CodingKey,
    searching limit: Int = 256,
    isKnown: Bool = true
  ) -> Int? {
    let tape = storage.tape
    guard entry < tape.count else { return nil }
    switch tape[entry].kind {
    case .array:
      guard let index = isKnown ? key.intValue : index(in: key.stringValue), index < limit
      else { return nil }
      return tape.element(at: index, of: entry)
    case .object where isKnown:
      let name = key.stringValue
      let path = path(to: entry)
      var found: Int?
      for member in tape.members(of: entry).prefix(limit) {
        let written = document.repairedString(at: member.name)
        guard written == name || convert(written, at: path) == name else { continue }
        found = member.value
        if options.duplicateKeyPolicy != .useLast { break }
      }
      return found
    default:
      return nil
    }
  }

  /// The index in the string of a key of the type, which has no public name, that
  /// `DecodingError.dataCorruptedError(in:)` uses.
  private func index(in string: String) -> Int? {
    let prefix = "Index "
    return string.hasPrefix(prefix) ? Int(string.dropFirst(prefix.count)) : nil
  }
}

/// The errors of a stream itself, and not of one of its values.
extension DocumentDecoder {
  /// Creates the error for a stream of server-sent events that has text, which begins with `line`, but no event.
  @inline(never)
  func noEvents(insteadOf line: [UInt8], byteCount: Int) -> DecodingError {
    let isWide = TextEncoding.isWide(line)
    let format = isWide ? "; this looks like UTF-16 or UTF-32, but streams must be in UTF-8" : ""
    let phrase = phrase(forLine: line, byteCount: byteCount)
    let error = streamError(
      .noEvents,
      "no line is an event field; the first line \(phrase)\(format)"
    )
    return .corrupted("No line is an event field.", because: error)
  }

  /// What a line of `byteCount` bytes that begins with `line` is; a message shows no more than 76 bytes of it.
  private func phrase(forLine line: [UInt8], byteCount: Int) -> String {
    let excerpt = Excerpt(
      bytes: Array(line.prefix(76)),
      isCutAfter: min(line.count, 76) < byteCount
    )
    return excerpt.phrase(showingLine: options.showsValuesInErrors)
  }

  /// Creates the error for a container without the member or element `token`, in which a stream was to find its values.
  ///
  /// `path` leads to the container, which begins where the document does.
  @inline(never)
  func missingSelection(_ token: String, in path: [String], isObject: Bool) -> DecodingError {
    let position = isObject ? nil : token.parsed(as: Int.self)
    let key = position.map(JSONKey.init(index:)) ?? JSONKey(stringValue: token)
    let text =
      isObject
      ? "no key \(ForeignText.quoted(token)) in this object"
      : "no element \(token) in this array"
    let context = DecodingError.Context(
      codingPath: path.map { JSONKey(stringValue: $0) },
      debugDescription: DecodingError.noValue(for: key, named: key.stringValue),
      underlyingError: streamError(.keyNotFound, text)
    )
    return .keyNotFound(key, context)
  }

  /// An error at the place of the document.
  @inline(never)
  private func streamError(_ kind: JSONError.Kind, _ text: String) -> JSONError {
    document.error(kind, .text(text), at: Tape.absent, offset: 0)
  }

  /// Creates the error for a line in a stream of server-sent events that is not a field.
  ///
  /// The line has `byteCount` bytes, begins with `line`, and ends at the place of the document.
  @inline(never)
  func unexpectedText(_ line: [UInt8], byteCount: Int, in event: EventFields) -> DecodingError {
    var origin = document.origin
    origin.offset -= byteCount
    origin.column = 0
    document.origin = origin
    document.text = .empty
    document.storage.record.failed = JSONFailedRecord(
      byteRange: Int64(origin.offset)..<Int64(origin.offset + byteCount),
      bytes: line,
      isTruncated: line.count < byteCount,
      name: event.name,
      id: event.id
    )
    let description = "a line that isn't an event field"
    let phrase = phrase(forLine: line, byteCount: byteCount)
    let error = streamError(.unexpectedText, "\(description); it \(phrase)")
    return .corrupted("A stream of events has \(description).", because: error)
  }

  /// Creates the error for requesting, at `entry`, a type that only the values of some streams have, which `text` says.
  func outsideStream(_ text: String, at entry: Int) -> DecodingError {
    dataCorrupted(entry, .invalidValue, .text(String(text.dropLast())), saying: text)
  }
}

extension DecodingError {
  static let eventWithoutFields =
    "A JSONServerSentEvent can only be decoded from a stream of server-sent events."
  static let elementWithoutPlace =
    "A JSONElement can only be decoded from a stream of the elements of arrays."
  static let memberWithoutName =
    "A JSONMember can only be decoded from a stream of an object's members."
}
