import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Which overrides of `decode` the forms of a text call, as the article on migrating says.
struct OverrideTests {
  /// Notes which of its own methods were called.
  final class NotingDecoder: StreamJSONDecoder, @unchecked Sendable {
    let calls = Locked<[String]>([])

    override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
      calls.withLock { $0.append("Data") }
      return try super.decode(type, from: data)
    }

    override func decode<T: Decodable>(
      _ type: T.Type,
      from bytes: UnsafeRawBufferPointer
    ) throws -> T {
      calls.withLock { $0.append("raw") }
      // SAFETY: the caller's bytes, passed on.
      return try unsafe super.decode(type, from: bytes)
    }
  }

  private func calls(_ body: (NotingDecoder) throws -> Void) rethrows -> [String] {
    let decoder = NotingDecoder()
    try body(decoder)
    return decoder.calls.withLock { $0 }
  }

  @Test func `all forms of a text end in one`() throws {
    let bytes = Array("[1]".utf8)
    let type = [Int].self
    #expect(try calls { _ = try $0.decode(type, from: Data(bytes)) } == ["Data", "raw"])
    #expect(try calls { _ = try $0.decode(type, from: bytes) } == ["raw"])
    #expect(try calls { _ = try $0.decode(type, from: "[1]") } == ["raw"])
    #expect(try calls { _ = try $0.decode(type, from: "[1]".dropLast(0)) } == ["raw"])
    #expect(try calls { _ = try $0.decode(type, from: bytes[...]) } == ["raw"])
    #expect(try calls { _ = try $0.decode(type, from: ContiguousArray(bytes)) } == ["raw"])
    #expect(try calls { _ = try $0.decode(type, from: bytes.span) } == ["raw"])
    let reversed = Array(bytes.reversed()).reversed() as ReversedCollection
    #expect(try calls { _ = try $0.decode(type, from: reversed) } == ["raw"])
    #expect(try calls { _ = try $0.decode(type, withTextOrJSONObject: "[1]") } == ["raw"])
    #expect(
      try calls { _ = try $0.decode(type, withTextOrJSONObject: Data(bytes)) } == ["Data", "raw"]
    )
    #expect(try calls { _ = try $0.decode(type, withJSONObject: [1]) } == [])
    #expect(try calls { _ = try $0.decode(Int.self, from: Data(bytes), at: "/0") } == [])
    #expect(try calls { _ = try $0.document(from: Data(bytes)) } == [])
  }
}
