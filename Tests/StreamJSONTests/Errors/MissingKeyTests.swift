import Foundation
import StreamJSON
import Testing

/// An error about a missing member has the description of the very key that was asked for.
@Suite struct MissingKeyTests {
  /// A key that describes itself by more than its name.
  struct Described: CodingKey {
    let stringValue: String
    let number: Int

    init(_ name: String, _ number: Int) {
      stringValue = name
      self.number = number
    }

    init(stringValue: String) { self.init(stringValue, 0) }
    init?(intValue: Int) { nil }
    var intValue: Int? { nil }
    var description: String { "number \(number)" }
  }

  final class Instance: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String, _ number: Int?) {
      stringValue = name
      intValue = number
    }

    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  struct Model: Decodable {
    private(set) var sentences: [String] = []

    init(from decoder: any Decoder) throws {
      let described = try decoder.container(keyedBy: Described.self)
      let instances = try decoder.container(keyedBy: Instance.self)
      for round in 0..<3 {
        for number in 0..<40 {
          note { _ = try described.decode(Int.self, forKey: Described("same", number % 3)) }
          note { _ = try described.decode(Int.self, forKey: Described("name \(number)", round)) }
          note { _ = try instances.decode([Int].self, forKey: Instance("a", number)) }
          note { _ = try instances.decodeNil(forKey: Instance("long name of \(number % 5)", nil)) }
        }
      }
    }

    private mutating func note(_ body: () throws -> Void) {
      do {
        try body()
      } catch DecodingError.keyNotFound(let key, let context) {
        sentences.append("\(key.description): \(context.debugDescription)")
      } catch {
        sentences.append("\(error)")
      }
    }
  }

  @Test func `many missing keys with the same names have the descriptions of JSONDecoder`() throws {
    let expected = try JSONDecoder().decode([Model].self, from: Data("[{},{}]".utf8))
    let decoder = StreamJSONDecoder()
    for _ in 0..<2 {
      let models = try decoder.decode([Model].self, from: "[{},{}]")
      #expect(models.map(\.sentences) == expected.map(\.sentences))
    }
  }
}
