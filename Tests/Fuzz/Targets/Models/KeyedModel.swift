import StreamJSONTestSupport

/// A coding key that one byte of an input stands for.
protocol FuzzKey: CodingKey {
  init(request: UInt8)
}

/// Asks one object for the keys in its run's requests.
struct KeyedModel<Key: FuzzKey>: Decodable, Equatable {
  init(from decoder: any Decoder) throws {
    guard let run = decoder.userInfo[.shapedRun] as? ShapedRun else { return }
    let container = try decoder.container(keyedBy: Key.self)
    for request in run.requests {
      let key = Key(request: request)
      // Most requests decode; those above 0x80 ask about the key first.
      if request >= 0x80 {
        run.log.mark(container.contains(key) ? "+" : "-")
        if request & 4 == 0 {
          run.log.mark((try? container.decodeNil(forKey: key)) == true ? "n" : "v")
        }
      }
      do {
        if request % 5 == 0 { _ = try container.decodeIfPresent(PathReader.self, forKey: key) }
        run.log.note(try container.decodeIfPresent(Int.self, forKey: key) ?? -1)
      } catch {
        run.log.note(error)
      }
    }
    run.log.note(names: container.allKeys.map(\.stringValue))
  }
}

/// Notes its path, then fails unless it is a list of itself.
private struct PathReader: Decodable {
  init(from decoder: any Decoder) throws {
    guard let run = decoder.userInfo[.shapedRun] as? ShapedRun else { return }
    run.log.note(path: decoder.codingPath)
    _ = try [PathReader](from: decoder)
  }
}

/// The names that objects and keys have in common: short and long, some alike in their first or
/// last eight bytes, some canonically equivalent.
enum KeyNames {
  static let all: [String] =
    [
      "a", "b", "id", "name", "value", "key", "x", "y", "z", "abcdefgh", "abcdefghi", "abcdefghj",
      "abcdefgh1234567", "abcdefgh12345678", "abcdefgh123456789", "abcdefghX23456789", "",
      "one_two", "oneTwo", "super", "caf\u{E9}", "cafe\u{301}", "\u{65E5}\u{672C}", "on\"e",
    ] + (24..<60).map { "member_with_a_long_shared_prefix_\($0)_and_suffix" }
    + (60..<96).map { "k\($0)" }

  /// The name with the number `number`, as it may be spelled in a text.
  static func spelling(_ number: Int, _ random: inout SeededGenerator) -> String {
    let name = all[number % all.count]
    guard random.next() % 24 > 0 else {
      return random.pick(["other", "\\u0061", "abcdefgh\\u0069"])
    }
    return name.replacing("\"", with: "\\\"")
  }
}

/// A key type of one byte with 96 values.
struct WideKey: FuzzKey {
  private let number: UInt8

  init(request: UInt8) {
    number = (request &- 0x20) % 96
  }

  init?(stringValue: String) {
    // Not by equality of Strings, which considers two of the names equal.
    let number = KeyNames.all.firstIndex { $0.utf8.elementsEqual(stringValue.utf8) }
    guard let number else { return nil }
    self.number = UInt8(truncatingIfNeeded: number)
  }

  init?(intValue: Int) { nil }

  var stringValue: String { KeyNames.all[Int(number)] }
  var intValue: Int? { nil }
}

/// An enum, as synthesized by the compiler.
enum FewKey: String, CaseIterable, FuzzKey {
  case a, b, id, name, value, key, x, abcdefgh, abcdefghi, abcdefgh12345678, oneTwo
  case abcdefgh123456789 = "abcdefgh123456789"
  case other = "abcdefghX23456789"
  case empty = ""
  case parent = "super"
  case composed = "caf\u{E9}"

  init(request: UInt8) {
    self = Self.allCases[Int(request) % Self.allCases.count]
  }
}

extension AnyKey: FuzzKey {
  init(request: UInt8) {
    self.init(stringValue: KeyNames.all[Int((request &- 0x20) % 96)])
  }
}
