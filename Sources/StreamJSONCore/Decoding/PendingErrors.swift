/// The errors of a decode whose details are not made yet.
struct PendingErrors {
  private var details: [LazyErrorDetails] = []

  /// How many there may be before those of errors that no longer exist are dropped.
  private var bound = minimumBound
  private static let minimumBound = 16

  /// How many bytes of a copy may be kept for an error: less than its details take.
  private static let maximumByteCountPerError = 256

  /// How many bytes a copy may have: one error that is left may hold it for long.
  private static let maximumByteCount = 4 << 20

  /// Details for another error: those of the last one, if it no longer exists.
  mutating func makeDetails(_ environment: DecodingEnvironment) -> LazyErrorDetails {
    let last = details.count - 1
    if last >= 0, isKnownUniquelyReferenced(&details[last]) { return details[last] }
    if details.count >= bound {
      let unused = dropUnused()
      // At least as many are added before the next search as are searched.
      bound = max(PendingErrors.minimumBound, 2 * details.count)
      if let unused {
        details.append(unused)
        return unused
      }
    }
    let new = LazyErrorDetails(environment: environment)
    details.append(new)
    return new
  }

  /// Makes the errors that still exist independent of the document, before it changes.
  ///
  /// - Parameter text: The text of the document, if it is kept anyway.
  mutating func settle(in text: KeptText? = nil) {
    let unused = dropUnused()
    if let document = details.first?.document,
      let kept = textWorthKeeping(of: document, text)
    {
      for error in details {
        if error.document === document { error.keep(kept) } else { error.complete() }
      }
    } else {
      for error in details { error.complete() }
    }
    details.removeAll(keepingCapacity: details.count <= PendingErrors.minimumBound)
    bound = PendingErrors.minimumBound
    if let unused { details.append(unused) }
  }

  /// `text`, or a copy of the text of `document`, if keeping it takes less than the details of all
  /// errors.
  private func textWorthKeeping(of document: Document, _ text: KeptText?) -> KeptText? {
    // The objects in a graph are the caller's, who may release or change them.
    guard details.count >= PendingErrors.minimumBound, !document.isObjectGraph,
      document.byteCount <= PendingErrors.maximumByteCount,
      document.byteCount / PendingErrors.maximumByteCountPerError <= details.count
    else { return nil }
    return text ?? KeptText(document.copy(), environment: details[0].environment)
  }

  /// Drops the details of errors that no longer exist.
  ///
  /// - Returns: Some of them, for the next error.
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
