import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Settings, user info and kept decoders, with a graph and with its text.
struct GraphStrategyTests {
  private let graph: [String: Any] = [
    "first_name": "Ann", "zürich_home": ["post_code": 8001], "day_list": [0, 86400.0],
  ]

  private struct Resident: Decodable, Equatable {
    struct Home: Decodable, Equatable {
      var postCode: Int
    }

    var firstName: String
    var home: Home
    var dayList: [Date]

    enum CodingKeys: String, CodingKey {
      case firstName, dayList
      case home = "zürichHome"
    }
  }

  private func expectParity<T: Decodable & Equatable>(
    _ type: T.Type,
    configure: (JSONDecoder) -> Void
  ) throws {
    let data = try JSONSerialization.data(withJSONObject: graph)
    let (ours, theirs) = (StreamJSONDecoder(), JSONDecoder())
    configure(ours)
    configure(theirs)
    let expected = outcome { try theirs.decode(type, from: data) }
    #expect(outcome { try ours.decode(type, withJSONObject: graph) } == expected)
    let objects = NSDictionary(dictionary: graph)
    #expect(outcome { try ours.decode(type, withJSONObject: objects) } == expected)
  }

  @Test(.enabled(if: graphsMayHoldClasses)) func `key and date strategies apply`() throws {
    try expectParity(Resident.self) {
      $0.keyDecodingStrategy = .convertFromSnakeCase
      $0.dateDecodingStrategy = .secondsSince1970
    }
    try expectParity(Resident.self) {
      $0.keyDecodingStrategy = .custom { path in
        let name = path.last?.stringValue ?? ""
        return AnyKey(stringValue: name.replacing("_n", with: "N").replacing("_l", with: "L"))
      }
    }
    try expectParity(Resident.self) { $0.dateDecodingStrategy = .iso8601 }
    try expectParity(Resident.self) { _ in }
  }

  private struct Informed: Decodable, Equatable {
    var tag: String?
    var path: [String]

    static let key = CodingUserInfoKey(rawValue: "tag")

    init(from decoder: any Decoder) throws {
      tag = Self.key.flatMap { decoder.userInfo[$0] as? String }
      path = decoder.codingPath.map(\.stringValue)
    }
  }

  @Test func `user info and coding paths reach the model`() throws {
    let decoder = StreamJSONDecoder()
    decoder.userInfo[try #require(Informed.key)] = "t"
    let models = try decoder.decode(
      [String: [Informed]].self,
      withJSONObject: ["a": [NSNull(), Date()] as [Any]]
    )
    #expect(models["a"]?.map(\.tag) == ["t", "t"])
    #expect(models["a"]?.map(\.path) == [["a", "Index 0"], ["a", "Index 1"]])
  }

  private final class Keeper: Decodable {
    let decoder: any Decoder
    let container: KeyedDecodingContainer<AnyKey>

    init(from decoder: any Decoder) throws {
      self.decoder = decoder
      container = try decoder.container(keyedBy: AnyKey.self)
    }
  }

  @Test func `a decoder that is kept goes on working`() throws {
    let decoder = StreamJSONDecoder()
    var keepers: [Keeper] = []
    for number in 0..<3 {
      let graph: [String: Any] = [
        "name": "a name of more than fifteen bytes, number \(number)", "url": URL(filePath: "/tmp"),
        "list": [number, 0.5],
      ]
      keepers.append(try decoder.decode(Keeper.self, withJSONObject: graph))
      _ = try decoder.decode([Int].self, from: "[1, 2, 3]")
      _ = try decoder.decode([String].self, withJSONObject: ["over", "written"])
    }
    for (number, keeper) in keepers.enumerated() {
      let name = try keeper.container.decode(String.self, forKey: AnyKey(stringValue: "name"))
      #expect(name == "a name of more than fifteen bytes, number \(number)")
      let again = try keeper.decoder.container(keyedBy: AnyKey.self)
      #expect(Set(again.allKeys.map(\.stringValue)) == ["name", "url", "list"])
      #expect(try again.decode([Double].self, forKey: AnyKey(stringValue: "list")).last == 0.5)
      #expect(
        try again.decode(URL.self, forKey: AnyKey(stringValue: "url")) == URL(filePath: "/tmp")
      )
    }
  }

  @Test func `many threads may share a decoder`() async throws {
    let decoder = StreamJSONDecoder()
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask {
          (0..<50).allSatisfy { round in
            let graph: [String: Any] = ["member": [number, round, "x"] as [Any]]
            let tree = try? decoder.decode(Member<JSONTree>.self, withJSONObject: graph)
            let text = try? decoder.decode(
              Member<JSONTree>.self,
              from: "{\"member\":[\(number),\(round),\"x\"]}"
            )
            return tree != nil && tree == text
          }
        }
      }
      for await isEqual in group { #expect(isEqual) }
    }
  }
}
