/// What is known about large containers of a document once a program has asked for many of their values.
///
/// Finding one value takes a pass over the container, which is fast. A program that asks for each value in turn must
/// not take quadratic time, so the places of all values are noted once it has asked a number of times. Smaller
/// containers take no lock.
///
/// `@unchecked Sendable`: its mutable state is only touched under the environment's lock.
final class AskedContainers<Contents: Sendable>: @unchecked Sendable {
  private struct Asked {
    var count = 0
    var contents: Contents?
  }

  private let environment: DecodingEnvironment
  private var containers: [Int: Asked] = [:]

  init(environment: DecodingEnvironment) {
    self.environment = environment
  }

  /// The smallest number of values that makes a container large.
  static var minimumCount: Int { 64 }

  /// How often a container is asked before its contents are noted.
  private static var patience: Int { 16 }

  /// The contents of the container at `header`, which is asked for a value.
  ///
  /// This is nil if the container has not been asked often; `make` makes the contents.
  func contents(of header: Int, _ make: () -> Contents) -> Contents? {
    let asked = environment.withLock {
      containers[header, default: Asked()].count += 1
      return containers[header] ?? Asked()
    }
    if let contents = asked.contents { return contents }
    guard asked.count > Self.patience else { return nil }
    let contents = make()
    environment.exclusively { containers[header]?.contents = contents }
    return contents
  }
}
