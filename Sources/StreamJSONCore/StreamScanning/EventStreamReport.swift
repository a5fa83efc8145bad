/// What a stream of server-sent events has said about itself.
struct EventStreamReport {
  /// Whether it has ended with its terminator.
  var isTerminated: Bool

  /// The identifier of the last event that has ended.
  var lastID: String?

  /// The last time for which a client should wait before it connects again.
  var retryMilliseconds: Int?
}
