import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Every number that a program passes has a meaning, whatever it is.
@Suite struct ExtremeNumberTests {
  private static let numbers = [Int.min, -1, 0, 1, 2, 1_000_000_000, 1 << 62, Int.max]

  private let decoder = StreamJSONDecoder()

  @Test(.timeLimit(.minutes(1)), arguments: numbers)
  func `tasks that decode an array`(concurrency: Int) async throws {
    let numbers = Array(0..<100_000)
    let data = Data("\(numbers)".utf8)
    #expect(data.count > 512 << 10)
    #expect(try await decoder.decode([Int].self, from: data, concurrency: concurrency) == numbers)
    for partByteCount in [Int.min, 0, 1, .max] {
      let found = try await decoder.decode(
        [Int].self,
        from: data.prefix(20) + Data("1]".utf8),
        concurrency: concurrency,
        partByteCount: partByteCount
      )
      #expect(found.count > 5)
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: numbers)
  func `tasks that decode batches`(concurrency: Int) async throws {
    let text = (0..<1000).map { "\($0)\n" }.joined()
    try await withTemporaryFile(text.utf8) { url in
      var count = 0
      for try await batch in decoder.batches(
        of: Int.self,
        inFileAt: url,
        framing: .lines,
        concurrency: concurrency,
        partByteCount: 100
      ) {
        count += batch.count
      }
      for await batch in decoder.resultBatches(
        of: Int.self,
        in: text.utf8,
        framing: .lines,
        concurrency: concurrency
      ) {
        count += batch.count
      }
      #expect(count == 2000)
    }
  }

  @Test(arguments: numbers)
  func `limits for sizes`(limit: Int) async throws {
    let text = "[[1],[2]]"
    let isEnough = limit >= text.utf8.count
    decoder.limits.maximumByteCount = limit
    let whole = try? decoder.decode([[Int]].self, from: text)
    #expect((whole != nil) == isEnough)
    let parallel = try? await decoder.decode([[Int]].self, from: text.utf8, concurrency: 2)
    #expect((parallel != nil) == isEnough)
    try withTemporaryFile("1\n2\n3\n".utf8) { url in
      for range in [nil, Int64.min..<Int64.max, 2..<5, -7..<(-3), 4..<Int64.max] {
        let results = decoder.results(
          of: Int.self,
          inFileAt: url,
          framing: .lines,
          byteRange: range
        )
        let found = results.map { try? $0.get() }
        let isEmpty = range.map { $0.upperBound <= 0 } ?? false
        #expect(isEmpty == found.isEmpty)
        if limit > 6 { #expect(found.allSatisfy { $0 != nil }) }
        if limit <= 0 { #expect(found.allSatisfy { $0 == nil }) }
      }
    }
    decoder.limits = JSONLimits(maximumElementByteCount: limit)
    let elements = decoder.results(of: [Int].self, in: text.utf8, framing: .arrayElements())
    #expect(elements.allSatisfy { ((try? $0.get()) != nil) == (limit >= 3) })
    decoder.limits = JSONLimits(maximumGraphByteCount: limit)
    let graph = try? decoder.decode([Int].self, withJSONObject: [1, 2])
    #expect((graph != nil) == (limit > 64))
  }

  @Test(arguments: [Int.min, -1, 0, 1, 2, 1_000_000])
  func `limits for the depth`(limit: Int) throws {
    decoder.limits.maximumDepth = limit
    #expect(try decoder.decode(Int.self, from: "1") == 1)
    #expect(((try? decoder.decode([[Int]].self, from: "[[1]]")) != nil) == (limit >= 2))
    #expect(((try? decoder.decode([[Int]].self, withJSONObject: [[1]])) != nil) == (limit >= 2))
    #expect(
      (decoder.results(of: [Int].self, in: "[[1]]".utf8, framing: .arrayElements())
        .allSatisfy { (try? $0.get()) != nil }) == (limit >= 2)
    )
    var value = [1]
    #expect(((try? decoder.update(&value, from: "[[2]]")) != nil) == false)
  }

  @Test(arguments: numbers)
  func `positions in values`(position: Int) throws {
    let value = try decoder.decode(JSONValue.self, from: "[7,8]")
    let document = try decoder.document(from: "[7,8]")
    let expected = [7, 8].indices.contains(position) ? [7, 8][position] : nil
    #expect(value[position]?.int == expected)
    #expect(document[position]?.int == expected)
    #expect(value[at: JSONPointer(tokens: ["\(position)"])]?.int == expected)
    var changed = value
    changed[position] = nil
    #expect(changed.array?.count == (expected == nil ? 2 : 1))
  }
}
