import TestSupport

/// Something that a model got from its decoder, kept.
enum KeptThing {
  case decoder(any Decoder)
  case keyed(any PlayableContainer)
  case unkeyed(any UnkeyedDecodingContainer)
  case single(any SingleValueDecodingContainer)
}

/// A keyed container, whatever its type of key.
protocol PlayableContainer {
  func play(with player: Player) throws
}

extension KeyedDecodingContainer: PlayableContainer where K: PlayedKey {
  func play(with player: Player) throws { try player.play(self) }
}

/// What was kept, and of which text it is.
///
/// `@unchecked`: what decoders hand out may be read by any thread once its decode is over, which
/// is what is tested.
struct Kept: @unchecked Sendable {
  var thing: KeptThing
  var session: Session
}

/// What one player keeps.
///
/// Each change lets go of things only when the list is whole again, because letting go may run
/// code that looks at it.
final class Store {
  private(set) var items: [Kept] = []

  /// Keeps `kept`; when there are too many, in the place of the one at `place`.
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
