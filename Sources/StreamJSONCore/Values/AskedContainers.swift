/// What is known about large containers of a document after they were asked for many of their
/// values.
///
/// Finding one value takes a pass over the container, which is fast. So that a program that asks
/// for each value in turn does not take quadratic time, the places of all are noted once it has
/// asked some times. Smaller containers take no lock.
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

  /// How many values a container has that is large.
  static var minimumCount: Int { 64 }

  /// How often a container is asked before its contents are noted.
  private static var patience: Int { 16 }

  /// The contents of the container at `header`, which is asked for a value.
  ///
  /// Nil if it has not been asked often; `make` makes them.
  func contents(of header: Int, _ make: () -> Contents) -> Contents? {
    var asked = Asked()
    environment.exclusively {
      containers[header, default: Asked()].count += 1
      asked = containers[header] ?? Asked()
    }
    if let contents = asked.contents { return contents }
    guard asked.count > Self.patience else { return nil }
    let contents = make()
    environment.exclusively { containers[header]?.contents = contents }
    return contents
  }
}
