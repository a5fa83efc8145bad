/// What a server-sent event has besides its data.
///
/// It is a class because documents have room for it whether or not they are read from events.
final class EventFields: Sendable {
  let name: String?
  let id: String?
  let retryMilliseconds: Int?

  init(name: String?, id: String?, retryMilliseconds: Int?) {
    self.name = name
    self.id = id
    self.retryMilliseconds = retryMilliseconds
  }
}
