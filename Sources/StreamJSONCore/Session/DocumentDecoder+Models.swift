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
    let value: T
    do {
      value = try use.isUsual ? type.init(from: ModelDecoder(self)) : initializeWithCare(type)
    } catch {
      if notes.absenceCount != count {
        notes.absenceCount = count
        if let value = try decodeWithDefaults(type) { return value }
      }
      throw passingOn(error, by: type)
    }
    guard notes.absenceCount == count else {
      // Not for the types around it.
      notes.absenceCount = count
      return try decodeWithDefaults(type) ?? value
    }
    return value
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

// MARK: - Plans

/// How a decoder decodes one type.
struct TypePlan {
  /// The type itself, or one with its layout, when this library decodes it; nil when its
  /// `init(from:)` does.
  let direct: (any DirectlyDecodable.Type)?

  /// How whole texts of the type are read without a tape; nil if they are not.
  let reading: (any ReadableFromText.Type)?

  /// Whether it is not known yet if the type is marked; see `TypeMemory.findMark(of:)`.
  var mayBeMarked = false

  /// Whether the type is known to have defaults.
  var hasDefaults = false

  /// The smallest number of bytes of a text of the type that may be read without a tape.
  var shortestReading: Int

  init(direct: (any DirectlyDecodable.Type)?, mayBeMarked: Bool = false) {
    self.direct = direct
    self.mayBeMarked = mayBeMarked
    reading = direct?.reading
    shortestReading = reading == nil ? .max : 0
  }

  /// After how many values the type is checked for a mark even if none of them has lacked anything: until
  /// then, each value takes more time, and more stack if the type is nested in itself.
  static let maximumCountBeforeMark = 64

  /// How many values an outermost value counts as, or each `byteCountOfValue` bytes of its text.
  ///
  /// For each outermost value, JSONDecoder takes 1.5 µs longer, so 16 of them have saved as much time as the
  /// check takes.
  static let countOfOutermost = 4

  /// The smallest number of bytes of a text that is read although its type has members that are left for the
  /// tape: those cost more than reading a shorter text saves.
  static let shortestDeferringReading = 128

  /// How many bytes of a text count as one value.
  static let byteCountOfValue = 64
}

extension TypePlan {
  /// How to decode `type`, which has `mark` or none.
  init(_ mark: _DecodingMark?, _ type: any Decodable.Type) {
    self.init(direct: mark.flatMap { $0.direct(type) })
    hasDefaults = direct != nil && mark?.hasDefaults == true
  }
}

/// How each type is decoded, as far as a decoder has found out.
extension TypeMemory {
  /// How to decode `type`.
  @inline(__always)
  func plan<T: Decodable>(for type: T.Type) -> TypePlan {
    plans[ObjectIdentifier(type)] ?? makePlan(type, for: T.self)
  }

  /// Makes the plan of `type`, whose static type is `known`.
  @inline(never)
  private func makePlan(_ type: any Decodable.Type, for known: any Decodable.Type) -> TypePlan {
    let identifier = ObjectIdentifier(type)
    // A subclass, of which only the superclass is known statically: everything that is stored about a type is
    // stored for the static one.
    guard identifier == ObjectIdentifier(known) else {
      return TypePlan(DirectTypes.mark(of: type), type)
    }
    let position = position(ofPlanFor: identifier)
    if position < allPlans.count, allPlans[position].type == identifier {
      plans[identifier] = allPlans[position].plan
      return allPlans[position].plan
    }
    let direct = DirectTypes.find(type, others: environment.directTypes)
    let plan =
      if direct == nil, let mark = environment.cachedMark(of: identifier) {
        TypePlan(mark, type)
      } else {
        TypePlan(direct: direct, mayBeMarked: direct == nil && DirectTypes.mayBeMarked(type))
      }
    note(plan, of: identifier)
    return plan
  }

  /// Notes that values of `type`, which may be marked, are about to be decoded, or one that counts as several.
  ///
  /// - Returns: Whether there have been enough of them that it pays to find out whether the type has
  ///   defaults.
  func noteValues(of type: any Decodable.Type, count: Int) -> Bool {
    let position = position(ofPlanFor: ObjectIdentifier(type))
    guard position < allPlans.count else { return true }
    allPlans[position].countBeforeMark += count
    return allPlans[position].countBeforeMark > TypePlan.maximumCountBeforeMark
  }

  /// How to decode `type` as the outermost value, or as the elements of the outermost value, of a text of
  /// `byteCount` bytes.
  ///
  /// Whether the type is marked is looked up at once for a long text, but only after several short ones,
  /// because a program may decode many types and few texts of each.
  @inline(__always)
  func outermostPlan<T: Decodable>(for type: T.Type, byteCount: Int) -> TypePlan {
    let known = plan(for: type)
    // Short texts are counted only when they are decoded, so that malformed ones are rejected faster.
    guard known.mayBeMarked, byteCount >= TypePlan.byteCountOfValue else { return known }
    return outermostPlanWithMark(for: type, byteCount) ?? known
  }

  /// How to read a text of `byteCount` bytes without a tape, if the text is a `whole` that consists of values
  /// of `type` in the given form; nil if it must be decoded from the tape.
  ///
  /// Collections of objects are read this way, but not collections of other collections.
  @inline(__always)
  func reading<T: Decodable, Whole: Decodable>(
    of type: T.Type,
    in whole: Whole.Type,
    _ form: WholeForm,
    byteCount: Int
  ) -> (any ReadableFromText.Type)? {
    guard form == .value else {
      read(form.whole(of: whole), onlyFrom: .max)
      return nil
    }
    let plan = outermostPlan(for: type, byteCount: byteCount)
    if plan.reading == nil, !plan.mayBeMarked { read(whole, onlyFrom: .max) }
    return plan.reading
  }

  @inline(never)
  private func outermostPlanWithMark(
    for type: any Decodable.Type,
    _ byteCount: Int
  ) -> TypePlan? {
    let count = byteCount / TypePlan.byteCountOfValue * TypePlan.countOfOutermost
    return noteValues(of: type, count: count) ? findMark(of: type) : nil
  }

  /// How to decode `type`, once it is known whether it is marked.
  @inline(__always)
  func planWithMark<T: Decodable>(for type: T.Type) -> TypePlan {
    let known = plan(for: type)
    return known.mayBeMarked ? findMark(of: type) : known
  }

  @inline(never)
  private func findMark(of type: any Decodable.Type) -> TypePlan {
    let plan = TypePlan(DirectTypes.mark(of: type), type)
    note(plan, of: ObjectIdentifier(type))
    return plan
  }

  /// Notes that texts of `type` with fewer bytes than `byteCount` must not be read without a tape.
  @inline(never)
  func read(_ type: any Decodable.Type, onlyFrom byteCount: Int) {
    guard var plan = plans[ObjectIdentifier(type)] else { return }
    plan.shortestReading = byteCount
    note(plan, of: ObjectIdentifier(type))
  }

  /// Notes `plan` everywhere as the plan of `type`, in place of a former one.
  @inline(never)
  func note(_ plan: TypePlan, of type: ObjectIdentifier) {
    // Found here: getting a mark may run the model's code, which may have added plans.
    let position = position(ofPlanFor: type)
    if position < allPlans.count, allPlans[position].type == type {
      allPlans[position].plan = plan
    } else {
      allPlans.insert(NumberedPlan(type: type, plan: plan), at: position)
    }
    plans[type] = plan
  }

  /// The position of the plan for `type` in `allPlans`, or the position where it belongs.
  private func position(ofPlanFor type: ObjectIdentifier) -> Int {
    allPlans.partitioningIndex { $0.type >= type }
  }
}
