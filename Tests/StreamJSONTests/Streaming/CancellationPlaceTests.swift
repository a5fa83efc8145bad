import Foundation
import StreamJSONTestSupport
import Testing

@testable import StreamJSON

/// Cancellation at every place where a task can be canceled: whatever was begun and not handed over
/// makes it a `CancellationError`, so that an end always means that everything was handed over.
@Suite struct CancellationPlaceTests {
  /// What a task got that was canceled somewhere.
  fileprivate struct Received: Sendable {
    var elements: [Int] = []

    /// Whether the elements ended with a `CancellationError`, else with an ordinary end.
    var wasCanceled = false

    /// Whether the task was canceled at all.
    var reachedPlace = false
  }

  /// Cancels a task from other ones, once, at the place with a given number.
  fileprivate final class Place: Sendable {
    private let number: Int
    private let state = Locked((passed: 0, task: Task<Received, any Error>?.none, isReached: false))

    init(_ number: Int) {
      self.number = number
    }

    func pass() {
      let task = state.withLock { state -> Task<Received, any Error>? in
        defer { state.passed += 1 }
        guard state.passed == number else { return nil }
        state.isReached = true
        return state.task
      }
      task?.cancel()
    }

    /// Runs `body` in a task that is canceled at this place.
    func run(_ body: @escaping @Sendable () async throws -> Received) async throws -> Received {
      let (gate, opening) = AsyncStream.makeStream(of: Void.self)
      let task = Task {
        for await _ in gate {}
        return try await body()
      }
      state.withLock { $0.task = task }
      opening.finish()
      var received = try await task.value
      received.reachedPlace = state.withLock { $0.isReached }
      return received
    }
  }

  /// Calls `body` with each place, until one is not reached.
  ///
  /// - Returns: What was received for each place.
  @discardableResult
  private func atEveryPlace(
    of all: [Int],
    _ body: @escaping @Sendable (Place) async throws -> Received
  ) async throws -> [Received] {
    var received: [Received] = []
    for number in 0..<10_000 {
      let place = Place(number)
      let outcome = try await place.run { try await body(place) }
      #expect(outcome.elements.elementsEqual(all.prefix(outcome.elements.count)), "place \(number)")
      #expect(outcome.wasCanceled || outcome.elements == all, "place \(number): lost values")
      #expect(outcome.reachedPlace || !outcome.wasCanceled, "place \(number)")
      received.append(outcome)
      if !outcome.reachedPlace { break }
    }
    #expect(received.last?.reachedPlace == false)
    return received
  }

  // MARK: - Parts

  /// Parts of three numbers each, which pass places when they are asked for, and before, within and
  /// after their work.
  private final class Source {
    private let place: Place
    private let partCount: Int
    private var begunCount = 0

    init(_ place: Place, partCount: Int) {
      self.place = place
      self.partCount = partCount
    }

    func next() throws -> PartWork<Int>? {
      place.pass()
      guard begunCount < partCount else { return nil }
      defer { begunCount += 1 }
      let (place, first) = (place, 3 * begunCount)
      return {
        place.pass()
        var part = DecodedPart<Int>()
        part.runs = [DecodedPart.Run(), DecodedPart.Run()]
        part.runs[0].elements = [first, first + 1]
        place.pass()
        part.runs[1].elements = [first + 2]
        place.pass()
        return part
      }
    }
  }

  @Test(arguments: [0, 1, 2, 5], [1, 2, 4])
  func `parts that are asked for, decoded, awaited and taken`(
    partCount: Int,
    concurrency: Int
  ) async throws {
    let all = Array(0..<3 * partCount)
    try await atEveryPlace(of: all) { place in
      let queue = BatchQueue(
        concurrency: concurrency,
        byteCount: nil,
        nextPart: Source(place, partCount: partCount).next
      )
      var received = Received()
      do {
        while let elements = try await queue.next(isolation: nil) {
          received.elements += elements
          place.pass()
        }
      } catch is CancellationError {
        received.wasCanceled = true
      }
      #expect(try await queue.next(isolation: nil) == nil)
      #expect(queue.progress.valueCount == 0)
      return received
    }
  }

  /// One part, which ends in an error, and an error in place of the next one.
  private final class FailingSource {
    private struct Failure: Error {}
    private var wasAsked = false

    func next() throws -> PartWork<Int>? {
      guard !wasAsked else { throw Failure() }
      wasAsked = true
      return {
        var part = DecodedPart<Int>()
        part.runs = [DecodedPart.Run()]
        part.runs[0].elements = [1]
        part.runs[0].valueCount = 1
        part.runs[0].error = Failure()
        part.isLast = true
        return part
      }
    }
  }

  /// As where a file has become shorter, which both of them find.
  @Test func `the error of a part that is the last one ends everything`() async throws {
    let queue = BatchQueue(concurrency: 1, byteCount: nil, nextPart: FailingSource().next)
    #expect(try await queue.next(isolation: nil) == [1])
    await #expect(throws: (any Error).self) { try await queue.next(isolation: nil) }
    #expect(try await queue.next(isolation: nil) == nil)
    #expect(queue.progress.errorCount == 1)
  }

  // MARK: - Models

  /// A number that passes a place when it is decoded.
  fileprivate struct Passing: Decodable, Sendable {
    @TaskLocal static var place: Place?

    let number: Int

    init(from decoder: any Decoder) throws {
      number = try Int(from: decoder)
      Self.place?.pass()
    }
  }

  private static let numbers = Array(0..<60)
  private static let texts: [(String, JSONFraming)] = [
    (numbers.map { "\($0)\n" }.joined(), .lines), ("\(numbers)", .arrayElements()),
  ]

  @Test(arguments: texts.indices, [1, 2])
  func `batches and result batches of a file`(
    index: Int,
    concurrency: Int
  ) async throws {
    let text = Self.texts[index]
    try await withTemporaryFile(text.0.utf8) { (url: URL) async throws in
      try await atEveryPlace(of: Self.numbers) { place in
        try await Passing.$place.withValue(place) { () async throws -> Received in
          let batches = StreamJSONDecoder().batches(
            of: Passing.self,
            inFileAt: url,
            framing: text.1,
            concurrency: concurrency,
            partByteCount: 20
          )
          var received = Received()
          do {
            for try await batch in batches { received.elements += batch.map(\.number) }
          } catch is CancellationError {
            received.wasCanceled = true
          }
          return received
        }
      }
      try await atEveryPlace(of: Self.numbers) { place in
        try await Passing.$place.withValue(place) { () async throws -> Received in
          let batches = StreamJSONDecoder().resultBatches(
            of: Passing.self,
            inFileAt: url,
            framing: text.1,
            concurrency: concurrency,
            partByteCount: 20
          )
          var received = Received()
          for await result in batches { try received.add(result) }
          return received
        }
      }
    }
  }

  /// A number that cancels the task which decodes it.
  private struct Canceling: Decodable, Sendable {
    let number: Int

    init(from decoder: any Decoder) throws {
      number = try Int(from: decoder)
      if number == 31 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
    }
  }

  @Test(arguments: texts.indices)
  func `a model that cancels the task which decodes a part`(
    index: Int
  ) async throws {
    let text = Self.texts[index]
    try await withTemporaryFile(text.0.utf8) { url async throws in
      let batches = StreamJSONDecoder().batches(
        of: Canceling.self,
        inFileAt: url,
        framing: text.1,
        concurrency: 2,
        partByteCount: 20
      ).makeAsyncIterator()
      var found: [Int] = []
      await #expect(throws: CancellationError.self) {
        while let batch = try await batches.next() { found += batch.map(\.number) }
      }
      #expect(found.elementsEqual(Self.numbers.prefix(found.count)))
      #expect(try await batches.next() == nil)
    }
  }

  @Test func `an array that several tasks decode`() async throws {
    let data = Data("\(Self.numbers)".utf8)
    for concurrency in [1, 2, 4] {
      try await atEveryPlace(of: Self.numbers) { place in
        try await Passing.$place.withValue(place) { () async throws -> Received in
          var received = Received()
          do {
            received.elements = try await StreamJSONDecoder().decode(
              [Passing].self,
              from: data,
              concurrency: concurrency,
              partByteCount: 10
            ).map(\.number)
          } catch is CancellationError {
            received.wasCanceled = true
          }
          return received
        }
      }
    }
    let all = try await StreamJSONDecoder().decode(
      [Canceling].self,
      from: data,
      concurrency: 2,
      partByteCount: 10
    )
    #expect(all.map(\.number) == Self.numbers)
  }

  // MARK: - Asynchronous sources

  /// Chunks that pass a place before and after each.
  private struct Chunked: AsyncSequence, AsyncIteratorProtocol {
    let place: Place
    var chunks: [ArraySlice<UInt8>]

    init(_ text: String, size: Int, _ place: Place) {
      self.place = place
      chunks = []
      var rest = ArraySlice(Array(text.utf8))
      while !rest.isEmpty {
        chunks.append(rest.prefix(size))
        rest = rest.dropFirst(size)
      }
    }

    func makeAsyncIterator() -> Chunked { self }

    mutating func next() async -> ArraySlice<UInt8>? {
      place.pass()
      defer { place.pass() }
      // As many sources do.
      guard !Task.isCancelled, !chunks.isEmpty else { return nil }
      return chunks.removeFirst()
    }
  }

  @Test(arguments: texts.indices, [7, 1000])
  func `values and results of chunks`(index: Int, size: Int) async throws {
    let text = Self.texts[index]
    try await atEveryPlace(of: Self.numbers) { place in
      try await Passing.$place.withValue(place) { () async throws -> Received in
        let source = Chunked(text.0, size: size, place)
        var received = Received()
        do {
          for try await value in StreamJSONDecoder().values(
            of: Passing.self,
            in: source,
            framing: text.1
          ) {
            received.elements.append(value.number)
            place.pass()
          }
        } catch is CancellationError {
          received.wasCanceled = true
        }
        return received
      }
    }
    try await atEveryPlace(of: Self.numbers) { place in
      try await Passing.$place.withValue(place) { () async throws -> Received in
        let source = Chunked(text.0, size: size, place)
        var received = Received()
        for await result in StreamJSONDecoder().results(
          of: Passing.self,
          in: source,
          framing: text.1
        ) {
          try received.add([result])
          place.pass()
        }
        return received
      }
    }
  }

  /// These do not wait, and give everything to a canceled task, too.
  @Test(arguments: texts.indices)
  func `values and results of a file and of data`(index: Int) async throws {
    let text = Self.texts[index]
    let decoder = StreamJSONDecoder()
    let data = Data(text.0.utf8)
    try await withTemporaryFile(data) { url in
      let received = try await Task {
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        let values = decoder.valueIterator(of: Int.self, inFileAt: url, framing: text.1)
        var found: [[Int]] = [[]]
        while let value = try values.next() { found[0].append(value) }
        found += [
          try decoder.results(of: Int.self, inFileAt: url, framing: text.1).map { try $0.get() },
          try decoder.results(of: Int.self, in: data, framing: text.1).map { try $0.get() },
        ]
        return found
      }.value
      #expect(received == Array(repeating: Self.numbers, count: 3))
    }
  }
}

extension CancellationPlaceTests.Received {
  /// Adds values, or the failure that says that the task was canceled.
  fileprivate mutating func add(
    _ results: [Result<CancellationPlaceTests.Passing, DecodingError>]
  ) throws {
    for result in results {
      #expect(!wasCanceled)
      switch result {
      case .success(let value):
        elements.append(value.number)
      case .failure(let error):
        guard case .dataCorrupted(let context) = error,
          context.underlyingError is CancellationError
        else { throw error }
        wasCanceled = true
      }
    }
  }
}
