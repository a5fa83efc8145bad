/// The value in progress, before its end has arrived.
extension StreamEngine {
  // SAFETY of all that follows: no method of the state runs code of a model.

  /// Decodes what has arrived of the value in progress, between two chunks.
  ///
  /// It is first decoded with the part of an unfinished string that has arrived; only a `String` gets that part. If
  /// that fails, whatever the reason, or if the string was refused, which a model may catch, it is decoded without that
  /// string, as if the string were an unfinished number.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - includesString: Whether an unfinished string is there at all.
  /// - Returns: Nil if no part of a value has arrived, or too little for a `T`.
  /// - Throws: `DecodingError` if what has arrived is malformed or does not match, or what a model throws.
  package func partialValue<T: Decodable>(
    _ type: T.Type,
    includingUnfinishedString includesString: Bool
  ) throws -> T? {
    try unsafe state.lookAtKept()
    if includesString {
      do {
        var hasRefused = false
        let value = try partialValue(type, keepingString: true, refusing: &hasRefused)
        if !isInString || value != nil && !hasRefused { return value }
      } catch {
        guard isInString else { throw error }
      }
    }
    var hasRefused = false
    return try partialValue(type, keepingString: false, refusing: &hasRefused)
  }

  /// Whether a string is unfinished, once the bytes so far have been scanned.
  private var isInString: Bool { unsafe state.scan.scanner.isInString }

  /// Does the same; `hasRefused` says whether something asked for the unfinished string and did not get it.
  private func partialValue<T: Decodable>(
    _ type: T.Type,
    keepingString keepsString: Bool,
    refusing hasRefused: inout Bool
  ) throws -> T? {
    guard let closing = try unsafe state.closeUnfinishedValue(keepingString: keepsString) else {
      return nil
    }
    let start = unsafe state.storage.record.origin.offset
    defer {
      hasRefused = unsafe state.storage.record.unfinished?.hasRefusedString ?? false
      unsafe state.endDecode(reopening: closing)
    }
    do {
      return try decodeRoot(type, isUnfinished: true)
    } catch let error as DecodingError {
      // An error about an object or array that is still open may be due to something that has not arrived, such as a
      // required member. This may be true of a mismatch, too: a model may try several types, the first of which lacks
      // a member, and the mismatch is that of the last one.
      guard let place = error.jsonError?.offset, closing.isOpen(at: place - start) else {
        throw error
      }
      return nil
    }
  }
}
