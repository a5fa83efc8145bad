import StreamJSONTestSupport

/// What a generated model does with its decoder: a small random program.
///
/// The compiler only synthesizes models that ask for each key once, in order. Real ones do anything
/// that Codable allows, which this language can express. `Program+Run.swift` runs a program;
/// `ProgramGenerator.swift` makes one up, along with a text for it.
struct Program: Sendable {
  var steps: [DecoderStep]
}

/// A step with a decoder.
enum DecoderStep: Sendable {
  case keyed(KeyKind, [KeyedStep], throwsOn: Bool)
  case unkeyed([UnkeyedStep], throwsOn: Bool)
  /// Takes the steps in turn with two containers over one object, as a class and its superclass do.
  case both(KeyKind, KeyKind, [KeyedStep], throwsOn: Bool)
  /// Decodes an object as a dictionary if it has at most one member: JSONDecoder visits several in
  /// any order.
  case member(Program)
  /// Asks for one value as several types, one after the other.
  case single([Leaf])
  case path
}

/// A step with a keyed container.
struct KeyedStep: Sendable {
  var key: String
  var action: Action
  /// Whether an error ends the model or is only noted.
  var throwsOn: Bool

  enum Action: Sendable {
    case contains
    case isNil
    case decode(Leaf)
    case decodeIfPresent(Leaf)
    case model(Program)
    case modelIfPresent(Program)
    case models(Program)
    case keyed(KeyKind, [KeyedStep])
    case unkeyed([UnkeyedStep])
    /// Opens a container and uses it after all other steps.
    case keyedLater(KeyKind, [KeyedStep])
    case unkeyedLater([UnkeyedStep])
    case superDecoder(Program)
    case superDecoderForKey(Program)
    case allKeys
    case path
  }
}

/// A step with an unkeyed container.
struct UnkeyedStep: Sendable {
  var action: Action
  var throwsOn: Bool

  enum Action: Sendable {
    case isNil
    case decode(Leaf)
    case decodeIfPresent(Leaf)
    case model(Program)
    case modelIfPresent(Program)
    case keyed(KeyKind, [KeyedStep])
    case unkeyed([UnkeyedStep])
    case superDecoder(Program)
    /// Continues with a copy, then with the original.
    case copy([UnkeyedStep])
    case position
    case path
  }
}

/// The type of key that opens an object.
enum KeyKind: Sendable, CaseIterable {
  /// Takes any name.
  case any
  /// An enum: one byte, compared by slots.
  case few
  /// An enum with numbers.
  case numbered
  /// A class that holds the name: no slots.
  case boxed
  /// An enum with one case, which has no byte at all.
  case single
  /// One byte with 256 values: more keys than a word has bits.
  case byte
  /// An enum with payloads, which cannot be made from a name, and numbers.
  case loaded
  /// A class.
  case shared
  /// A struct whose initializer changes the name.
  case lowercased
  /// Another enum with the same names.
  case other
}

/// The names that texts and programs choose from.
enum Vocabulary {
  static let names = [
    "a", "b", "c", "one_two", "oneTwo", "key", "super", "", "caf\u{E9}", "cafe\u{301}", "1", "2",
    "longer_than_sixteen_bytes", "longer_than_sixteen_bytEs", "Index 0", "_a", "a_", "abcdefgh",
    "abcdefghi", "on\"e",
  ]
}

enum FewKeys: String, CodingKey, CaseIterable {
  case a, b, c, oneTwo
  case snake = "one_two"
  case key
  case parent = "super"
  case empty = ""
  case composed = "caf\u{E9}"
  case decomposed = "cafe\u{301}"
  case long = "longer_than_sixteen_bytes"
  case otherLong = "longer_than_sixteen_bytEs"
  case eight = "abcdefgh"
  case nine = "abcdefghi"
  case quoted = "on\"e"
  case camel = "longerThanSixteenBytes"
}

/// A key that a program can make from a name.
protocol ProgramKey: CodingKey {
  static func named(_ name: String) -> Self?
}

extension ProgramKey {
  static func named(_ name: String) -> Self? {
    Self(stringValue: name) ?? Int(name).flatMap(Self.init(intValue:))
  }
}

extension AnyKey: ProgramKey {}
extension FewKeys: ProgramKey {}
extension NumberedKeys: ProgramKey {}
extension BoxedKey: ProgramKey {}
extension SingleKey: ProgramKey {}
extension ByteKey: ProgramKey {}

enum LoadedKey: ProgramKey {
  case name(String)
  case number(Int)

  static func named(_ name: String) -> LoadedKey? { Int(name).map(Self.number) ?? .name(name) }

  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }

  var stringValue: String {
    switch self {
    case .name(let name): name
    case .number(let number): "\(number)"
    }
  }
  var intValue: Int? { if case .number(let number) = self { number } else { nil } }
}

final class SharedKey: ProgramKey {
  let stringValue: String
  var intValue: Int? { 7 }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

struct LowercasedKey: ProgramKey {
  let stringValue: String
  var intValue: Int? { nil }

  static func named(_ name: String) -> LowercasedKey? { LowercasedKey(name: name) }

  private init(name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue.lowercased() }
  init?(intValue: Int) { nil }
}

/// An enum with one number.
enum OtherKeys: String, ProgramKey {
  case a, b, c, oneTwo, key
  case one = "1"

  var intValue: Int? { self == .one ? 1 : nil }
}

enum NumberedKeys: Int, CodingKey {
  case one = 1
  case two
}

enum SingleKey: String, CodingKey { case a }

/// The keys `w0` to `w255`.
struct ByteKey: CodingKey {
  private let number: UInt8

  init?(stringValue: String) {
    guard stringValue.hasPrefix("w"), let number = UInt8(stringValue.dropFirst()) else {
      return nil
    }
    self.number = number
  }

  init?(intValue: Int) { nil }

  var stringValue: String { "w\(number)" }
  var intValue: Int? { nil }
}

struct BoxedKey: CodingKey {
  private let name: [String]

  init(stringValue: String) { name = [stringValue] }
  init?(intValue: Int) { nil }

  var stringValue: String { name.first ?? "" }
  var intValue: Int? { nil }
}
