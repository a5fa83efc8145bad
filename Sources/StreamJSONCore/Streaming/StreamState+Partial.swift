/// The value in progress, before its end has arrived.
extension StreamState {
  /// Closes the value in progress where it stops, and shows it in the document.
  ///
  /// - Parameter keepsString: Whether an unfinished string stays as far as it has arrived, for a `String`.
  /// - Returns: What `endDecode` needs to reopen it; nil if no part of a value has arrived.
  /// - Throws: `DecodingError` if what has arrived is already malformed. The stream continues, and
  ///   throws the error again when the record is complete.
  mutating func closeUnfinishedValue(
    keepingString keepsString: Bool
  ) throws -> ValueScan.Closing? {
    guard !hasEnded else { return nil }
    scan.window = buffer.window(.empty, isFinal: false)
    do throws(InputFault) {
      guard try framing.scanUnfinished(&scan) else { return nil }
    } catch {
      throw describe(error, in: .empty, notingRecord: false)
    }
    guard let closing = scan.close(keepingString: keepsString) else { return nil }
    showValue(in: .empty)
    storage.record.unfinished = closing.parts
    return closing
  }
}
