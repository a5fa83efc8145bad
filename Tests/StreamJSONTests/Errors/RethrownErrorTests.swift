import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Errors that a model has caught and throws again, as they are or as the cause of another error.
@Suite struct RethrownErrorTests {
  enum Kind: String, Decodable { case good }

  struct Item: Decodable { var kind: Kind }

  /// Catches an error as a value of its type, which is another box when it is thrown again.
  struct Again<Rows: Decodable>: Decodable {
    var rows: Rows

    private enum CodingKeys: CodingKey { case rows }

    init(from decoder: any Decoder) throws {
      do {
        rows = try decoder.container(keyedBy: CodingKeys.self).decode(Rows.self, forKey: .rows)
      } catch let error as DecodingError {
        throw error
      }
    }
  }

  @Test(arguments: [0, 10, 300, 700])
  func `an error that is thrown again has its place`(position: Int) throws {
    let bad = #"{"kind":"bad"}"#
    let items = Array(repeating: #"{"kind":"good"}"#, count: position) + [bad]
    let array = "{\"rows\":[" + items.joined(separator: ",") + "]}"
    let first = #expect(throws: DecodingError.self) {
      try StreamJSONDecoder().decode(Again<[Item]>.self, from: array)
    }
    #expect(first?.jsonError?.pointer == JSONPointer("/rows/\(position)/kind"))
    #expect(first?.jsonError?.description.contains("Again") == false)

    let members = items.enumerated().map { "\"m\($0.offset)\":\($0.element)" }
    let object = "{\"rows\":{" + members.joined(separator: ",") + "}}"
    let second = #expect(throws: DecodingError.self) {
      try StreamJSONDecoder().decode(Again<[String: Item]>.self, from: object)
    }
    #expect(second?.jsonError?.pointer == JSONPointer("/rows/m\(position)/kind"))
  }

  /// Throws the same error each time it is refused.
  struct Refused: Decodable {
    struct Failure: Error {}

    static let failure: any Error = Failure()

    private enum CodingKeys: CodingKey { case isBad }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if try container.decode(Bool.self, forKey: .isBad) { throw Refused.failure }
    }
  }

  struct Refusals: Decodable {
    @JSONLossy var items: [Refused]
    var last: Refused
  }

  @Test func `an error that a model throws for one value after another has the last place`() {
    let text = #"{"items":[{"isBad":true}],"last":{"isBad":true}}"#
    let results = StreamJSONDecoder().results(
      of: Refusals.self,
      in: Data(text.utf8),
      framing: .lines
    )
    guard case .failure(let error)? = results.next() else { return #expect(Bool(false)) }
    #expect(error.jsonError?.pointer == "/last" && error.jsonError?.byteOffset == 33)
  }

  /// Throws its own error because of another one, which the library has not made.
  struct Because: Decodable {
    var kind: Kind

    private enum CodingKeys: CodingKey { case kind }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      do {
        kind = try container.decode(Kind.self, forKey: .kind)
      } catch {
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: "own", underlyingError: error)
        )
      }
    }
  }

  @Test func `the cause of a model's error has its place`() throws {
    let text = #"[{"kind":"good"},{"kind":"bad"}]"#
    let error = #expect(throws: DecodingError.self) {
      try StreamJSONDecoder().decode([Because].self, from: text)
    }
    #expect(error?.jsonError?.pointer == "/1/kind")
    guard case .dataCorrupted(let context) = error else { return #expect(Bool(false)) }
    #expect(context.debugDescription == "own")
    #expect(context.underlyingError is DecodingError)

    let lines = "{\"kind\":\"good\"}\n{\"kind\":\"bad\"}\n"
    let results = StreamJSONDecoder().results(of: Because.self, in: lines.data, framing: .lines)
    let failures = results.compactMap { result in
      if case .failure(let error) = result { error.jsonError } else { nil }
    }
    #expect(failures.map(\.pointer) == ["/kind"])
    #expect(failures.map(\.recordIndex) == [1])
    #expect(failures.map(\.line) == [2])
  }
}

extension String {
  fileprivate var data: Data { Data(utf8) }
}
