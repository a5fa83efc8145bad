/// What a decode notes, for all decoders that take part in it, from its first value to `endText()`.
package final class DecodeNotes {
  /// What the decoders know about types.
  let types: TypeMemory

  init(types: TypeMemory) { self.types = types }

  // SAFETY: code that may run a model's code first takes out the part that it works on, or holds what it
  // replaces until it is done.
  @exclusivity(unchecked) private var uncheckedState = State()

  private struct State: ~Copyable {
    /// The errors of the decode.
    var errors = DecodeErrors()

    /// The notes on the text.
    var text = TextNotes()

    /// How often models have asked for what the text lacks, as far as it matters for defaults.
    var absenceCount = 0

    /// The types of the values that are being decoded before it is known whether they have defaults, each once.
    var typesBeforeMark: [ObjectIdentifier] = []
  }

  /// The errors of the decode.
  var errors: DecodeErrors {
    @inline(__always) _read { yield unsafe uncheckedState.errors }
    @inline(__always) _modify { yield unsafe &uncheckedState.errors }
  }

  /// The notes on the text.
  var text: TextNotes {
    @inline(__always) _read { yield unsafe uncheckedState.text }
    @inline(__always) _modify {
      hasNotes = true
      yield unsafe &uncheckedState.text
    }
  }

  /// Whether there may be anything in the notes to release.
  private var hasNotes = false

  /// How often models have asked for what the text lacks, as far as it matters for defaults.
  ///
  /// What matters is whether it grows while a value is decoded, so it is never reset: the types around may have defaults
  /// for what a part lacks.
  var absenceCount: Int {
    @inline(__always) _read { yield unsafe uncheckedState.absenceCount }
    @inline(__always) _modify { yield unsafe &uncheckedState.absenceCount }
  }

  /// The types of the values that are being decoded before it is known whether they have defaults, each once.
  var typesBeforeMark: [ObjectIdentifier] {
    @inline(__always) _read { yield unsafe uncheckedState.typesBeforeMark }
    @inline(__always) _modify { yield unsafe &uncheckedState.typesBeforeMark }
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
    var failure: FailedInitializer? = FailedInitializer(error: error, entry: entry, type: type)
    swap(&failure, &errors.failedInitializer)
    releaseModelValue(failure)
  }

  /// Releases the last error that has left an initializer.
  @inline(never)
  func forgetFailure() { releaseModelValue(errors.failedInitializer.take()) }

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
    pending.settle(in: kept, types.environment)
    swap(&pending, &errors.pending)
    pending.settle(in: kept, types.environment)
    errors.areDropped = areDropped
  }

  /// Ends the notes on a text; no container may be in use.
  @inline(__always)
  func endText() {
    types.convertedNames.endText()
    if hasNotes || !errors.isEmpty { releaseNotes() }
  }

  /// Settles the errors of the decode, and releases all notes.
  @inline(never)
  private func releaseNotes() {
    if errors.pending.areOpen { settleErrors() }
    errors.reportedCount = 0
    // A text that fails at its outermost value leaves no other notes.
    guard hasNotes else { return forgetFailure() }
    if text.hasIndexes { types.pool.forgetNames() }
    let failure = errors.failedInitializer.take()
    var former = TextNotes()
    swap(&former, &text)
    hasNotes = false
    releaseModelValue(failure)
    releaseModelValue(former)
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
