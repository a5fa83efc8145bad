/// What decoders learn about types and remember between values and between texts.
package final class DecoderMemory {
  let environment: DecodingEnvironment

  init(environment: DecodingEnvironment) {
    self.environment = environment
  }

  let plans = IdentityTable<TypePlan>()

  /// The plans of marked types, by type and by id.
  let readyPlans = IdentityTable<ReadyPlan>()
  // SAFETY: never passed `inout` to code that can reach this object again.
  @exclusivity(unchecked) private var uncheckedPlansByID = PlansByID()

  var plansByID: PlansByID {
    @inline(__always) _read { yield unsafe uncheckedPlansByID }
    @inline(__always) _modify { yield unsafe &uncheckedPlansByID }
  }

  /// Reads texts without a tape.
  var textReader: TextReader {
    // SAFETY: read and written as a whole.
    if let known = unsafe uncheckedTextReader { return known }
    let made = TextReader(memory: self)
    unsafe uncheckedTextReader = made
    return made
  }

  // SAFETY: as above.
  @exclusivity(unchecked) private var uncheckedTextReader: TextReader?

  /// Frees what it needs only while it reads.
  func freeStorageForReading() {
    // SAFETY: as above.
    unsafe uncheckedTextReader?.freeStorage()
  }

  /// What makes values of types inside the one whose plan is being made.
  var surveys = SampleSurveys()

  /// How reading texts went.
  // SAFETY: never passed `inout` to code that can reach this object again.
  @exclusivity(unchecked) private var uncheckedReadings = Readings()

  var readings: Readings {
    @inline(__always) _read { yield unsafe uncheckedReadings }
    @inline(__always) _modify { yield unsafe &uncheckedReadings }
  }

  /// Which values are decoded a second time to check what a marker promises.
  var promises = Promises()

  /// For each key type, the container last found free.
  let containers = IdentityTable<KnownContainer>()

  struct KnownContainer {
    var id: Int
    var pooled: PooledContainer
  }

  /// The plans of all types so far, in the order of the identifiers.
  ///
  /// For a dictionary, the runtime searches all conformances of the process once more, for
  /// `ObjectIdentifier`'s: a sixth of what decoding one small text takes in a new process.
  var allPlans: ContiguousArray<KnownPlan> {
    // SAFETY: never passed `inout` to code that can reach this object again.
    @inline(__always) _read { yield unsafe uncheckedAllPlans }
    @inline(__always) _modify { yield unsafe &uncheckedAllPlans }
  }

  // SAFETY: as above.
  @exclusivity(unchecked) private var uncheckedAllPlans: ContiguousArray<KnownPlan> = []

  struct KnownPlan {
    var type: ObjectIdentifier
    var plan: TypePlan

    /// What is known of a marked type.
    var marked = KnownMark()

    /// How many values of the type have been begun while it was not known if it has defaults.
    var unsettledCount = 0
  }

  /// The key types that have opened objects.
  ///
  /// The tape knows them by position plus 1.
  private(set) var keyTypes: ContiguousArray<KeyType> {
    get { unsafe uncheckedKeyTypes }
    _modify { yield unsafe &uncheckedKeyTypes }
  }

  /// What is known about the types in object graphs.
  lazy var graphTypes = GraphTypes()

  /// The names that a key strategy has converted.
  let convertedNames = ConvertedNames()

  /// The objects whose names a custom key strategy has converted.
  var openedObjects = OpenedObjects()

  /// The keys by which models have entered containers, where they are no cases of plain enums.
  var usedKeys = UsedKeys()

  /// Long names that a key strategy has converted for paths, so that it is not called for each one.
  private(set) var longConvertedNames = LongNames()

  /// Notes `name`, converted from the `byteCount` bytes at `entry`, if it is long.
  func noteConverted(_ name: String, at entry: Int, byteCount: Int) {
    if longConvertedNames.note(name, at: entry, byteCount: byteCount) { hasNames = true }
  }

  /// To be used within one call.
  var nameMarks: NameMarks?

  /// JSONDecoder's description of a value of the kind `found` where one of `type` is expected.
  @inline(__always)
  func mismatch(_ type: any Any.Type, found: MismatchDescriptions.Found) -> String {
    // SAFETY: read and written as a whole.
    if let known = unsafe uncheckedMismatchDescriptions?.known(type, found) { return known }
    return newMismatch(type, found)
  }

  @inline(never)
  private func newMismatch(_ type: any Any.Type, _ found: MismatchDescriptions.Found) -> String {
    // SAFETY: as above.
    let descriptions = unsafe uncheckedMismatchDescriptions ?? MismatchDescriptions()
    unsafe uncheckedMismatchDescriptions = descriptions
    return descriptions.make(type, found)
  }

  /// The last coding path that was made.
  var recentPath: RecentPath {
    // SAFETY: neither lent nor passed `inout` to code of a model's, which could reach this object again.
    _read { yield unsafe uncheckedRecentPath }
    _modify { yield unsafe &uncheckedRecentPath }
  }

  /// The keys that objects of the text did not have.
  private var missingKeys: MissingKeys {
    // SAFETY: neither lent nor passed `inout` to code of a model's, which could reach this object again.
    _read { yield unsafe uncheckedMissingKeys }
    _modify { yield unsafe &uncheckedMissingKeys }
  }

  /// The text that says that an object has no member for `key`, whose name is `name`.
  func text(forMissing key: some CodingKey, named name: String) -> String {
    let known = missingKeys.text(for: key, named: name)
    if let text = known.text { return text }
    // It may run code of the model's.
    let text = DecodingError.noValue(for: key, named: name)
    if known.isNew { missingKeys.note(text, about: key, named: name) }
    hasErrors = true
    return text
  }

  /// The errors of the decode.
  var pendingErrors: PendingErrors {
    // SAFETY: as above.
    _read { yield unsafe uncheckedPendingErrors }
    _modify { yield unsafe &uncheckedPendingErrors }
  }

  /// Whether an error has left an initializer.
  var hasFailedInitializer: Bool {
    // SAFETY: read as a whole.
    unsafe uncheckedFailedInitializer != nil
  }

  /// The innermost initializer that the last error has left, which is not noted any more.
  func takeFailedInitializer() -> FailedInitializer? {
    // SAFETY: read and written as a whole.
    unsafe uncheckedFailedInitializer.take()
  }

  /// Notes that the initializer of `type` for the value at `entry` has thrown `error`, unless an
  /// inner one has.
  func noteFailure(_ error: any Error, of type: any Any.Type, at entry: Int) {
    // SAFETY: as above.
    if let known = unsafe uncheckedFailedInitializer, known.threw(error) { return }
    // Held until the other is in its place: releasing it may run code of the model's.
    let former = takeFailedInitializer()
    // SAFETY: as above.
    unsafe uncheckedFailedInitializer = FailedInitializer(error: error, entry: entry, type: type)
    hasErrors = true
    withExtendedLifetime(former) {}
  }

  /// Releases the last error that has left an initializer.
  @inline(__always)
  func forgetFailure() {
    if hasFailedInitializer { releaseFailedInitializer() }
  }

  @inline(never)
  private func releaseFailedInitializer() {
    // Held until it is no longer noted: releasing it may run code of the model's, which must not find it.
    let former = takeFailedInitializer()
    withExtendedLifetime(former) {}
  }

  /// Whether there may be errors of the decode, or a path.
  var hasErrors: Bool {
    // SAFETY: read and written as a whole.
    @inline(__always) get { unsafe uncheckedHasErrors }
    set { unsafe uncheckedHasErrors = newValue }
  }

  // Read at each failing attempt or at the end of each decode, so overlapping access is not checked
  // for.
  // SAFETY: as the accessors say.
  @exclusivity(unchecked) private var uncheckedRecentPath = RecentPath()
  @exclusivity(unchecked) private var uncheckedMissingKeys = MissingKeys()
  @exclusivity(unchecked) private var uncheckedPendingErrors = PendingErrors()
  @exclusivity(unchecked) private var uncheckedHasErrors = false
  @exclusivity(unchecked) private var uncheckedFailedInitializer: FailedInitializer?
  @exclusivity(unchecked) private var uncheckedMismatchDescriptions: MismatchDescriptions?
  @exclusivity(unchecked) private var uncheckedDropsErrors = false

  /// How often models have asked for what the text lacks, as far as it matters for defaults.
  var absenceCount: Int {
    // SAFETY: read and written as a whole.
    @inline(__always) get { unsafe uncheckedAbsenceCount }
    @inline(__always) set { unsafe uncheckedAbsenceCount = newValue }
  }

  // SAFETY: as the accessors say.
  @exclusivity(unchecked) private var uncheckedAbsenceCount = 0

  /// How many values `Lossy` collections have left out, as far as their errors are kept.
  var droppedCount = 0

  /// Whether the errors of the value that is being decoded will be dropped, so that they need no
  /// details.
  var dropsErrors: Bool {
    // SAFETY: read and written as a whole.
    @inline(__always) get { unsafe uncheckedDropsErrors }
    set { unsafe uncheckedDropsErrors = newValue }
  }

  /// Makes the errors of a decode that still exist independent of the document, before it changes;
  /// `text` is its text, if that is kept.
  func settleErrors(in text: KeptText? = nil) {
    pendingErrors.settle(in: text, environment)
  }

  /// Makes an error that was made after all models have returned independent of the document, if that takes
  /// little.
  func settleUnseenError() {
    pendingErrors.settleUnseen()
  }

  /// Settles the errors of a decode, and releases what they need.
  @inline(never)
  private func endErrors() {
    settleErrors()
    forgetFailure()
    hasErrors = false
    droppedCount = 0
    guard !recentPath.isEmpty || !missingKeys.isEmpty else { return }
    // Releasing its keys may run code of the model's.
    let former = (recentPath, missingKeys)
    (recentPath, missingKeys) = (RecentPath(), MissingKeys())
    withExtendedLifetime(former) {}
  }

  /// True when something here may have names of the last text: a container's index, the opened
  /// objects, the used keys, or the long converted names.
  var hasNames = false

  /// Releases such names; no container may be in use.
  @inline(__always)
  func forgetNames() {
    if hasNames { forgetAllNames() }
  }

  @inline(never)
  private func forgetAllNames() {
    for keyType in keyTypes {
      for pooled in keyType.pool { pooled.object.forgetNames() }
    }
    openedObjects = OpenedObjects()
    longConvertedNames = LongNames()
    forgetUsedKeys()
    hasNames = false
  }

  // Read at the end of each decode and of each value of a stream, so overlapping access is not
  // checked for.
  // SAFETY: none is passed `inout` to code that can reach this object again.
  @exclusivity(unchecked) private var uncheckedKeyTypes: ContiguousArray<KeyType> = []
  /// One bit per key type, chosen by its id modulo 64: whether a decode has taken one of its
  /// containers since all of them were free.
  @exclusivity(unchecked) private var usedTypes: UInt64 = 0

  /// Notes that a container of the key type with the id `id` is being taken.
  @inline(__always)
  func noteUse(ofKeyType id: Int) {
    unsafe usedTypes |= 1 &<< UInt64(truncatingIfNeeded: id)
  }

  /// A container of `keyType` that nothing refers to, a new one if necessary; nil when the pool is
  /// full of containers in use.
  func freeContainer<Key: CodingKey>(
    _ type: Key.Type,
    of keyType: KeyType,
    for decoder: DocumentDecoder
  ) -> PooledContainer? {
    guard !keyType.isKept else { return nil }
    for pooled in keyType.pool where pooled.isFree {
      remember(pooled, of: keyType)
      return pooled
    }
    guard keyType.pool.count < KeyType.maximumPoolCount else { return nil }
    let handle = environment.takeHandle()
    let object = KeyedObject(decoder: decoder, keyType: keyType, handle: handle)
    let pooled = PooledContainer(type, object: object, handle: handle)
    keyType.pool.append(pooled)
    remember(pooled, of: keyType)
    return pooled
  }

  /// Closes the containers that the decode has taken.
  ///
  /// Only those that it can have taken are checked: a decoder that has seen many models has many
  /// more, which together took a tenth of a small text's time.
  ///
  /// - Returns: True when nothing refers to any of them.
  func closeContainers() -> Bool {
    while unsafe usedTypes != 0 {
      // Ids count from 1.
      var id = unsafe usedTypes.trailingZeroBitCount
      if id == 0 { id = 64 }
      while id <= keyTypes.count {
        for pooled in keyTypes[id - 1].pool {
          guard pooled.isFree else { return false }
          pooled.close()
        }
        id += 64
      }
      unsafe usedTypes &= usedTypes &- 1
    }
    return true
  }

  /// Takes the pools with containers still in use at the end of a decode out of this memory, and
  /// closes all containers.
  func takeContainersInUse() -> ContainersInUse {
    var taken = ContainersInUse()
    for keyType in keyTypes {
      let pool = keyType.pool
      for pooled in pool where pooled.isFree { pooled.close() }
      guard pool.contains(where: { !$0.isFree }) else { continue }
      keyType.pool.removeAll()
      keyType.isKept = true
      environment.noteKept(keyType.type)
      for pooled in pool {
        if pooled.isFree {
          taken.free.append(pooled)
        } else {
          pooled.closeKept()
          taken.kept.append(pooled)
        }
      }
    }
    unsafe usedTypes = 0
    // Some of the containers that it knows have left.
    containers.removeAll()
    return taken
  }

  /// Forgets what is of no use to another text; no container may be in use.
  @inline(__always)
  func endText() {
    endUse()
    if hasNames {
      openedObjects = OpenedObjects()
      longConvertedNames = LongNames()
      forgetUsedKeys()
    }
  }

  /// Releases the used keys, which may run code of the model's.
  private func forgetUsedKeys() {
    guard !usedKeys.isEmpty else { return }
    let former = usedKeys
    usedKeys = UsedKeys()
    withExtendedLifetime(former) {}
  }

  /// As `endText()`, for a text that may be used again.
  @inline(__always)
  func endUse() {
    convertedNames.endText()
    if hasErrors { endErrors() }
  }

  /// Makes `decoder` the owner of this memory; no container may be in use.
  func move(to decoder: DocumentDecoder) {
    for keyType in keyTypes {
      for pooled in keyType.pool {
        assert(pooled.isFree)
        pooled.object.move(to: decoder)
      }
    }
  }

  /// What is known about the key type `type`.
  func keyType<Key: CodingKey>(_ type: Key.Type) -> KeyType {
    let identifier = ObjectIdentifier(type)
    if let known = keyTypes.first(where: { ObjectIdentifier($0.type) == identifier }) {
      return known
    }
    let keyType = KeyType(
      type,
      id: keyTypes.count + 1,
      isKept: environment.isKept(type)
    )
    keyTypes.append(keyType)
    return keyType
  }

  /// Notes `pooled` as the container of its type to try first.
  func remember(_ pooled: PooledContainer, of keyType: KeyType) {
    containers[ObjectIdentifier(keyType.type)] = KnownContainer(
      id: keyType.id,
      pooled: pooled
    )
  }
}
