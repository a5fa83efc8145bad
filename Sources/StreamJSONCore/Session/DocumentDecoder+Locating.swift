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
      guard var failure = ForeignError.parts(of: error) else { return error }
      return addingPlace(to: &failure, by: type, at: current) ?? error
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
    guard var failure = ForeignError.parts(of: error),
      let initializer = notes.errors.failedInitializer.take()
    else { return error }
    let (entry, type) = initializer.place(of: error) ?? (Tape.root, nil)
    guard let located = addingPlace(to: &failure, by: type, at: entry, searching: .max)
    else { return error }
    // No model has seen it, so it can be made independent of the document at once, if that is cheap.
    notes.errors.pending.settleLast(isUnseen: true)
    return located
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
    guard var failure = ForeignError.parts(of: error) else { return known }
    let initializer = notes.errors.failedInitializer.take()
    let (entry, type) = initializer?.place(of: error) ?? (entry, type)
    return addingPlace(to: &failure, by: type, at: entry)
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
    let reason = reason((error as? DecodingError)?.parts?.debugDescription ?? "\(error)")
    var kind = JSONError.Kind.invalidValue
    var finding = ErrorContents.Finding.refused(by: type, reason: reason)
    if let parts = ForeignError.parts(of: error) {
      (kind, finding) = (parts.kind, self.finding(parts, by: type, at: entry))
    }
    var place = jsonError(entry, kind, finding)
    if let known {
      place.underlyingError = known.parts?.underlyingError
      return known.replacingUnderlyingError(by: place)
    }
    place.underlyingError = error
    return .corrupted(
      text ?? reason ?? "\(type) rejected the value by throwing \(Swift.type(of: error)).",
      at: path(to: entry),
      because: place
    )
  }

  /// `error` with a `JSONError` for what its path leads to from the entry `current`, which was decoded as
  /// `type`; see `child(of:for:searching:isKnown:)` for `limit`.
  ///
  /// - Returns: Nil if it has another underlying error.
  private func addingPlace(
    to error: inout ForeignError,
    by type: (any Any.Type)?,
    at current: Int,
    searching limit: Int = 256,
    depth: Int = 0
  ) -> DecodingError? {
    guard current < storage.tape.count else { return nil }
    guard let cause = error.underlyingError else {
      let (entry, stepCount) = entry(along: error.codingPath, from: current, searching: limit)
      // Only for the model's own value or a member of it: a model that rethrows an error from further inside
      // has refused neither.
      let finding = finding(error, by: stepCount < 2 ? type : nil, at: entry)
      let place = jsonError(entry, error.kind, finding)
      return error.take(because: place)
    }
    // A model's error that was caused by another one; such a chain may have any length.
    guard depth < 16, var inner = ForeignError.parts(of: cause),
      let placed = addingPlace(
        to: &inner,
        by: type,
        at: current,
        searching: limit,
        depth: depth + 1
      )
    else { return nil }
    return error.take(because: placed)
  }

  /// The place that the path of `error` leads to, from the root.
  package func locate(_ error: DecodingError) -> JSONError {
    guard let error = ForeignError.parts(of: error) else {
      return jsonError(Tape.root, .invalidValue, .refused(by: nil, reason: nil))
    }
    let path = error.codingPath
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
    _ error: ForeignError,
    by type: (any Any.Type)?,
    at entry: Int
  ) -> ErrorContents.Finding {
    if let key = error.missingKey, storage.tape[entry].kind == .object,
      child(of: entry, for: key) == nil
    {
      return missingName(key.stringValue)
    }
    if let unknown = unknownCase(error, by: type, at: entry) { return unknown }
    let reason = reason(error.debugDescription)
    return .refused(by: type, reason: reason, isRawValue: error.isAboutRawValue)
  }

  /// What `error` is about, if `type`, an enumeration with associated values, threw it because the object at
  /// `entry` does not have exactly one name, that of a case; nil otherwise.
  private func unknownCase(
    _ error: ForeignError,
    by type: (any Any.Type)?,
    at entry: Int
  ) -> ErrorContents.Finding? {
    // This is what the compiler's `init(from:)` of an enumeration with associated values throws for an object that does
    // not have exactly one name, that of a case.
    guard error.kind == .typeMismatch,
      error.debugDescription == "Invalid number of keys found, expected one.",
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
  @inline(__always)
  private func reason(_ description: @autoclosure () -> String) -> String? {
    options.showsValuesInErrors ? Self.beginning(of: description()) : nil
  }

  @inline(never)
  private static func beginning(of description: String) -> String? {
    let sentence = description.hasSuffix(".") ? String(description.dropLast()) : description
    let reason = ForeignText.shortened(
      sentence,
      toAtMost: ForeignText.maximumDescriptionByteCount
    )
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
    return type == ObjectIdentifier(JSONKey.self)
      || type == DictionaryKeys.type.map { ObjectIdentifier($0) }
      || types.knowsKeyType(type)
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

extension ForeignError {
  /// Whether it is what the standard library throws for a raw value that no case has.
  fileprivate var isAboutRawValue: Bool {
    guard kind == .invalidValue else { return false }
    // (The functions of strings take a thousand instructions for this.)
    return debugDescription.withText { text in
      let start: StaticString = "Cannot initialize "
      guard text.has(start, at: 0) else { return false }
      // Then comes the name of the type, which may have spaces.
      var space = text.firstOffset(of: UInt8(ascii: " "), from: start.utf8CodeUnitCount)
      while space < text.count, !text.has(" from invalid ", at: space) {
        space = text.firstOffset(of: UInt8(ascii: " "), from: space + 1)
      }
      return space < text.count
    }
  }
}
