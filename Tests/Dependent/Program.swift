// A program of somebody who depends on the package: it uses what the README names, once. `run` builds it
// in another package.

import FoundationEssentials
import StreamJSON

struct Item: Codable, Equatable, Sendable {
  var id: Int
  var name: String?
}

struct Order: Codable {
  @JSONTransformed<JSONTransform.NumberOrText<Int>> var count: Int
  @JSONTransformed<JSONTransform.MillisecondsSince1970> var created: Date
  @JSONLossy var items: [Item]
  var extra: JSONValue
}

struct Settings: CodableWithDefaults, Equatable {
  var theme = "light"
  var size = 12
}

final class Account: InPlaceDecodable {
  var name = ""

  func update(from decoder: any Decoder) throws {
    name = try decoder.singleValueContainer().decode([String: String].self)["name"] ?? name
  }
}

struct Failure: Error {
  var line: Int
}

func expect(_ condition: Bool, line: Int = #line) throws {
  if !condition { throw Failure(line: line) }
}

func texts() throws {
  let decoder = StreamJSONDecoder()
  let text = #"[{"id":1,"name":"a"},{"id":2}]"#
  let items = [Item(id: 1, name: "a"), Item(id: 2)]
  try expect(decoder.decode([Item].self, from: Data(text.utf8)) == items)
  try expect(decoder.decode([Item].self, from: text) == items)
  try expect(decoder.decode([Item].self, from: text[...]) == items)
  try expect(decoder.decode([Item].self, from: Array(text.utf8)) == items)
  try expect(decoder.decode([Item].self, from: Array(text.utf8)[...]) == items)
  try expect(decoder.decode([Item].self, from: ContiguousArray(text.utf8).span) == items)
  try expect(decoder.decode([Item].self, from: ContiguousArray(text.utf8).span.bytes) == items)
  try expect(decoder.decode(Item.self, from: text, at: "/1") == items[1])
  let graph: [Any] = [["id": 1, "name": "a"], ["id": 2]]
  try expect(decoder.decode([Item].self, withJSONObject: graph) == items)
  try expect(decoder.decode(String.self, withJSONObject: "{}") == "{}")

  let plain: JSONDecoder = decoder
  try expect(plain.decode([Item].self, from: Data(text.utf8)) == items)
}

func settings() throws {
  let decoder = StreamJSONDecoder()
  decoder.duplicateKeyPolicy = .reject
  decoder.validation = .strict
  decoder.limits = JSONLimits(maximumDepth: 3, maximumByteCount: 1000)
  decoder.showsValuesInErrors = true
  do {
    _ = try decoder.decode([String: Int].self, from: #"{"a":1,"a":2}"#)
    throw Failure(line: #line)
  } catch let error as DecodingError {
    try expect(error.jsonError?.location?.byteOffset == 7)
    try expect(decoder.locate(error, in: #"{"a":1,"a":2}"#)?.location?.line == 1)
  }
}

#if !swift(>=6)
/// What packages in Swift 5 mode do with JSONDecoder's `userInfo`, whose values need not be `Sendable`
/// there.
extension [CodingUserInfoKey: Any] {
  fileprivate mutating func note(_ value: Any) {
    CodingUserInfoKey(rawValue: "note").map { self[$0] = value }
  }
}

final class Session {}

func userInfo() throws {
  func addSession(to info: inout [CodingUserInfoKey: Any]) { info.note(Session()) }
  let decoder = StreamJSONDecoder()
  addSession(to: &decoder.userInfo)
  decoder.userInfo.note(1)
  let info: [CodingUserInfoKey: Any] = decoder.userInfo
  decoder.userInfo = info
  try expect(info.count == 1 && decoder.userInfo.count == 1)
}
#else
func userInfo() {}
#endif

func values() throws {
  let decoder = StreamJSONDecoder()
  let text =
    #"{"count":"3","created":1000,"items":[{"id":1},{"id":"x"}],"extra":{"a":[1,2.5,null]}}"#
  let order = try decoder.decode(Order.self, from: text)
  try expect(order.count == 3 && order.created == Date(timeIntervalSince1970: 1))
  try expect(order.items == [Item(id: 1)] && order.$items.droppedCount == 1)
  try expect(order.extra["a"]?[1]?.double == 2.5 && order.extra[at: "/a/0"]?.int == 1)
  try expect(JSONEncoder().encode(order).isEmpty == false)
  let document = try decoder.document(from: text)
  try expect(document["items"]?[0]?.decode(Item.self) == Item(id: 1))

  var item = Item(id: 1, name: "a")
  try decoder.update(&item, from: #"{"name":"b"}"#)
  try expect(item == Item(id: 1, name: "b"))
  let defaults = try decoder.decode(Settings.self, from: #"{"size":9}"#)
  try expect(defaults.theme == "light" && defaults.size == 9)
  let account = Account()
  try decoder.update(account, from: #"{"name":"c"}"#)
  try expect(account.name == "c")
}

func streams() async throws {
  let decoder = StreamJSONDecoder()
  let lines = "{\"id\":1}\n{\"id\":\n{\"id\":3}\n"
  let stream = decoder.makeStream(of: Item.self, framing: .arrayElements(at: "/items"))
  var pushed: [Int] = []
  for byte in #"{"items":[{"id":1},{"id":2}]}"#.utf8 {
    try stream.append([byte]) { pushed.append($0.id) }
  }
  try stream.finish { pushed.append($0.id) }
  try expect(pushed == [1, 2])

  var good: [Int] = []
  for result in decoder.results(of: Item.self, in: Data(lines.utf8), framing: .lines) {
    if case .success(let item) = result { good.append(item.id) }
  }
  try expect(good == [1, 3])

  let chunks = AsyncStream<[UInt8]> { continuation in
    for byte in "[1,2,3]".utf8 { continuation.yield([byte]) }
    continuation.finish()
  }
  var sum = 0
  for try await number in decoder.values(of: Int.self, in: chunks, framing: .arrayElements()) {
    sum += number
  }
  try expect(sum == 6)

  let url = URL(filePath: CommandLine.arguments[0] + ".ndjson")
  try Data("1\n2\n3\n".utf8).write(to: url)
  let batches = decoder.batches(of: Int.self, inFileAt: url, framing: .lines, concurrency: 2)
  for try await batch in batches {
    sum += batch.reduce(0, +)
  }
  try expect(sum == 12)
}

/// Debug builds of programs have the library optimized: it is not slower than JSONDecoder there, either.
func speed() throws {
  let items = Array(repeating: #"{"id":1,"name":"a"}"#, count: 3000).joined(separator: ",")
  let data = Data("[\(items)]".utf8)
  func time(_ decoder: JSONDecoder) throws -> Duration {
    try ContinuousClock().measure { _ = try decoder.decode([Item].self, from: data) }
  }
  var ours = try time(StreamJSONDecoder())
  var theirs = try time(JSONDecoder())
  // By turns, and the shortest of each, since machines change their speed.
  for _ in 0..<9 {
    ours = min(ours, try time(StreamJSONDecoder()))
    theirs = min(theirs, try time(JSONDecoder()))
  }
  print("\(theirs / ours) times as fast as JSONDecoder")
  try expect(ours < theirs)
}

@main
enum Program {
  static func main() async throws {
    try texts()
    try settings()
    try userInfo()
    try values()
    try await streams()
    try speed()
  }
}
