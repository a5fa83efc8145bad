import StreamJSON

/// An element of a stream that may try to use the stream from inside its `init(from:)`.
struct StreamedRecord: Decodable {
  let number: Int

  init(from decoder: any Decoder) throws {
    StreamScene.current?.element(decoder)
    let container = try decoder.container(keyedBy: CaseKey.self)
    number = try container.decode(Int.self, forKey: .b)
    StreamScene.current?.element(decoder)
  }
}

/// What the elements of a stream can reach while they are decoded.
///
/// `@unchecked`: used on one thread.
final class StreamScene: @unchecked Sendable {
  /// The player whose stream is being read.
  @TaskLocal static var current: StreamScene?

  /// The numbers of the records of the stream, in order.
  let numbers: [Int]

  /// Tries to use the stream; returns a complaint if that was possible, which it must not be.
  var reenter: () -> String? = { nil }

  private let player: Player
  private let seed: UInt64
  private var count: UInt64 = 0

  init(_ player: Player, numbers: [Int], seed: UInt64) {
    self.player = player
    self.numbers = numbers
    self.seed = seed
  }

  /// Whether the element or the caller does something this time.
  func isDue() -> Bool {
    count += 1
    return seed >> (count % 16) & 1 == 1
  }

  /// What an element does.
  func element(_ decoder: any Decoder) {
    guard isDue() else { return }
    if let complaint = reenter() { player.stage.complain("inside init(from:): \(complaint)") }
    if let session = player.sessions.last {
      player.store.keep(Kept(thing: .decoder(decoder), session: session), replacing: 0)
      player.interrupt()
    }
  }

  /// Expects the records received so far, from a stream that is over unless it was canceled.
  func expect(_ received: [Int], isWhole: Bool, _ what: String) {
    let isRight = isWhole ? received == numbers : numbers.starts(with: received)
    if !isRight { player.stage.complain("\(what): \(received) of \(numbers)") }
  }

  /// Runs `body`, and says what's wrong if it does not throw a `DecodingError`.
  static func refusal(_ what: String, _ body: () throws -> Void) -> String? {
    do {
      try body()
      return "\(what) was let through"
    } catch {
      return error is DecodingError ? nil : "\(what): \(error)"
    }
  }
}
