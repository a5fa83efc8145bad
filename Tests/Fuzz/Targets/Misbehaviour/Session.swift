/// One text and its decode.
///
/// `@unchecked`: `isOver` is used by the thread that decodes only.
final class Session: @unchecked Sendable {
  /// The number that is in all that the text says; from 11 on.
  let serial: Int

  /// The number that models find in their `userInfo`, which may be that of an earlier text.
  let numberInUserInfo: Int?

  /// Whether the decode has returned or thrown.
  var isOver = false

  init(serial: Int, numberInUserInfo: Int?) {
    self.serial = serial
    self.numberInUserInfo = numberInUserInfo
  }
}
