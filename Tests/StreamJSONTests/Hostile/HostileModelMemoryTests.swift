import Foundation
import StreamJSON
import TestSupport
import Testing

@testable import bench

// Not with ThreadSanitizer, whose runtime crashes when its `malloc` is called through the counter.
#if os(Linux) && !STREAMJSON_THREAD_SANITIZER
/// How much memory a text can make a model's keys take.
///
/// Each test is a process of its own: what is counted is all the memory that a process allocates.
struct HostileModelMemoryTests {
  /// A key that texts do not have, under names of all kinds.
  struct Gegenstand: Decodable {
    var size: Int?
    var width: Int?
    var note: Int?

    enum CodingKeys: String, CodingKey {
      case size = "größe_des_gegenstands_in_zentimetern"
      case width = "größe"
      case note = "\u{212A}\u{E4}"
    }
  }

  struct Plain: Decodable {
    var size: Int?
    var width: Int?
    var note: Int?
  }

  private static let objects = Array(
    "[\((0..<20_000).map { "{\"a\":\($0)}" }.joined(separator: ","))]".utf8
  )

  @Test func `a key outside ASCII that is not there leaves nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let kept = StreamJSONDecoder()
      for isNew in [false, true] {
        let decode = {
          let decoder = isNew ? StreamJSONDecoder() : kept
          _ = try decoder.decode([Gegenstand].self, from: Self.objects)
        }
        try decode()
        let use = try #require(AllocationCounter.heapUse { for _ in 0..<3 { try decode() } })
        precondition(use.left < 1000, "\(use.left) bytes left")
      }
    }
  }

  @Test func `a key outside ASCII that is not there costs what a plain one does`() async {
    await #expect(processExitsWith: .success) {
      let decoder = StreamJSONDecoder()
      let count = { (type: any Decodable.Type) -> Int in
        _ = try decoder.decode(type, from: Self.objects)
        return try #require(
          AllocationCounter.count { _ = try decoder.decode(type, from: Self.objects) }
        )
      }
      let (plain, unusual) = (try count([Plain].self), try count([Gegenstand].self))
      precondition(unusual <= plain + 10, "\(unusual) allocations instead of \(plain)")
    }
  }

  @Test func `a long key that is not there costs what a plain one does`() async {
    await #expect(processExitsWith: .success) {
      let decoder = StreamJSONDecoder()
      _ = try decoder.decode([AskingForLong].self, from: Self.objects)
      let allocations = try #require(
        AllocationCounter.count { _ = try decoder.decode([AskingForLong].self, from: Self.objects) }
      )
      precondition(allocations < 100, "\(allocations) allocations")
    }
  }

  /// An enum whose name has 10,000 bytes.
  enum LongKey: CodingKey {
    case long

    static let name = String(repeating: "long names", count: 1000)
    var stringValue: String { Self.name }
    var intValue: Int? { nil }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  struct AskingForLong: Decodable {
    init(from decoder: any Decoder) throws {
      if try decoder.container(keyedBy: LongKey.self).contains(.long) { throw Unexpected() }
    }
  }

  /// Asks for names that are not there, as Strings.
  struct Asking<Names: NameList>: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      for key in Names.keys where container.contains(key) { throw Unexpected() }
    }
  }

  protocol NameList {
    static var keys: [AnyKey] { get }
  }

  enum PlainNames: NameList {
    static let keys = ["size", String(repeating: "a", count: 100)].map(AnyKey.init(stringValue:))
  }

  enum NamesOutsideASCII: NameList {
    static let keys = ["größe", String(repeating: "ä", count: 100)].map(AnyKey.init(stringValue:))
  }

  @Test func `a key outside ASCII that is no enum's costs what a plain one does`() async {
    await #expect(processExitsWith: .success) {
      let decoder = StreamJSONDecoder()
      let count = { (type: any Decodable.Type) -> Int in
        _ = try decoder.decode(type, from: Self.objects)
        return try #require(
          AllocationCounter.count { _ = try decoder.decode(type, from: Self.objects) }
        )
      }
      let plain = try count([Asking<PlainNames>].self)
      let unusual = try count([Asking<NamesOutsideASCII>].self)
      precondition(unusual <= plain + 10, "\(unusual) allocations instead of \(plain)")
      let use = try #require(
        AllocationCounter.heapUse {
          _ = try decoder.decode([Asking<NamesOutsideASCII>].self, from: Self.objects)
        }
      )
      precondition(use.left < 1000, "\(use.left) bytes left")
    }
  }
}
#endif
