import Foundation
import StreamJSON
import StreamJSONTestSupport

/// A model in two forms, which differ in nothing but the marker: one for each type in place of `Form`.
struct Twin<Form: Sendable>: Decodable, Equatable, Sendable {
  var id: Int
  var name: String
  var flag: Bool
  var ratio: Double
  var small: Int8?
  var note: String?
  var maybe: Bool?
  var share: Double?
  var count: UInt32
  var exact: Float
  var big: Int64?
  var date: Date?
  var life: TwinLife?
  var accent: Accent?
  var other: Accent?
  var part: Part
  var second: Part?
  var parts: [Part]
  var more: [Part]?
  var byName: [String: Part]
  var words: [String]
  var texts: [String: String]?
  var numbers: [Int]?
  var line: [[Double]]
  var tags: Set<String>?
  var next: [Twin]?
  var plain: Plain
  var lives: [TwinLife]
  var twice: Int??

  enum CodingKeys: String, CodingKey {
    case note, id
    case name = "full_name"
    case ratio, flag, small, maybe, count, exact, big, share
    case date, life, accent, other
    case part, second, parts
    case more = "moreParts"
    case byName = "a name of more than sixteen bytes"
    case words, texts, numbers, line, tags, next, plain, lives, twice
  }

  enum Accent: String, Decodable, Sendable { case red, green, blue }

  /// A marked type in a marked type.
  struct Part: Decodable, Equatable, Sendable {
    var x: Int
    var y: Double?
    var life: TwinLife?
    var text: String?
    var deep: Deep?
  }

  struct Deep: Decodable, Equatable, Sendable {
    var flag: Bool
    var life: TwinLife?
  }

  /// A type without the marker around one that has it.
  struct Plain: Decodable, Equatable, Sendable {
    var deep: Deep
    var list: [Deep]?
  }
}

/// The form with the marker.
enum MarkedForm {}

/// The form without.
enum PlainForm {}

extension Twin: _MarkedDecodable, SendableMetatype, MemberwiseDecodable where Form == MarkedForm {}
extension Twin.Part: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MarkedForm {}
extension Twin.Deep: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MarkedForm {}

/// A value whose initializer notes where it runs, and whose lives are counted.
struct TwinLife: Decodable, Equatable, Sendable {
  let number: Int
  private let token: Token

  private final class Token: Sendable {
    init() { TwinLife.count.withLock { $0 += 1 } }
    deinit { TwinLife.count.withLock { $0 -= 1 } }
  }

  /// How many there are.
  static let count = Locked(0)

  /// Held by a target that compares the counts before and after what it does.
  static let turn = Locked(())

  /// What decodes with this in their `userInfo` note.
  final class Log: Sendable {
    let paths = Locked<[String]>([])

    /// The paths so far, each once: the initializers inside an object of a marked type that cannot be decoded may run a
    /// second time.
    func takePaths() -> [String] {
      paths.withLock { paths in
        defer { paths = [] }
        var known: Set<String> = []
        return paths.filter { known.insert($0).inserted }
      }
    }
  }

  // SAFETY: any string makes a key.
  static let log = unsafe CodingUserInfoKey(rawValue: "log").unsafelyUnwrapped

  init(from decoder: any Decoder) throws {
    if let log = decoder.userInfo[Self.log] as? Log {
      let path = decoder.codingPath.map(\.stringValue).joined(separator: "/")
      log.paths.withLock { $0.append(path) }
    }
    token = Token()
    number = try decoder.singleValueContainer().decode(Int.self)
    guard number != 13 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "13")
      )
    }
  }

  static func == (first: TwinLife, second: TwinLife) -> Bool { first.number == second.number }
}

/// Writes objects for the twins: right ones mostly, with members in any order.
struct TwinWriter {
  var random: SeededGenerator
  var bytes: [UInt8] = []

  /// How often something is wrong or unusual.
  var unusualRate = 0.01

  init(random: SeededGenerator) {
    self.random = random
  }

  typealias Member = (name: String, isRequired: Bool, write: (inout TwinWriter) -> Void)

  mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func pick(_ texts: [String]) { write(random.pick(texts)) }

  mutating func twin(depth: Int = 0) {
    object([
      ("id", true, { $0.number() }), ("full_name", true, { $0.string() }),
      ("ratio", true, { $0.double() }), ("flag", true, { $0.pick(["true", "false"]) }),
      ("small", false, { $0.pick(["1", "-128", "200", "null"]) }),
      ("note", false, { $0.string() }), ("maybe", false, { $0.pick(["true", "null"]) }),
      ("share", false, { $0.double() }), ("count", true, { $0.pick(["0", "4294967295", "7"]) }),
      ("exact", true, { $0.double() }), ("big", false, { $0.number() }),
      ("date", false, { $0.double() }), ("life", false, { $0.number() }),
      ("accent", false, { $0.pick([#""red""#, #""green""#, #""blue""#, "null"]) }),
      ("other", false, { $0.pick([#""red""#, #""green""#, #""blue""#]) }),
      ("part", true, { $0.part() }), ("second", false, { $0.part() }),
      ("parts", true, { $0.array { $0.part() } }),
      ("moreParts", false, { $0.array { $0.part() } }),
      ("a name of more than sixteen bytes", true, { $0.dictionary { $0.part() } }),
      ("words", true, { $0.array { $0.string() } }),
      ("texts", false, { $0.dictionary { $0.string() } }),
      ("numbers", false, { $0.array { $0.number() } }),
      ("line", true, { $0.array { $0.array { $0.double() } } }),
      ("tags", false, { $0.array { $0.string() } }),
      ("next", false, { depth < 2 ? $0.array { $0.twin(depth: depth + 1) } : $0.write("[]") }),
      ("plain", true, { $0.plain() }), ("lives", true, { $0.array { $0.number() } }),
      ("twice", false, { $0.pick(["1", "null"]) }),
    ])
  }

  mutating func part() {
    object([
      ("x", true, { $0.number() }), ("y", false, { $0.double() }),
      ("life", false, { $0.number() }), ("text", false, { $0.string() }),
      ("deep", false, { $0.deep() }),
    ])
  }

  mutating func deep() {
    object([("flag", true, { $0.pick(["true", "false"]) }), ("life", false, { $0.number() })])
  }

  private mutating func plain() {
    object([("deep", true, { $0.deep() }), ("list", false, { $0.array { $0.deep() } })])
  }

  mutating func number() {
    pick(["0", "1", "42", "-7", "13000", "123456789", "9007199254740993"])
  }

  mutating func natural() { pick(["0", "1", "42", "2147483647", "9"]) }

  mutating func bool() { pick(["true", "false"]) }

  mutating func double() { pick(["0", "1.5", "-2", "65.613616999999977", "1e3", "3.14"]) }

  mutating func string() {
    pick([
      #""""#, #""a""#, #""fifteen bytes!!""#, #""sixteen bytes!!!""#, #""caf\u00e9""#, #""é""#,
      #""a longer text, with \n in it""#, #""a longer text, all of it plain ASCII""#,
      #""漢字かな交じり文""#,
    ])
  }

  mutating func array(_ element: (inout TwinWriter) -> Void) {
    write("[")
    for position in 0..<Int.random(in: 0..<4, using: &random) {
      if position > 0 { write(",") }
      value(element)
    }
    write("]")
  }

  mutating func dictionary(_ element: (inout TwinWriter) -> Void) {
    write("{")
    for position in 0..<Int.random(in: 0..<3, using: &random) {
      if position > 0 { write(",") }
      pick([#""a""#, #""b""#, #""é""#])
      write(":")
      value(element)
    }
    write("}")
  }

  private mutating func value(_ write: (inout TwinWriter) -> Void) {
    guard random.chance(unusualRate) else { return write(&self) }
    pick(["null", "13", #""text""#, "[]", "{}", "true", "1.5", "[1]", #"{"x":1}"#, "1e400", "-"])
  }

  mutating func object(_ members: [Member]) {
    var members = members
    if random.next() % 3 > 0 { members.shuffle(using: &random) }
    write("{")
    var isFirst = true
    for member in members {
      if !member.isRequired, random.next() % 2 == 0 { continue }
      if random.chance(unusualRate) { continue }
      if !isFirst { write(",") }
      isFirst = false
      if random.chance(unusualRate) { write(#""unknown":[{"x":1},2],"#) }
      if random.chance(unusualRate), let letter = member.name.unicodeScalars.first {
        write("\"\\u00" + String(letter.value, radix: 16) + member.name.dropFirst() + "\":")
      } else {
        write("\"\(member.name)\":")
      }
      if random.chance(0.1) { write(" ") }
      value(member.write)
      if random.chance(unusualRate) {
        write(",\"\(member.name)\":")
        value(member.write)
      }
    }
    write("}")
  }
}
