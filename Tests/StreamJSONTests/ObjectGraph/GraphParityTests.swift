import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The graph that JSONSerialization makes of a text, compared with the text itself.
struct GraphParityTests {
  /// Texts that JSONSerialization itself changes: it rounds a number, drops the exponent of one
  /// that is too small or 0, or drops a mark at the beginning of a string.
  private static let changed: Set<String> = [
    "numbers",
    "y_number_negative_zero",
    "y_string_byte_order_mark_raw",
    "y_number_zero_huge_exponent",
    "i_number_zero_huge_negative_exponent",
    "i_number_zero_huge_positive_exponent",
    "i_number_underflow",
    "i_number_underflow_half_least_subnormal",
    "i_number_underflow_huge_exponent",
    "i_number_underflow_many_zeros",
    "i_number_underflow_negative",
  ]

  /// The graph of a text, or nil if no graph means the same.
  private static func graph(of text: CorpusText) -> Any? {
    guard !changed.contains(text.name),
      let graph = try? JSONSerialization.jsonObject(with: text.data, options: .fragmentsAllowed),
      // At the top level, a string is a text.
      !(graph is String)
    else { return nil }
    return graph
  }

  /// The texts that have a graph with the same meaning.
  private static let documents = Corpus.documents.filter { graph(of: $0) != nil }
  private static let texts =
    documents + Corpus.conformance.filter { graph(of: $0) != nil && !$0.hasDoubleNames }

  /// Expects the same outcome for the text and for its graph.
  private func expectParity<T: Decodable & Equatable>(
    _ type: T.Type,
    _ text: CorpusText,
    _ graph: Any,
    configure: (JSONDecoder) -> Void = { _ in }
  ) {
    let decoder = StreamJSONDecoder()
    configure(decoder)
    let fromText = outcome { try decoder.decode(type, from: text.data) }
    let fromGraph = outcome { try decoder.decode(type, withJSONObject: graph) }
    #expect(fromGraph == fromText, "\(type)")
  }

  @Test func `most texts of the corpus have a graph`() {
    #expect(Self.documents.count >= 12)
    #expect(Self.texts.count > 200)
  }

  @Test(.enabled(if: graphsMayHoldClasses), arguments: texts.groups)
  func `reads a graph as its text`(_ texts: CorpusGroup) throws {
    for text in texts {
      let graph = try #require(Self.graph(of: text))
      expectParity(JSONTree.self, text, graph)
      expectParity(Nothing.self, text, graph)
    }
  }

  @Test(.enabled(if: graphsMayHoldClasses), arguments: texts.groups)
  func `fails on a graph as on its text`(_ texts: CorpusGroup) throws {
    for text in texts {
      let graph = try #require(Self.graph(of: text))
      expectParity(Bool.self, text, graph)
      expectParity([Bool].self, text, graph)
      expectParity([Int].self, text, graph)
      expectParity([UInt8?].self, text, graph)
      expectParity([Double].self, text, graph)
      expectParity([Decimal].self, text, graph)
      expectParity([String].self, text, graph)
      expectParity([Date].self, text, graph)
      expectParity([Data].self, text, graph)
      expectParity([URL].self, text, graph)
      expectParity([UUID].self, text, graph)
      expectParity(Demanding.self, text, graph)
      expectParity([Demanding].self, text, graph)
    }
  }

  @Test(.enabled(if: graphsMayHoldClasses), arguments: documents.groups)
  func `applies strategies to a graph as to its text`(_ texts: CorpusGroup) throws {
    for text in texts {
      let graph = try #require(Self.graph(of: text))
      expectParity([String: JSONTree].self, text, graph) {
        $0.keyDecodingStrategy = .convertFromSnakeCase
      }
      expectParity(JSONTree.self, text, graph) { $0.keyDecodingStrategy = .convertFromSnakeCase }
      expectParity(JSONTree.self, text, graph) {
        $0.keyDecodingStrategy = .custom { path in
          AnyKey(stringValue: "\(path.count) \(path.last?.stringValue ?? "")")
        }
      }
    }
  }

  @Test(.enabled(if: graphsMayHoldClasses))
  func `generated texts have the same tree as their graphs`() throws {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<(300 * TestScale.factor) {
      let value = GraphSample.random(depth: 5, &generator)
      let data = try JSONSerialization.data(withJSONObject: value.graph, options: .fragmentsAllowed)
      let decoder = StreamJSONDecoder()
      let fromText = try decoder.decode(JSONTree.self, from: data)
      guard !(value.graph is String) else { continue }
      #expect(try decoder.decode(JSONTree.self, withJSONObject: value.graph) == fromText)
      #expect(try decoder.decode(JSONTree.self, withJSONObject: value.objectiveC) == fromText)
    }
  }
}

/// A model that most documents do not fit, with a value of each kind.
private struct Demanding: Decodable, Equatable {
  var id: Int
  var name: String
  var isOpen: Bool
  var ratio: Double
  var next: [String: String]?
}

extension CorpusText {
  /// True when an object has the same name twice; a dictionary keeps one of them.
  fileprivate var hasDoubleNames: Bool {
    let decoder = StreamJSONDecoder()
    decoder.duplicateKeyPolicy = .reject
    guard
      case .failure(let failure) = outcome(of: {
        try decoder.decode(JSONTree.self, from: data)
      })
    else { return false }
    return failure.text.contains("Duplicate key")
  }
}

/// A value in two forms: as Swift's own types and as Objective-C's.
private struct GraphSample {
  var graph: Any
  var objectiveC: Any

  static func random(depth: Int, _ generator: inout SeededGenerator) -> GraphSample {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &generator) {
    case 0: GraphSample(graph: NSNull(), objectiveC: NSNull())
    case 1:
      same(Bool.random(using: &generator)) { NSNumber(value: $0) }
    case 2:
      same(Int.random(in: -5...5, using: &generator)) { NSNumber(value: $0) }
    case 3:
      same(Int.random(in: .min ... .max, using: &generator)) { NSNumber(value: $0) }
    case 4:
      same(Double.random(in: -1e6...1e6, using: &generator)) { NSNumber(value: $0) }
    case 5, 6:
      same(string(&generator)) { NSString(string: $0) }
    case 7:
      array(depth: depth, &generator)
    default:
      object(depth: depth, &generator)
    }
  }

  private static func same<T>(_ value: T, _ convert: (T) -> Any) -> GraphSample {
    GraphSample(graph: value, objectiveC: convert(value))
  }

  private static func string(_ generator: inout SeededGenerator) -> String {
    let letters = ["a", "Z", "é", "漢", "😀", "\"", "\\", "\n", "\u{1}", " ", "long enough to count"]
    return (0..<Int.random(in: 0..<6, using: &generator))
      .map { _ in letters[Int.random(in: 0..<letters.count, using: &generator)] }.joined()
  }

  private static func array(depth: Int, _ generator: inout SeededGenerator) -> GraphSample {
    let elements = (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
      random(depth: depth - 1, &generator)
    }
    return GraphSample(
      graph: elements.map(\.graph),
      objectiveC: NSArray(array: elements.map(\.objectiveC))
    )
  }

  private static func object(depth: Int, _ generator: inout SeededGenerator) -> GraphSample {
    var graph: [String: Any] = [:]
    let objectiveC = NSMutableDictionary()
    for _ in 0..<Int.random(in: 0..<6, using: &generator) {
      let value = random(depth: depth - 1, &generator)
      let name = string(&generator)
      graph[name] = value.graph
      objectiveC[name as NSString] = value.objectiveC
    }
    return GraphSample(graph: graph, objectiveC: objectiveC)
  }
}
