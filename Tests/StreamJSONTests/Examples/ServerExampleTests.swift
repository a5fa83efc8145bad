import Foundation
import StreamJSON
import StreamJSONTestSupport
import Synchronization
import Testing

// Stand-ins with the names and signatures that Vapor, Hummingbird, SwiftNIO, swift-openapi-runtime and
// swift-aws-lambda-runtime have, as far as the article Servers uses them: a package without
// dependencies cannot compile against the originals.

/// SwiftNIO's, which is no collection itself.
private struct ByteBuffer: Sendable {
  var readableBytesView: ArraySlice<UInt8>

  init(_ text: String) { readableBytesView = Array(text.utf8)[...] }
}

private struct HTTPHeaders {}
private enum HTTPMediaType { case json }

/// Vapor's.
private protocol ContentDecoder: Sendable {
  func decode<D: Decodable>(_ type: D.Type, from body: ByteBuffer, headers: HTTPHeaders) throws -> D
  func decode<D: Decodable>(
    _ type: D.Type,
    from body: ByteBuffer,
    headers: HTTPHeaders,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> D
}

extension JSONDecoder: ContentDecoder {
  fileprivate func decode<D: Decodable>(
    _ type: D.Type,
    from body: ByteBuffer,
    headers: HTTPHeaders
  ) throws -> D {
    try decode(type, from: body, headers: headers, userInfo: [:])
  }

  fileprivate func decode<D: Decodable>(
    _ type: D.Type,
    from body: ByteBuffer,
    headers: HTTPHeaders,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> D {
    let decoder = userInfo.isEmpty ? self : JSONDecoder()
    if !userInfo.isEmpty { decoder.userInfo = userInfo }
    return try decoder.decode(type, from: Data(body.readableBytesView))
  }
}

private final class ContentConfiguration: Sendable {
  static let global = ContentConfiguration()
  private let current = Mutex<any ContentDecoder>(JSONDecoder())

  var decoder: any ContentDecoder { current.withLock { $0 } }

  func use(decoder: any ContentDecoder, for type: HTTPMediaType) {
    current.withLock { $0 = decoder }
  }
}

/// Hummingbird's.
private protocol RequestDecoder {
  func decode<T: Decodable>(_ type: T.Type, from request: Request) async throws -> T
}

extension JSONDecoder: RequestDecoder {
  fileprivate func decode<T: Decodable>(_ type: T.Type, from request: Request) async throws -> T {
    var data = Data()
    for await buffer in request.body { data.append(contentsOf: buffer.readableBytesView) }
    return try decode(type, from: data)
  }
}

private struct Request {
  var body: AsyncStream<ByteBuffer>

  init(_ chunks: String...) {
    body = AsyncStream { continuation in
      for chunk in chunks { continuation.yield(ByteBuffer(chunk)) }
      continuation.finish()
    }
  }
}

private struct ApplicationRequestContextSource {}

private struct CoreRequestContextStorage {
  init(source: ApplicationRequestContextSource) {}
}

private protocol RequestContext {
  typealias Source = ApplicationRequestContextSource
  associatedtype Decoder: RequestDecoder

  var requestDecoder: Decoder { get }
  init(source: Source)
}

/// swift-openapi-runtime's.
private struct HTTPBody: AsyncSequence {
  var chunks: [ArraySlice<UInt8>]

  struct AsyncIterator: AsyncIteratorProtocol {
    var rest: ArraySlice<ArraySlice<UInt8>>
    mutating func next() async throws -> ArraySlice<UInt8>? { rest.popFirst() }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: chunks[...]) }

  /// Here the lines are decoded at once.
  func asDecodedJSONLines<T: Decodable & Sendable>(
    of type: T.Type,
    decoder: JSONDecoder
  ) -> AsyncThrowingStream<T, any Error> {
    AsyncThrowingStream { continuation in
      do {
        for line in chunks.joined().split(separator: 0x0A) {
          continuation.yield(try decoder.decode(type, from: Data(line)))
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }
}

/// swift-aws-lambda-runtime's.
private struct LambdaContext {}

private struct LambdaRuntime<Event: Decodable, Output: Encodable> {
  var decoder: JSONDecoder
  var body: (Event, LambdaContext) async throws -> Output

  init(
    decoder: JSONDecoder = JSONDecoder(),
    body: @escaping (Event, LambdaContext) async throws -> Output
  ) {
    (self.decoder, self.body) = (decoder, body)
  }

  /// Handles one event.
  func run() async throws {
    let event = try decoder.decode(Event.self, from: Data(#"{"id": 7}"#.utf8))
    let output = try await body(event, LambdaContext())
    #expect(try JSONEncoder().encode(output) == Data(#"{"orderID":7}"#.utf8))
  }
}

/// The examples of the article Servers.
struct ServerExampleTests {
  struct Order: Decodable { var id: Int }
  struct Receipt: Encodable { var orderID: Int }
  struct LogLine: Decodable { var level: String }
  struct Delta: Decodable { var text: String }

  /// Whether the decoder that a model sees is ours, and what it finds in the `userInfo`.
  struct Witness: Decodable {
    var isOurs: Bool
    var tenant: String?

    init(from decoder: any Decoder) throws {
      isOurs = "\(Swift.type(of: decoder))" == "ModelDecoder"
      tenant = decoder.userInfo.values.first as? String
    }
  }

  @Test func `a server's settings`() throws {
    let decoder = StreamJSONDecoder()
    decoder.duplicateKeyPolicy = .reject
    decoder.limits.maximumDepth = 64
    decoder.limits.maximumElementByteCount = 1 << 20

    #expect(throws: DecodingError.self) {
      try decoder.decode(Order.self, from: #"{"id": 1, "id": 2}"#)
    }
  }

  private struct StreamJSONContentDecoder: ContentDecoder {
    /// Creates a decoder with the settings of this application.
    var makeDecoder: @Sendable () -> StreamJSONDecoder

    func decode<D: Decodable>(
      _ type: D.Type,
      from body: ByteBuffer,
      headers: HTTPHeaders
    ) throws -> D {
      try decode(type, from: body, headers: headers, userInfo: [:])
    }

    func decode<D: Decodable>(
      _ type: D.Type,
      from body: ByteBuffer,
      headers: HTTPHeaders,
      userInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> D {
      let decoder = makeDecoder()
      decoder.userInfo.merge(userInfo) { $1 }
      return try decoder.decode(type, from: body.readableBytesView)
    }
  }

  @Test func `Vapor's content configuration takes the decoder`() throws {
    let decoder = StreamJSONDecoder()
    ContentConfiguration.global.use(decoder: decoder, for: .json)

    func witness(_ userInfo: [CodingUserInfoKey: any Sendable]) throws -> Witness {
      try ContentConfiguration.global.decoder.decode(
        Witness.self,
        from: ByteBuffer("{}"),
        headers: HTTPHeaders(),
        userInfo: userInfo
      )
    }
    let tenant = try #require(CodingUserInfoKey(rawValue: "tenant"))
    #expect(try witness([:]).isOurs)
    #expect(try !witness([tenant: "a"]).isOurs)

    let own = StreamJSONContentDecoder { StreamJSONDecoder() }
    ContentConfiguration.global.use(decoder: own, for: .json)
    #expect(try witness([tenant: "a"]).isOurs)
    #expect(try witness([tenant: "a"]).tenant == "a")
    #expect(try own.decode(Witness.self, from: ByteBuffer("{}"), headers: .init()).tenant == nil)
  }

  private struct AppRequestContext: RequestContext {
    static let decoder = StreamJSONDecoder()

    var coreContext: CoreRequestContextStorage

    init(source: Source) {
      coreContext = .init(source: source)
    }

    var requestDecoder: StreamJSONDecoder { Self.decoder }
  }

  @Test func `Hummingbird's context has the decoder`() async throws {
    let context = AppRequestContext(source: ApplicationRequestContextSource())
    let witness = try await context.requestDecoder.decode(Witness.self, from: Request("{", "}"))
    #expect(witness.isOurs)
  }

  @Test func `a body is read as it arrives`() async throws {
    let decoder = StreamJSONDecoder()
    var stored: [String] = []
    func store(_ line: LogLine) async throws { stored.append(line.level) }

    func importLines(of request: Request) async throws -> Int {
      let lines = decoder.values(
        of: LogLine.self,
        in: request.body,
        framing: .lines,
        bytes: { $0.readableBytesView }
      )
      var count = 0
      for try await line in lines {
        try await store(line)
        count += 1
      }
      return count
    }

    let request = Request("{\"level\":\"in", "fo\"}\n{\"level\":\"error\"}\n")
    #expect(try await importLines(of: request) == 2)
    #expect(stored == ["info", "error"])
  }

  @Test func `swift-openapi's bodies are streams`() async throws {
    let decoder = StreamJSONDecoder()
    var shown = ""
    func show(_ text: String) { shown += text }
    do {
      let body = HTTPBody(chunks: [Array("{\"level\":\"in".utf8)[...], Array("fo\"}\n".utf8)[...]])
      let lines = body.asDecodedJSONLines(of: LogLine.self, decoder: decoder)
      for try await line in lines { #expect(line.level == "info") }
    }
    let body = HTTPBody(chunks: [
      Array("data: {\"text\":\"a".utf8)[...], Array("b\"}\n\n".utf8)[...],
    ])

    for try await delta in decoder.values(of: Delta.self, in: body, framing: .serverSentEvents()) {
      show(delta.text)
    }

    #expect(shown == "ab")
  }

  @Test func `a Lambda runtime takes the decoder`() async throws {
    let runtime = LambdaRuntime(decoder: StreamJSONDecoder()) { (order: Order, _: LambdaContext) in
      Receipt(orderID: order.id)
    }
    try await runtime.run()
  }
}
