import Foundation
import StreamJSON

extension Rules {
  /// More of what people write in initializers.
  static let further: [any ChangingRule.Type] = [
    Percentage.self, Saturated.self, Squared.self, Padded.self, FirstWord.self, NoPrefix.self,
    Reversed.self, LastTen.self,
  ]

  enum Percentage: ChangingRule {
    static let texts = ("0.5", "50")
    static func apply(_ value: Double) -> Double { value > 1 ? value / 100 : value }
  }
  enum Saturated: ChangingRule {
    static let texts = ("254", "255")
    static func apply(_ value: UInt8) -> UInt8 { value == .max ? 0 : value }
  }
  enum Squared: ChangingRule {
    static let texts = ("1", "3")
    static func apply(_ value: Float) -> Float { value * value }
  }
  enum Padded: ChangingRule {
    static let texts = (#""0007""#, #""7""#)
    static func apply(_ value: String) -> String {
      String(repeating: "0", count: max(0, 4 - value.count)) + value
    }
  }
  enum FirstWord: ChangingRule {
    static let texts = (#""Ann""#, #""Ann Lee""#)
    static func apply(_ value: String) -> String {
      String(value.prefix { $0 != " " })
    }
  }
  enum NoPrefix: ChangingRule {
    static let texts = (#""main""#, #""refs/heads/main""#)
    static func apply(_ value: String) -> String {
      value.hasPrefix("refs/heads/") ? String(value.dropFirst(11)) : value
    }
  }
  enum Reversed: ChangingRule {
    static let texts = ("[1,1]", "[1,2]")
    static func apply(_ value: [Int]) -> [Int] {
      value.first == value.last ? value : value.reversed()
    }
  }
  enum LastTen: ChangingRule {
    static let texts = (#"["a"]"#, #"["a","b","c","d","e","f","g","h","i","j","k"]"#)
    static func apply(_ value: [String]) -> [String] {
      value.count > 10 ? value.suffix(10) : value
    }
  }
}
