import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

// Not with ThreadSanitizer, whose runtime crashes when the counter calls its `malloc`.
#if os(Linux) && !STREAMJSON_THREAD_SANITIZER
/// How the memory of a decode grows with a text designed to need much of it.
///
/// Each test runs in its own process, because all memory that a process allocates is counted.
struct HostileMemoryTests {
  @Test func `memory grows with the text`() async {
    await #expect(processExitsWith: .success) {
      for (before, piece, after) in [
        ("[", "1,", "1]"), ("[", "[],", "[]]"), ("[", "{},", "{}]"), ("[", "\"\",", "\"\"]"),
        ("[", "{\"a\":1},", "{}]"), ("[", "1e5,", "1]"), ("[[", "],[", "]]"), ("\"", "\\n", "\""),
        ("{", "\"a\":1,", "\"a\":1}"), ("[1", "0", "]"), ("[", "null,", "null]"), ("[", " ", "]"),
        ("{\"", "n", "\":1}"), ("[", "[[]],", "{"), ("[", "1,", ""), ("\"", "a", ""),
      ] {
        let text = { (count: Int) -> [UInt8] in
          Array((before + String(repeating: piece, count: count / piece.utf8.count) + after).utf8)
        }
        let (small, large) = (text(250_000), text(1_000_000))
        // The densest: a container of two words for every two bytes and a comma, plus growth.
        try expect(bytesFor: small, atMost: 12 * small.count)
        try expect(bytesFor: large, atMost: 12 * large.count)
      }
    }
  }

  @Test func `memory grows with the names of an object`() async {
    await #expect(processExitsWith: .success) {
      for policy in [JSONDuplicateKeyPolicy.useFirst, .useLast, .reject] {
        for isSame in [false, true] {
          let members = (0..<20_000).map { "\"k\(isSame ? 10_000 : 10_000 + $0)\":0" }
          let text = Array("{\(members.joined(separator: ","))}".utf8)
          try expect(bytesFor: text, atMost: 40 * text.count) { $0.duplicateKeyPolicy = policy }
        }
      }
    }
  }

  @Test func `a decoder that is gone leaves little behind`() async {
    await #expect(processExitsWith: .success) {
      let members = (0..<50_000).map { ",\"a rather long name, number \($0)\":0" }
      for text in [
        "{\"\\u0061\":1\(members.joined())}", "{\"\(String(repeating: "n", count: 3_000_000))\":1}",
        "[\(String(repeating: "1,", count: 100_000))1]",
      ] {
        for encoding in [String.Encoding.utf8, .utf16] {
          let data = text.data(using: encoding) ?? Data()
          let use = try #require(
            AllocationCounter.heapUse {
              let decoder = StreamJSONDecoder()
              decoder.keyDecodingStrategy = .convertFromSnakeCase
              return (try? decoder.decode(Outermost.self, from: data)) != nil
            }
          )
          precondition(use.left < 500_000, "\(use.left) bytes of \(data.count)")
        }
      }
    }
  }

  @Test func `texts beyond the limits take no memory`() async {
    await #expect(processExitsWith: .success) {
      let deep = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
      try expect(bytesFor: deep, atMost: 100_000)
      let long = Array("[\(String(repeating: "1,", count: 1_000_000))1]".utf8)
      try expect(bytesFor: long, atMost: 100_000) { $0.limits.maximumByteCount = 1_000_000 }
    }
  }
}

/// Ends the process unless decoding `text`, to a value or an error, takes at most the given number
/// of bytes of heap beyond the outcome.
private func expect(
  bytesFor text: [UInt8],
  atMost bound: Int,
  _ configure: @escaping (StreamJSONDecoder) -> Void = { _ in }
) throws {
  let decode = { () -> Bool in
    let decoder = StreamJSONDecoder()
    configure(decoder)
    return (try? decoder.decode(Outermost.self, from: text)) != nil
  }
  // What the first decode of a process sets up does not count.
  _ = decode()
  let peak = try #require(AllocationCounter.heapUse(of: decode)).peakBeyondResult
  precondition(peak <= bound, "\(peak) bytes for \(text.count): \(text.prefix(8))")
}

/// Looks for missing members in an object, reads a string, and skips anything else.
private struct Outermost: Decodable {
  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: AnyKey.self) {
      for name in ["k", String(repeating: "n", count: 1_000_000)] {
        _ = try container.decodeIfPresent(Int.self, forKey: AnyKey(stringValue: name))
      }
    } else {
      _ = try? decoder.singleValueContainer().decode(String.self)
    }
  }
}
#endif
