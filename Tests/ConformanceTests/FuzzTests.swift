import StreamJSONFuzzTargets
import StreamJSONTestSupport
import Testing

/// The fuzzer's targets, on inputs that failed before and on a few new ones each.
struct FuzzTests {
  @Test(arguments: Corpus.fuzz)
  func `replays what fuzzing has found`(_ text: CorpusText) throws {
    // Files are named after their target.
    let name = text.name.prefix { $0 != "-" }
    let target = try #require(FuzzTargets.named(name), "no target \(name)")
    #expect(target.init().disagreement(on: text.bytes) == nil)
  }

  @Test(arguments: FuzzTargets.all.map { $0.name })
  func `no target finds anything in its first inputs`(_ name: String) throws {
    let target = try #require(FuzzTargets.named(name)).init()
    var source = InputSource(seed: 1)
    for number in 0..<UInt64(150 * TestScale.factor / TestScale.stride(inDebug: 3)) {
      source.begin(case: number)
      let input = target.input(from: &source)
      let disagreement = target.disagreement(on: input)
      #expect(disagreement == nil, "case \(number): \(FuzzTargets.show(input))")
    }
  }

  @Test(arguments: FuzzTargets.all.map { $0.name })
  func `an input depends on the seed and its number alone`(_ name: String) throws {
    let target = try #require(FuzzTargets.named(name)).init()
    var (first, second) = (InputSource(seed: 7), InputSource(seed: 7))
    let inputs = (0..<UInt64(600)).map { number in
      first.begin(case: number)
      return target.input(from: &first)
    }
    for number in [599, 3, 511, 512, 0] as [UInt64] {
      second.begin(case: number)
      #expect(target.input(from: &second) == inputs[Int(number)])
    }
    #expect(Set(inputs).count > 300)
  }

  @Test(arguments: FuzzTargets.all.map { $0.name })
  func `any bytes are an input`(_ name: String) throws {
    let target = try #require(FuzzTargets.named(name)).init()
    let inputs: [[UInt8]] = [
      [], [0], [0x0A], [0xFF, 0xFE, 0, 0], Array(0...255), Array(repeating: 0x5B, count: 2000),
    ]
    for input in inputs {
      let disagreement = target.disagreement(on: input)
      #expect(disagreement == nil)
    }
  }

  @Test func `the twins are read in one pass`() {
    let count = FuzzTargets.countTwins()
    // All but one without the marker.
    #expect(count.all > 300)
    #expect(count.unread == 1)
  }
}
