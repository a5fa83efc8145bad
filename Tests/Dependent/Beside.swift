// A program that imports the library beside a module with the same names, which then are that module's. `run` builds it
// in another package.

import OtherJSON

import struct StreamJSON.JSONNullable
import class StreamJSON.StreamJSONDecoder

struct Item: Decodable {
  var extra: JSONValue
  @JSONNullable var note: String?
}

struct Failure: Error {
  var line: Int
}

func expect(_ condition: Bool, line: Int = #line) throws {
  if !condition { throw Failure(line: line) }
}

@main
enum Program {
  static func main() throws {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumDepth = 3
    let item = try decoder.decode(Item.self, from: #"{"extra":"a","note":null}"#)
    try expect(item.extra == .text("a") && item.$note == .null)
    let error: JSONError = .other
    try expect(decoder.document(from: "[5]")[0]?.int == 5 && "\(error)" == "other")
    let stream = decoder.makeStream(of: JSONValue.self, framing: .lines)
    var values: [JSONValue] = []
    try stream.append("\"b\"\n".utf8) { values.append($0) }
    try expect(values == [.text("b")])
  }
}
