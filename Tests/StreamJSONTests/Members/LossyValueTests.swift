import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Optional values that are nil if they do not decode.
struct LossyValueTests {
  private static let decoders = [JSONDecoder(), StreamJSONDecoder()]

  enum Color: String, Codable { case red, green }

  struct User: Codable, Hashable {
    var id: Int
    @JSONLossy var avatar: URL?
    @JSONLossy var age: Int?
    @JSONLossy var color: Color?
    @JSONLossy var born: Date?
    @JSONLossy var tags: [Int]?
  }

  private static let good =
    #"{"id":1,"avatar":"https://example.org","age":3,"color":"red","born":5}"#
  private static let bad = #"{"id":1,"avatar":5,"age":"x","color":"blue","born":{},"tags":[1,"x"]}"#

  @Test(arguments: decoders)
  func `a bad optional value is nil, with its error`(decoder: JSONDecoder) throws {
    let user = try decoder.decode(User.self, from: Data(Self.bad.utf8))
    #expect(user.avatar == nil && user.age == nil && user.color == nil && user.born == nil)
    #expect(user.tags == [1] && user.$tags.droppedCount == 1)
    for report in [user.$avatar, user.$age, user.$color, user.$born] {
      #expect(report.droppedCount == 1 && report.errors.count == 1)
    }
    let reports = [user.$avatar, user.$age, user.$color, user.$born]
    let paths = reports.map { report -> [String] in
      switch report.errors.first {
      case .typeMismatch(_, let context)?, .dataCorrupted(let context)?:
        return context.codingPath.map(\.stringValue)
      default: return []
      }
    }
    #expect(paths == [["avatar"], ["age"], ["color"], ["born"]])
    guard decoder is StreamJSONDecoder else { return }
    #expect(user.$age.errors[0].jsonError?.pointer == "/age")
  }

  @Test(arguments: decoders)
  func `a good, missing or null one is as usual`(decoder: JSONDecoder) throws {
    let user = try decoder.decode(User.self, from: Data(Self.good.utf8))
    #expect(user.avatar == URL(string: "https://example.org") && user.age == 3)
    #expect(user.color == .red && user.born == Date(timeIntervalSinceReferenceDate: 5))
    #expect(user.tags == nil && user.$avatar.isEmpty)
    for text in [#"{"id":1}"#, #"{"id":1,"avatar":null,"age":null,"color":null}"#] {
      let user = try decoder.decode(User.self, from: Data(text.utf8))
      #expect(user.avatar == nil && user.age == nil && user.$age.isEmpty && user.$color.isEmpty)
      #expect(try JSONEncoder().encode(user) == Data(#"{"id":1}"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try decoder.decode(User.self, from: Data(#"{"id":1,"tags":"x"}"#.utf8))
    }
  }

  @Test func `a stream gives the same, wherever it is cut`() throws {
    let bytes = Array((Self.good + "\n" + Self.bad + "\n").utf8)
    let expected = try [Self.good, Self.bad].map { text in
      try StreamJSONDecoder().decode(User.self, from: text)
    }
    for cut in 0...bytes.count {
      let stream = StreamJSONDecoder().makeStream(of: User.self, framing: .lines)
      var users: [User] = []
      try stream.append(Array(bytes[..<cut])) { users.append($0) }
      try stream.append(Array(bytes[cut...])) { users.append($0) }
      #expect(users == expected)
      #expect(users.map(\.$age.droppedCount) == [0, 1])
    }
  }

  struct Marked: Codable, Hashable {
    var id: Int
    @JSONLossy var age: Int?
  }

  @Test func `a marked type has a plan`() throws {
    let texts = (0..<200).map { #"{"id":\#($0),"age":\#($0 % 3 == 0 ? "5" : "true")}"# }
    let marked = try StreamJSONDecoder().decode(
      [Marked].self,
      from: "[\(texts.joined(separator: ","))]"
    )
    for (number, value) in marked.enumerated() {
      #expect(value.age == (number % 3 == 0 ? 5 : nil))
      #expect(value.$age.droppedCount == (number % 3 == 0 ? 0 : 1))
    }
    #expect("\(StreamJSONDecoder.memberwiseReport(for: Marked.self))".hasPrefix("active"))
  }

  // MARK: - Cancellation

  /// A value whose model finds its task canceled.
  struct Canceled: Codable, Hashable {
    init(from decoder: any Decoder) throws {
      if try decoder.singleValueContainer().decode(Int.self) == 3 { throw CancellationError() }
    }
  }

  @Test(arguments: decoders)
  func `a canceled decode is not a list of bad elements`(decoder: JSONDecoder) {
    struct Lists: Codable {
      @JSONLossy var array: [Canceled]
      @JSONLossy var set: Set<Canceled>
      @JSONLossy var dictionary: [String: Canceled]
      @JSONLossy var numbered: [Int: Canceled]
      @JSONLossy var value: Canceled?
      @JSONLossy var nested: [[String: Canceled]]
    }
    let members = [
      #""array": [1, 3]"#, #""set": [3]"#, #""dictionary": {"a": 3}"#, #""numbered": {"1": 3}"#,
      #""value": 3"#, #""nested": [{"a": 3}]"#,
    ]
    for member in members {
      let error = #expect(throws: (any Error).self) {
        try decoder.decode(Lists.self, from: Data("{\(member)}".utf8))
      }
      #expect(error is CancellationError, "\(member): \(String(describing: error))")
    }
  }

  enum CanceledRule: JSONTransform.Rule {
    static func value(from json: Int) throws -> Int { throw CancellationError() }
    static func json(from value: Int) -> Int { value }
  }

  @Test(arguments: decoders)
  func `nor is one that is canceled in a rule`(decoder: JSONDecoder) {
    struct Item: Codable {
      @JSONTransformed<CanceledRule> var number: Int
    }
    struct Lists: Codable {
      @JSONLossy var array: [Item]?
      @JSONLossy var value: JSONTransformed<CanceledRule>?
    }
    for text in [#"{"array": [{"number": 1}]}"#, #"{"value": 1}"#] {
      let error = #expect(throws: (any Error).self) {
        try decoder.decode(Lists.self, from: Data(text.utf8))
      }
      #expect(error is CancellationError, "\(text): \(String(describing: error))")
    }
  }

  @Test func `results end with a canceled decode`() async throws {
    let data = Data("1\n3\n1\n".utf8)
    func check(_ results: [Result<Canceled, DecodingError>]) {
      #expect(results.count == 2)
      guard case .failure(.dataCorrupted(let context))? = results.last else {
        return #expect(Bool(false))
      }
      #expect(context.underlyingError is CancellationError)
    }
    let decoder = StreamJSONDecoder()
    check(Array(decoder.results(of: Canceled.self, in: data, framing: .lines)))
    try withTemporaryFile(data) { url in
      check(Array(decoder.results(of: Canceled.self, inFileAt: url, framing: .lines)))
    }
    let source = AsyncStream<[UInt8]> { continuation in
      continuation.yield(Array(data))
      continuation.finish()
    }
    var results: [Result<Canceled, DecodingError>] = []
    for await result in decoder.results(of: Canceled.self, in: source, framing: .lines) {
      results.append(result)
    }
    check(results)
  }
}

extension LossyValueTests.Marked: MemberwiseDecodable {}
