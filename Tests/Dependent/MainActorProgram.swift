// A program of somebody whose declarations belong to the main actor by default, as those of an app do: it
// decodes, streams and updates models that say nothing about isolation. `run` builds it in another package.

import FoundationEssentials
import StreamJSON

struct Item: Codable, Equatable {
  var id: Int
  var name: String?
}

struct Feed: Codable {
  @JSONLossy var items: [Item]
  @JSONNullable var note: String?
  @JSONTransformed<Percent> var share: Double
}

enum Percent: JSONTransform.Rule {
  static func value(from json: String) -> Double { Double(json.dropLast()) ?? 0 }
  static func json(from value: Double) -> String { "\(value)%" }
}

enum Shape: Codable, Equatable {
  case circle(radius: Double)
  case nothing
}

/// The marker in the declaration makes the conformances nonisolated.
struct Line: Codable, Equatable, MemberwiseDecodable {
  var time: String
  var level: Int
}

/// A type that is decoded on several threads belongs to no actor.
nonisolated struct Record: Codable, Sendable {
  var id: Int
}

nonisolated extension Record: MemberwiseDecodable {}

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

/// Types of an app whose names the library has, too.
struct JSONValue: Equatable { var text: String }
enum JSONError: Error { case own }

struct Event: Codable {
  var name: String
  var payload: StreamJSON.JSONValue
}

struct Failure: Error {
  var line: Int
}

func expect(_ condition: Bool, line: Int = #line) throws {
  if !condition { throw Failure(line: line) }
}

func texts() throws {
  let decoder = StreamJSONDecoder()
  let event = try decoder.decode(
    Event.self,
    from: Data(#"{"name":"e","payload":{"a":[1]}}"#.utf8)
  )
  try expect(event.payload["a"]?[0]?.int == 1 && JSONValue(text: "own").text == "own")
  try expect(decoder.decode([Item].self, from: #"[{"id":1}]"#) == [Item(id: 1)])
  let feed = try decoder.decode(
    Feed.self,
    from: #"{"items":[{"id":1},{}],"note":null,"share":"5%"}"#
  )
  try expect(feed.items == [Item(id: 1)] && feed.$note == .null && feed.share == 5)
  try expect(decoder.decode(Shape.self, from: #"{"nothing":{}}"#) == .nothing)
  let lines = (0..<100).map { #"{"time":"12:00","level":\#($0)}"# }
  let decoded = try decoder.decode([Line].self, from: "[\(lines.joined(separator: ","))]")
  try expect(decoded.map(\.level) == Array(0..<100))
  let plan = "\(StreamJSONDecoder.memberwiseReport(for: Line.self))"
  try expect(plan == "active: time, level")
  try expect(decoder.decode(Settings.self, from: #"{"size":9}"#).theme == "light")
  var settings = Settings()
  try decoder.update(&settings, from: #"{"theme":"dark"}"#)
  try expect(settings.theme == "dark" && settings.size == 12)
  let account = Account()
  try decoder.update(account, from: #"{"name":"Ann"}"#)
  try expect(account.name == "Ann")
  let document = try decoder.document(from: #"{"item":{"id":3}}"#)
  try expect(document["item"]?.decode(Item.self) == Item(id: 3))
}

func streams() async throws {
  let decoder = StreamJSONDecoder()
  let text = #"[{"id":1},{"id":2}]"#
  let stream = decoder.makeStream(of: Item.self, framing: .arrayElements())
  var ids: [Int] = []
  for byte in text.utf8 { try stream.append([byte]) { ids.append($0.id) } }
  let chunks = AsyncStream<[UInt8]> { continuation in
    for byte in text.utf8 { continuation.yield([byte]) }
    continuation.finish()
  }
  for try await item in decoder.values(of: Item.self, in: chunks, framing: .arrayElements()) {
    ids.append(item.id)
  }
  for result in decoder.results(of: Item.self, in: Data(text.utf8), framing: .arrayElements()) {
    ids.append(try result.get().id)
  }
  try expect(ids == [1, 2, 1, 2, 1, 2])
  let records = try await decoder.decode([Record].self, from: Data(text.utf8), concurrency: 2)
  try expect(records.map(\.id) == [1, 2])
}

@main
enum Program {
  static func main() async throws {
    try texts()
    try await streams()
  }
}
