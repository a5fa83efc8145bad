import Foundation
import StreamJSON
import StreamJSONTestSupport
import Synchronization
import Testing

/// Arrays and dictionaries of all sizes, with elements of all sizes: room for them grows in steps.
@Suite(.serialized)
struct ElementRoomTests {
  /// An object whose instances are counted.
  final class Living: Decodable, Sendable {
    static let count = Mutex(0)

    let number: Int

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
      Self.count.withLock { $0 += 1 }
    }

    deinit { Self.count.withLock { $0 -= 1 } }
  }

  /// An element of a given number of words.
  struct Wide<Filling: Fillable>: Decodable {
    let living: Living
    let filling = Filling()

    init(from decoder: any Decoder) throws { living = try Living(from: decoder) }
  }

  protocol Fillable: Sendable {
    init()
  }

  struct Word: Fillable {
    var word = 0
  }

  struct Four<Part: Fillable>: Fillable {
    var parts = (Part(), Part(), Part(), Part())
  }

  private static let sizes = [
    1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512,
    513, 1023, 1024, 1025, 2047, 2048, 2049, 5000,
  ]

  /// Expects the elements in order, and none left over, whichever of them is an error.
  private func check<Element: Decodable>(
    _ type: Element.Type,
    upTo largest: Int = 5000,
    _ number: (Element) -> Int
  ) throws {
    let decoder = StreamJSONDecoder()
    for size in Self.sizes where size <= largest {
      let values = (0..<size).map { "\($0)" }
      let text = "[\(values.joined(separator: ","))]"
      #expect(try decoder.decode([Element].self, from: text).map(number) == Array(0..<size))
      #expect(Living.count.withLock { $0 } == 0)
      for bad in Set([0, size / 5, size / 4, size - 1]) {
        guard values.indices.contains(bad) else { continue }
        var values = values
        values[bad] = "{}"
        let text = "[\(values.joined(separator: ","))]"
        let failure = outcome { _ = try decoder.decode([Element].self, from: text) }.failure
        #expect(failure?.path.last?.intValue == bad)
        #expect(Living.count.withLock { $0 } == 0)
      }
    }
  }

  @Test func `elements of all sizes are in order and none is left over`() throws {
    try check(Living.self) { $0.number }
    try check(Living?.self, upTo: 65) { $0?.number ?? -1 }
    try check(Wide<Word>.self, upTo: 1025) { $0.living.number }
    try check(Wide<Four<Word>>.self) { $0.living.number }
    try check(Wide<Four<Four<Four<Word>>>>.self, upTo: 1025) { $0.living.number }
    try check(Wide<Four<Four<Four<Four<Four<Four<Word>>>>>>>.self, upTo: 64) { $0.living.number }
  }

  @Test func `an array has room for its elements and no more`() throws {
    for size in Self.sizes {
      let text = "[\(Array(repeating: "1", count: size).joined(separator: ","))]"
      let array = try StreamJSONDecoder().decode([Wide<Four<Four<Word>>>].self, from: text)
      #expect(array.count == size)
      #expect(array.capacity < size + 2)
    }
  }

  @Test func `dictionaries of all sizes`() throws {
    let decoder = StreamJSONDecoder()
    for policy in [JSONDuplicateKeyPolicy.useFirst, .useLast] {
      decoder.duplicateKeyPolicy = policy
      for size in Self.sizes {
        let members = (0..<size).map { "\"k\($0)\":\($0)" }
        let text = "{\((members + members).joined(separator: ","))}"
        let living = try decoder.decode([String: Wide<Four<Four<Word>>>].self, from: text)
        #expect(
          living.mapValues(\.living.number).sorted { $0.value < $1.value }.map(\.key)
            == (0..<size).map { "k\($0)" }
        )
      }
      #expect(Living.count.withLock { $0 } == 0)
    }
  }

  @Test func `sets of all sizes`() throws {
    for size in Self.sizes {
      let text = "[\((0..<size).map { "\($0 % 700)" }.joined(separator: ","))]"
      let set = try StreamJSONDecoder().decode(Set<Int?>.self, from: text)
      #expect(set == Set((0..<min(size, 700)).map(Optional.some)))
    }
  }
}
