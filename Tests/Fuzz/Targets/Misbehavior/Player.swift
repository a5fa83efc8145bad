import Foundation
import StreamJSONTestSupport

/// Runs a program: makes one choice after the other and notes the result of each.
///
/// `@unchecked`: used on one thread.
final class Player: @unchecked Sendable {
  /// The purpose of a player.
  enum Role {
    /// The program itself; what it sees must be what it sees with JSONDecoder.
    case main
    /// One of several threads that do the same with the same kept things.
    case echo
    /// Runs the code of a key or of an object in `userInfo`.
    case interruption
    /// Uses references that nothing counts.
    case loose
    /// Runs on a thread that is at work while a decode runs.
    case watcher
  }

  /// The player that models on this thread use.
  @TaskLocal static var current: Player?

  let stage: Stage
  let role: Role
  /// True on the thread that the stage belongs to.
  let isOnMainThread: Bool
  let store = Store()
  var choices: Choices
  var log = Log()
  var sessions: [Session] = []
  var decodeDepth = 0
  var depth = 0

  private let seed: UInt64
  private var fuel: Int
  private var serial: Int
  private var interruptionCount = 0

  init(_ stage: Stage, _ role: Role, _ choices: Choices, seed: UInt64, isOnMainThread: Bool) {
    self.stage = stage
    self.role = role
    self.choices = choices
    self.seed = seed
    self.isOnMainThread = isOnMainThread
    fuel = role == .main ? 300 : 60
    serial = 1000 + Int(seed % 8000)
  }

  /// Calls `body` with this player as the one for the models that it decodes.
  ///
  /// Interruptions enter values by other keys. A path then has the last one, so only the names are compared.
  func perform(_ body: () throws -> Void) rethrows {
    try Failure.Step.$haveNamesOnly.withValue(true) {
      try Self.$current.withValue(self) { try body() }
    }
  }

  /// Whether another step is allowed.
  func burn() -> Bool {
    fuel -= 1
    return fuel > 0
  }

  /// The number of the next text.
  func nextSerial() -> Int {
    guard role != .main else { return stage.nextSerial() }
    serial += 1
    return serial
  }

  // MARK: - Notes

  func note(_ string: String) {
    log.note(string)
    check(string)
  }

  func note(_ number: Int) {
    log.note(number)
    check(Double(number))
  }

  func note(_ number: Double) {
    log.note(number)
    check(number)
  }

  func note(_ error: any Error) {
    log.note(error)
    check("\(Failure(error))")
    guard !stage.isReference, !(error is DecodingError || error is Mishap) else { return }
    stage.complain("\(role): an error that is no DecodingError: \(error)")
  }

  func note(path: [any CodingKey]) {
    for key in path {
      note(key.stringValue)
      log.note(key.intValue ?? -1)
    }
  }

  /// Notes what a decoder has in its `userInfo`.
  func note(_ userInfo: [CodingUserInfoKey: Any]) {
    let number = userInfo[.serial] as? Int
    log.note(number ?? -1)
    if number != sessions.last?.numberInUserInfo {
      complain("userInfo of \(number ?? 0), not \(sessions.last?.numberInUserInfo ?? 0)")
    }
  }

  private func check(_ number: Double) {
    let serial = Int(number) / MarkedText.unit
    if serial > 0, serial != sessions.last?.serial { complain("\(number)") }
  }

  private func check(_ string: String) {
    if MarkedText.hasOtherMark(string, than: sessions.last?.serial ?? 0) { complain(string) }
  }

  private func complain(_ observation: String) {
    stage.complain("\(role): text \(sessions.last?.serial ?? 0) shows \(observation)")
  }

  /// Runs `body`, notes its error, and rethrows it unless it is to be caught.
  func attempt(isCaught: Bool = true, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      note(error)
      if !isCaught { throw error }
    }
  }

  // MARK: - Interruptions

  /// Does something else in the middle of whatever is going on.
  ///
  /// How often that happens depends on the decoder, so the results are not compared.
  func interrupt() {
    guard !stage.isReference, role != .interruption, interruptionCount < 12 else { return }
    interruptionCount += 1
    let seed = seed &* 31 &+ UInt64(interruptionCount)
    let player = Player(
      stage,
      .interruption,
      Choices(seed: seed, count: 24),
      seed: seed,
      isOnMainThread: isOnMainThread
    )
    player.perform {
      if let kept = latest { player.use(kept) }
      if let kept = store.items.last { player.use(kept) }
      player.act()
      player.store.dropAll()
    }
  }

  /// What was opened last, for interruptions.
  var latest: Kept?
}

/// The error that a model throws midway.
struct Mishap: Error {}
