import StreamJSONTestSupport

/// Something that a model got from its decoder and kept.
enum KeptThing {
  case decoder(any Decoder)
  case keyed(any PlayableContainer)
  case unkeyed(any UnkeyedDecodingContainer)
  case single(any SingleValueDecodingContainer)
}

/// A keyed container, whatever the type of its keys.
protocol PlayableContainer {
  func play(with player: Player) throws
}

extension KeyedDecodingContainer: PlayableContainer where K: PlayedKey {
  func play(with player: Player) throws { try player.play(self) }
}

/// A kept thing, and the text that it belongs to.
///
/// `@unchecked`: any thread may read anything that decoders return once its decode is over, which this tests.
struct Kept: @unchecked Sendable {
  var thing: KeptThing
  var session: Session
}

/// What one player keeps.
///
/// Each change releases things only when the list is whole again, because releasing them may run
/// code that uses the list.
final class Store {
  private(set) var items: [Kept] = []

  /// Keeps `kept`; if there are too many things, it replaces the one at `place`.
  func keep(_ kept: Kept, replacing place: Int) {
    guard items.count >= 10 else { return items.append(kept) }
    let gone = items[place % items.count]
    items[place % items.count] = kept
    withExtendedLifetime(gone) {}
  }

  func drop(_ place: Int) {
    guard !items.isEmpty else { return }
    let gone = items[place % items.count]
    items.remove(at: place % items.count)
    withExtendedLifetime(gone) {}
  }

  func dropAll() {
    let gone = items
    items = []
    withExtendedLifetime(gone) {}
  }
}
