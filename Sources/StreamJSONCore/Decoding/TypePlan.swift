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

  /// Creates the plan of `type`, whose static type is `known`.
  @inline(never)
  private func makePlan(_ type: any Decodable.Type, for known: any Decodable.Type) -> TypePlan {
    let identifier = ObjectIdentifier(type)
    // A subclass, of which only the superclass is known statically: everything that is stored about a type is
    // stored for the static one.
    guard identifier == ObjectIdentifier(known) else {
      return TypePlan(DirectTypes.mark(of: type), type)
    }
    if let known = allPlans[identifier]?.plan {
      plans[identifier] = known
      return known
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
    guard let position = allPlans.position(of: ObjectIdentifier(type)) else { return true }
    allPlans.values[position].countBeforeMark += count
    return allPlans.values[position].countBeforeMark > TypePlan.maximumCountBeforeMark
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
    if let position = allPlans.position(of: type) {
      allPlans.values[position].plan = plan
    } else {
      allPlans.append(NumberedPlan(plan: plan), for: type)
    }
    plans[type] = plan
  }
}

/// What a decoder has learned about types, and what it needs for each of them, for all texts that it decodes.
package final class TypeMemory {
  let environment: DecodingEnvironment

  init(environment: DecodingEnvironment) {
    self.environment = environment
    features = environment.features.makeMemory()
  }

  let plans = IdentityTable<TypePlan>()

  /// What features remember.
  let features: FeatureMemory

  /// Where the outermost value of a text is read.
  let outermostStorage = OutermostStorage()

  /// The keyed containers to be reused.
  let pool = ContainerPool()

  /// The plans of all types so far.
  var allPlans = IdentityDictionary<NumberedPlan>()

  struct NumberedPlan {
    var plan: TypePlan

    /// How many values of the type were begun before it was known whether the type has defaults.
    var countBeforeMark = 0
  }

  /// The key types that have opened objects, by their identities.
  private var knownKeyTypes = IdentityDictionary<KeyType>()

  /// The key types that have opened objects.
  ///
  /// The tape refers to each by its position plus 1.
  var keyTypes: ContiguousArray<KeyType> { knownKeyTypes.values }

  /// The types in object graphs, and whether each is a `GraphValue`.
  lazy var graphTypes = GraphTypes()

  /// The names that a key strategy has converted.
  let convertedNames = ConvertedNames()

  /// JSONDecoder's descriptions of mismatches; their table takes 3 KB.
  lazy var mismatches = MismatchDescriptions()

  // MARK: - Key types

  /// Whether keys of `type` have opened an object.
  func knowsKeyType(_ type: ObjectIdentifier) -> Bool { knownKeyTypes.position(of: type) != nil }

  /// The `KeyType` that stands for `type`, made if there is none.
  func keyType<Key: CodingKey>(_ type: Key.Type) -> KeyType {
    let identifier = ObjectIdentifier(type)
    if let known = knownKeyTypes[identifier] { return known }
    let keyType = KeyType(type, id: keyTypes.count + 1, convertedNames)
    // Taken out: if anything wrote to it in place, each read of it would be checked for overlapping access.
    var known = knownKeyTypes
    knownKeyTypes = IdentityDictionary()
    known.append(keyType, for: identifier)
    knownKeyTypes = known
    pool.add(keyType, isDetached: environment.isDetached(type))
    return keyType
  }

  /// The key type, in this memory, that `note` was made for, and the ordinal of the case that it stands for.
  ///
  /// - Throws: `DecodingError.lostPlan` if `note` stands for something else, which the notes of plans never
  ///   do.
  func keyType(of note: KeyNote) throws -> (type: KeyType, ordinal: Int) {
    let (id, ordinal) = note.plainCase
    guard 0 < id, id <= keyTypes.count else { throw DecodingError.lostPlan }
    return (keyTypes[id - 1], ordinal)
  }
}
