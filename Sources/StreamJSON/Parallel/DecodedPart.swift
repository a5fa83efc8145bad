package import StreamJSONCore

/// What a task has decoded.
package struct DecodedPart<Element: Sendable>: Sendable {
  /// Values, and the error that comes after them, if any.
  package struct Run: Sendable {
    /// Values, or results.
    package var elements: [Element] = []
    package var error: (any Error)?

    /// How many of the elements are values and not errors.
    package var valueCount = 0

    package init() {}
  }

  package var runs: [Run] = []

  /// The lines and records, counted from the beginning of the part.
  package var counts = PrecedingCounts()

  /// How far the file has been read at its end, apart from counts, and what is known of it.
  package var end = JSONProgress()

  /// Whether nothing comes after it.
  package var isLast = false

  package init() {}
}

/// A value that tasks share.
final class SharedValue<Value: Sendable>: Sendable {
  let lock: Lock<Value>

  init(_ value: Value) {
    lock = Lock(value)
  }
}

/// What a task has to do.
package struct PartWork<Element: Sendable>: Sendable {
  /// Learns how many records come before the part, once they are counted.
  package var preceding: PrecedingTotals?

  package var decode: @Sendable () async -> DecodedPart<Element>

  package init(
    preceding: PrecedingTotals? = nil,
    decode: @escaping @Sendable () async -> DecodedPart<Element>
  ) {
    self.preceding = preceding
    self.decode = decode
  }
}

/// How many lines and records come before a part, which is known when all parts before it have been
/// decoded.
package final class PrecedingTotals: PrecedingRecords {
  private let known = Lock(PrecedingCounts())

  package var counts: PrecedingCounts { known.withLock { $0 } }

  func set(_ counts: PrecedingCounts) {
    known.withLock { $0 = counts }
  }
}
