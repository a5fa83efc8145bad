import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The record in the errors that leave a stream, whatever a model or a rule has done with them before.
@Suite struct RefusedRecordTests {
  private struct Boom: Error, Equatable {}

  /// A rule that throws its own error.
  enum Even: JSONTransform.Rule {
    static func value(from json: Int) throws -> Int {
      guard json.isMultiple(of: 2) else { throw Boom() }
      return json
    }
    static func json(from value: Int) throws -> Int { value }
  }

  private struct Ruled: Decodable { @JSONTransformed<Even> var n: Int }

  /// A model that looks at errors before it throws them again, and at others in between.
  private struct Looking: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        _ = try container.decode(String.self)
      } catch let error as DecodingError {
        #expect(error.jsonError?.line ?? 0 > 0)
        #expect(error.jsonError?.record == nil)
        _ = try? container.decode(Bool.self)
        if (try? container.decode([String: Int].self))?["n"] != 2 { throw error }
      }
    }
  }

  /// The errors of `text` in each form, by its name.
  private func errors<Value: Decodable & Sendable>(
    of type: Value.Type,
    in text: String
  ) async throws -> [(form: String, errors: [any Error])] {
    let decoder = StreamJSONDecoder()
    let data = Data(text.utf8)
    var found: [(form: String, errors: [any Error])] = []
    func note(_ form: String, _ next: () throws -> Bool) {
      var errors: [any Error] = []
      var isAtEnd = false
      while !isAtEnd, errors.count < 10 {
        do { isAtEnd = try !next() } catch { errors.append(error) }
      }
      found.append((form, errors))
    }
    for chunking in Chunks.assortment(of: Array(data), seed: 3, everySplit: true) {
      let stream = decoder.makeStream(of: type, framing: .lines)
      // A call that throws leaves what comes after its error to the next one.
      var chunks = chunking.chunks[...]
      note("\(chunking)") {
        try stream.append(chunks.popFirst() ?? []) { _ in }
        if chunks.isEmpty { try stream.finish { _ in } }
        return !chunks.isEmpty
      }
    }
    let values = decoder.valueIterator(of: type, in: data, framing: .lines)
    note("values") { try values.next() != nil }
    let results = decoder.results(of: type, in: data, framing: .lines)
    note("results") { try results.next()?.get() != nil }
    try await withTemporaryFile(text.utf8) { url in
      let values = decoder.valueIterator(of: type, inFileAt: url, framing: .lines)
      note("values of a file") { try values.next() != nil }
      var errors: [any Error] = []
      do {
        for try await _ in decoder.batches(of: type, inFileAt: url, framing: .lines, concurrency: 2)
        {}
      } catch {
        errors.append(error)
      }
      found.append(("batches", errors))
      errors = []
      for await batch in decoder.resultBatches(
        of: type,
        inFileAt: url,
        framing: .lines,
        concurrency: 2
      ) {
        for case .failure(let error) in batch { errors.append(error) }
      }
      found.append(("result batches", errors))
    }
    let source = AsyncStream<[UInt8]> { continuation in
      for byte in text.utf8 { continuation.yield([byte]) }
      continuation.finish()
    }
    let pulled = decoder.values(of: type, in: source, framing: .lines).makeAsyncIterator()
    var (errors, isAtEnd): ([any Error], Bool) = ([], false)
    while !isAtEnd, errors.count < 10 {
      do { isAtEnd = try await pulled.next() == nil } catch { errors.append(error) }
    }
    found.append(("pulled", errors))
    return found
  }

  private func records(of errors: [any Error]) -> [String?] {
    errors.map { ($0 as? DecodingError)?.jsonError?.record?.text }
  }

  private static let text = #"{"n":2}\#n{"n":3}\#n{"n": 5}\#n"#

  @Test func `an error of a rule has its record in every form`() async throws {
    for (form, errors) in try await errors(of: Ruled.self, in: Self.text) {
      let expected = [#"{"n":3}"#, #"{"n": 5}"#]
      #expect(records(of: errors) == (form == "batches" ? [expected[0]] : expected), "\(form)")
      for error in errors {
        let place = (error as? DecodingError)?.jsonError
        #expect(place?.underlyingError as? Boom == Boom(), "\(form)")
        #expect(place?.pointer.tokens.last == "n", "\(form)")
      }
    }
  }

  @Test func `an error that the model has looked at has its record in every form`() async throws {
    for (form, errors) in try await errors(of: Looking.self, in: Self.text) {
      let expected = [#"{"n":3}"#, #"{"n": 5}"#]
      #expect(records(of: errors) == (form == "batches" ? [expected[0]] : expected), "\(form)")
    }
  }

  /// A stream inside its model has a record of the same index at about the same place.
  private struct Log: Decodable {
    var id: Int
    var payload: Payload

    struct Payload: Decodable {
      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        let values = StreamJSONDecoder().valueIterator(
          of: [String: Int].self,
          in: Data(text.utf8),
          framing: .lines
        )
        while try values.next() != nil {}
      }
    }
  }

  @Test func `the place of a stream inside the model is not the outer one`() {
    let lines = [7, 8].map { #"{"id":\#($0),"payload":"{\"a\":\"x\"}"}"# }
    let text = lines.joined(separator: "\n")
    let results = StreamJSONDecoder().results(of: Log.self, in: Data(text.utf8), framing: .lines)
    for (index, line) in lines.enumerated() {
      let result = results.next()
      guard case .failure(let error) = result, let place = error.jsonError else {
        Issue.record("no failure")
        return
      }
      #expect(place.record?.text == line && place.recordIndex == index)
      #expect(place.pointer == JSONPointer("/payload"))
      #expect(place.byteOffset == index * (line.utf8.count + 1) + 18)
      #expect((place.underlyingError as? JSONError)?.record?.text == #"{"a":"x"}"#)
    }
  }

  /// A model that keeps a container of a value in progress.
  private struct Keeping: Decodable {
    static let kept = Locked<KeyedDecodingContainer<JSONValueKey>?>(nil)

    enum JSONValueKey: CodingKey { case c }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: JSONValueKey.self)
      Self.kept.withLock { $0 = container }
    }
  }

  /// Foundation's initializers stop the program at the beginning of some strings.
  @Test func `a kept part of a value in progress has no unfinished string, either`() throws {
    let stream = StreamJSONDecoder().makeStream(of: Keeping.self, framing: .lines)
    try stream.append(Array(#"{"c":{"path":"/","scheme":"1"#.utf8)) { _ in }
    _ = try stream.partialValue()
    let kept = try #require(Keeping.kept.withLock { $0.take() })
    #expect(throws: DecodingError.self) { try kept.decode(URLComponents.self, forKey: .c) }
    #expect(try kept.decode([String: String].self, forKey: .c) == ["path": "/", "scheme": "1"])
  }
}
