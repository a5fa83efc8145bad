import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Failures in sequences of results, which are `DecodingError`s whatever a model throws.
@Suite struct FailedResultTests {
  /// What a model may throw that is no error of the library's.
  enum Thrown: CaseIterable {
    case otherType, underlyingError, underlyingDecodingError, otherText, askedBefore

    struct Refusal: Error, Equatable { var reason = "too old" }

    func fail(_ decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      switch self {
      case .otherType: throw Refusal()
      case .underlyingError:
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: "old", underlyingError: Refusal())
        )
      case .underlyingDecodingError:
        do {
          _ = try container.decode(String.self)
        } catch {
          let inner = DecodingError.dataCorrupted(
            .init(codingPath: [], debugDescription: "inner", underlyingError: Refusal())
          )
          throw DecodingError.valueNotFound(
            Int.self,
            .init(codingPath: [], debugDescription: "outer", underlyingError: inner)
          )
        }
      case .otherText: _ = try StreamJSONDecoder().decode(Int.self, from: Data("[3]".utf8))
      case .askedBefore:
        do {
          _ = try container.decode(String.self)
        } catch let error as DecodingError {
          _ = error.jsonError?.pointer
          throw error
        }
      }
    }
  }

  private struct Refusing: Decodable {
    @TaskLocal static var thrown = Thrown.otherType
    init(from decoder: any Decoder) throws { try Self.thrown.fail(decoder) }
  }

  @Test(arguments: Thrown.allCases)
  func `a failed result has its record whatever its model throws`(
    thrown: Thrown
  ) async throws {
    let text = "[10,\n 11]"
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try Data(text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let decoder = StreamJSONDecoder()
    var errors: [DecodingError] = []
    Refusing.$thrown.withValue(thrown) {
      for result in decoder.results(
        of: [Refusing].self,
        in: Data("[[1],[[2]]]".utf8),
        framing: .arrayElements()
      ) {
        if case .failure(let error) = result { errors.append(error) }
      }
      #expect(errors.map { $0.jsonError?.record?.text } == ["[1]", "[[2]]"])
      errors = []
      for result in decoder.results(
        of: Refusing.self,
        in: Data(text.utf8),
        framing: .arrayElements()
      ) {
        if case .failure(let error) = result { errors.append(error) }
      }
    }
    #expect(errors.map { $0.jsonError?.record?.text } == ["10", "11"])
    #expect(errors.map { $0.jsonError?.record?.byteRange } == [1..<3, 6..<8])
    try check(errors, thrown)
    // The parts of a file are decoded by tasks that have no such value.
    guard thrown == .otherType else { return }
    errors = []
    for await batch in decoder.resultBatches(
      of: Refusing.self,
      inFileAt: url,
      framing: .arrayElements(),
      concurrency: 2
    ) {
      for case .failure(let error) in batch { errors.append(error) }
    }
    #expect(errors.map { $0.jsonError?.record?.byteRange } == [1..<3, 6..<8])
    try check(errors, thrown)
  }

  private func check(_ errors: [DecodingError], _ thrown: Thrown) throws {
    for (index, error) in errors.enumerated() {
      let place = try #require(error.jsonError)
      let kind: JSONError.Kind
      switch (thrown, error) {
      case (.otherType, .dataCorrupted(let context)):
        #expect(context.debugDescription == "\(Thrown.Refusal())")
        kind = .invalidValue
      case (.underlyingError, .dataCorrupted(let context)):
        #expect(context.debugDescription == "old")
        kind = .invalidValue
      case (.underlyingDecodingError, .valueNotFound(_, let context)):
        #expect(context.debugDescription == "outer")
        kind = .valueNotFound
      case (.otherText, .typeMismatch): kind = .invalidValue
      case (.askedBefore, .typeMismatch): kind = .typeMismatch
      default:
        Issue.record("another case: \(error)")
        continue
      }
      #expect(place.kind == kind)
      switch thrown {
      case .otherType, .underlyingError:
        #expect(place.underlyingError as? Thrown.Refusal == Thrown.Refusal())
      case .underlyingDecodingError:
        let inner = try #require(place.underlyingError as? DecodingError)
        #expect("\(inner)".contains("too old"))
      case .otherText:
        // The place in the other text; the one in this text is that of the value that the model refuses.
        let inner = try #require(place.underlyingError as? JSONError)
        #expect(inner.kind == .typeMismatch && inner.recordIndex == nil)
        #expect(place.record?.byteRange.contains(Int64(place.byteOffset)) == true)
      case .askedBefore: #expect(place.underlyingError == nil)
      }
      #expect(place.recordIndex == index && place.pointer == JSONPointer("/\(index)"))
      #expect(place.line == index + 1)
    }
  }

  @Test func `a failed result has its own record, and not that of a stream inside its model`()
    throws
  {
    struct Inner: Decodable {
      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        let values = StreamJSONDecoder().valueIterator(
          of: Int.self,
          in: Data(text.utf8),
          framing: .lines
        )
        while try values.next() != nil {}
      }
    }
    let text = #""1\n2\nx""#
    let results = StreamJSONDecoder().results(of: Inner.self, in: Data(text.utf8), framing: .lines)
    let result = results.next()
    guard case .failure(let error) = result else {
      Issue.record("no failure")
      return
    }
    #expect(error.jsonError?.record?.text == text)
    #expect(error.jsonError?.record == results.failedRecord)
    #expect((error.jsonError?.underlyingError as? JSONError)?.record?.text == "x")
  }

  @Test func `a cancellation inside a model stays one`() throws {
    struct Canceled: Decodable {
      init(from decoder: any Decoder) throws {
        let context = DecodingError.Context(
          codingPath: [],
          debugDescription: "",
          underlyingError: CancellationError()
        )
        let isMismatch = try decoder.singleValueContainer().decode(Bool.self)
        throw isMismatch
          ? DecodingError.typeMismatch(Int.self, context) : DecodingError.dataCorrupted(context)
      }
    }
    let results = StreamJSONDecoder().results(
      of: Canceled.self,
      in: Data("false\ntrue\n".utf8),
      framing: .lines
    )
    guard case .failure(.dataCorrupted(let context)) = results.next(),
      case .failure(.typeMismatch(_, let other)) = results.next()
    else {
      Issue.record("no failure")
      return
    }
    #expect(context.underlyingError is CancellationError)
    #expect(other.underlyingError is CancellationError)
  }

  @Test(arguments: [Thrown.otherType, .underlyingError])
  func `a bad element has its place whatever its model throws`(thrown: Thrown) throws {
    struct Model: Decodable {
      @JSONLossy var items: [Refusing]
    }
    try Refusing.$thrown.withValue(thrown) {
      let model = try StreamJSONDecoder().decode(Model.self, from: Data(#"{"items":[7]}"#.utf8))
      let place = try #require(model.$items.errors.first?.jsonError)
      #expect(place.pointer == "/items/0")
      #expect(place.underlyingError as? Thrown.Refusal == Thrown.Refusal())
    }
  }
}
