import Foundation
import StreamJSONTestSupport

extension Player {
  /// What a model does with its decoder.
  func play(_ decoder: any Decoder) throws {
    guard depth < 8 else { return }
    depth += 1
    defer { depth -= 1 }
    remember(.decoder(decoder))
    for _ in 0..<choices.below(6) {
      guard burn() else { return }
      let isCaught = choices.below(4) > 0
      try attempt(isCaught: isCaught) { try step(decoder) }
    }
  }

  private func step(_ decoder: any Decoder) throws {
    switch choices.below(24) {
    case 0: note(path: decoder.codingPath)
    case 1: note(decoder.userInfo)
    case 2, 3: keep(.decoder(decoder))
    case 4: loosen(decoder)
    case 5, 6: try play(unkeyed: decoder.unkeyedContainer())
    case 7: try play(decoder.singleValueContainer())
    case 8: note("\(try JSONTree(from: decoder))")
    case 9: _ = try PlayedModel(from: decoder)
    case 10: throw Mishap()
    case 11: watch()
    case 12, 13: act()
    case 14: try play(decoder.container(keyedBy: WorkingKey.self))
    case 15, 16: try play(decoder.container(keyedBy: ObjectKey.self))
    case 17, 18, 19: try play(decoder.container(keyedBy: CaseKey.self))
    default: try play(decoder.container(keyedBy: AnyKey.self))
    }
  }

  /// What a model does with a single-value container.
  func play(_ container: any SingleValueDecodingContainer) throws {
    remember(.single(container))
    for _ in 0..<choices.below(4) {
      guard burn() else { return }
      let isCaught = choices.below(4) > 0
      try attempt(isCaught: isCaught) {
        switch choices.below(10) {
        case 0: log.mark(container.decodeNil() ? "n" : "v")
        case 1: note(try container.decode(String.self))
        case 2: note(try container.decode(Int.self))
        case 3: note(try container.decode(Double.self))
        case 4: note(path: container.codingPath)
        case 5: keep(.single(container))
        case 6: note(try container.decode([PlayedModel].self).count)
        case 7: loosen(container)
        case 8: note("\(try container.decode(JSONTree.self))")
        default: _ = try container.decode(PlayedModel.self)
        }
      }
    }
  }

  // MARK: - Keeping

  /// Keeps something strongly.
  ///
  /// This excludes a decoder that came from something kept after its decode: it may stand elsewhere when it is used
  /// again, which is one of the differences from JSONDecoder.
  func keep(_ thing: KeptThing) {
    guard let session = sessions.last else { return }
    let place = choices.below(10)
    if case .decoder = thing, role == .main, session.isOver { return }
    store.keep(Kept(thing: thing, session: session), replacing: place)
  }

  /// Notes what was opened last.
  func remember(_ thing: KeptThing) {
    guard let session = sessions.last, !stage.isReference else { return }
    let gone = latest
    latest = Kept(thing: thing, session: session)
    withExtendedLifetime(gone) {}
  }

  /// Keeps something weakly, and what `Mirror` finds in it.
  func loosen(_ subject: Any) {
    let seed = choices.fork()
    guard !stage.isReference, isOnMainThread, role == .main, let session = sessions.last else {
      return
    }
    stage.loose.add(subject, of: session, seed: seed)
  }
}
