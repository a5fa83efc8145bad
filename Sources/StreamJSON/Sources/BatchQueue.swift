// Rules for values on several cores:
// - A part depends on nothing before it. Only the counts of lines and records do, and they're set (`PrecedingCounts`)
//   once the values before have been taken.
// - A guess about an array is right only if the part before it ends there. If it isn't, or if there's any error,
//   everything is decoded again by one task. No code corrects an error's place.
// - Models run in several tasks at once, and a model may cancel its task. The sequence then ends with a cancellation,
//   and never in silence.

import StreamJSONCore

/// The number of tasks for a `concurrency` that a program has passed, from 1 to 1,024.
func taskCount(for concurrency: Int) -> Int { max(1, min(concurrency, 1 << 10)) }

/// Tasks that decode the parts of a file ahead of the one who takes their values.
///
/// At most `concurrency` parts are decoded at the same time, and at most twice as many are in memory:
/// each task begins when the one `concurrency` places before it has ended. A part that takes longer
/// than others does not leave the other tasks without work until then.
///
/// It is used by one task at a time. When it is gone, so are its tasks.
final class BatchQueue<Element: Sendable> {
  /// Where the parts come from; nil once no more are begun.
  private var nextPart: (() throws -> PartWork<Element>?)?
  private let concurrency: Int

  /// Those that were begun and not taken, in the order of the file.
  ///
  /// The result holds the part that the task has decoded until it is taken, so that a task that has ended holds no
  /// values.
  private var entries: [(task: Task<Void, Never>, result: SharedValue<DecodedPart<Element>?>)] = []

  /// The error of the source, if there was one: no more parts are then begun.
  private var sourceError: (any Error)?

  /// The rest of the part that was taken last.
  private var runs: ArraySlice<DecodedPart<Element>.Run> = []
  private var totals = PrecedingCounts()
  private var endOfPart = JSONProgress()

  /// How far the values have been taken.
  private(set) var progress = JSONProgress()

  /// Creates a queue of the parts that `nextPart` returns, in the order of the file, until it returns nil.
  init(
    concurrency: Int,
    byteCount: Int64?,
    nextPart: @escaping () throws -> PartWork<Element>?
  ) {
    self.nextPart = nextPart
    self.concurrency = taskCount(for: concurrency)
    progress.byteCount = byteCount
  }

  deinit {
    for entry in entries { entry.task.cancel() }
  }

  /// The next values, at least one; nil at the end.
  ///
  /// - Throws: The error that comes after the values before, the error of the source, or
  ///   `CancellationError`.
  func next(isolation actor: isolated (any Actor)?) async throws -> [Element]? {
    while true {
      if Task.isCancelled {
        guard end() else { return nil }
        throw CancellationError()
      }
      if let elements = try nextRun() { return elements }
      begin()
      guard !entries.isEmpty else {
        defer { sourceError = nil }
        if let sourceError { throw sourceError }
        return nil
      }
      let tasks = entries.map(\.task)
      await withTaskCancellationHandler {
        await tasks[0].value
      } onCancel: {
        for task in tasks { task.cancel() }
      }
      // The entry stays until it is taken, since a canceled task does not get it.
      guard !Task.isCancelled else { continue }
      guard take(entries.removeFirst().result) else {
        _ = end()
        throw CancellationError()
      }
    }
  }

  /// Begins tasks until enough of them are ahead.
  private func begin() {
    while let nextPart, entries.count < 2 * concurrency {
      do {
        guard let work = try nextPart() else { return self.nextPart = nil }
        // A task that is no longer among the entries has ended.
        let previous = entries.dropLast(concurrency - 1).last?.task
        let result = SharedValue<DecodedPart<Element>?>(nil)
        let task = Task {
          await previous?.value
          guard !Task.isCancelled else { return }
          let part = await work()
          // Otherwise, the part may have been cut short.
          if !Task.isCancelled { result.lock.withLock { $0 = part } }
        }
        entries.append((task, result))
      } catch {
        self.nextPart = nil
        sourceError = error
      }
    }
  }

  /// Takes what a task has decoded; false if that task was canceled, which a model may have done.
  private func take(_ result: SharedValue<DecodedPart<Element>?>) -> Bool {
    guard let part = result.lock.withLock({ $0.take() }) else { return false }
    // This must be known before anyone sees its errors.
    part.preceding?.lock.withLock { $0 = totals }
    totals.add(part.counts)
    runs = part.runs[...]
    endOfPart = part.end
    if part.isLast { endTasks() }
    return true
  }

  /// The values of the next run, or its error.
  private func nextRun() throws -> [Element]? {
    guard let run = runs.first else { return nil }
    if !run.elements.isEmpty {
      progress.valueCount += run.valueCount
      progress.errorCount += run.elements.count - run.valueCount
      runs[runs.startIndex].elements = []
      if run.error == nil { endRun() }
      return run.elements
    }
    endRun()
    guard let error = run.error else { return nil }
    progress.errorCount += 1
    throw error
  }

  private func endRun() {
    runs.removeFirst()
    guard runs.isEmpty else { return }
    progress.byteOffset = endOfPart.byteOffset
    progress.keepAliveCount = endOfPart.keepAliveCount + totals.keepAliveCount
    progress.skippedByteCount = endOfPart.skippedByteCount
    progress.isTerminated = endOfPart.isTerminated
    progress.lastEventID = endOfPart.lastEventID
    progress.retryMilliseconds = endOfPart.retryMilliseconds
  }

  /// Ends all tasks and begins no more; nothing comes after the parts that they were to decode, not even an error.
  private func endTasks() {
    nextPart = nil
    for entry in entries { entry.task.cancel() }
    entries = []
    sourceError = nil
  }

  /// Ends everything; false if nothing was left, because all parts had been begun and taken.
  private func end() -> Bool {
    let wasAtEnd = nextPart == nil && entries.isEmpty && runs.isEmpty && sourceError == nil
    endTasks()
    runs = []
    return !wasAtEnd
  }
}

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

/// Appends the elements in the bytes that were read; false at the end.
typealias BatchAppender<Element> = @Sendable (PullReader, inout [Element]) throws -> Bool

extension BatchQueue {
  /// A queue of the parts of bytes that can be divided, each of which a task reads and decodes.
  convenience init(
    _ parts: StoredParts,
    _ form: StreamForm,
    concurrency: Int,
    partByteCount: Int64?,
    _ append: @escaping BatchAppender<Element>
  ) {
    // Enough that beginning a task does not matter, and few enough that all parts in memory fit into the processor's
    // cache.
    let byteCount = partByteCount ?? 1 << 20
    // How many elements the last part had: arrays that grow move their elements several times.
    let expectedCount = SharedValue(0)
    var start: Int64 = 0
    self.init(concurrency: concurrency, byteCount: parts.bytes.byteCount) {
      let records = try parts.part(from: start, to: start + min(byteCount, .max - start))
      guard !records.isEmpty else { return nil }
      start = records.upperBound
      // The end of a part at the limit must not look like the end of the bytes, which may end a record.
      let isAtLimit =
        start == Int64(form.options.limits.maximumByteCount)
        && start < parts.bytes.byteCount ?? .max
      let part = records.lowerBound..<(isAtLimit ? start + 1 : start)
      return {
        let preceding = SharedValue(PrecedingCounts())
        let source = ByteReader(part, of: parts, after: preceding)
        let reader = PullReader(source, form)
        var decoded = DecodedPart<Element>()
        decoded.preceding = preceding
        decoded.runs[0].elements.reserveCapacity(expectedCount.lock.withLock { $0 })
        await decoded.fill(from: reader, toEnd: true, append)
        decoded.counts = reader.counts
        decoded.isLast = reader.wasCut
        decoded.end.byteOffset =
          decoded.isLast
          ? reader.progress.byteOffset : max(part.upperBound, source.rest.lowerBound)
        let count = decoded.runs[0].elements.count
        // A little more, so that most arrays do not have to grow.
        expectedCount.lock.withLock { $0 = count + count / 16 }
        return decoded
      }
    }
  }

  /// A queue of the pieces of bytes that cannot be divided: each task goes on where the one before it has
  /// ended.
  convenience init(_ reader: PullReader, _ append: @escaping BatchAppender<Element>) {
    let work: PartWork<Element> = {
      var decoded = DecodedPart<Element>()
      await decoded.fill(from: reader, toEnd: false, append)
      decoded.end = reader.progress
      return decoded
    }
    self.init(concurrency: 1, byteCount: reader.byteCount) { work }
  }
}

extension DecodedPart {
  /// Adds the values that `reader` reads: all of them, or else those up to an error, or that are there without waiting
  /// for more.
  fileprivate mutating func fill(
    from reader: PullReader,
    toEnd: Bool,
    _ append: BatchAppender<Element>
  ) async {
    while !Task.isCancelled, !isLast {
      if runs.last?.error != nil { runs.append(Run()) }
      let last = runs.count - 1
      let valueCount = reader.progress.valueCount
      defer { runs[last].valueCount += reader.progress.valueCount - valueCount }
      do {
        isLast = try !append(reader, &runs[last].elements)
        guard toEnd || runs[last].elements.isEmpty else { return }
        if !isLast { _ = try await reader.refill(isolation: nil) }
      } catch {
        runs[last].error = error
        if !toEnd { return }
      }
    }
  }
}
