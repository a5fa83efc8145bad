/// The value in progress, before its end has arrived.
extension StreamState {
  /// Closes the value in progress where it stands and makes the document that of it.
  ///
  /// - Returns: What `reopen` needs; nil when nothing of a value is there.
  /// - Throws: `DecodingError` when what has arrived is malformed already. The stream goes on; the
  ///   error comes again when the record is complete.
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

  /// Ends the decode of an unfinished value; the scanner can go on.
  mutating func reopen(_ closing: ValueScan.Closing) {
    if DocumentDecoder.end(&decoder, keepingTape: true) {
      if storage.record.originIsCounted { buffer.adopt(document.origin, of: scan.start) }
      closing.undo(on: closing.tape)
      document.tape = closing.tape
      document.text = .empty
      document.endRecord()
    } else {
      // The kept document goes on showing the closed value.
      let copy = Tape(copying: closing.tape)
      closing.undo(on: copy)
      replaceDecoder(tape: copy)
    }
  }
}
