/// What decoders learn about types and remember between values and between texts.
package final class DecoderMemory {
  let environment: DecodingEnvironment

  init(environment: DecodingEnvironment) {
    self.environment = environment
    features = environment.features.makeMemory()
  }

  // MARK: - Known of types: from the first use to the end of the memory

  let plans = IdentityTable<TypePlan>()

  /// What features remember.
  let features: FeatureMemory

  /// Where the outermost value of a text is read.
  let outermostStorage = OutermostStorage()

  /// The keyed containers to be reused.
  let pool = ContainerPool()

  /// The plans of all types so far, in the order of the identifiers.
  ///
  /// A dictionary would make the runtime search all conformances of the process once more, for those of
  /// `ObjectIdentifier`, which takes a sixth of the time of decoding one small text in a new process.
  var allPlans: ContiguousArray<NumberedPlan> = []

  struct NumberedPlan {
    var type: ObjectIdentifier
    var plan: TypePlan

    /// How many values of the type were begun before it was known whether the type has defaults.
    var countBeforeMark = 0
  }

  /// The key types that have opened objects.
  ///
  /// The tape refers to each by its position plus 1.
  private(set) var keyTypes: ContiguousArray<KeyType> = []

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

  // MARK: - Notes on one text: from its first value to `endText()`

  // SAFETY: code that may run a model's code first takes out the part that it works on, or holds what it
  // replaces until it is done.
  @exclusivity(unchecked) private var uncheckedState = State()

  private struct State: ~Copyable {
    /// The errors of the decode.
    var errors = DecodeErrors()

    /// The notes on the text.
    var notes = TextNotes()

    /// How often models have asked for what the text lacks, as far as it matters for defaults.
    var absenceCount = 0
  }

  /// The errors of the decode.
  var errors: DecodeErrors {
    @inline(__always) _read { yield unsafe uncheckedState.errors }
    @inline(__always) _modify { yield unsafe &uncheckedState.errors }
  }

  /// The notes on the text.
  var notes: TextNotes {
    @inline(__always) _read { yield unsafe uncheckedState.notes }
    @inline(__always) _modify {
      hasNotes = true
      yield unsafe &uncheckedState.notes
    }
  }

  /// Whether there may be anything in the notes to release.
  private var hasNotes = false

  /// How often models have asked for what the text lacks, as far as it matters for defaults.
  ///
  /// It only grows: what matters is whether it does so while a value is decoded.
  var absenceCount: Int {
    @inline(__always) _read { yield unsafe uncheckedState.absenceCount }
    @inline(__always) _modify { yield unsafe &uncheckedState.absenceCount }
  }

  /// Notes that the initializer of `type` for the value at `entry`, which ends at `end`, has thrown `error`, unless
  /// an initializer inside it threw it.
  ///
  /// (A model may throw the same error for one value after another.)
  func noteFailure(_ error: any Error, of type: any Any.Type, at entry: Int, upTo end: Int) {
    if let known = errors.failedInitializer, known.threw(error), known.entry >= entry,
      known.entry < end
    {
      return
    }
    // The former error is held until the new one is in its place: releasing it may run the model's code.
    var failure: FailedInitializer? = FailedInitializer(error: error, entry: entry, type: type)
    swap(&failure, &errors.failedInitializer)
    withExtendedLifetime(failure) {}
  }

  /// Releases the last error that has left an initializer.
  @inline(never)
  func forgetFailure() {
    // The error is released after its note is gone: that may run the model's code, which must not find the note.
    withExtendedLifetime(errors.failedInitializer.take()) {}
  }

  /// Makes the errors of a decode that still exist independent of the document, before the document changes;
  /// `kept` is the document, if it is kept and never changes again.
  func settleErrors(in kept: Document? = nil) {
    if kept == nil, errors.pending.areOpen { errors.pending.settleLast() }
    guard errors.pending.areOpen else { return }
    // Taken out, because settling may ask an enumeration for its cases, and that code may decode with what
    // its model has kept. Errors of such a decode get no details, because they would never be settled.
    var pending = PendingErrors()
    swap(&pending, &errors.pending)
    let areDropped = errors.areDropped
    errors.areDropped = true
    pending.settle(in: kept, environment)
    swap(&pending, &errors.pending)
    pending.settle(in: kept, environment)
    errors.areDropped = areDropped
  }

  /// Ends the notes on a text; no container may be in use.
  @inline(__always)
  func endText() {
    convertedNames.endText()
    if hasNotes || !errors.isEmpty { releaseNotes() }
  }

  /// Settles the errors of the decode, and releases all notes.
  ///
  /// At the end of a text, only this may run the model's code, which finds none of the notes.
  @inline(never)
  private func releaseNotes() {
    if errors.pending.areOpen { settleErrors() }
    errors.reportedCount = 0
    // A text that fails at its outermost value leaves no other notes.
    guard hasNotes else { return forgetFailure() }
    if notes.hasIndexes { pool.forgetNames() }
    let failure = errors.failedInitializer.take()
    var former = TextNotes()
    swap(&former, &notes)
    hasNotes = false
    withExtendedLifetime(failure) {}
    withExtendedLifetime(former) {}
  }

  // MARK: - Key types

  /// The record of the key type `type`, made if there is none.
  func keyType<Key: CodingKey>(_ type: Key.Type) -> KeyType {
    let identifier = ObjectIdentifier(type)
    if let known = keyTypes.first(where: { ObjectIdentifier($0.type) == identifier }) {
      return known
    }
    let keyType = KeyType(type, id: keyTypes.count + 1)
    // Not appended: if anything wrote to it in place, each read of it would be checked for overlapping access.
    keyTypes = keyTypes + [keyType]
    pool.add(keyType, isEscaped: environment.isEscaped(type))
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

/// The errors of a decode, until it ends.
struct DecodeErrors {
  /// Those whose details have not been made yet.
  var pending = PendingErrors()

  /// Whether the errors of the value that is being decoded will be dropped, so that they need no
  /// details.
  var areDropped = false

  /// How many errors of values that were left out are in the model's reports.
  var reportedCount = 0

  /// The innermost initializer that the last error has left.
  var failedInitializer: FailedInitializer?

  /// Whether the end of the decode has nothing to do for them.
  @inline(__always)
  var isEmpty: Bool { !pending.areOpen && failedInitializer == nil && reportedCount == 0 }
}

/// Notes on a text while it is decoded, all of which are discarded when the decode ends.
struct TextNotes {
  /// The keys by which models have entered containers, if they are not cases of plain enums.
  var requestedKeys = RequestedKeys()

  /// Whether containers have found members by an index.
  var hasIndexes = false

  /// The objects whose names a custom key strategy has converted.
  var openedObjects = OpenedObjects()

  /// Long names that a key strategy has converted for paths, so that it is not called again for each path.
  var longConvertedNames = PathNotes()

  /// The last coding path that was made.
  var recentPath = RecentPath()
}
