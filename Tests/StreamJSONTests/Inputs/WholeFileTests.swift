import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// `decode(_:contentsOf:at:)` and `document(contentsOf:)`.
struct WholeFileTests {
  private let decoder = StreamJSONDecoder()

  private struct Item: Decodable, Equatable {
    var id: Int
    var name: String
  }

  private static let text = #"{"items": [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bo"}]}"#
  private static let items = [Item(id: 1, name: "Ann"), Item(id: 2, name: "Bo")]

  @Test func `a file gives what its bytes give`() throws {
    for encoding in [String.Encoding.utf8, .utf16, .utf32LittleEndian] {
      let data = try #require(Self.text.data(using: encoding))
      try withTemporaryFile(data) { url in
        let whole = try decoder.decode([String: [Item]].self, contentsOf: url)
        #expect(whole == ["items": Self.items])
        #expect(try decoder.decode([Item].self, contentsOf: url, at: "/items") == Self.items)
        #expect(try decoder.decode(Item.self, contentsOf: url, at: "/items/1") == Self.items[1])
        #expect(try decoder.document(contentsOf: url)["items"]?[1]?["name"]?.string == "Bo")
      }
    }
  }

  @Test func `sizes around those of a piece`() throws {
    for count in [2, 63, 64, 65, (128 << 10) - 1, 128 << 10, (128 << 10) + 1, 1 << 20] {
      let text = "\"" + String(repeating: "x", count: count - 2) + "\""
      try withTemporaryFile(text.utf8) { url in
        let value = try decoder.decode(String.self, contentsOf: url)
        #expect(value.utf8.count == count - 2)
      }
    }
  }

  @Test(arguments: [
    "", " ", "[1,2", "[1,x]", "{\"a\":[1,2,\n\"3\"]}", "{\"a\":1}", "{\"a\":[1],}x",
  ])
  func `an error is that of the bytes, and names the file`(text: String) throws {
    try withTemporaryFile(text.utf8) { url in
      let inMemory = #expect(throws: DecodingError.self) {
        try decoder.decode([String: [Int]].self, from: text)
      }
      let inFile = #expect(throws: DecodingError.self) {
        try decoder.decode([String: [Int]].self, contentsOf: url)
      }
      let (expected, found) = (try #require(inMemory?.jsonError), try #require(inFile?.jsonError))
      #expect(expected.filePath == nil)
      #expect(found.filePath == url.path)
      #expect(found != expected)
      #expect(found.kind == expected.kind)
      #expect(found.location == expected.location)
      #expect(found.pointer == expected.pointer)
      let (start, end) = ("(\(url.path), ", expected.description)
      #expect(found.description.replacing(start, with: "(") == end)
      #expect(found.debugDescription.replacing(start, with: "(") == expected.debugDescription)
      // The error itself stays JSONDecoder's.
      let withoutFile = "\(inFile?.replacingJSONError() as Any)"
      #expect(withoutFile == "\(inMemory?.replacingJSONError() as Any)")
    }
  }

  @Test func `an error of a part or document names the file`() throws {
    try withTemporaryFile(Self.text.utf8) { url in
      let error = #expect(throws: DecodingError.self) {
        try decoder.decode(Item.self, contentsOf: url, at: "/items/2")
      }
      #expect(error?.jsonError?.filePath == url.path)
    }
    try withTemporaryFile("[1".utf8) { url in
      let error = #expect(throws: DecodingError.self) { try decoder.document(contentsOf: url) }
      #expect(error?.jsonError?.filePath == url.path)
      #expect(error?.jsonError?.kind == .unexpectedEnd)
    }
  }

  @Test func `a model's own error stays`() throws {
    struct Failure: Error {}
    struct Model: Decodable {
      init(from decoder: any Decoder) throws { throw Failure() }
    }
    try withTemporaryFile("{}".utf8) { url in
      let result = Result { try decoder.decode(Model.self, contentsOf: url) }
      #expect(throws: Failure.self) { try result.get() }
    }
  }

  @Test func `the limit is one on the file`() throws {
    try withTemporaryFile("[1,2]".utf8) { url in
      for limit in [Int.min, -1, 0, 1, 4, 5, .max] {
        decoder.limits.maximumByteCount = limit
        guard limit < 5 else {
          let numbers = try decoder.decode([Int].self, contentsOf: url)
          #expect(numbers == [1, 2])
          continue
        }
        let error = #expect(throws: DecodingError.self) {
          try decoder.decode([Int].self, contentsOf: url)
        }
        #expect(error?.jsonError?.kind == .byteLimitExceeded)
      }
    }
  }

  @Test func `what cannot be read`() throws {
    let missing = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    let noFile = #expect(throws: CocoaError.self) {
      try decoder.decode([Int].self, contentsOf: missing)
    }
    #expect(noFile?.code == .fileReadNoSuchFile)
    #expect("\(noFile as Any)".contains(missing.lastPathComponent))
    #expect(throws: CocoaError.self) {
      try decoder.document(contentsOf: FileManager.default.temporaryDirectory)
    }
    let remote = try #require(URL(string: "https://example.com/a.json"))
    let scheme = #expect(throws: CocoaError.self) {
      try decoder.decode([Int].self, contentsOf: remote)
    }
    #expect(scheme?.code == .fileReadUnsupportedScheme)
  }

  @Test func `an overridden method sees the bytes`() throws {
    final class Counting: StreamJSONDecoder, @unchecked Sendable {
      let counts = Locked<[Int]>([])

      override func decode<T: Decodable>(
        _ type: T.Type,
        from bytes: UnsafeRawBufferPointer
      ) throws -> T {
        counts.withLock { $0.append(bytes.count) }
        return try unsafe super.decode(type, from: bytes)
      }
    }
    let decoder = Counting()
    try withTemporaryFile("[1,2]".utf8) { url in
      let numbers = try decoder.decode([Int].self, contentsOf: url)
      #expect(numbers == [1, 2])
    }
    #expect(decoder.counts.withLock { $0 } == [5])
  }

  #if os(Linux)
  @Test func `files whose size is not known`() throws {
    let url = URL(filePath: "/proc/self/status")
    #expect(throws: DecodingError.self) { try decoder.decode([Int].self, contentsOf: url) }
    #expect(throws: DecodingError.self) {
      try decoder.decode([Int].self, contentsOf: URL(filePath: "/dev/null"))
    }
  }
  #endif
}

extension DecodingError {
  /// The same without what StreamJSON adds to it.
  fileprivate func replacingJSONError() -> DecodingError {
    func bare(_ context: Context) -> Context {
      Context(codingPath: context.codingPath, debugDescription: context.debugDescription)
    }
    return switch self {
    case .typeMismatch(let type, let context): .typeMismatch(type, bare(context))
    case .valueNotFound(let type, let context): .valueNotFound(type, bare(context))
    case .keyNotFound(let key, let context): .keyNotFound(key, bare(context))
    case .dataCorrupted(let context): .dataCorrupted(bare(context))
    @unknown default: self
    }
  }
}
