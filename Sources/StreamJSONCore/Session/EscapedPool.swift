/// The pooled containers of one decode that models still held when it ended.
///
/// They keep the decoder and its text in memory until the last of them is released. While one of them is
/// held, checking that one is therefore enough; models may keep many.
package struct EscapedPool: Sendable {
  private var containers: [PooledContainer] = []

  /// True when no container is left.
  var isEmpty: Bool { containers.isEmpty }

  /// Whether something holds the container that is checked next.
  package var isHeld: Bool { containers.last?.isHeld ?? false }

  mutating func append(_ container: PooledContainer) {
    containers.append(container)
  }

  /// Frees the containers that nothing holds, up to the first one that something does.
  ///
  /// - Returns: True when no container is left.
  /// - Complexity: O(1) while the container checked last is held.
  package mutating func deallocateUnheld() -> Bool {
    while let container = containers.last, container.deallocateIfUnheld() {
      containers.removeLast()
    }
    return isEmpty
  }
}
