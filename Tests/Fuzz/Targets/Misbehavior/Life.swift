import Foundation
import StreamJSONTestSupport

/// Stored in the `userInfo` of a decode: it is counted, and decodes when it is released.
final class Life: Sendable {
  private let count: Locked<Int>

  init(_ count: Locked<Int>) {
    self.count = count
    count.withLock { $0 += 1 }
  }

  deinit {
    count.withLock { $0 -= 1 }
    Player.current?.interrupt()
  }
}

extension CodingUserInfoKey {
  /// Where models find the number of their text.
  static let serial = key("serial")

  /// Where a `Life` is stored.
  static let life = key("life")

  private static func key(_ name: String) -> CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: name) else { preconditionFailure() }
    return key
  }
}
