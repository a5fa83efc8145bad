import StreamJSON
import Testing

@testable import StreamJSONBench

/// The models of the suite `memberwise`.
struct MarkedModelTests {
  @Test func `models of the bench have plans`() {
    func state<Value: MemberwiseDecodable>(_ type: Value.Type) -> String {
      "\(StreamJSONDecoder.memberwisePlan(for: type).state)"
    }
    #expect(state(Marked.Feed.self) == "planned")
    #expect(state(Marked.Feed.Post.self) == "planned")
    #expect(state(Marked.Catalogue.self) == "planned")
    #expect(state(Marked.Geography.self) == "planned")
    #expect(state(Marked.LogLine.self) == "planned")
    #expect(state(Marked.HostEvent.self) == "planned")
    #expect(state(Marked.Profile.self) == "planned")
    #expect(state(Marked.Timeline.self) == "planned")
    #expect(state(Marked.Timeline.User.self) == "planned")
    #expect(state(Marked.Timeline.SearchMetadata.self) == "planned")
  }
}
