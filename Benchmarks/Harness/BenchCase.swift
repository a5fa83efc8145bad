/// One line of the report: some work that two contenders do and that is timed.
struct BenchCase: Sendable {
  /// The suite, as named by `--suite`.
  let suite: String

  /// The name, unique within the suite.
  let name: String

  /// Makes the document and everything else that must not be timed.
  let prepare: @Sendable () throws -> PreparedCase
}

/// A case whose document has been made, ready to be checked and timed.
struct PreparedCase {
  /// The bytes of JSON text that one iteration reads.
  let byteCount: Int

  /// What StreamJSON is compared with, if anything.
  let foundation: Contender?

  /// StreamJSON.
  let streamJSON: Contender

  /// Checks that the contenders agree, and returns what the result itself takes.
  ///
  /// Throws `BenchFailure` if they differ.
  let check: () throws -> CheckedCase

  /// Decodes once with each contender, and returns how much memory each used beyond the model; nil
  /// for a case without a model.
  var peaks: (() throws -> HeapPeaks)?
}

/// The most bytes of heap that one decode used beyond the model, with a new decoder for each; nil
/// where they cannot be counted.
struct HeapPeaks {
  var foundation: Int?
  var streamJSON: Int?
}

/// One of the two sides of a case.
struct Contender {
  /// Does the work the given number of times.
  let run: (_ iterations: Int) throws -> Void
}

/// What the check of a case finds out on the way.
struct CheckedCase {
  /// The heap blocks that the finished model consists of, if there is a model.
  var modelAllocations: Int?
}

/// A reason for the bench to stop, such as contenders that differ.
struct BenchFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
