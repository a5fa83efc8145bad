/// The value in progress, before its end has arrived.
extension StreamState {
  /// Closes the value in progress where it stops, and shows it in the document.
  ///
  /// - Returns: What `reopen` needs; nil if no part of a value has arrived.
  /// - Throws: `DecodingError` if what has arrived is already malformed. The stream continues, and
  ///   throws the error again when the record is complete.
  mutating func closeUnfinishedValue() throws -> ValueScan.Closing? {
    guard !hasEnded else { return nil }
    do throws(InputFault) {
      guard try framing.scanUnfinished(buffer.window(.empty, isFinal: false), &scan) else {
        return nil
      }
    } catch {
      throw describe(error, in: .empty)
    }
    guard let closing = scan.close() else { return nil }
    showValue(in: .empty)
    return closing
  }

  /// Ends the decode of an unfinished value, so that the scanner can continue.
  mutating func reopen(_ closing: ValueScan.Closing) {
    if DocumentDecoder.end(&decoder, keepingTape: true) {
      if storage.record.originIsCounted { buffer.adopt(document.origin, of: scan.start) }
      closing.undo(on: closing.tape)
      document.tape = closing.tape
      document.text = .empty
      document.endRecord()
    } else {
      // The document that a model has kept continues to show the closed value.
      let copy = Tape(copying: closing.tape)
      closing.undo(on: copy)
      replaceDecoder(tape: copy)
    }
  }
}
