/// Models: values that are decoded by their own initializer, or directly if the library knows their type. The plan
/// of a type says which.
extension DocumentDecoder {
  /// Decodes the value at `entry`.
  @inline(__always)
  package func decode<T: Decodable>(_ type: T.Type, at entry: Int) throws -> T {
    try decode(type, at: entry, by: place.note(at: entry))
  }

  /// Decodes the value at `entry` by the key that `note` stands for.
  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, at entry: Int, by note: KeyNote) throws -> T {
    let plan = types.plan(for: type)
    let before = place
    place = DecodedPlace(entry, by: note)
    defer { place = before }
    if let direct = plan.direct { return try decodeDirectly(direct, at: entry) }
    if plan.mayBeMarked { return try initializeBeforeMark(type) }
    return try initialize(type)
  }

  /// Calls the type's own `init(from:)` with this decoder standing on the value at `entry`, which was entered by the
  /// key that `note` stands for, if any.
  @inline(__always)
  func initialize<T: Decodable>(
    _ type: T.Type,
    at entry: Int,
    by note: KeyNote = .none
  ) throws -> T {
    let before = place
    place = DecodedPlace(entry, by: note)
    defer { place = before }
    return try initialize(type)
  }

  @inline(__always)
  private func initialize<T: Decodable>(_ type: T.Type) throws -> T {
    do {
      guard use.isUsual else { return try initializeWithCare(type) }
      return try type.init(from: ModelDecoder(self))
    } catch {
      throw passingOn(error, by: type)
    }
  }

  /// Calls the type's own `init(from:)` in an unusual decode.
  @inline(never)
  func initializeWithCare<T: Decodable>(_ type: T.Type) throws -> T {
    // A `Locale` or `URLComponents` is made from strings, and must not be made from the beginning of one:
    // some beginnings make Foundation's initializers stop the program.
    if let string = entryOfUnfinishedString(in: current), isOfFoundation(type) {
      throw unfinishedString(at: string)
    }
    if use.isDirect { return try type.init(from: ModelDecoder(self)) }
    return try asRepresented { try type.init(from: $0) }
  }

  private func isOfFoundation(_ type: any Any.Type) -> Bool {
    let module = String(reflecting: type).prefix { $0 != "." }
    return ["Foundation", "FoundationEssentials", "FoundationInternationalization"].contains(module)
  }

  /// Calls `body` with the decoder that models know, which then stands where this one does.
  @inline(never)
  func asRepresented<Result>(
    _ body: (any Decoder) throws -> Result
  ) rethrows -> Result {
    let known = represented ?? self
    let former = known.representative
    known.representative = represented == nil ? nil : self
    defer { known.representative = former }
    return try body(ModelDecoder(known))
  }

  func decodeDirectly<T, Direct: DirectlyDecodable>(
    _ direct: Direct.Type,
    at entry: Int
  ) throws -> T {
    // SAFETY: the plan of T holds T itself, as another protocol's metatype, or a struct that has
    // nothing but a T.
    try unsafe direct.decode(as: T.self, with: self, at: entry)
  }

  /// Calls `body`, which makes a value, with this decoder standing on the value at `entry`.
  package func standing<Result>(
    at entry: Int,
    _ body: (any Decoder) throws -> Result
  ) throws -> Result {
    let before = place
    place = DecodedPlace(entry, by: before.note(at: entry))
    defer { place = before }
    do {
      return try asRepresented(body)
    } catch {
      throw passingOn(error, by: Result.self)
    }
  }

  /// Decodes the document's outermost value.
  @inline(__always)
  package func decodeRoot<T: Decodable>(_ type: T.Type) throws -> T {
    try decode(type, at: Tape.root)
  }
}

/// Checks whether a type has defaults once its `init(from:)` has missed something, or once many of its values
/// have been decoded.
///
/// The check takes a dynamic cast, for which the runtime searches all conformances of the process: 25 µs in a
/// program with 1,500 types, where the first decode of a type takes 42 µs without it. Most types never need
/// it, since an object that has all members needs no defaults. What models miss is counted in
/// `DecodeNotes.absenceCount`. Counting misses for every value, instead of casting after many values, took
/// 50 % more instructions for citm_catalog.json, because each value has to be held, and therefore copied,
/// until it is known to be the right one.
extension DocumentDecoder {
  /// Calls the type's own `init(from:)` for the current value, or decodes it with its defaults.
  @inline(never)
  func initializeBeforeMark<T: Decodable>(_ type: T.Type) throws -> T {
    // The outermost value, or the first element of an outermost array.
    let isOutermost = current <= Tape.root + 2
    guard !types.noteValues(of: type, count: isOutermost ? TypePlan.countOfOutermost : 1) else {
      return try decodeWithMark(type)
    }
    let count = notes.absenceCount
    // Of values of a type within each other, the outermost is decoded again, and not each of them.
    let identifier = ObjectIdentifier(type)
    let isNested = notes.typesBeforeMark.contains(identifier)
    if !isNested { notes.typesBeforeMark.append(identifier) }
    defer { if !isNested { notes.typesBeforeMark.removeLast() } }
    let value: T
    do {
      value = try use.isUsual ? type.init(from: ModelDecoder(self)) : initializeWithCare(type)
    } catch {
      if notes.absenceCount != count, !isNested, let value = try decodeWithDefaults(type) {
        return value
      }
      throw passingOn(error, by: type)
    }
    guard notes.absenceCount != count, !isNested else { return value }
    return try decodeWithDefaults(type) ?? value
  }

  @inline(never)
  private func decodeWithMark<T: Decodable>(_ type: T.Type) throws -> T {
    // From now on, this is the plan that is found.
    _ = types.planWithMark(for: type)
    return try decode(type, at: current)
  }

  /// The current value, if `type` has defaults; nil otherwise.
  @inline(never)
  private func decodeWithDefaults<T: Decodable>(_ type: T.Type) throws -> T? {
    guard types.planWithMark(for: type).hasDefaults else { return nil }
    return try decodeWithMark(type)
  }
}
