import StreamJSONTestSupport

/// Any text, read by both decoders as the types that it looks like.
struct TextTarget: FuzzTarget {
  static let name = "text"
  static let summary = "any text, in its own shape, against JSONDecoder: values, errors, paths"

  private let pairs = DecoderPair.assortment()

  func input(from source: inout InputSource) -> [UInt8] {
    source.anyText()
  }

  func disagreement(on input: [UInt8]) -> String? {
    let hash = hash(of: input)
    let pair = pairs[hash % 4 == 0 ? Int(hash >> 8 % 4) : 0]
    if hash >> 16 % 16 == 0 {
      return pair.disagreement(on: input, as: JSONTree.self)
        ?? pair.disagreement(on: input, as: Nothing.self)
    }
    return pair.disagreementOnShape(of: input, seed: hash)
  }
}
