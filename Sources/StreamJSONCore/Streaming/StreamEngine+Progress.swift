/// How far the stream has been read: its progress, its counts, and the last record that failed.
extension StreamEngine {
  // SAFETY of all that follows: no method of the state that is called in this file runs code of a model.

  /// How far the stream has been read.
  package var progress: JSONProgress {
    var progress = JSONProgress()
    report(to: &progress)
    return progress
  }

  /// Changes what of `progress` depends on the values that were taken.
  package func report(to progress: inout JSONProgress) {
    progress.byteOffset = Int64(unsafe state.buffer.cursorOffset)
    progress.valueCount = unsafe state.valueCount
    progress.errorCount = unsafe state.recordCount - state.valueCount
    unsafe state.framing.report(to: &progress)
  }

  /// The last record that could not be decoded.
  package var failedRecord: JSONFailedRecord? { unsafe state.failedRecord }

  /// How many lines and records there were up to the end of the last record.
  package func counts(in chunk: JSONText) -> PrecedingCounts {
    let place = unsafe state.buffer.countLines(to: state.buffer.cursor, chunk)
    var counts = PrecedingCounts()
    counts.lineCount = place.line
    counts.column = place.column
    counts.recordCount = unsafe state.recordCount
    return counts
  }
}
