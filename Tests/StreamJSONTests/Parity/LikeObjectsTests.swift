import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// A decoder that has read many like objects makes of every text what a new decoder makes of it.
///
/// It remembers what leads to the members of objects with the same names, in the same order and with the same
/// spaces.
struct LikeObjectsTests {
  /// The value or the error of a text, and where the error is.
  private struct Result: Equatable {
    var outcome: Outcome<JSONTree>
    var error: JSONError?
  }

  private func decode(_ bytes: [UInt8], by decoder: StreamJSONDecoder) -> Result {
    do {
      return Result(outcome: .value(try decoder.decode(JSONTree.self, from: bytes)))
    } catch {
      return Result(
        outcome: .failure(Failure(error)),
        error: (error as? DecodingError)?.jsonError
      )
    }
  }

  private static let settings: [@Sendable (StreamJSONDecoder) -> Void] = [
    { _ in }, { $0.validation = .strict },
  ]

  private static func decoder(_ configure: (StreamJSONDecoder) -> Void) -> StreamJSONDecoder {
    let decoder = StreamJSONDecoder()
    configure(decoder)
    return decoder
  }

  /// A decoder that has read objects like those below.
  private static func experienced(
    _ configure: (StreamJSONDecoder) -> Void
  ) throws
    -> StreamJSONDecoder
  {
    let decoder = decoder(configure)
    let text =
      #"{"a":1,"id":{},"a longer name, with 32 characters":[{"a":1,"id":2}],"é":"","b":null}"#
    for _ in 0..<24 { _ = try decoder.decode(JSONTree.self, from: text) }
    return decoder
  }

  /// Objects that are alike, some with other members, names and spaces.
  private static func object(_ random: inout SeededGenerator) -> [UInt8] {
    let spaces = random.pick([
      [""], ["\n  "], ["", " "], ["", "\n    ", "\t", "                 "],
    ])
    func space() -> String { random.pick(spaces) }
    func object(_ depth: Int) -> String {
      var members: [String] = []
      for name in ["a", "id", "a longer name, with 32 characters", "é", "x\\n", "", "b"]
      where !random.chance(0.1) {
        let value =
          switch random.pick(0..<8) {
          case 0: "{\(space())}"
          case 1 where depth > 0: object(depth - 1)
          case 2 where depth > 0: "[\(object(depth - 1)),\(object(depth - 1))]"
          case 3: "[\(space()),1]"
          case 4: "\"\""
          case 5: "null"
          default: "-1.5"
          }
        let name = random.chance(0.05) ? String(random.pick(0..<1000)) : name
        members.append("\(space())\"\(name)\"\(space()):\(space())\(value)\(space())")
      }
      let end = random.chance(0.02) ? "," : ""
      return "{\(members.joined(separator: ","))\(end)\(space())}"
    }
    return Array(object(random.pick(0...3)).utf8)
  }

  /// `bytes`, in which one byte may be another.
  private static func maybeDamaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    guard random.chance(0.3) else { return bytes }
    var bytes = bytes
    bytes[random.pick(bytes.indices)] = random.pick(Array("{}[]\",: \\x".utf8))
    return bytes
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `random objects, whole and damaged`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for configure in Self.settings {
      let experienced = try Self.experienced(configure)
      for _ in 0..<150 / TestScale.stride(inDebug: 3) {
        let bytes = Self.maybeDamaged(Self.object(&random), &random)
        let expected = decode(bytes, by: Self.decoder(configure))
        #expect(
          decode(bytes, by: experienced) == expected,
          "\(String(decoding: bytes, as: UTF8.self))"
        )
      }
    }
  }

  /// In a stream, what comes in each chunk is scanned on its own.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `random objects in a stream, split anywhere`(seed: UInt64) throws {
    var random = SeededGenerator(seed: ~seed)
    let experienced = try Self.experienced { _ in }
    for _ in 0..<20 / TestScale.stride(inDebug: 4) {
      let objects = (0..<random.pick(1...8)).map { _ in Self.object(&random) }
      let bytes = Self.maybeDamaged(Array(objects.joined(separator: [0x0A])), &random)
      let whole = outcomes(of: JSONTree.self, in: [bytes[...]], framing: .concatenated)
      let chunks = Chunks.random(bytes, seed: seed, largest: random.pick([3, 40, 400]))
      let split = outcomes(
        of: JSONTree.self,
        in: chunks.chunks,
        framing: .concatenated,
        decoder: experienced
      )
      #expect(split == whole, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test func `all texts one after the other`() throws {
    for configure in Self.settings {
      let experienced = try Self.experienced(configure)
      for text in Corpus.conformance where text.bytes.count < 300 {
        // Texts of a few bytes are scanned without what leads to members.
        let padded = text.bytes + [UInt8](repeating: 0x20, count: 80)
        let expected = decode(padded, by: Self.decoder(configure))
        #expect(decode(padded, by: experienced) == expected, "\(text)")
      }
    }
  }

  @Test func `names that never come again, and then some that always do`() throws {
    let experienced = try Self.experienced { _ in }
    for round in 0..<60 / TestScale.stride(inDebug: 4) {
      let members = (0..<200).map { "\"\(round)-\($0)\":\($0)" }.joined(separator: ",")
      let bytes = Array("{\(members)}".utf8)
      #expect(decode(bytes, by: experienced) == decode(bytes, by: StreamJSONDecoder()))
    }
    let like = Array(
      "[\(Array(repeating: #"{"a":1,"b":2}"#, count: 10_000 / TestScale.stride(inDebug: 4)).joined(separator: ","))]"
        .utf8
    )
    #expect(decode(like, by: experienced) == decode(like, by: StreamJSONDecoder()))
  }
}
