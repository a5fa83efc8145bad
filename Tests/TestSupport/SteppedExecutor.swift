import Foundation

/// Runs one task on the thread that waits for it, which makes it the same in every run, and safe on
/// a thread that other tasks need.
package final class SteppedExecutor: TaskExecutor {
  private let jobs = JobList()

  /// The jobs that are ready.
  private final class JobList: @unchecked Sendable {
    // `@unchecked`: only used with the lock held.
    private let lock = NSCondition()
    private var jobs: [UnownedJob] = []
    private var isOver = false

    func add(_ job: UnownedJob) {
      lock.lock()
      jobs.append(job)
      lock.signal()
      lock.unlock()
    }

    func end() {
      lock.lock()
      isOver = true
      lock.signal()
      lock.unlock()
    }

    func next() -> UnownedJob? {
      lock.lock()
      defer { lock.unlock() }
      while jobs.isEmpty, !isOver { lock.wait() }
      return jobs.isEmpty ? nil : jobs.removeFirst()
    }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    jobs.add(UnownedJob(job))
  }

  /// Runs `body` as a task, to its end.
  package static func run(_ body: @escaping @Sendable () async -> Void) {
    let executor = SteppedExecutor()
    Task(executorPreference: executor) {
      await body()
      executor.jobs.end()
    }
    while let job = executor.jobs.next() {
      // SAFETY: the executor lives until the task is over, and each job is run once.
      unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor())
    }
  }
}
