import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Which overrides of `decode` the forms of a text call, as the article on migrating says.
struct OverrideTests {
  /// Notes which of its methods were called.
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

  struct Configured: DecodableWithConfiguration {
    var number: Int
    init(from decoder: any Decoder, configuration: Int) throws {
      number = try decoder.singleValueContainer().decode(Int.self) + configuration
    }
  }

  struct Model: Codable { var number: Int }

  @Test func `others call none of them`() async throws {
    let bytes = Data("1".utf8)
    #expect(try calls { _ = try $0.decode(Configured.self, from: bytes, configuration: 1) } == [])
    #expect(try calls { _ = try $0.decode(Configured.self, from: "1", configuration: 1) } == [])
    var model = Model(number: 1)
    #expect(try calls { try $0.update(&model, from: Data(#"{"number":2}"#.utf8)) } == [])
    #expect(model.number == 2)
    #expect(
      try calls { decoder in
        let stream = decoder.makeStream(of: Int.self, framing: .lines)
        try stream.append(Data("1\n".utf8)) { _ in }
      } == []
    )
    #expect(
      try calls { decoder in
        try withTemporaryFile("1\n2\n".utf8) { url in
          let values = decoder.valueIterator(of: Int.self, inFileAt: url, framing: .lines)
          while try values.next() != nil {}
        }
      } == []
    )
    // An array that is not divided is decoded as any other.
    let decoder = NotingDecoder()
    _ = try await decoder.decode([Int].self, from: Data("[1]".utf8), concurrency: 2)
    #expect(decoder.calls.withLock { $0 } == ["Data", "raw"])
  }
}
