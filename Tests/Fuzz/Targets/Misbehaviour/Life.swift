import Foundation
import TestSupport

/// In the `userInfo` of a decode: counted, and decodes when it goes.
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
  /// Where models find their text's number.
  static let serial = key("serial")

  /// Where a `Life` is.
  static let life = key("life")

  private static func key(_ name: String) -> CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: name) else { preconditionFailure() }
    return key
  }
}
