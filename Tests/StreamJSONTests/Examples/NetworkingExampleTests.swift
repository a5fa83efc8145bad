import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Stand-ins with the names and signatures that Alamofire, Moya and APIKit have, as far as the article
// Networking clients uses them: a package without dependencies cannot compile against the originals.

/// Alamofire's.
private protocol DataDecoder: Sendable {
  func decode<D: Decodable>(_ type: D.Type, from data: Data) throws -> D
}

extension JSONDecoder: DataDecoder {}

private struct DataTask<Value> {
  var result: Result<Value, any Error>
  var value: Value { get async throws { try result.get() } }
}

private struct DataRequest {
  func serializingDecodable<Value: Decodable>(
    _ type: Value.Type = Value.self,
    decoder: any DataDecoder = JSONDecoder()
  ) -> DataTask<Value> {
    DataTask(
      result: Result { try decoder.decode(type, from: Data(NetworkingExampleTests.users.utf8)) }
    )
  }
}

private enum AF {
  static func request(_ url: URL) -> DataRequest { DataRequest() }
}

/// Moya's.
private struct MoyaResponse {
  var data: Data

  func map<D: Decodable>(
    _ type: D.Type,
    atKeyPath keyPath: String? = nil,
    using decoder: JSONDecoder = JSONDecoder(),
    failsOnEmptyData: Bool = true
  ) throws -> D {
    try decoder.decode(type, from: data)
  }
}

/// APIKit's.
private protocol DataParser {
  var contentType: String? { get }
  func parse(data: Data) throws -> Any
}

private protocol Request {
  associatedtype Response
  func response(from object: Any, urlResponse: HTTPURLResponse) throws -> Response
}

extension Request where Response: Decodable {
  func response(from object: Any, urlResponse: HTTPURLResponse) throws -> Response {
    try StreamJSONDecoder().decode(Response.self, withTextOrJSONObject: object)
  }
}

#if !canImport(Darwin)
extension URLSession {
  /// Apple's, which Foundation does not have on other platforms.
  fileprivate func bytes(for request: URLRequest) async throws -> (AsyncStream<UInt8>, URLResponse)
  {
    let (data, response) = try await data(for: request)
    let bytes = AsyncStream { continuation in
      for byte in data { continuation.yield(byte) }
      continuation.finish()
    }
    return (bytes, response)
  }
}
#endif

/// Answers requests to `example.invalid` without a network.
private final class CannedResponse: URLProtocol {
  override static func canInit(with request: URLRequest) -> Bool {
    request.url?.host() == "example.invalid"
  }

  override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url,
      let response = HTTPURLResponse(
        url: url,
        statusCode: url.path() == "/missing" ? 404 : 200,
        httpVersion: nil,
        headerFields: nil
      )
    else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    let body = url.path() == "/users" ? NetworkingExampleTests.users : NetworkingExampleTests.lines
    // In one piece: Foundation on Linux keeps only the last one for those who want the whole.
    client?.urlProtocol(self, didLoad: Data(body.utf8))
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}

  /// A configuration whose sessions get these answers.
  static var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.default
    configuration.protocolClasses = [CannedResponse.self]
    return configuration
  }

  static func request(_ path: String) throws -> URLRequest {
    _ = URLProtocol.registerClass(CannedResponse.self)
    return URLRequest(url: try #require(URL(string: "http://example.invalid/\(path)")))
  }
}

/// The examples of the article Networking clients.
@Suite(.serialized) struct NetworkingExampleTests {
  static let users = #"[{"first_name": "Ada"}, {"first_name": "Alan"}]"#
  static let lines = "{\"level\":\"info\"}\n{\"level\":\"error\"}\n"

  struct User: Decodable, Sendable { var firstName: String }
  struct LogLine: Decodable { var level: String }

  private func makeDecoder() -> StreamJSONDecoder {
    let decoder = StreamJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  @Test func `Alamofire takes the decoder`() async throws {
    let decoder = makeDecoder()
    let url = try #require(URL(string: "http://example.invalid/users"))
    let users = try await AF.request(url).serializingDecodable([User].self, decoder: decoder).value
    #expect(users.map(\.firstName) == ["Ada", "Alan"])
  }

  @Test func `Moya takes the decoder`() throws {
    let decoder = makeDecoder()
    do {
      let response = MoyaResponse(data: Data(Self.users.utf8))
      let users = try response.map([User].self, using: decoder)
      #expect(users.count == 2)
    }
    let response = MoyaResponse(data: Data(#"{"total": 2, "users": \#(Self.users)}"#.utf8))
    let users = try decoder.decode([User].self, from: response.data, at: "/users")
    #expect(users.count == 2)
  }

  private struct BytesParser: DataParser {
    let contentType: String? = "application/json"

    func parse(data: Data) throws -> Any { data }
  }

  private struct Item: Decodable { var id: Int }
  private struct ItemRequest: Request { typealias Response = [Item] }

  @Test func `APIKit's requests take graphs and bytes`() throws {
    let url = try #require(URL(string: "http://example.invalid"))
    let response = try #require(
      HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
    )
    let bytes = try BytesParser().parse(data: Data(#"[{"id": 1}]"#.utf8))
    for object in [[["id": 1]] as Any, bytes] {
      let items = try ItemRequest().response(from: object, urlResponse: response)
      #expect(items.map(\.id) == [1])
    }
  }

  @Test func `a response as a whole`() async throws {
    let decoder = makeDecoder()
    let request = try CannedResponse.request("users")

    let (data, _) = try await URLSession.shared.data(for: request)
    let users = try decoder.decode([User].self, from: data)

    #expect(users.map(\.firstName) == ["Ada", "Alan"])
  }

  @Test func `a response as a stream of bytes`() async throws {
    let decoder = makeDecoder()
    let request = try CannedResponse.request("lines")
    var shown: [String] = []
    func show(_ level: String) { shown.append(level) }

    let (bytes, response) = try await URLSession.shared.bytes(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw URLError(.badServerResponse)
    }
    for try await line in decoder.values(of: LogLine.self, in: bytes, framing: .lines) {
      show(line.level)
    }

    #expect(shown == ["info", "error"])
  }

  final class ResponseChunks: NSObject, URLSessionDataDelegate {
    let chunks: AsyncThrowingStream<Data, any Error>
    private let continuation: AsyncThrowingStream<Data, any Error>.Continuation

    override init() {
      (chunks, continuation) = AsyncThrowingStream.makeStream()
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      continuation.yield(data)
    }

    func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      didCompleteWithError error: (any Error)?
    ) {
      let status = (task.response as? HTTPURLResponse)?.statusCode
      let failure = status == 200 ? nil : URLError(.badServerResponse)
      continuation.finish(throwing: error ?? failure)
    }
  }

  @Test func `a response as a stream of chunks`() async throws {
    let decoder = makeDecoder()
    let request = try CannedResponse.request("lines")
    var shown: [String] = []
    func show(_ level: String) { shown.append(level) }

    let configuration = CannedResponse.configuration

    let delegate = ResponseChunks()
    let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    session.dataTask(with: request).resume()
    for try await line in decoder.values(of: LogLine.self, in: delegate.chunks, framing: .lines) {
      show(line.level)
    }
    session.invalidateAndCancel()

    #expect(shown == ["info", "error"])
  }

  @Test func `the body of an error is not a stream of values`() async throws {
    let request = try CannedResponse.request("missing")
    let configuration = CannedResponse.configuration

    let delegate = ResponseChunks()
    let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    session.dataTask(with: request).resume()
    await #expect(throws: URLError.self) {
      for try await _ in delegate.chunks {}
    }
    session.invalidateAndCancel()
  }
}
