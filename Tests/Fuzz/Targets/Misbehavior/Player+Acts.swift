import Foundation
import StreamJSON
import StreamJSONTestSupport

extension Player {
  /// Does something unrelated to the text that is being decoded, if any.
  func act() {
    guard burn() else { return }
    switch choices.below(20) {
    case 0..<6: decodeText()
    case 6, 7, 8, 9: useKept()
    case 10: store.drop(choices.below(10))
    case 11, 12: changeSettings()
    case 13:
      let number = choices.below(2)
      if role == .main { stage.replaceDecoder(number) }
    case 14: streamText()
    case 15: echo()
    case 16, 17: touchLooseReferences()
    case 18: if role == .main { stage.join() }
    default: watch()
    }
  }

  // MARK: - Texts

  private func decodeText() {
    guard decodeDepth < 3 else { return }
    let serial = nextSerial()
    let text = MarkedText(serial: serial, seed: choices.fork())
    let number = choices.below(Stage.decoderCount)
    let (form, kind, setsUserInfo) = (choices.next(), choices.below(8), choices.below(2) == 0)
    // Only one thread may use decoders whose settings change.
    let decoder = isOnMainThread ? stage.decoders[number] : stage.makeDecoder()
    if role == .main, setsUserInfo {
      stage.setUserInfo([.serial: serial, .life: Life(stage.lives)], of: decoder)
    }
    let session = Session(
      serial: serial,
      numberInUserInfo: decoder.userInfo[.serial] as? Int
    )
    sessions.append(session)
    decodeDepth += 1
    defer {
      sessions.removeLast()
      decodeDepth -= 1
      session.isOver = true
    }
    do {
      switch kind {
      case 0:
        let tree = try stage.decode(JSONTree.self, from: text, with: decoder, form: form)
        note("\(tree)")
      case 1:
        note(try stage.decode([PlayedModel].self, from: text, with: decoder, form: form).count)
      default: _ = try stage.decode(PlayedModel.self, from: text, with: decoder, form: form)
      }
    } catch {
      note(error)
    }
  }

  private func changeSettings() {
    let (number, setting, value) = (choices.below(2), choices.below(6), choices.below(4))
    guard role == .main else { return }
    let decoder = stage.decoders[number]
    switch setting {
    case 0, 1:
      switch value {
      case 0: decoder.keyDecodingStrategy = .useDefaultKeys
      case 1: decoder.keyDecodingStrategy = .convertFromSnakeCase
      case 2:
        decoder.keyDecodingStrategy = .custom { path in
          Player.current?.interrupt()
          return AnyKey(stringValue: path.last?.stringValue ?? "")
        }
      default:
        decoder.keyDecodingStrategy = .custom { path in
          Player.current?.interrupt()
          return ObjectKey(stringValue: path.last?.stringValue ?? "")
        }
      }
    case 2: decoder.dateDecodingStrategy = value == 0 ? .deferredToDate : .custom(Player.date)
    case 3: decoder.dataDecodingStrategy = value == 0 ? .base64 : .deferredToData
    case 4: stage.setUserInfo(value == 0 ? [:] : [.life: Life(stage.lives)], of: decoder)
    default:
      guard let decoder = decoder as? StreamJSONDecoder else { return }
      // No text shows which one it is.
      decoder.duplicateKeyPolicy = [.useFirst, .useLast, .reject, .useFirst][value]
      decoder.validation = value == 0 ? .compatible : .strict
      decoder.limits.maximumDepth = 100 + value
    }
  }

  // MARK: - What was kept

  private func useKept() {
    let place = choices.below(10)
    guard !store.items.isEmpty else { return }
    use(store.items[place % store.items.count])
  }

  /// Uses a kept thing, whichever text it belongs to.
  ///
  /// This excludes one that outlived its decode and is already in use: JSONDecoder's decoder is
  /// then at the value that it is decoding, where ours starts again with each use.
  func use(_ kept: Kept) {
    guard !kept.session.isOver || !sessions.contains(where: { $0 === kept.session }) else {
      return
    }
    sessions.append(kept.session)
    defer { sessions.removeLast() }
    try? attempt {
      switch kept.thing {
      case .decoder(let decoder): try play(decoder)
      case .keyed(let container): try container.play(with: self)
      case .unkeyed(let container): try play(unkeyed: container)
      case .single(let container): try play(container)
      }
    }
  }

  /// Uses references that nothing counts: the result must be right or an error.
  private func touchLooseReferences() {
    let seed = choices.fork()
    guard !stage.isReference, role == .main else { return }
    touchLooseReferences(seed)
  }

  func touchLooseReferences(_ seed: UInt64) {
    let player = Player(
      stage,
      .loose,
      Choices(seed: seed, count: 60),
      seed: seed,
      isOnMainThread: true
    )
    player.perform {
      for (coder, session) in stage.loose.pick(seed) {
        player.sessions = [session]
        try? player.attempt {
          if let tree = try Reflection.tree(of: coder) { player.note("\(tree)") }
          if let decoder = coder as? any Decoder { try player.play(decoder) }
        }
        // Anything kept of them is used like everything else.
        player.useKept()
      }
      player.store.dropAll()
    }
  }
}
