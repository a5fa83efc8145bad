import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Initializers of a model's own, which the marker says are the compiler's: what they do is noticed with the
/// first recorded object that shows it.
struct MemberwiseRecordingTests {
  /// A marked type whose initializer applies a rule.
  protocol Ruled: MemberwiseDecodable {
    /// The text of an object with a member of the given text.
    static func object(_ member: String) -> String
  }

  struct Required<Rule: ChangingRule>: Ruled {
    var before: Int
    var value: Rule.Value
    var after: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      before = try container.decode(Int.self, forKey: .before)
      value = try Rule.apply(container.decode(Rule.Value.self, forKey: .value))
      after = try container.decodeIfPresent(String.self, forKey: .after)
    }

    static func object(_ member: String) -> String { #"{"before":1,"value":\#(member)}"# }
    enum CodingKeys: CodingKey { case before, value, after }
  }

  struct Maybe<Rule: ChangingRule>: Ruled {
    var value: Rule.Value?
    var other: Bool

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      value = try container.decodeIfPresent(Rule.Value.self, forKey: .value).map(Rule.apply)
      other = try container.decode(Bool.self, forKey: .other)
    }

    static func object(_ member: String) -> String { #"{"other":true,"value":\#(member)}"# }
    enum CodingKeys: String, CodingKey { case value, other }
  }

  struct Two<Rule: ChangingRule>: Ruled {
    var first: Rule.Value
    var second: Rule.Value

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      first = try container.decode(Rule.Value.self, forKey: .first)
      second = try Rule.apply(container.decode(Rule.Value.self, forKey: .second))
    }

    static func object(_ member: String) -> String {
      #"{"1":\#(Rule.plain),"2":\#(member)}"#
    }
    enum CodingKeys: String, CodingKey { case first = "1", second = "2" }
  }

  private static let types: [any Ruled.Type] = Rules.all.flatMap { $0.types }

  @Test func `there are many of them`() {
    #expect(Self.types.count >= 200)
  }

  @Test(arguments: Rules.all.indices)
  func `a plan is given up with the first recorded object that shows the rule`(
    index: Int
  ) throws {
    for type in Rules.all[index].types { try check(type, Rules.all[index]) }
  }

  private func check<Value: Ruled>(
    _ type: Value.Type,
    _ rule: any ChangingRule.Type
  ) throws {
    let (plain, showing) = (Value.object(rule.plain), Value.object(rule.showing))
    let expected = outcome(of: showing) { try JSONDecoder().decode(type, from: Data($0.utf8)) }
    // The first object, one in the second text, and the fourth element of an array that is the second text.
    for (count, text) in [
      (1, showing), (2, showing), (3, "[\(plain),\(plain),\(plain),\(showing)]"),
    ] {
      let decoder = RecordedDecoder()
      #expect(decoder.report(type).state == .pending)
      for _ in 0..<(count == 3 ? 1 : count - 1) { _ = try decoder.decode(type, plain) }
      #expect(decoder.report(type).state == (count == 1 ? .pending : .active))
      if count == 3 {
        _ = try? decoder.decode([Value].self, text)
        // If no text of the type is ever read, its objects are counted over all texts: the last one is the eighth.
        if decoder.report(type).state == .active {
          _ = try? decoder.decode([Value].self, "[\(plain),\(plain),\(showing)]")
        }
      } else {
        let found = outcome(of: text) { try decoder.decode(type, $0) }
        #expect(found == expected, "\(type)")
      }
      let report = decoder.report(type)
      #expect(report.state == .ineligible, "\(type), object \(count): \(report)")
      #expect(outcome(of: showing) { try decoder.decode(type, $0) } == expected, "\(type)")
    }
  }

  /// A value in words, and of an error whether it is a `DecodingError`.
  private func outcome<Value>(of text: String, _ decode: (String) throws -> Value) -> String {
    do {
      return describe(try decode(text))
    } catch {
      return error is DecodingError ? "DecodingError" : "\(error)"
    }
  }

  private func describe(_ value: Any) -> String {
    // The order of sets and dictionaries is another one each time.
    switch value {
    case let set as Set<String>: return "\(set.sorted())"
    case let dictionary as [String: Int]: return "\(dictionary.sorted { $0.key < $1.key })"
    case let dictionary as [String: [Int]]: return "\(dictionary.sorted { $0.key < $1.key })"
    default: break
    }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct || mirror.displayStyle == .collection else {
      return "\(value)"
    }
    guard !(value is any CustomStringConvertible) else { return "\(value)" }
    return mirror.children.map { "\($0.label ?? ""): \(describe($0.value))" }.joined(
      separator: ", "
    )
  }
}

extension ChangingRule {
  /// The marked types of this rule.
  fileprivate static var types: [any MemberwiseRecordingTests.Ruled.Type] {
    // An optional member that is null is nil, to which no rule is applied.
    (showing == "null" ? [] : [MemberwiseRecordingTests.Maybe<Self>.self])
      + [MemberwiseRecordingTests.Required<Self>.self, MemberwiseRecordingTests.Two<Self>.self]
  }
}
