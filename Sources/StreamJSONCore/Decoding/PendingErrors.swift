/// The errors of a decode whose details are not made yet.
///
/// Its functions are not inlined, for the size of programs: many functions make errors.
struct PendingErrors {
  /// The details of the last one; of a short text, also after its decode, for an error of the next one.
  private var last: LazyErrorDetails?

  /// Those of the others.
  private var details: [LazyErrorDetails] = []

  /// How many there may be before those of errors that no longer exist are dropped.
  private var bound = minimumBound
  private static let minimumBound = 16

  /// How many bytes of a copy may be kept for an error: less than its details take.
  private static let maximumByteCountPerError = 256

  /// How many bytes a copy may have: one error that is left may hold it for long.
  private static let maximumByteCount = 4 << 20

  /// Details for another error: those of the last one, if it no longer exists.
  @inline(never)
  mutating func makeDetails(_ environment: DecodingEnvironment) -> LazyErrorDetails {
    if isKnownUniquelyReferenced(&last), let last { return last }
    // Those that have been asked, or settled, need nothing more.
    if let former = last, former.isOpen { details.append(former) }
    last = nil
    if details.count >= bound {
      last = dropUnused()
      // At least as many are added before the next search as are searched.
      bound = max(PendingErrors.minimumBound, 2 * details.count)
      if let last { return last }
    }
    let new = LazyErrorDetails(environment: environment)
    last = new
    return new
  }

  /// Makes the errors that still exist independent of the document, before it changes.
  ///
  /// - Parameter text: The text of the document, if it is kept anyway.
  @inline(never)
  mutating func settle(in text: KeptText? = nil) {
    if isKnownUniquelyReferenced(&last) {
      last?.clear()
    } else if let former = last {
      if details.isEmpty, text == nil, former.keepShortText() { return }
      last = nil
      guard !details.isEmpty else { return settle(former, in: text) }
      details.append(former)
    }
    guard !details.isEmpty else { return }
    let unused = dropUnused()
    if last == nil { last = unused }
    if let first = details.first(where: { $0.isOpen }) { settle(first, in: text) }
    details.removeAll(keepingCapacity: details.count <= PendingErrors.minimumBound)
    bound = PendingErrors.minimumBound
  }

  /// Settles `first`, the first of the errors, and the others.
  private func settle(_ first: LazyErrorDetails, in text: KeptText?) {
    guard let document = first.document,
      let kept = textWorthKeeping(of: document, text, first.environment)
    else {
      first.complete()
      for error in details { error.complete() }
      return
    }
    var hasOthers = false
    first.environment.exclusively {
      _ = first.keep(kept, of: document)
      for position in details.indices where !details[position].keep(kept, of: document) {
        hasOthers = true
      }
    }
    if hasOthers { for error in details { error.complete() } }
  }

  /// `text`, or a copy of the text of `document`, if keeping it takes less than the details of all
  /// errors.
  private func textWorthKeeping(
    of document: Document,
    _ text: KeptText?,
    _ environment: DecodingEnvironment
  ) -> TextOfErrors? {
    if text == nil, document.isScannedAlone,
      let short = ShortText(document, ScanSettings(dialect: document.dialect))
    {
      return short
    }
    // The objects in a graph are the caller's, who may release or change them.
    guard details.count >= PendingErrors.minimumBound, !document.isObjectGraph,
      document.byteCount <= PendingErrors.maximumByteCount,
      document.byteCount / PendingErrors.maximumByteCountPerError <= details.count
    else { return nil }
    return text ?? KeptText(document.copy(), environment: environment)
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
    unused?.clear()
    return unused
  }
}
