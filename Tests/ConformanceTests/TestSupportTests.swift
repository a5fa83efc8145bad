import StreamJSONTestSupport
import Testing

/// The tools of the other tests: a broken tool would make every test pass.
struct TestSupportTests {
  @Test func `chunks join to the bytes that were cut`() {
    for bytes in [[], [1], [1, 2], Array(0..<200)] as [[UInt8]] {
      let cuts = Chunks.assortment(of: bytes, seed: 7, everySplit: true)
      #expect(cuts.count >= bytes.count + 10)
      for cut in cuts {
        #expect(Array(cut.chunks.joined()) == bytes, "\(cut)")
        #expect(cut.chunks.allSatisfy { $0.startIndex > 0 }, "\(cut)")
      }
    }
  }

  @Test func `random chunks with empty ones have empty ones`() {
    let cut = Chunks.random(Array(0..<100), seed: 1, emptyRate: 0.5)
    #expect(cut.chunks.first?.isEmpty == true && cut.chunks.last?.isEmpty == true)
    #expect(cut.chunks.dropFirst().dropLast().contains { $0.isEmpty })
  }

  @Test(arguments: [0, 1, 4095, 4096, 4097, 20_000])
  func `a guarded buffer holds its bytes at either edge`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    for side in [GuardedBuffer.Side.end, .start] {
      let buffer = GuardedBuffer(bytes, guarding: side)
      let copy = withExtendedLifetime(buffer) {
        // SAFETY: the buffer lives until the closure has returned.
        unsafe Array(buffer.bytes)
      }
      #expect(copy == bytes)
    }
  }

  @Test func `a guarded buffer ends the process at the first byte too many`() async {
    await #expect(processExitsWith: .failure) {
      TestSupportTests.readBeyondTheEnd()
    }
  }

  private static func readBeyondTheEnd() {
    let buffer = GuardedBuffer([1, 2, 3] as [UInt8])
    let beyond = withExtendedLifetime(buffer) {
      // SAFETY: none; this read is what the guard page is there to stop.
      unsafe UnsafeBufferPointer(start: buffer.bytes.baseAddress, count: 4)[3]
    }
    // The read must not be optimized away.
    precondition(beyond < 255)
  }

  @Test func `generated texts are valid and repeat with their seed`() {
    for seed in 0..<UInt64(30) {
      var options = JSONGenerator.Options()
      options.extremeNumberRate = 0.1
      options.topLevelContainer = seed.isMultiple(of: 2)
      var first = JSONGenerator(seed: seed, options: options)
      var second = JSONGenerator(seed: seed, options: options)
      let texts = first.texts(10)
      #expect(texts == second.texts(10))
      #expect(texts.allSatisfy { ReferenceGrammar.isValid($0) })
    }
  }

  @Test func `mutations repeat with their seed and damage most texts`() {
    var first = Mutator(seed: 3)
    var second = Mutator(seed: 3)
    let text = Array(#"{"a":[1,2.5,"three",null,true],"b":{"c":"é"}}"#.utf8)
    let mutants = (0..<300).map { _ in first.mutate(text, donor: text) }
    #expect(mutants == (0..<300).map { _ in second.mutate(text, donor: text) })
    let valid = mutants.count { ReferenceGrammar.isValid($0) }
    #expect((20..<200).contains(valid), "\(valid) of 300 are still valid")
  }

  @Test func `outcomes tell errors apart by case, path and text`() {
    struct Unlike: Error {}
    let path = [AnyKey(stringValue: "a"), AnyKey(intValue: 1)]
    let context = DecodingError.Context(codingPath: path, debugDescription: "no")
    let other = DecodingError.Context(codingPath: [], debugDescription: "no")
    let errors: [any Error] = [
      DecodingError.typeMismatch(Int.self, context),
      DecodingError.typeMismatch(String.self, context),
      DecodingError.valueNotFound(Int.self, context), DecodingError.keyNotFound(path[0], context),
      DecodingError.dataCorrupted(context), DecodingError.dataCorrupted(other), Unlike(),
    ]
    #expect(Set(errors.map { Failure($0) }).count == errors.count)
    #expect("\(Failure(errors[0]))" == "typeMismatch(Int) at [a, 1#1]: no")
  }
}
