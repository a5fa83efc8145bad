import Foundation
import StreamJSONTestSupport

extension Player {
  /// Uses one kept thing on several threads at once, all of which must see the same.
  func echo() {
    let (seed, place) = (choices.fork(), choices.below(10))
    guard role == .main, !store.items.isEmpty else { return }
    let kept = store.items[place % store.items.count]
    // See `use(_:)`.
    guard kept.session.isOver, !sessions.contains(where: { $0 === kept.session }) else { return }
    let (stage, count) = (stage, stage.isReference ? 1 : 3)
    let logs = Locked<[Log]>([])
    // Passed one by one, because a thread that has ended may hold its code for a while.
    let handed = Locked(Array(repeating: kept, count: count))
    let body: @Sendable () -> Void = {
      guard let kept = handed.withLock({ $0.popLast() }) else { return }
      let player = Player(
        stage,
        .echo,
        Choices(seed: seed, count: 60),
        seed: seed,
        isOnMainThread: false
      )
      player.perform {
        player.use(kept)
        player.store.dropAll()
      }
      logs.withLock { $0.append(player.log) }
    }
    if stage.isReference {
      body()
    } else {
      let waits = (0..<count).map { _ in Self.start(body) }
      for wait in waits { wait() }
    }
    let all = logs.withLock { $0 }
    guard let first = all.first else { return }
    if !all.allSatisfy({ $0 == first }) {
      stage.complain("threads see different things in text \(kept.session.serial): \(all)")
    }
    log.append(first)
  }

  /// Starts a thread that uses kept things while this one continues.
  func watch() {
    let seed = choices.fork()
    guard role == .main, !stage.isReference, stage.threads.count < 2 else { return }
    var things = Array(store.items.suffix(3))
    if let latest { things.append(latest) }
    let (stage, handed) = (stage, Locked(things))
    let started = DispatchSemaphore(value: 0)
    let wait = Self.start {
      started.signal()
      // Taken out, so that it is the thread that releases them.
      let things = handed.withLock { things in
        defer { things = [] }
        return things
      }
      for round in 0..<UInt64(6) {
        let seed = seed &* 8 &+ round
        let player = Player(
          stage,
          .watcher,
          Choices(seed: seed, count: 40),
          seed: seed,
          isOnMainThread: false
        )
        player.perform {
          for kept in things { player.use(kept) }
          player.store.dropAll()
        }
      }
    }
    started.wait()
    stage.threads.append(wait)
  }

  /// Calls `body` on a thread.
  ///
  /// - Returns: A closure that waits for the thread to end.
  private static func start(_ body: @escaping @Sendable () -> Void) -> () -> Void {
    let end = DispatchSemaphore(value: 0)
    Thread {
      body()
      end.signal()
    }.start()
    return { end.wait() }
  }
}
