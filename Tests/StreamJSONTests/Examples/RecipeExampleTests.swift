import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The examples of the article Recipes.
struct RecipeExampleTests {
  struct Item: Decodable { var id: Int }

  @Test func `several parts of one response`() throws {
    let data = Data(
      """
      {"meta": {"took": 3, "page": {"next": "p2"}}, "debug": [1, {}],
        "result": {"items": [{"id": 1}, {"id": 2}]}}
      """.utf8
    )

    struct Response: Decodable {
      struct Meta: Decodable {
        struct Page: Decodable { var next: String? }
        var page: Page
      }
      struct Result: Decodable { var items: [Item] }

      var meta: Meta
      var result: Result
    }

    let response = try StreamJSONDecoder().decode(Response.self, from: data)
    let (items, next) = (response.result.items, response.meta.page.next)

    #expect(items.map(\.id) == [1, 2])
    #expect(next == "p2")
  }

  struct Header: Decodable {
    var title: String
  }

  /// A member of the outermost object; only the header matters.
  enum Part: Decodable {
    case header(Header)
    case other

    init(from decoder: any Decoder) throws {
      struct Skipped: Decodable {}
      let member = try JSONMember<Skipped>(from: decoder)
      self = member.key == "header" ? .header(try Header(from: decoder)) : .other
    }
  }

  @Test(arguments: [1, 7, 1000])
  func `a header, then items`(chunkSize: Int) async throws {
    let text = #"{"count": 2, "header": {"title": "T"}, "items": [{"id": 1}, {"id": 2}]}"#
    let chunks = AsyncStream { continuation in
      var rest = Array(text.utf8)
      while !rest.isEmpty {
        continuation.yield(Array(rest.prefix(chunkSize)))
        rest.removeFirst(min(chunkSize, rest.count))
      }
      continuation.finish()
    }
    var shown: [String] = []
    func show(_ item: Item, under title: String) { shown.append("\(title)\(item.id)") }

    let decoder = StreamJSONDecoder()
    var header: Header?
    let parts = decoder.makeStream(of: Part.self, framing: .objectMembers())
    let items = decoder.makeStream(of: Item.self, framing: .arrayElements(at: "/items"))
    for try await chunk in chunks {
      if header == nil {
        try parts.append(chunk) { part in
          if case .header(let found) = part { header = found }
        }
      }
      try items.append(chunk) { item in
        show(item, under: header?.title ?? "")
      }
    }
    try items.finish { item in
      show(item, under: header?.title ?? "")
    }

    #expect(shown == ["T1", "T2"])
  }

  enum Line: Decodable {
    case header(Header)
    case item(Item)

    init(from decoder: any Decoder) throws {
      enum CodingKeys: CodingKey { case title }
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self =
        container.contains(.title)
        ? .header(try Header(from: decoder)) : .item(try Item(from: decoder))
    }
  }

  @Test func `a header in the first line`() throws {
    let stream = StreamJSONDecoder().makeStream(of: Line.self, framing: .lines)
    var seen: [String] = []
    func see(_ line: Line) {
      switch line {
      case .header(let header): seen.append(header.title)
      case .item(let item): seen.append("\(item.id)")
      }
    }
    try stream.append(Array("{\"title\":\"T\"}\n{\"id\":1}\n{\"id\":2}".utf8)) { see($0) }
    try stream.finish { see($0) }
    #expect(seen == ["T", "1", "2"])
  }

  @Test func `the good elements of an array`() throws {
    let data = Data(#"[{"id": 1}, {"id": "x"}, {}, {"id": 4}]"#.utf8)
    var printed: [String] = []
    func print(_ text: String) { printed.append(text) }

    func goodItems() throws -> [Item] {
      let stream = StreamJSONDecoder().makeStream(of: Item.self, framing: .arrayElements())
      var items: [Item] = []
      var rest = data
      while true {
        do {
          try stream.append(rest) { items.append($0) }
          try stream.finish { items.append($0) }
          break
        } catch let error as DecodingError {
          print("skipped: \(error.jsonError?.description ?? "\(error)")")
          // The stream has kept the bytes after the faulty element.
          rest = Data()
        }
      }
      return items
    }

    #expect(try goodItems().map(\.id) == [1, 4])
    #expect(printed.count == 2)
    #expect(printed.first?.contains("at /1/id") == true)
  }

  struct FeedItem: Codable, Sendable {
    struct Attachment: Codable, Sendable {
      var url: URL
      var mimeType: String
    }

    var id: String
    var title: String?
    @JSONTransformed<JSONTransform.ISO8601WithFractions> var datePublished: Date
    @JSONLossy var attachments: [Attachment]
  }

  @Test(arguments: [1, 7, 1000])
  func `a feed's items`(chunkSize: Int) async throws {
    let text = """
      {"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": [
        {"id": "1", "date_published": "2026-02-07T16:05:00-08:00", "attachments": [
          {"url": "https://example.org/1.mp3", "mime_type": "audio/mpeg"}, {"url": 5}]},
        {"id": "2", "date_published": "yesterday"},
        {"id": "3", "title": "Three", "date_published": "2026-02-08T00:05:00.250Z"}]}
      """
    let chunks = AsyncStream { continuation in
      var rest = Array(text.utf8)
      while !rest.isEmpty {
        continuation.yield(Array(rest.prefix(chunkSize)))
        rest.removeFirst(min(chunkSize, rest.count))
      }
      continuation.finish()
    }
    var shown: [FeedItem] = []
    var logged: [DecodingError] = []
    func show(_ item: FeedItem) { shown.append(item) }
    func log(_ error: DecodingError) { logged.append(error) }

    let decoder = StreamJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let items = decoder.results(
      of: FeedItem.self,
      in: chunks,
      framing: .arrayElements(at: "/items")
    )
    for try await result in items {
      switch result {
      case .success(let item): show(item)
      case .failure(let error): log(error)
      }
    }

    #expect(shown.map(\.id) == ["1", "3"])
    #expect(shown.map(\.datePublished.timeIntervalSince1970) == [1_770_509_100, 1_770_509_100.25])
    #expect(shown[0].attachments.map(\.mimeType) == ["audio/mpeg"])
    #expect(shown[0].$attachments.errors.first?.jsonError?.pointer == "/items/0/attachments/1/url")
    #expect(logged.map { $0.jsonError?.pointer } == ["/items/1/date_published"])
  }

  @Test func `the first match`() throws {
    struct Order: Decodable { var id: Int }
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try Data(#"{"orders": [{"id": 1}, {"id": 7}, nonsense"#.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let wanted = 7

    let orders = StreamJSONDecoder().valueIterator(
      of: Order.self,
      inFileAt: url,
      framing: .arrayElements(at: "/orders")
    )
    var found: Order?
    while found == nil, let order = try orders.next() {
      if order.id == wanted { found = order }
    }

    #expect(found?.id == 7)
  }

  private static let customer = Data(
    #"{"name": "Ann", "address": {"city": "Ghent"}, "phones": ["1", "2"]}"#.utf8
  )

  @Test func `keys inside keys`() throws {
    struct Customer: Decodable {
      var name: String
      var city: String
      var phone: String?

      enum CodingKeys: CodingKey { case name }

      init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        city = try decoder.decode(String.self, at: "/address/city")
        phone = try decoder.decodeIfPresent(String.self, at: "/phones/0")
      }
    }
    for decoder in [StreamJSONDecoder(), JSONDecoder()] {
      let customer = try decoder.decode(Customer.self, from: Self.customer)
      #expect(customer.name == "Ann" && customer.city == "Ghent" && customer.phone == "1")
    }
  }

  @Test func `a nested struct for keys inside keys`() throws {
    struct Customer: Decodable {
      struct Address: Decodable { var city: String }
      var name: String
      private var address: Address
      var city: String { address.city }
    }
    let customer = try StreamJSONDecoder().decode(Customer.self, from: Self.customer)
    #expect(customer.city == "Ghent" && customer.name == "Ann")
  }

  struct Image: Decodable { var width: Int }
  struct Text: Decodable { var text: String }

  @Test func `a type that a member chooses`() throws {
    enum Block: Decodable {
      case image(Image)
      case text(Text)

      enum CodingKeys: CodingKey { case type }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(String.self, forKey: .type) {
        case "image": self = .image(try Image(from: decoder))
        case "text": self = .text(try Text(from: decoder))
        case let type:
          throw DecodingError.dataCorruptedError(
            forKey: .type,
            in: container,
            debugDescription: "unknown type \(type)"
          )
        }
      }
    }
    let data = Data(#"[{"type": "image", "width": 7}, {"text": "t", "type": "text"}]"#.utf8)
    let blocks = try StreamJSONDecoder().decode([Block].self, from: data)
    #expect(blocks.count == 2)
    let other = Data(#"[{"type": "sound"}]"#.utf8)
    #expect(throws: DecodingError.self) {
      try StreamJSONDecoder().decode([Block].self, from: other)
    }
  }

  // MARK: - Streams

  @Test func `bytes after a value`() throws {
    let data = Data(#"{"title": "A"}"#.utf8) + Data([1, 2, 3])

    let decoder = StreamJSONDecoder()
    let values = decoder.valueIterator(of: Header.self, in: data, framing: .concatenated)
    let header = try values.next()
    let rest = data.dropFirst(Int(values.progress.byteOffset))

    #expect(header?.title == "A")
    #expect(Array(rest) == [1, 2, 3])
  }

  @Test func `a type that depends on the line before`() throws {
    let body = Data(
      """
      {"index": {"collection": "items"}}
      {"id": 1}
      {"index": {"collection": "others"}}
      {"x": 1}

      """.utf8
    )
    var (stored, printed): ([Int], [String]) = ([], [])
    func store(_ item: Item) { stored.append(item.id) }
    func print(_ text: String) { printed.append(text) }

    struct Action: Decodable { var index: Target }
    struct Target: Decodable { var collection: String }

    let lines = StreamJSONDecoder().valueIterator(of: JSONValue.self, in: body, framing: .lines)
    while let line = try lines.next() {
      let action = try line.decode(Action.self)
      guard let document = try lines.next() else { break }
      switch action.index.collection {
      case "items": store(try document.decode(Item.self))
      default: print("skipped: \(document)")
      }
    }

    #expect(stored == [1])
    #expect(printed == [#"skipped: {"x":1}"#])
  }

  @Test func `writing JSON Lines`() throws {
    let items = [["id": 1], ["id": 2]]

    let encoder = JSONEncoder()
    var output = Data()
    for item in items {
      output += try encoder.encode(item) + [0x0A]
    }

    let results = StreamJSONDecoder().results(of: Item.self, in: output, framing: .lines)
    #expect(try results.map { try $0.get().id } == [1, 2])
  }

  #if os(Linux)
  @Test func `a compressed response`() throws {
    // A library for decompression, of which `gzip` takes the place.
    struct Decompressor {
      let output: FileHandle

      func read() throws -> Data? { try output.read(upToCount: 100) }
    }
    let text = (1...200).map { "{\"id\":\($0)}\n" }.joined()
    let output = try withTemporaryFile(text.utf8) { url in
      let (compress, decompress) = (Process(), Process())
      for (process, arguments) in [(compress, ["-c", url.path]), (decompress, ["-dc"])] {
        process.executableURL = URL(filePath: "/bin/gzip")
        process.arguments = arguments
      }
      let (between, after) = (Pipe(), Pipe())
      compress.standardOutput = between
      decompress.standardInput = between
      decompress.standardOutput = after
      try compress.run()
      try decompress.run()
      compress.waitUntilExit()
      decompress.waitUntilExit()
      return after.fileHandleForReading
    }
    let decompressor = Decompressor(output: output)
    var stored: [Int] = []
    func store(_ item: Item) { stored.append(item.id) }

    let stream = StreamJSONDecoder().makeStream(of: Item.self, framing: .lines)
    while let chunk = try decompressor.read() {
      try stream.append(chunk) { store($0) }
    }
    try stream.finish { store($0) }

    #expect(stored == Array(1...200))
  }
  #endif

  struct Status: Decodable, Error { var message: String }
  struct Pod: Decodable {
    struct Metadata: Decodable { var name: String }
    var metadata: Metadata
  }

  @Test func `a watch of a Kubernetes resource`() async throws {
    let decoder = StreamJSONDecoder()
    let body = AsyncStream<[UInt8]> { continuation in
      continuation.yield(
        Array(
          """
          {"type":"ADDED","object":{"metadata":{"name":"web"}}}
          {"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"7"}}}
          {"type":"ERROR","object":{"message":"too old"}}

          """.utf8
        )
      )
      continuation.finish()
    }
    var shown: [String] = []
    func show(_ name: String, _ type: String) { shown.append("\(name) \(type)") }
    let run = {
      struct WatchEvent: Decodable {
        enum CodingKeys: CodingKey { case type, object }

        var type: String
        var pod: Pod?
        var status: Status?

        init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: CodingKeys.self)
          type = try container.decode(String.self, forKey: .type)
          switch type {
          case "ERROR": status = try container.decode(Status.self, forKey: .object)
          case "BOOKMARK": break
          default: pod = try container.decode(Pod.self, forKey: .object)
          }
        }
      }

      for try await event in decoder.values(of: WatchEvent.self, in: body, framing: .lines) {
        if let status = event.status { throw status }
        if let pod = event.pod { show(pod.metadata.name, event.type) }
      }
    }
    await #expect(throws: Status.self) { try await run() }
    #expect(shown == ["web ADDED"])
  }

  @Test func `the log of a container`() async throws {
    let decoder = StreamJSONDecoder()
    let chunks = AsyncStream<[UInt8]> { continuation in
      continuation.yield(
        Array(
          """
          2026-01-01T00:00:00Z stderr F {"level":"error"}
          2026-01-01T00:00:01Z stdout F starting
          2026-01-01T00:00:02Z stdout F {"level":"info"}

          """.utf8
        )
      )
      continuation.finish()
    }
    var (count, printed) = (0, "")
    func print(_ text: String) { printed = text }

    struct Entry: Decodable { var level: String }

    let log = decoder.results(of: Entry.self, in: chunks, framing: .linesAmongText)
    for try await entry in log {
      if case .success(let entry) = entry, entry.level == "error" { count += 1 }
    }
    print("\(log.progress.skippedByteCount) bytes of other text")

    #expect(count == 1)
    #expect(printed == "96 bytes of other text")
  }
}
