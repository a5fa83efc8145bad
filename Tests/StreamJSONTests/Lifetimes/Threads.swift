import Foundation

/// More threads than the machine has cores.
enum Threads {
  /// Calls `body` on `count` threads at once, passing the number of the thread, and waits for all.
  static func run(
    _ count: Int,
    stackSize: Int? = nil,
    _ body: @escaping @Sendable (Int) -> Void
  ) {
    let threads = (0..<count).map { number in start(stackSize: stackSize) { body(number) } }
    for wait in threads { wait() }
  }

  /// Calls `body` on a thread.
  ///
  /// - Returns: A closure that waits for the thread to end.
  static func start(
    stackSize: Int? = nil,
    _ body: @escaping @Sendable () -> Void
  ) -> () -> Void {
    let group = DispatchGroup()
    group.enter()
    let thread = Thread {
      body()
      group.leave()
    }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
    return { group.wait() }
  }
}
