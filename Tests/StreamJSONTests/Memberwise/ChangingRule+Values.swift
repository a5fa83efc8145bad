import Foundation
import StreamJSON

/// Rules for collections, for what Foundation has, and for models.
extension Rules {
  static let collections: [any ChangingRule.Type] = [
    SomeElements.self, AtMostFive.self, Unique.self, Sorted.self, NoEmpty.self, Positive.self,
    Known.self, LowerNames.self, OneName.self, Fewer.self, Points.self, Maybes.self, Flags.self,
    ByNumber.self, Bounded.self, Unbanned.self,
  ]

  enum ByNumber: ChangingRule {
    static let texts = (#"{"1":2}"#, #"{"1":2,"3":4}"#)
    static func apply(_ value: [Int: Int]) -> [Int: Int] {
      value.count > 1 ? value.filter { $0.key < 3 } : value
    }
  }
  enum Bounded: ChangingRule {
    static let texts = ("[1,5]", "[1,50]")
    static func apply(_ value: ClosedRange<Int>) -> ClosedRange<Int> {
      value.upperBound > 10 ? value.clamped(to: 0...10) : value
    }
  }
  enum Status: Codable {
    case active, banned
    case other(String)
  }
  enum Unbanned: ChangingRule {
    static let texts = (#"{"active":{}}"#, #"{"banned":{}}"#)
    static func apply(_ value: Status) -> Status {
      if case .banned = value { .active } else { value }
    }
  }
  enum SomeElements: ChangingRule {
    static let texts = ("[1]", "[]")
    static func apply(_ value: [Int]) throws -> [Int] {
      guard !value.isEmpty else { throw RuleError() }
      return value
    }
  }
  enum AtMostFive: ChangingRule {
    static let texts = ("[1,2,3,4,5]", "[1,2,3,4,5,6]")
    static func apply(_ value: [Int]) -> [Int] { value.count > 5 ? Array(value.prefix(5)) : value }
  }
  enum Unique: ChangingRule {
    static let texts = (#"["a"]"#, #"["a","a"]"#)
    static func apply(_ value: [String]) -> [String] {
      Set(value).count == value.count ? value : Array(Set(value))
    }
  }
  enum Sorted: ChangingRule {
    static let texts = ("[]", "[2.5,1]")
    static func apply(_ value: [Double]) -> [Double] { value.isEmpty ? value : value.sorted() }
  }
  enum NoEmpty: ChangingRule {
    static let texts = (#"["a"]"#, #"["a",""]"#)
    static func apply(_ value: [String]) -> [String] {
      value.contains("") ? value.filter { !$0.isEmpty } : value
    }
  }
  enum Positive: ChangingRule {
    static let texts = ("[1,2]", "[1,-2]")
    static func apply(_ value: [Int]) throws -> [Int] {
      for number in value where number < 0 { throw RuleError() }
      return value
    }
  }
  enum Known: ChangingRule {
    static let texts = (#"["a"]"#, #"["a","z"]"#)
    static func apply(_ value: Set<String>) -> Set<String> {
      value.isSubset(of: ["a", "b"]) ? value : value.intersection(["a", "b"])
    }
  }
  enum LowerNames: ChangingRule {
    static let texts = ("{}", #"{"A":1}"#)
    static func apply(_ value: [String: Int]) -> [String: Int] {
      value.isEmpty ? value : Dictionary(uniqueKeysWithValues: value.map { ($0.lowercased(), $1) })
    }
  }
  enum OneName: ChangingRule {
    static let texts = (#"{"a":"b"}"#, #"{"b":"b"}"#)
    static func apply(_ value: [String: String]) throws -> [String: String] {
      guard value["a"] != nil else { throw RuleError() }
      return value
    }
  }
  enum Fewer: ChangingRule {
    static let texts = (#"{"a":[1]}"#, #"{"a":[1],"b":[]}"#)
    static func apply(_ value: [String: [Int]]) -> [String: [Int]] {
      value.values.contains([]) ? value.filter { !$1.isEmpty } : value
    }
  }
  enum Points: ChangingRule {
    static let texts = ("[[1,2]]", "[[1,2],[3]]")
    static func apply(_ value: [[Double]]) -> [[Double]] {
      value.allSatisfy { $0.count == 2 } ? value : value.filter { $0.count == 2 }
    }
  }
  enum Maybes: ChangingRule {
    static let texts = ("[1]", "[1,null]")
    static func apply(_ value: [Int?]) -> [Int?] {
      value.contains(nil) ? value.filter { $0 != nil } : value
    }
  }
  enum Flags: ChangingRule {
    static let texts = ("[true]", "[false]")
    static func apply(_ value: [Bool]) throws -> [Bool] {
      guard value.contains(true) else { throw RuleError() }
      return value
    }
  }

  // MARK: - Foundation's

  static let values: [any ChangingRule.Type] = [
    NotBefore1970.self, Past.self, SecureAddress.self, CutData.self, NotNumber.self, Nothing.self,
    Host.self,
  ]

  enum NotBefore1970: ChangingRule {
    static let texts = ("0", "-978307201")
    static func apply(_ value: Date) -> Date {
      value.timeIntervalSince1970 < 0 ? Date(timeIntervalSince1970: 0) : value
    }
  }
  enum Past: ChangingRule {
    static let texts = ("0", "1e12")
    static func apply(_ value: Date) -> Date {
      min(value, Date(timeIntervalSinceReferenceDate: 1e11))
    }
  }
  enum SecureAddress: ChangingRule {
    static let texts = (#""https://a.b""#, #""http://a.b""#)
    static func apply(_ value: URL) -> URL {
      value.scheme == "http" ? URL(string: "https://a.b") ?? value : value
    }
  }
  enum CutData: ChangingRule {
    static let texts = (#""AAAA""#, #""AAAAAAAAAAAA""#)
    static func apply(_ value: Data) -> Data { value.count > 4 ? Data(value.prefix(4)) : value }
  }
  enum NotNumber: ChangingRule {
    static let texts = ("1", "1e308")
    static func apply(_ value: Double) -> Double { (value * 10).isInfinite ? .nan : value }
  }
  enum Nothing: ChangingRule {
    static let texts = ("1", "null")
    static func apply(_ value: Int?) -> Int? { value ?? 0 }
  }
  enum Host: ChangingRule {
    static let texts = (#""https://a.b""#, #""b""#)
    static func apply(_ value: URL) throws -> URL {
      guard value.scheme != nil else { throw RuleError() }
      return value
    }
  }

  // MARK: - Models

  struct Pair: Decodable {
    var flag: Bool
    var number: Int
    var name: String?
  }

  struct MarkedPair: Decodable, MemberwiseDecodable {
    var flag: Bool
    var number: Int
    var name: String?
  }

  enum Size: String, Decodable { case small, large }

  enum Shape: Decodable {
    case circle(Double)
    case square(side: Int, name: String?)
  }

  static let models: [any ChangingRule.Type] = [
    PairNumber.self, PairName.self, MarkedNumber.self, MarkedName.self, PairList.self,
    MarkedList.self, MarkedNames.self, SizeRule.self, ShapeRule.self, ShapeName.self,
  ]

  private static let pair = #"{"flag":true,"number":1,"name":"a"}"#
  private static let otherPair = #"{"flag":false,"number":2}"#

  enum PairNumber: ChangingRule {
    static let texts = (pair, otherPair)
    static func apply(_ value: Pair) -> Pair {
      Pair(flag: value.flag, number: 1, name: value.name)
    }
  }
  enum PairName: ChangingRule {
    static let texts = (pair, otherPair)
    static func apply(_ value: Pair) -> Pair {
      Pair(flag: value.flag, number: value.number, name: value.name ?? "")
    }
  }
  enum MarkedNumber: ChangingRule {
    static let texts = (pair, otherPair)
    static func apply(_ value: MarkedPair) throws -> MarkedPair {
      guard value.number == 1 else { throw RuleError() }
      return value
    }
  }
  enum MarkedName: ChangingRule {
    static let texts = (pair, otherPair)
    static func apply(_ value: MarkedPair) -> MarkedPair {
      var value = value
      value.name = value.name ?? "none"
      return value
    }
  }
  enum PairList: ChangingRule {
    static let texts = ("[\(pair)]", "[\(pair),\(otherPair)]")
    static func apply(_ value: [Pair]) -> [Pair] { value.count > 1 ? [value[0]] : value }
  }
  enum MarkedList: ChangingRule {
    static let texts = ("[\(pair)]", "[\(otherPair)]")
    static func apply(_ value: [MarkedPair]) -> [MarkedPair] {
      var value = value
      for index in value.indices where !value[index].flag { value[index].number = -1 }
      return value
    }
  }
  enum MarkedNames: ChangingRule {
    static let texts = (#"{"a":\#(pair)}"#, #"{"a":\#(otherPair)}"#)
    static func apply(_ value: [String: MarkedPair]) -> [String: MarkedPair] {
      value["a"]?.flag == true ? value : [:]
    }
  }
  enum SizeRule: ChangingRule {
    static let texts = (#""small""#, #""large""#)
    static func apply(_ value: Size) -> Size { .small }
  }
  enum ShapeRule: ChangingRule {
    static let texts = (#"{"circle":{"_0":1}}"#, #"{"circle":{"_0":-1}}"#)
    static func apply(_ value: Shape) throws -> Shape {
      if case .circle(let radius) = value, radius < 0 { throw RuleError() }
      return value
    }
  }
  enum ShapeName: ChangingRule {
    static let texts = (#"{"circle":{"_0":1}}"#, #"{"square":{"side":1}}"#)
    static func apply(_ value: Shape) -> Shape {
      if case .square(let side, nil) = value { return .square(side: side, name: "") }
      return value
    }
  }
}
