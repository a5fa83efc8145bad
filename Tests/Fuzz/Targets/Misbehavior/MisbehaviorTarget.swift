import Foundation
import StreamJSONTestSupport

/// Models that do to decoders and containers what the compiler does not forbid: keep them, use them
/// later, elsewhere and several times at once, throw midway, change settings, and decode in the
/// middle of anything.
///
/// The input's bytes are the choices of a program, which runs with JSONDecoder and with ours. Both
/// must see the same. Anything that JSONDecoder does not define (threads at work during a decode,
/// weak references, streams, code of keys) is only checked against the texts: every part of a text
/// shows which one it is, and must not turn up in another.
struct MisbehaviorTarget: FuzzTarget {
  static let name = "misbehavior"
  static let summary = "models that keep, share, re-enter and throw, against JSONDecoder"

  init() {}

  func input(from source: inout InputSource) -> [UInt8] {
    let count = Int.random(in: 8...240, using: &source.random)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: source.random.next()) }
  }

  func disagreement(on input: [UInt8]) -> String? {
    let input = Array(input.prefix(1000))
    let theirs = Self.log(of: input, on: Stage(isReference: true))
    let stage = Stage(isReference: false)
    let ours = Self.log(of: input, on: stage)
    if let complaint = stage.complaint { return complaint }
    guard ours != theirs else { return nil }
    return "\(Log.firstDifference(theirs, ours))"
  }

  /// Runs the program to its end.
  private static func log(of input: [UInt8], on stage: Stage) -> Log {
    let player = Player(
      stage,
      .main,
      Choices(input),
      seed: hash(of: input),
      isOnMainThread: true
    )
    player.perform {
      while !player.choices.isOver, player.burn() { player.act() }
      stage.join()
      player.letGo()
      stage.finish()
    }
    return player.log
  }
}

extension Player {
  /// Releases everything, and uses the references that nothing counts once more.
  fileprivate func letGo() {
    store.dropAll()
    let gone = latest
    latest = nil
    withExtendedLifetime(gone) {}
    guard !stage.isReference else { return }
    touchLooseReferences(~0)
    stage.loose.dropAll()
    // Interruptions on the way may have opened more.
    latest = nil
  }
}

extension Log {
  /// Both logs, from a little before the first difference on.
  fileprivate static func firstDifference(_ theirs: Log, _ ours: Log) -> String {
    let same = zip(theirs.bytes, ours.bytes).prefix { $0 == $1 }.count
    func rest(_ log: Log) -> String {
      String(decoding: log.bytes.dropFirst(max(0, same - 100)).prefix(400), as: UTF8.self)
        .debugDescription
    }
    return "JSONDecoder: \(rest(theirs))\nours: \(rest(ours))"
  }
}
