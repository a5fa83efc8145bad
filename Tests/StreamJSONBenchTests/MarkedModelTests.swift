import StreamJSON
import Testing

@testable import StreamJSONBench

/// The models of the suite `memberwise`.
struct MarkedModelTests {
  @Test func `models of the bench have plans`() throws {
    try check(Marked.Feed.self, .feed)
    try check(Marked.Catalog.self, .catalog)
    try check(Marked.Geography.self, .geography)
    try check(Marked.Profile.self, .smallObject)
    try check([Marked.LogLine].self, .logLines)
    try check([Marked.HostEvent].self, .events)
    #expect(StreamJSONDecoder.memberwiseReport(for: Marked.Feed.Post.self).state == .active)
    #expect(StreamJSONDecoder.memberwiseReport(for: Marked.LogLine.self).state == .active)
    #expect(StreamJSONDecoder.memberwiseReport(for: Marked.HostEvent.self).state == .active)
  }

  private func check<Value: Decodable>(
    _ type: Value.Type,
    _ document: StreamJSONBench.Document
  ) throws {
    let decoder = StreamJSONDecoder()
    let bytes = try document.bytes()
    // A type whose texts are short is asked for its marker once there were a few of them.
    for _ in 0..<(bytes.count < 1000 ? 20 : 3) { _ = try decoder.decode(type, from: bytes) }
    guard let marked = type as? any MemberwiseDecodable.Type else { return }
    func report<Model: MemberwiseDecodable>(_ type: Model.Type) -> JSONMemberwiseReport {
      StreamJSONDecoder.memberwiseReport(for: type)
    }
    let found = report(marked)
    #expect(found.state == .active, "\(type): \(found)")
  }
}
