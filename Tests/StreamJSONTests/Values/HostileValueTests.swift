import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Values and documents of texts that were made to harm.
struct HostileValueTests {
  private static func nested(_ depth: Int) -> [[UInt8]] {
    let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let objects =
      String(repeating: #"{"a":"#, count: depth) + "0" + String(repeating: "}", count: depth)
    return [Array(arrays.utf8), Array(objects.utf8)]
  }

  @Test func `as deep as the limit, on a small stack`() async throws {
    let texts = Self.nested(512)
    let failures = await onThread(stackSize: Growth.scaled(512, debug: 4096) << 10) {
      texts.flatMap { text in
        [
          outcome {
            let value = try StreamJSONDecoder().decode(JSONValue.self, from: text)
            let document = try StreamJSONDecoder().document(from: text)
            // Comparing, hashing, writing and freeing go as deep.
            guard value == document.value, value.hashValue == document.value.hashValue,
              value.description.utf8.elementsEqual(document.bytes)
            else { throw CancellationError() }
            guard try StreamJSONDecoder().decode(JSONValue.self, withJSONObject: value) == value
            else { throw CancellationError() }
          }.failure
        ].compactMap { $0 }
      }
    }
    #expect(failures == [])
  }

  @Test func `deeper than the limit`() throws {
    for text in Self.nested(513) {
      for error in [
        #expect(throws: DecodingError.self) {
          try StreamJSONDecoder().decode(JSONValue.self, from: text)
        },
        #expect(throws: DecodingError.self) { try StreamJSONDecoder().document(from: text) },
        #expect(throws: DecodingError.self) {
          try StreamJSONDecoder().decode(Int.self, from: text, at: "/0")
        },
      ] {
        #expect(error?.jsonError?.kind == .depthLimitExceeded)
      }
    }
  }

  @Test func `a document of an unlimited text needs no stack`() throws {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumDepth = .max
    for text in Self.nested(Growth.scaled(1_000_000, debug: 50_000)) {
      let document = try decoder.document(from: text)
      #expect(document.bytes == text)
      #expect(document[0] != nil || document["a"] != nil)
    }
  }

  /// Names that collide in tables with weak hashes, and equal or equivalent ones.
  private static func names(_ kind: Int, _ count: Int) -> [String] {
    switch kind {
    case 0: (0..<count).map { _ in "a" }
    case 1: (0..<count).map { "prefix-\($0)-of-the-same-length-and-suffix" }
    case 2: (0..<count).map { String(format: "%08x%08x", $0 << 8, 0) }
    case 3: (0..<count).map { "e\u{301}\($0)" }
    default: Array(equivalentNames.prefix(count))
    }
  }

  /// Names that are all equal as Strings: the same 22 combining marks of two classes in different orders.
  private static var equivalentNames: some Sequence<String> {
    (0..<1 << 22).lazy.filter { $0.nonzeroBitCount == 11 }.map { order in
      "a" + (0..<22).map { order >> $0 & 1 == 0 ? "\u{316}" : "\u{300}" }.joined()
    }
  }

  @Test(arguments: 0..<5)
  func `wide objects take linear time`(kind: Int) throws {
    try Growth.expectLinear(size: Growth.scaled(40_000, debug: 4_000)) { count in
      let members = Self.names(kind, count).map { "\"\($0)\":0" }
      let text = Array("{\(members.joined(separator: ","))}".utf8)
      return {
        let value = try StreamJSONDecoder().decode(JSONValue.self, from: text)
        let document = try StreamJSONDecoder().document(from: text)
        let object = try #require(document.object)
        for name in object.keys where value[name] == nil || object[name] == nil {
          Issue.record("\(name) is absent")
        }
        for name in object.keys where document[name] == nil { Issue.record("\(name) is absent") }
      }
    }
  }

  @Test func `the elements of a long array one by one take linear time`() throws {
    try Growth.expectLinear(size: Growth.scaled(40_000, debug: 4_000)) { count in
      let text = "[" + (0..<count).map { "[\($0)]" }.joined(separator: ",") + "]"
      return {
        let document = try StreamJSONDecoder().document(from: text)
        for position in 0..<count where document[position]?[0]?.int != position {
          Issue.record("element \(position)")
        }
        #expect(document[count] == nil)
      }
    }
  }

  @Test func `duplicates take no memory`() throws {
    let text = "{" + Array(repeating: #""":[]"#, count: 100_000).joined(separator: ",") + "}"
    let object = try StreamJSONDecoder().decode(JSONObject.self, from: text)
    #expect(object.count == 1)
  }

  @Test func `long names of combining marks`() throws {
    let name = "a" + String(repeating: "\u{316}\u{300}", count: Growth.scaled(20_000, debug: 4_000))
    let text = #"{"\#(name)":1,"\#(name)b":2}"#
    let object = try StreamJSONDecoder().decode(JSONObject.self, from: text)
    #expect(object[name] == 1)
    #expect(try StreamJSONDecoder().document(from: text)[name + "b"]?.int == 2)
    #expect(object == object && object.hashValue == object.hashValue)
  }

  @Test func `numbers of many digits take linear time`() throws {
    let digits = String(repeating: "7", count: Growth.scaled(200_000, debug: 20_000))
    let numbers = try StreamJSONDecoder().decode(
      [JSONNumber].self,
      from: "[\(digits),\(digits)e\(digits),0.\(digits),1e\(digits)]"
    )
    #expect(Set(numbers).count == 4)
    for number in numbers { #expect(number.int == nil) }
    #expect(numbers[0].description == digits)
  }
}
