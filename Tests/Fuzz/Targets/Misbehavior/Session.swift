import StreamJSONTestSupport

/// One text and its decode.
final class Session: Sendable {
  /// The number that appears in everything the text says; from 11 on.
  let serial: Int

  /// The number that models find in their `userInfo`, which may belong to an earlier text.
  let numberInUserInfo: Int?

  /// Whether the decode has returned or thrown.
  var isOver: Bool {
    get { over.withLock { $0 } }
    set { over.withLock { $0 = newValue } }
  }
  private let over = Locked(false)

  init(serial: Int, numberInUserInfo: Int?) {
    self.serial = serial
    self.numberInUserInfo = numberInUserInfo
  }
}
