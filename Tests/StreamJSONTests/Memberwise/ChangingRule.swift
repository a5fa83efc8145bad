import Foundation
import StreamJSON

/// What an initializer that is not the compiler's does to a value.
protocol ChangingRule: SendableMetatype {
  associatedtype Value: Decodable & SendableMetatype

  /// JSON of a value that it leaves as it is, and of one that it does not.
  static var texts: (String, String) { get }

  static func apply(_ value: Value) throws -> Value
}

extension ChangingRule {
  static var plain: String { texts.0 }
  static var showing: String { texts.1 }
}

/// An error of a model's own.
struct RuleError: Error {}

/// The rules, by what they do.
enum Rules {
  static let all: [any ChangingRule.Type] =
    numbers + texts + collections + values + models + further

  // MARK: - Numbers

  static let numbers: [any ChangingRule.Type] = [
    NotNegative.self, AtMost50.self, AtLeast1.self, Absolute.self, ZeroAt42.self, Wrapping.self,
    Short.self, Cents.self, Fraction.self, NoNegativeZero.self, Rounded.self, Halves.self,
    Truth.self, Wide.self, Unsigned.self, Even.self,
  ]

  enum NotNegative: ChangingRule {
    static let texts = ("1", "-1")
    static func apply(_ value: Int) throws -> Int {
      guard value >= 0 else { throw RuleError() }
      return value
    }
  }
  enum AtMost50: ChangingRule {
    static let texts = ("50", "51")
    static func apply(_ value: Int) -> Int { min(50, value) }
  }
  enum AtLeast1: ChangingRule {
    static let texts = ("1", "0")
    static func apply(_ value: Int64) -> Int64 { max(1, value) }
  }
  enum Absolute: ChangingRule {
    static let texts = ("7", "-7")
    static func apply(_ value: Int32) -> Int32 { abs(value) }
  }
  enum ZeroAt42: ChangingRule {
    static let texts = ("41", "42")
    static func apply(_ value: Int) -> Int { value == 42 ? 0 : value }
  }
  enum Wrapping: ChangingRule {
    static let texts = ("359", "360")
    static func apply(_ value: UInt16) -> UInt16 { value % 360 }
  }
  enum Short: ChangingRule {
    static let texts = ("1", "2")
    static func apply(_ value: Int8) -> Int8 { value & 1 }
  }
  enum Cents: ChangingRule {
    static let texts = ("1.25", "1.255")
    static func apply(_ value: Decimal) -> Decimal {
      var (value, rounded) = (value, Decimal())
      unsafe NSDecimalRound(&rounded, &value, 2, .plain)
      return rounded
    }
  }
  enum Fraction: ChangingRule {
    static let texts = ("0.5", "1.5")
    static func apply(_ value: Double) throws -> Double {
      guard (0...1).contains(value) else { throw CancellationError() }
      return value
    }
  }
  enum NoNegativeZero: ChangingRule {
    static let texts = ("0", "-0.0")
    static func apply(_ value: Double) -> Double { value == 0 ? 0 : value }
  }
  enum Rounded: ChangingRule {
    static let texts = ("2", "2.4")
    static func apply(_ value: Float) -> Float { value.rounded() }
  }
  enum Halves: ChangingRule {
    static let texts = ("1.5", "1.25")
    static func apply(_ value: Double) -> Double { (value * 2).rounded() / 2 }
  }
  enum Truth: ChangingRule {
    static let texts = ("true", "false")
    static func apply(_ value: Bool) -> Bool { true }
  }
  enum Wide: ChangingRule {
    static let texts = ("1", "170141183460469231731687303715884105727")
    static func apply(_ value: Int128) -> Int128 { value & 0xFFFF }
  }
  enum Unsigned: ChangingRule {
    static let texts = ("1", "18446744073709551615")
    static func apply(_ value: UInt64) -> UInt64 { min(value, 1 << 53) }
  }
  enum Even: ChangingRule {
    static let texts = ("2", "3")
    static func apply(_ value: UInt8) throws -> UInt8 {
      guard value.isMultiple(of: 2) else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "odd"))
      }
      return value
    }
  }

  // MARK: - Texts

  static let texts: [any ChangingRule.Type] = [
    NotEmpty.self, Short50.self, Cut50.self, Ampersand.self, Underscore.self, Percent.self,
    Trimmed.self, Lower.self, Upper.self, Composed.self, NoNull.self, Secure.self, Digits.self,
    Line.self, Mark.self,
  ]

  private static let long = String(repeating: "x", count: 51)

  enum NotEmpty: ChangingRule {
    static let texts = (#""a""#, #""""#)
    static func apply(_ value: String) throws -> String {
      guard !value.isEmpty else { throw RuleError() }
      return value
    }
  }
  enum Short50: ChangingRule {
    static let texts = (#""a""#, "\"\(long)\"")
    static func apply(_ value: String) throws -> String {
      guard value.count <= 50 else { throw RuleError() }
      return value
    }
  }
  enum Cut50: ChangingRule {
    static let texts = (#""a""#, "\"\(long)\"")
    static func apply(_ value: String) -> String { String(value.prefix(50)) }
  }
  enum Ampersand: ChangingRule {
    static let texts = (#""a & b""#, #""a &amp; b""#)
    static func apply(_ value: String) -> String { value.replacing("&amp;", with: "&") }
  }
  enum Underscore: ChangingRule {
    static let texts = (#""a b""#, #""a_b""#)
    static func apply(_ value: String) -> String { value.replacing("_", with: " ") }
  }
  enum Percent: ChangingRule {
    static let texts = (#""50""#, #""50%""#)
    static func apply(_ value: String) -> String { value.replacing("%", with: "") }
  }
  enum Trimmed: ChangingRule {
    static let texts = (#""a""#, #"" a\n""#)
    static func apply(_ value: String) -> String {
      value.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }
  enum Lower: ChangingRule {
    static let texts = (#""abc""#, #""aBc""#)
    static func apply(_ value: String) -> String { value.lowercased() }
  }
  enum Upper: ChangingRule {
    static let texts = (#""ABC""#, #""Straße""#)
    static func apply(_ value: String) -> String { value.uppercased() }
  }
  enum Composed: ChangingRule {
    static let texts = (#""e""#, #""e\u0301""#)
    static func apply(_ value: String) -> String { value.precomposedStringWithCanonicalMapping }
  }
  enum NoNull: ChangingRule {
    static let texts = (#""a""#, #""null""#)
    static func apply(_ value: String) -> String { value == "null" ? "" : value }
  }
  enum Secure: ChangingRule {
    static let texts = (#""https://a""#, #""http://a""#)
    static func apply(_ value: String) -> String {
      value.hasPrefix("http:") ? "https" + value.dropFirst(4) : value
    }
  }
  enum Digits: ChangingRule {
    static let texts = (#""007""#, #""0x7""#)
    static func apply(_ value: String) throws -> String {
      guard value.allSatisfy(\.isNumber) else { throw RuleError() }
      return value
    }
  }
  enum Line: ChangingRule {
    static let texts = (#""a""#, #""a\r\nb""#)
    static func apply(_ value: String) -> String { value.replacing("\r\n", with: "\n") }
  }
  enum Mark: ChangingRule {
    static let texts = (#""a""#, #""\uFEFFa""#)
    static func apply(_ value: String) -> String {
      value.hasPrefix("\u{FEFF}") ? String(value.unicodeScalars.dropFirst()) : value
    }
  }
}
