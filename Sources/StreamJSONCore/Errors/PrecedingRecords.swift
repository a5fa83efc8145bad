/// What comes before a part of a stream that is decoded on its own, while the parts before it may
/// still be decoded elsewhere.
///
/// An error within the part counts from the beginning of the part and adds these when it is asked
/// for its place.
package protocol PrecedingRecords: AnyObject, Sendable {
  /// The counts, as far as they are known.
  var counts: PrecedingCounts { get }
}

/// How many lines and records come before a part of a stream.
package struct PrecedingCounts: Sendable {
  /// The number of line ends.
  var lineCount = 0

  /// The number of bytes between the last line end and the part.
  var column = 0

  /// The number of values and errors.
  var recordCount = 0

  package init(column: Int = 0) { self.column = column }

  /// Adds a part, given what it counted from its own beginning.
  package mutating func add(_ part: PrecedingCounts) {
    lineCount += part.lineCount
    column = part.lineCount > 0 ? part.column : column + part.column
    recordCount += part.recordCount
  }
}
