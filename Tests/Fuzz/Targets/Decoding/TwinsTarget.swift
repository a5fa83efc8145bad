import StreamJSON
import StreamJSONCore
import StreamJSONTestSupport

/// Marked types against plain ones, in the three ways and with nothing else: small texts, many of them.
///
/// `memberwise` compares more, at a hundredth of the rate.
final class TwinsTarget: FuzzTarget {
  static let name = "twins"
  static let summary = "marked types from the text and from the tape, against plain ones"

  private let memory = GuardedMemory()

  /// The models that have been used, by their numbers.
  private var models: [ComparedModel?] = Array(repeating: nil, count: ComparedModel.count)

  init() {}

  // MARK: - Inputs

  /// The bytes before a text: the number of the model, in two of them, the settings, and the comparison.
  private struct Heading {
    var model = 0
    var settings: UInt8 = 0
    var comparison = Comparison.usual

    enum Comparison: UInt8 {
      /// What errors say, but for their texts.
      case usual = 0
      /// Also their texts.
      case texts = 1
      /// How much memory is in use after the text was decoded many times.
      case memory = 2
    }

    static let byteCount = 4

    init() {}

    init?(_ input: [UInt8]) {
      guard input.count >= Self.byteCount else { return nil }
      model = (Int(input[0]) << 8 | Int(input[1])) % ComparedModel.count
      settings = input[2]
      comparison = Comparison(rawValue: input[3]) ?? .usual
    }

    var bytes: [UInt8] {
      [
        UInt8(model >> 8), UInt8(truncatingIfNeeded: model), settings, comparison.rawValue,
      ]
    }
  }

  /// Texts that many cases change, with their headings.
  private var texts: [(model: Int, text: TokenText)] = []
  private var batchSeed: UInt64?
  private static let textCount = 8

  func input(from source: inout InputSource) -> [UInt8] {
    if source.batchSeed != batchSeed {
      batchSeed = source.batchSeed
      var random = SeededGenerator(seed: source.batchSeed)
      texts = (0..<Self.textCount).map { _ in makeText(&random) }
    }
    let choice = source.random.next()
    let (model, text) = texts[Int(truncatingIfNeeded: choice % UInt64(Self.textCount))]
    var heading = Heading()
    heading.model = model
    // The default settings for every other one.
    if choice & 0x100 == 0 { heading.settings = UInt8(truncatingIfNeeded: choice >> 16) }
    if choice >> 24 & 0x1F == 0 { heading.comparison = .texts }
    if choice >> 24 & 0x3FF == 1 { heading.comparison = .memory }
    let bytes = choice >> 40 & 0x3F == 0 ? text.bytes : text.changed(&source.random)
    return heading.bytes + bytes
  }

  private func makeText(_ random: inout SeededGenerator) -> (model: Int, text: TokenText) {
    let isRandom = random.next() % 4 == 0
    let number = Int(
      truncatingIfNeeded: random.next()
        % UInt64(isRandom ? ComparedModel.count : ComparedModel.smallCount)
    )
    let model = model(number)
    var writer = TwinWriter(random: random)
    writer.unusualRate = random.next() % 4 == 0 ? 0.02 : 0
    var shortest: [UInt8]?
    for _ in 0..<6 {
      writer.bytes = []
      model.write(&writer)
      if writer.bytes.count < shortest?.count ?? .max { shortest = writer.bytes }
      if writer.bytes.count < 200 { break }
    }
    random = writer.random
    return (number, TokenText(shortest ?? []))
  }

  // MARK: - Verdict

  /// The default ones, and others that decide how a text is decoded.
  private let settings: [DecodingOptions] = [
    DecodingOptions(),
    DecodingOptions(duplicateKeyPolicy: .useLast),
    DecodingOptions(duplicateKeyPolicy: .reject),
    DecodingOptions(validation: .strict),
    DecodingOptions(language: .json5),
    DecodingOptions(showsValuesInErrors: true),
    DecodingOptions(keyConversion: .path { $0.isEmpty ? $1 : $1.lowercased() }),
    DecodingOptions(limits: shallow),
    DecodingOptions(userInfo: [TwinLife.log: TwinLife.Log()]),
  ]

  private static let shallow: JSONLimits = {
    var limits = JSONLimits()
    limits.maximumDepth = 2
    return limits
  }()

  func disagreement(on input: [UInt8]) -> String? {
    guard let heading = Heading(input) else { return nil }
    let options = settings[Int(heading.settings) % settings.count]
    let ways = model(heading.model).ways
    return unsafe memory.withCopy(of: input) { bytes in
      // SAFETY: the bytes exist until the closure has returned; there are more than those of a heading.
      let text = unsafe JSONText(
        UnsafeRawBufferPointer(rebasing: bytes.dropFirst(Heading.byteCount))
          .bindMemory(to: UInt8.self)
      )
      return TwinLife.turn.withLock { _ in
        let before = TwinLife.count.withLock { $0 }
        let comparesTexts = heading.comparison != .usual
        if let found = ways.disagreement(on: text, options, comparingTexts: comparesTexts) {
          return found
        }
        let after = TwinLife.count.withLock { $0 }
        guard after == before else { return "\(after - before) values have not been destroyed" }
        return heading.comparison == .memory ? Self.growth(ways, text, options) : nil
      }
    }
  }

  /// How much more memory is in use each time that a text is decoded; nil if none is.
  private static func growth(
    _ ways: any ComparedWays,
    _ text: JSONText,
    _ options: DecodingOptions
  ) -> String? {
    let count = 48
    func growth() -> Int? {
      guard let before = HeapMemory.byteCount else { return nil }
      for _ in 0..<count { ways.decodeMarked(text, options) }
      return HeapMemory.byteCount.map { $0 - before }
    }
    // The first ones take what the allocator keeps for its thread.
    var growths: [Int] = []
    for _ in 0..<32 {
      guard let growth = growth(), growth >= 16 * count else { return nil }
      growths.append(growth)
    }
    return "after each \(count) times, there are so many more bytes: \(growths)"
  }

  // MARK: - Models

  private func model(_ number: Int) -> ComparedModel {
    if let known = models[number] { return known }
    var model = ComparedModel.model(number)
    // Values of some members have to be decoded before there is a plan. After that, the verdict depends
    // on the input alone.
    var writer = TwinWriter(random: SeededGenerator(seed: UInt64(number)))
    writer.unusualRate = 0
    for _ in 0..<32 where !model.isRead {
      writer.bytes = []
      model.write(&writer)
      // Its values count, too, for a target that runs on another thread.
      model.isRead = TwinLife.turn.withLock { _ in
        unsafe memory.withCopy(of: writer.bytes) { bytes in
          // SAFETY: the bytes exist until the closure has returned.
          let text = unsafe JSONText(bytes.bindMemory(to: UInt8.self))
          return model.ways.isRead(text)
        }
      }
    }
    models[number] = model
    return model
  }

  /// How many models there are, and how many of them are never read in one pass, even from texts that
  /// have nothing unusual.
  fileprivate func countModels() -> (all: Int, unread: Int) {
    let models = (0..<ComparedModel.count).map { model($0) }
    return (models.count, models.count { !$0.isRead })
  }
}

extension FuzzTargets {
  /// How many models the target `twins` has, and how many of them are never read in one pass.
  package static func countTwins() -> (all: Int, unread: Int) { TwinsTarget().countModels() }
}
