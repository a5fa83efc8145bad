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

  /// Made when first needed, because its table takes 3 KB.
  private var mismatchDescriptions: MismatchDescriptions?

  /// JSONDecoder's description of a value of the kind `found` where one of `type` is expected.
  @inline(__always)
  func mismatch(_ type: any Any.Type, found: MismatchDescriptions.Found) -> String {
    mismatchDescriptions?.known(type, found) ?? newMismatch(type, found)
  }

  @inline(never)
  private func newMismatch(_ type: any Any.Type, _ found: MismatchDescriptions.Found) -> String {
    let descriptions = mismatchDescriptions ?? MismatchDescriptions()
    mismatchDescriptions = descriptions
    return descriptions.make(type, found)
  }

  // MARK: - Within one call

  /// The storage for a search, which is made only once.
  var nameMarks: NameMarks?

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
    guard case .plain(let id, let ordinal) = note.meaning, id <= keyTypes.count else {
      throw DecodingError.lostPlan
    }
    return (keyTypes[id - 1], ordinal)
  }
}
