import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Decoders of `superDecoder()`, which are made in the place of the last one that nothing holds.
struct SuperDecoderTests {
  /// The answers of a decoder: its path, and its value or error.
  private static func describe(_ decoder: any Decoder) -> String {
    let path = decoder.codingPath.map { "\($0.stringValue) \($0.intValue ?? -1)" }
    var text = "\(path): "
    do {
      text += "\(try decoder.singleValueContainer().decode(Int.self))"
    } catch DecodingError.typeMismatch(_, let context) {
      text += "mismatch \(context.codingPath.map(\.stringValue)) \(context.debugDescription)"
    } catch DecodingError.valueNotFound(_, let context) {
      text += "nothing \(context.codingPath.map(\.stringValue)) \(context.debugDescription)"
    } catch {
      text += "other"
    }
    return text
  }

  /// Keeps some of the decoders, their containers and their errors, and asks all of them in the end.
  private struct Keeping: Decodable, Equatable {
    var found: [String] = []

    enum Key: String, CodingKey { case a, b, missing }

    init(from decoder: any Decoder) throws {
      var decoders: [any Decoder] = []
      var containers: [KeyedDecodingContainer<Key>] = []
      var errors: [any Error] = []
      try visit(decoder, 0, &decoders, &containers, &errors)
      for kept in decoders { found.append("kept " + describe(kept)) }
      for kept in containers {
        found.append(
          "\(kept.codingPath.map(\.stringValue)), \((try? kept.decode(Int.self, forKey: .a)) ?? -1)"
        )
        found.append(describe(try kept.superDecoder(forKey: .b)))
      }
      for error in errors { found.append(text(of: error)) }
    }

    private func text(of error: any Error) -> String {
      switch error {
      case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
        DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
        "\(context.codingPath.map(\.stringValue)) \(context.debugDescription)"
      default: "other"
      }
    }

    /// Goes through a value by `superDecoder()` alone.
    private mutating func visit(
      _ decoder: any Decoder,
      _ depth: Int,
      _ decoders: inout [any Decoder],
      _ containers: inout [KeyedDecodingContainer<Key>],
      _ errors: inout [any Error]
    ) throws {
      found.append(describe(decoder))
      if var elements = try? decoder.unkeyedContainer() {
        while !elements.isAtEnd {
          let number = found.count
          let element = try elements.superDecoder()
          if number % 3 == 0 { decoders.append(element) }
          try visit(element, depth + 1, &decoders, &containers, &errors)
        }
      } else if let members = try? decoder.container(keyedBy: Key.self) {
        if found.count % 2 == 0 { containers.append(members) }
        for key in [Key.b, .missing, .a] {
          let member = try members.superDecoder(forKey: key)
          if found.count % 4 == 0 { decoders.append(member) }
          try visit(member, depth + 1, &decoders, &containers, &errors)
        }
        found.append(describe(try members.superDecoder()))
      } else {
        do { _ = try decoder.container(keyedBy: Key.self) } catch { errors.append(error) }
      }
    }
  }

  private static func value(_ depth: Int, _ random: inout SeededGenerator) -> String {
    switch random.pick(depth > 3 ? 0...2 : 0...5) {
    case 0: "null"
    case 1: "\(random.pick(0..<99))"
    case 2: "\"text\""
    case 3, 4:
      "[\((0..<random.pick(0...4)).map { _ in value(depth + 1, &random) }.joined(separator: ","))]"
    default:
      #"{"a":\#(value(depth + 1, &random)),"b":\#(value(depth + 1, &random))}"#
    }
  }

  @Test func `those that are held stay where they are`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 { Parity.expectSame(Keeping.self, "[\(Self.value(0, &random))]") }
  }

  /// A key that makes another `superDecoder()` when it is released.
  private final class Releasing: @unchecked Sendable {
    let decoder: any Decoder

    init(_ decoder: any Decoder) { self.decoder = decoder }

    deinit {
      var elements = try? decoder.unkeyedContainer()
      _ = try? elements?.superDecoder()
    }
  }

  private struct ReleasedKey: CodingKey {
    var stringValue = "a"
    var intValue: Int? { nil }
    var releasing: Releasing?

    init(_ releasing: Releasing) { self.releasing = releasing }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Model: Decodable {
    static let count = Locked(0)

    /// Counts the models that are alive.
    final class Life: Sendable {
      init() { Model.count.withLock { $0 += 1 } }
      deinit { Model.count.withLock { $0 -= 1 } }
    }

    init(from decoder: any Decoder) throws {
      guard let life = decoder.userInfo[CodingUserInfoKey(rawValue: "life")!] as? Life else {
        return
      }
      try withExtendedLifetime(life) {
        var elements = try decoder.unkeyedContainer()
        while !elements.isAtEnd {
          let element = try elements.superDecoder()
          let members = try element.container(keyedBy: ReleasedKey.self)
          _ = try members.superDecoder(forKey: ReleasedKey(Releasing(decoder)))
        }
      }
    }
  }

  @Test func `nothing is left of a decode whose keys make others when they are released`() throws {
    let decoder = StreamJSONDecoder()
    for text in ["[]", #"[{"a":1}]"#, #"[{"a":1},{"a":[]},{}]"#, #"[{"a":1},2]"#] {
      decoder.userInfo[CodingUserInfoKey(rawValue: "life")!] = Model.Life()
      _ = try? decoder.decode(Model.self, from: Data(text.utf8))
      decoder.userInfo = [:]
      _ = try? decoder.decode(Int.self, from: Data("1".utf8))
      #expect(Model.count.withLock { $0 } == 0, "\(text)")
    }
  }
}
