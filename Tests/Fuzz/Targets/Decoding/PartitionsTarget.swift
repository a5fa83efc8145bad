import Foundation
import StreamJSON
import StreamJSONTestSupport

/// A file as a whole, and in parts.
///
/// The first byte of an input chooses the framing and the settings, the rest is the file.
struct PartitionsTarget: FuzzTarget {
  static let name = "partitions"
  static let summary = "files of records: as a whole, and divided into ranges anywhere"

  private let decoders: [StreamJSONDecoder]

  init() {
    decoders = (0..<4).map { number in
      let decoder = StreamJSONDecoder()
      if number == 1 { decoder.validation = .strict }
      if number == 2 { decoder.allowsJSON5 = true }
      if number == 3 { decoder.limits.maximumElementByteCount = 20 }
      return decoder
    }
  }

  func disagreement(on input: [UInt8]) -> String? {
    let choice = input.first ?? 0
    let framing = choice & 1 == 0 ? JSONFraming.lines : .textSequence
    let decoder = decoders[Int(choice >> 1) & 3]
    var random = SeededGenerator(seed: hash(of: input))
    let bytes = input.dropFirst()
    do {
      return try withTemporaryFile(bytes) { url in
        let whole = decoder.results(of: JSONTree.self, inFileAt: url, framing: framing)
          .map(\.outcomeInPart)
        for largest in [2, 12, 100] {
          let ranges = Partition.random(of: bytes.count, largest: largest, &random)
          let parts = ranges.flatMap { range in
            decoder.results(of: JSONTree.self, inFileAt: url, framing: framing, byteRange: range)
              .map(\.outcomeInPart)
          }
          if parts != whole { return "\(framing), \(ranges)\nwhole: \(whole)\nparts: \(parts)" }
        }
        return nil
      }
    } catch {
      return "\(error)"
    }
  }

  // MARK: - Inputs

  func input(from source: inout InputSource) -> [UInt8] {
    let choice = UInt8(truncatingIfNeeded: source.random.next())
    let separators =
      choice & 1 == 0
      ? ["\n", "\n", "\r\n", "\n\n", " \n", "\r"] : ["\n\u{1E}", "\u{1E}", "\n", "\u{1E}\u{1E}"]
    var bytes: [UInt8] = source.random.next() % 8 == 0 ? [0xEF, 0xBB, 0xBF] : []
    for _ in 0...(source.random.next() % 6) {
      bytes += source.random.pick(separators).utf8
      bytes += source.smallText().filter { $0 != 0x0A || source.random.next() % 8 == 0 }
    }
    if source.random.next() % 2 == 0 { bytes += source.random.pick(separators).utf8 }
    if source.random.next() % 4 == 0 { bytes = source.variant(of: bytes) }
    return [choice] + bytes
  }
}
