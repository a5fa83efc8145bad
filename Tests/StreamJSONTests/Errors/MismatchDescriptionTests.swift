import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The descriptions that one decoder remembers, by type and kind of value.
struct MismatchDescriptionTests {
  private struct Keyed: Decodable { var number: Int }
  private struct Other: Decodable { var text: String }

  private let types: [any Decodable.Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self,
    UInt32.self, UInt64.self, Double.self, Float.self, Bool.self, String.self, Decimal.self,
    [Int].self, [Bool].self, [[String]].self, [Keyed].self, [String: Int].self,
    [String: Keyed].self, Set<Int>.self, Keyed.self, Other.self, URL.self, Date.self, Data.self,
  ]
  private let texts = ["null", "true", "1", #""s""#, "[]", "{}", "[null]", #"[{"a":1}]"#]

  /// The description of the error of decoding `type` from `text`, nil if there is none.
  private func description(
    _ type: any Decodable.Type,
    _ text: String,
    _ decoder: JSONDecoder
  ) -> String? {
    do {
      _ = try decoder.decode(type, from: Data(text.utf8))
      return nil
    } catch DecodingError.typeMismatch(let type, let context) {
      return "mismatch \(type): \(context.debugDescription)"
    } catch DecodingError.valueNotFound(let type, let context) {
      return "no value \(type): \(OlderFoundation.newer(context.debugDescription))"
    } catch {
      return "other"
    }
  }

  /// More pairs than the table has room for, each asked for again.
  @Test func `each pair of a type and a kind has its own description`() {
    let (foundation, decoder) = (JSONDecoder(), StreamJSONDecoder())
    for round in 0..<3 {
      for type in round == 1 ? types.reversed() : types {
        for text in texts {
          let expected = description(type, text, foundation)
          #expect(description(type, text, decoder) == expected, "\(type) from \(text)")
        }
      }
    }
  }
}
