import Foundation
import StreamJSON
import StreamJSONTestSupport

/// A text and the object graph that it stands for.
struct GraphTarget: FuzzTarget {
  static let name = "graph"
  static let summary = "object graphs against the texts that they stand for"

  private let pairs = DecoderPair.assortment()

  func input(from source: inout InputSource) -> [UInt8] {
    switch Int.random(in: 0..<8, using: &source.random) {
    case 0: source.variant(of: source.corpusText(Corpus.documents))
    case 1, 2: source.generatedText()
    case 3: source.variant(of: source.smallText())
    default: source.smallText()
    }
  }

  func disagreement(on input: [UInt8]) -> String? {
    // A text that is not a tree of values is not a graph either.
    guard case .value(let tree) = pairs[0].decodeWithOurs(JSONTree.self, input) else { return nil }
    // An integer beyond Int64 is a Double in a graph, and may fit Int64 after rounding.
    if tree.hasRoundedInteger { return nil }
    // A lone string is taken for a text.
    if case .string = tree { return nil }
    let graph = tree.graph
    let again = outcome { try pairs[0].ours.decode(JSONTree.self, withJSONObject: graph) }
    // Digits that a Double cannot hold are not in the graph.
    if again != .value(tree), KnownDifferences.hasLongNumber(input) { return nil }
    guard again == .value(tree) else { return "tree \(tree)\ngraph: \(again)" }
    let hash = hash(of: input)
    // Not under key strategies: names may collide, and which comes first in a graph is chance.
    let pair = pairs[hash >> 8 % 2 == 0 ? 0 : 2]
    let shape = ShapeReader.shape(of: input)
    // Of two members with one name, the graph has one.
    guard !shape.hasDoubles else { return nil }
    pair.run.begin(shape, seed: hash, plainNumbers: true)
    let bytes = pair.decodeWithOurs(ShapedModel.self, input)
    let bytesLog = pair.run.log
    pair.run.begin(shape, seed: hash, plainNumbers: true)
    let object = outcome { try pair.ours.decode(ShapedModel.self, withJSONObject: graph) }
    let isSame =
      KnownDifferences.areAlike(object, bytes, dictionaries: Record.dictionaries)
      && pair.run.log == bytesLog
    if isSame || KnownDifferences.hasLongNumber(input) { return nil }
    return "shape \(shape)\nbytes: \(bytes) \(bytesLog)\ngraph: \(object) \(pair.run.log)"
  }
}

extension JSONTree {
  /// True if a number that is not an Int is a Double with an integer value.
  fileprivate var hasRoundedInteger: Bool {
    switch self {
    case .number(let bits, nil): Int(exactly: Double(bitPattern: bits)) != nil
    case .array(let elements): elements.contains(where: \.hasRoundedInteger)
    case .object(let members): members.contains { $0.value.hasRoundedInteger }
    default: false
    }
  }

  /// The values as a program would hold them.
  fileprivate var graph: Any {
    switch self {
    case .null: graphsMayHoldClasses ? NSNull() : Any?.none as Any
    case .bool(let value): value
    case .number(let bits, let integer?) where Double(integer).bitPattern == bits: integer
    case .number(let bits, _): Double(bitPattern: bits)
    case .string(let utf8): String(decoding: utf8, as: UTF8.self)
    case .array(let elements): elements.map(\.graph)
    case .object(let members):
      Dictionary(
        members.map { (String(decoding: $0.name, as: UTF8.self), $0.value.graph) },
        uniquingKeysWith: { first, _ in first }
      )
    }
  }
}
