#if os(Linux) && canImport(Glibc)
import StreamJSON
import StreamJSONTestSupport
import Testing

/// What reading arrays in one pass needs beyond the arrays.
struct MemberwiseMemoryTests {
  struct Marked: Decodable, MemberwiseDecodable {
    var a: String?, b: String?, c: String?, d: String?, e: String?, f: String?, g: String?
    var number: Int?
  }

  @Test func `an array read in one pass takes at most three times its size beyond itself`() async {
    // In its own process, where no other test allocates memory.
    await #expect(processExitsWith: .success) {
      for (count, member) in [(40_000, "{}"), (40_000, #"{"number":1,"a":"b"}"#), (90, "{}")] {
        let text = Array("[\(Array(repeating: member, count: count).joined(separator: ","))]".utf8)
        let peak = try Self.peak(Marked.self, count, text)
        let bound = count * MemoryLayout<Marked>.stride * 3 + 2048
        precondition(peak <= bound, "\(peak) bytes instead of \(bound)")
      }
    }
  }

  /// The bytes that decoding an array takes beyond the array.
  private static func peak<Value: Decodable>(
    _ type: Value.Type,
    _ count: Int,
    _ text: [UInt8]
  ) throws -> Int {
    let decoder = StreamJSONDecoder()
    for _ in 0..<24 { _ = try decoder.decode([Value].self, from: "[{}]") }
    let use = try #require(
      AllocationCounter.heapUse {
        let values = try decoder.decode([Value].self, from: text)
        precondition(values.count == count)
        return values
      }
    )
    return use.peakBeyondResult
  }

  @Test func `an array has no more room than it needs`() async {
    await #expect(processExitsWith: .success) {
      // Many small elements at first, then few large ones.
      let small = Array(repeating: "{}", count: 20_000).joined(separator: ",")
      let large = #"{"a":"\#(String(repeating: "x", count: 100_000))"}"#
      let text = "[\(small),\(large),\(large),\(large),\(large)]"
      let decoder = StreamJSONDecoder()
      for _ in 0..<24 { _ = try decoder.decode([Marked].self, from: "[{}]") }
      let values = try decoder.decode([Marked].self, from: text)
      precondition(values.count == 20_004 && values.last?.a?.utf8.count == 100_000)
      precondition(values.capacity < 23_000, "room for \(values.capacity)")
    }
  }
}
#endif
