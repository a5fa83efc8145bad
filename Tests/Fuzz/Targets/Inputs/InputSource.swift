package import StreamJSONTestSupport

/// Where inputs come from: generated texts, the corpus, and damaged forms of both.
///
/// An input depends only on the seed and on the number of its case, so a run can be repeated from
/// its seed, and one case without those before it.
package struct InputSource {
  /// Chooses for the case that is being made.
  package var random = SeededGenerator(seed: 0)

  private let seed: UInt64
  private var mutator = Mutator(seed: 0)

  /// Texts from JSONGenerator, which takes longer than a decode: made for many cases at a time, when the
  /// first of these asks for one.
  private var batch: [[UInt8]] = []
  private var batchNumber: UInt64?

  /// The same number for all cases that share texts.
  private(set) var batchSeed: UInt64 = 0

  /// The number of cases that share a batch of texts.
  private static let batchSize: UInt64 = 512

  /// Starts the sequence that belongs to `seed`.
  package init(seed: UInt64) {
    self.seed = seed
  }

  /// Prepares `random` for the case with this number, counted from 0.
  package mutating func begin(case number: UInt64) {
    random = SeededGenerator(seed: seed &* 0x2545_F491_4F6C_DD1D &+ number)
    // The first numbers of neighboring seeds are too similar.
    let first = random.next()
    random = SeededGenerator(seed: first)
    mutator = Mutator(seed: ~first)
    let batchNumber = number / Self.batchSize
    guard batchNumber != self.batchNumber else { return }
    self.batchNumber = batchNumber
    batchSeed = seed ^ (batchNumber &* 0x9E37_79B9_7F4A_7C15)
    batch = []
  }

  /// The texts that the cases share.
  private mutating func texts() -> [[UInt8]] {
    if batch.isEmpty { batch = Self.makeBatch(seed: batchSeed) }
    return batch
  }

  private static func makeBatch(seed: UInt64) -> [[UInt8]] {
    var options = JSONGenerator.Options()
    options.maximumDepth = 4
    options.maximumWidth = 4
    options.maximumStringLength = 12
    options.extremeNumberRate = 0.02
    var generator = JSONGenerator(seed: seed, options: options)
    return generator.texts(16).map { Array($0.prefix(600)) }
  }

  /// One of the files in `texts`, shortened if it is long.
  package mutating func corpusText(_ texts: [CorpusText]) -> [UInt8] {
    guard !texts.isEmpty else { return [] }
    let bytes = random.pick(texts).bytes
    guard bytes.count > 300 else { return bytes }
    let start = Int.random(in: 0..<(bytes.count - 200), using: &random)
    // The beginning as often as a piece from the middle.
    return random.chance(0.5) ? Array(bytes[..<300]) : Array(bytes[start..<(start + 200)])
  }

  /// A generated text.
  package mutating func generatedText() -> [UInt8] {
    let texts = texts()
    return random.pick(texts)
  }

  /// `bytes` damaged a little.
  package mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    mutator.mutate(bytes, donor: generatedText())
  }

  /// The first half of one text and the second half of another.
  package mutating func spliced(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    let cut = Int.random(in: 0...first.count, using: &random)
    let resume = Int.random(in: 0...second.count, using: &random)
    return Array(first[..<cut] + second[resume...])
  }

  /// The beginning of a text.
  package mutating func truncated(_ bytes: [UInt8]) -> [UInt8] {
    Array(bytes[..<Int.random(in: 0...bytes.count, using: &random)])
  }

  /// `bytes` as it is, or damaged, spliced with `other` or cut short.
  package mutating func variant(of bytes: [UInt8], other: [UInt8] = []) -> [UInt8] {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1, 2: bytes
    case 3: spliced(bytes, other.isEmpty ? generatedText() : other)
    case 4: truncated(bytes)
    default: damaged(bytes)
    }
  }
}
