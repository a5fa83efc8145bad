import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Deep texts.
struct HostileDepthTests {
  private static func arrays(_ depth: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(ascii: "["), count: depth)
      + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
  }

  private static func objects(_ depth: Int) -> [UInt8] {
    Array((String(repeating: #"{"child":"#, count: depth) + "null").utf8)
      + [UInt8](repeating: UInt8(ascii: "}"), count: depth)
  }

  @Test(arguments: [513, 100_000, 10_000_000])
  func `deeper than the limit`(_ depth: Int) throws {
    let depth = min(depth, Growth.scaled(.max, debug: 200_000))
    for bytes in [
      Self.arrays(depth), Self.objects(min(depth, 1_000_000)), Array(Self.arrays(depth)[..<depth]),
    ] {
      let result = outcome { try StreamJSONDecoder().decode(Nothing.self, from: bytes) }
      #expect(result.failure?.kind == .dataCorrupted)
      let error = #expect(throws: DecodingError.self) {
        try StreamJSONDecoder().decode(Nothing.self, from: bytes)
      }
      #expect(error?.jsonError?.kind == .depthLimitExceeded)
    }
  }

  @Test func `as deep as the limit`() throws {
    for bytes in [Self.arrays(512), Self.objects(512)] {
      _ = try StreamJSONDecoder().decode(JSONTree.self, from: bytes)
    }
  }

  @Test func `the scan needs no stack`() throws {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumDepth = .max
    let depth = Growth.scaled(10_000_000, debug: 100_000)
    for bytes in [Self.arrays(depth), Self.objects(depth / 10)] {
      _ = try decoder.decode(Nothing.self, from: bytes)
    }
  }

  @Test func `a path from the depth of an unlimited text`() throws {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumDepth = .max
    let depth = Growth.scaled(100_000, debug: 10_000)
    var bytes = Self.arrays(depth)
    bytes[depth] = UInt8(ascii: "}")
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(Nothing.self, from: bytes)
    }
    #expect(error?.jsonError?.pointer.tokens.count == depth)
  }

  @Test func `a deep model on a small stack`() async throws {
    let (arrays, objects) = (Self.arrays(512), Self.objects(512))
    let failures = await onThread(stackSize: Growth.scaled(512, debug: 4096) << 10) {
      [
        outcome { _ = try StreamJSONDecoder().decode(Chain.self, from: objects) }.failure,
        outcome { _ = try StreamJSONDecoder().decode(Nest.self, from: arrays) }.failure,
      ].compactMap { $0 }
    }
    #expect(failures == [])
  }

  final class Chain: Decodable {
    let child: Chain?
  }

  struct Nest: Decodable {
    let children: [Nest]

    init(from decoder: any Decoder) throws {
      children = try [Nest](from: decoder)
    }
  }
}
