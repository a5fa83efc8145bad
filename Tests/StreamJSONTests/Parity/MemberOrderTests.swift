import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Objects of one type whose members come in any order, so that some are searched, some get a map of their
/// members late, and some at once.
struct MemberOrderTests {
  private struct Row: Decodable, Equatable {
    var firstMember, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth: Int?
    var eleventh, twelfth, aLongNameThatIsAlikeAtTheEnds1, aLongNameThatIsALIKEAtTheEnds1: Int?
    var super_: Int?

    // Two names differ only in the middle, which is compared last.
    enum CodingKeys: String, CodingKey, CaseIterable {
      case firstMember, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth
      case eleventh, twelfth, aLongNameThatIsAlikeAtTheEnds1, aLongNameThatIsALIKEAtTheEnds1
      case super_ = "super"
    }
  }

  private enum Order: CaseIterable {
    case model, reversed, shuffled, rotated
  }

  private static func object(_ order: Order, _ random: inout SeededGenerator) -> String {
    var names = Row.CodingKeys.allCases.map(\.rawValue).filter { _ in !random.chance(0.1) }
    for _ in 0..<random.pick(0...3) { names.append(random.pick(["unknown", "other", "second"])) }
    switch order {
    case .model: break
    case .reversed: names.reverse()
    case .shuffled: names.shuffle(using: &random)
    case .rotated: names = Array(names.dropFirst() + names.prefix(1))
    }
    let members = names.map {
      #""\#($0)":\#(random.chance(0.1) ? "null" : "\(random.pick(0..<99))")"#
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// Orders that go on for some objects and then change, with one decoder for all texts.
  @Test func `members are found in any order, whatever the order was before`() throws {
    var random = SeededGenerator(seed: 14)
    let (ours, reference) = (StreamJSONDecoder(), JSONDecoder())
    for _ in 0..<40 {
      var objects: [String] = []
      for _ in 0..<8 {
        let order = random.pick(Order.allCases)
        for _ in 0..<random.pick(1...7) { objects.append(Self.object(order, &random)) }
      }
      let text = Data("[\(objects.joined(separator: ","))]".utf8)
      let found = try ours.decode([Row].self, from: text)
      #expect(found == (try reference.decode([Row].self, from: text)))
    }
  }
}
