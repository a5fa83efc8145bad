import StreamJSONCore

/// What a task does to decode a part.
typealias PartWork<Element: Sendable> = @Sendable () async -> DecodedPart<Element>

/// What a task has decoded.
struct DecodedPart<Element: Sendable>: Sendable {
  /// Values, and the error that comes after them, if any.
  struct Run: Sendable {
    /// Values, or results.
    var elements: [Element] = []
    var error: (any Error)?

    /// How many of the elements are values and not errors.
    var valueCount = 0
  }

  /// At least one.
  var runs = [Run()]

  /// Learns how many lines and records come before the part, once all parts before it have been decoded.
  var preceding: SharedValue<PrecedingCounts>?

  /// The lines and records, counted from the beginning of the part.
  var counts = PrecedingCounts()

  /// The progress at its end, except for the counts.
  var end = JSONProgress()

  /// Whether nothing comes after it.
  var isLast = false
}
