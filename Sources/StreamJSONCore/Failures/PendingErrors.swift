/// The errors of a decode whose details have not been made yet.
///
/// Its functions are not inlined, which keeps programs small, because many functions make errors.
struct PendingErrors {
  /// The details of the last error; for a short text, kept after its decode for an error of the next decode.
  private var last: LazyErrorDetails?

  /// The details of the other errors.
  private var details: [LazyErrorDetails] = []

  /// How many details there may be before those of errors that no longer exist are dropped.
  private var bound = minimumBound
  private static let minimumBound = 16

  /// How many words are kept for the next decode.
  private static let maximumCapacity = 1024

  /// How many bytes of a copy may be kept for an error: less than its details take.
  private static let maximumByteCountPerError = 256

  /// How many bytes a copy may have, because a single error that is left may hold it for a long time.
  private static let maximumByteCount = 4 << 20

  /// Whether there are errors to settle: `last` belongs to the running decode.
  private(set) var areOpen = false

  /// Whether the model keeps errors, so that the paths in them are not those of the next ones.
  var areKept: Bool { !details.isEmpty }

  /// Whether `error` is an error of the running decode that has not been settled.
  func contains(_ error: JSONError) -> Bool {
    guard areOpen, case .object(let object) = error.details else { return false }
    return last === object || details.contains { $0 === object }
  }

  /// Details for another error of `document`, which is decoded on `thread`: those of the last one, if it no
  /// longer exists.
  @inline(never)
  mutating func makeDetails(
    of document: Document,
    on thread: UInt,
    _ system: DecodingSystem
  ) -> LazyErrorDetails {
    if isKnownUniquelyReferenced(&last), let last {
      // As in `clear()`. While the details are open, other threads read them only under the lock.
      if !areOpen { system.acquire() }
      last.open(document, on: thread)
      areOpen = true
      return last
    }
    var source: DetailsSource?
    if let former = last.take(), areOpen {
      source = former.source
      details.append(former)
    }
    if details.count >= bound {
      last = dropUnused()
      // At least as many are added before the next search as are searched.
      bound = max(PendingErrors.minimumBound, 2 * details.count)
      // It has the same source.
      if let last { return last }
    }
    let new = LazyErrorDetails(
      of: source ?? DetailsSource(document, on: thread),
      system: system
    )
    last = new
    areOpen = true
    return new
  }

  /// Makes the errors that still exist independent of the document, before it changes.
  ///
  /// - Parameters:
  ///   - kept: The document, if it is kept anyway and never changes again.
  ///   - system: What the system provides.
  @inline(never)
  mutating func settle(in kept: Document? = nil, _ system: DecodingSystem) {
    guard areOpen else { return }
    areOpen = false
    if let former = last.take() { details.append(former) }
    last = dropUnused()
    last?.clear()
    guard !details.isEmpty else { return }
    settleAll(in: kept, system)
    details.removeAll(keepingCapacity: details.count <= PendingErrors.maximumCapacity)
    bound = PendingErrors.minimumBound
  }

  /// Settles the last error if it is the only one and either no longer exists or has a short text, which runs no code
  /// of a model's; with `isUnseen`, no other thread has it yet.
  @inline(never)
  mutating func settleLast(isUnseen: Bool = false) {
    guard details.isEmpty, var former = last.take() else { return }
    let isUnused = isKnownUniquelyReferenced(&former)
    if isUnused { former.clear() }
    areOpen = !isUnused && !former.keepShortText(isUnseen: isUnseen)
    last = former
  }

  private func settleAll(in kept: Document?, _ system: DecodingSystem) {
    // All of them have one source.
    guard let first = details.first, kept != nil || !first.keepShortText() else { return }
    guard let document = first.document, isWorthKeeping(document) else {
      for error in details { error.complete() }
      return
    }
    let kept = kept ?? document.copy()
    // From now on, other threads may read it.
    kept.storage.record.setArrived(nil)
    system.exclusively {
      for error in details { error.keep(kept) }
    }
  }

  /// Whether keeping the text of `document` takes less than the details of all errors.
  private func isWorthKeeping(_ document: Document) -> Bool {
    // The objects in a graph belong to the caller, who may release or change them.
    details.count >= PendingErrors.minimumBound && !document.isObjectGraph
      && document.byteCount <= PendingErrors.maximumByteCount
      && document.byteCount / PendingErrors.maximumByteCountPerError <= details.count
  }

  /// Drops the details of errors that no longer exist.
  ///
  /// - Returns: Some of them, for the next error.
  @inline(never)
  private mutating func dropUnused() -> LazyErrorDetails? {
    var unused: LazyErrorDetails?
    var count = 0
    for position in details.indices {
      if isKnownUniquelyReferenced(&details[position]) {
        unused = details[position]
      } else {
        if count < position { details.swapAt(count, position) }
        count += 1
      }
    }
    details.removeLast(details.count - count)
    return unused
  }
}
