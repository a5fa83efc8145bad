import Foundation
import StreamJSONTestSupport

extension Player {
  // MARK: - Keyed

  /// What a model does with a keyed container.
  func play<Key: PlayedKey>(_ container: KeyedDecodingContainer<Key>) throws {
    guard depth < 8 else { return }
    depth += 1
    defer { depth -= 1 }
    remember(.keyed(container))
    for _ in 0..<choices.below(7) {
      guard burn(), let session = sessions.last else { return }
      let name = MarkedText.name(choices.below(40), session.serial)
      let isCaught = choices.below(5) > 0
      guard let key = Key(stringValue: name) else { continue }
      try attempt(isCaught: isCaught) { try step(container, key) }
    }
  }

  private func step<Key: PlayedKey>(
    _ container: KeyedDecodingContainer<Key>,
    _ key: Key
  ) throws {
    switch choices.below(32) {
    case 0: log.mark(container.contains(key) ? "+" : "-")
    case 1: log.mark(try container.decodeNil(forKey: key) ? "n" : "v")
    case 2, 3: note(try container.decode(String.self, forKey: key))
    case 4, 5: note(try container.decode(Int.self, forKey: key))
    case 6: note(try container.decode(Double.self, forKey: key))
    case 7: note(try container.decodeIfPresent(String.self, forKey: key) ?? "-")
    case 8: note(try container.decodeIfPresent(Int.self, forKey: key) ?? -1)
    case 9: note(try container.decode(Date.self, forKey: key).timeIntervalSinceReferenceDate)
    case 10: note(try container.decode(Data.self, forKey: key).count)
    case 11: note("\(try container.decode(JSONTree.self, forKey: key))")
    case 12, 13, 14, 15: _ = try container.decode(PlayedModel.self, forKey: key)
    case 16, 17: note(try container.decode([PlayedModel].self, forKey: key).count)
    case 18:
      log.mark(try container.decodeIfPresent(PlayedModel.self, forKey: key) == nil ? "n" : "v")
    case 19: try play(container.nestedContainer(keyedBy: Key.self, forKey: key))
    case 20: try play(container.nestedContainer(keyedBy: CaseKey.self, forKey: key))
    case 21: try play(container.nestedContainer(keyedBy: ObjectKey.self, forKey: key))
    case 22: try play(unkeyed: container.nestedUnkeyedContainer(forKey: key))
    case 23, 24: try play(container.superDecoder(forKey: key))
    case 25: try play(container.superDecoder())
    case 26, 27: keep(.keyed(container))
    case 28: loosen(container)
    case 29: for name in container.allKeys.map(\.stringValue).sorted() { note(name) }
    case 30: note(path: container.codingPath)
    default: act()
    }
  }

  // MARK: - Unkeyed

  /// What a model does with an unkeyed container.
  func play(unkeyed container: any UnkeyedDecodingContainer) throws {
    guard depth < 8 else { return }
    depth += 1
    defer { depth -= 1 }
    var container = container
    remember(.unkeyed(container))
    for _ in 0..<choices.below(7) {
      guard burn() else { return }
      let isCaught = choices.below(4) > 0
      try attempt(isCaught: isCaught) { try step(&container) }
      note(container.currentIndex)
    }
  }

  private func step(_ container: inout any UnkeyedDecodingContainer) throws {
    switch choices.below(18) {
    case 0: log.mark(try container.decodeNil() ? "n" : "v")
    case 1, 2: note(try container.decode(String.self))
    case 3: note(try container.decode(Int.self))
    case 4: note(try container.decodeIfPresent(String.self) ?? "-")
    case 5: note("\(try container.decode(JSONTree.self))")
    case 6, 7, 8: _ = try container.decode(PlayedModel.self)
    case 9: try play(container.nestedContainer(keyedBy: AnyKey.self))
    case 10: try play(container.nestedContainer(keyedBy: CaseKey.self))
    case 11: try play(unkeyed: container.nestedUnkeyedContainer())
    case 12: try play(container.superDecoder())
    case 13, 14: keep(.unkeyed(container))
    case 15: loosen(container)
    case 16: note(path: container.codingPath)
    default: act()
    }
  }
}
