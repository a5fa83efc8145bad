import StreamJSONTestSupport

/// Texts for a model of ordinary types, with its members in any order, duplicated, missing, unknown
/// or of another type.
struct ModelsTarget: FuzzTarget {
  static let name = "models"
  static let summary = "texts for a model of ordinary types, against JSONDecoder"

  private let pairs = DecoderPair.assortment()

  func disagreement(on input: [UInt8]) -> String? {
    let hash = hash(of: input)
    let pair = pairs[hash % 3 == 0 ? Int(hash >> 8 % 4) : 0]
    let isArray = input.first { $0 > 0x20 } == UInt8(ascii: "[")
    return isArray
      ? pair.disagreement(on: input, as: [Record].self) { $0.map(\.withoutNaN) }
      : pair.disagreement(on: input, as: Record.self, comparing: \.withoutNaN)
  }

  func input(from source: inout InputSource) -> [UInt8] {
    var writer = TextWriter()
    if source.random.chance(0.2) {
      writer.write("[".utf8)
      record(&writer, &source.random)
      writer.write(",".utf8)
      record(&writer, &source.random)
      writer.write("]".utf8)
    } else {
      record(&writer, &source.random)
    }
    return source.random.chance(0.2) ? source.variant(of: writer.bytes) : writer.bytes
  }

  private func record(_ writer: inout TextWriter, _ random: inout SeededGenerator) {
    var members = [0, 1]
    // Most texts have what the model needs, in the model's order.
    if random.chance(0.05) { members.removeFirst() }
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      members.append(Int.random(in: 0..<Self.members.count, using: &random))
    }
    if random.chance(0.5) { members.sort() } else { members.shuffle(using: &random) }
    writer.write("{".utf8)
    for (number, member) in members.enumerated() {
      if number > 0 { writer.write(",".utf8) }
      writer.space(&random)
      let (name, samples) = Self.members[member]
      writer.string(random.next() % 64 == 0 ? Array("unknown".utf8) : name)
      writer.write(":".utf8)
      writer.space(&random)
      if random.next() % 24 == 0 {
        writer.value(&random, depth: 2)
      } else {
        writer.write(random.pick(samples))
      }
    }
    writer.write(random.next() % 128 == 0 ? ",}".utf8 : "}".utf8)
  }

  private static let members: [(name: [UInt8], samples: [[UInt8]])] = samples.map { name, samples in
    (Array(name.utf8), samples.map { Array($0.utf8) })
  }

  private static let samples: [(String, [String])] = [
    ("id", ["1", "0", "-7", "9223372036854775807", "1.0", "1e2", "null"]),
    ("name", [#""a""#, #""""#, #""caf\u00e9""#, #""longer than fifteen bytes""#, #""\n""#]),
    ("isActive", ["true", "false", "null", "1"]),
    ("kind", [#""plain""#, #""rare""#, #""special_case""#, #""none""#, "null"]),
    ("kinds", [#"["plain","rare"]"#, "[]", #"["plain","x"]"#, #"["pl\u0061in"]"#]),
    ("choice", [#"{"none":{}}"#, #"{"number":{"_0":1}}"#, #"{"named":{"name":"x"}}"#, "{}"]),
    ("choice", [#"{"named":{"name":"x","value":1.5}}"#, #"{"none":{},"number":{}}"#, #"{"q":1}"#]),
    ("score", ["1.5", "0.1", "-0.0", "1e300", "12345678901234567890", "1e309", "null"]),
    ("ratio", ["0.1", "16777217", "3.4028236e38", "1e-46", "1e38"]),
    ("tags", [#"["a","b"]"#, "[]", #"["a",null]"#, #"["\u0041"]"#, "null"]),
    ("numbers", ["[1,2,3]", "[]", "[1.0]", "[1,2.5]", "[-1,9223372036854775808]"]),
    ("maybe", ["[1,null,2.5]", "[null]", "[]"]),
    ("flags", ["[1,2,1]", "[255,0]", "[256]", "[]"]),
    (
      "byName", [#"{"a":1,"b":2}"#, #"{"a":1,"a":2}"#, "{}", #"{"a_b":1}"#, #"{"\u0061":1,"a":2}"#]
    ),
    ("nested", [#"{"a":{"b":true}}"#, #"{"one_two":{"three_four":false}}"#, #"{"a":1}"#]),
    ("child", [#"{"id":1}"#, #"{"id":2,"name":"x"}"#, #"{"name":"x"}"#, #"{"id":40000}"#]),
    ("children", [#"[{"id":1,"children":[{"id":2}]}]"#, "[]", #"[{"id":1},{}]"#, "[null]"]),
    ("created", ["1", "0.5", #""2024-05-06T07:08:09Z""#, #""2024-05-06""#, "null"]),
    ("link", [#""http://a.b/c""#, #""""#, #""a b""#, #""http:\/\/a""#]),
    ("blob", [#""QUJD""#, #""QQ==""#, #""!""#, "[1,2]", #""QU\u004aD""#]),
    ("amount", ["1.10", "-0.001", "1e127", "123456789012345678901234567890.5"]),
    ("identifier", [#""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, #""x""#]),
    (
      "large",
      ["340282366920938463463374607431768211455", "340282366920938463463374607431768211456"]
    ),
    ("range", ["[1,2]", "[2,1]", "[1]"]),
    ("created_at", ["1", "null"]),
    ("createdAt", ["2", "null"]),
  ]
}
