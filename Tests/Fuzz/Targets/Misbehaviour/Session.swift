/// One text and its decode.
///
/// `@unchecked`: `isOver` is used by the thread that decodes only.
final class Session: @unchecked Sendable {
  /// The number that is in all that the text says; from 11 on.
  let serial: Int

  /// Whether the decode has returned or thrown.
  var isOver = false

  init(serial: Int) {
    self.serial = serial
  }
}
