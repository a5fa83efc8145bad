import Foundation
import StreamJSON

extension Suites {
  /// Values of any shape: against an enumeration by plain Codable, and against JSONSerialization.
  static let values = BenchSuite(name: "values") { corpus in
    let documents: [Document] =
      [.feed, .mixedNumbers, .wideObjects] + (corpus.map(Document.corpus(in:)) ?? [])
    return documents.flatMap { document -> [BenchCase] in
      [
        .value(document, against: ScalarsFirstTree.self, named: "a tree, scalars first"),
        .value(document, against: ContainersFirstTree.self, named: "a tree, containers first"),
        .value(document, against: FastestTree.self, named: "a tree, numbers first"),
        .valueAgainstSerialization(document),
        .member(document),
      ]
    }
  }
}

extension BenchCase {
  /// A case that decodes `document` as a `JSONValue`, against JSONDecoder with a `Tree`.
  fileprivate static func value<Tree: Decodable & SendableMetatype>(
    _ document: Document,
    against tree: Tree.Type,
    named name: String
  ) -> BenchCase {
    BenchCase(suite: "values", name: "\(document.name) against \(name)") {
      let data = Data(try document.bytes())
      return prepared(
        data,
        foundation: decoding(tree, from: data, with: JSONDecoder())
      )
    }
  }

  /// A case that decodes `document` as a `JSONValue`, against JSONSerialization.
  fileprivate static func valueAgainstSerialization(_ document: Document) -> BenchCase {
    BenchCase(suite: "values", name: "\(document.name) against JSONSerialization") {
      let data = Data(try document.bytes())
      return prepared(
        data,
        foundation: Contender { iterations in
          for _ in 0..<iterations { blackHole(try JSONSerialization.jsonObject(with: data)) }
        }
      )
    }
  }

  /// A case that makes a document of `document` and reads one value in it, against JSONSerialization.
  ///
  /// The suite `tokenize` has the speed of the scan alone.
  fileprivate static func member(_ document: Document) -> BenchCase {
    BenchCase(suite: "values", name: "\(document.name), one value against JSONSerialization") {
      let data = Data(try document.bytes())
      let decoder = StreamJSONDecoder()
      let whole = try decoder.document(from: data)
      let name = whole.object?.keys.last ?? ""
      return PreparedCase(
        byteCount: data.count,
        foundation: Contender { iterations in
          for _ in 0..<iterations {
            let graph = try JSONSerialization.jsonObject(with: data)
            blackHole((graph as? [String: Any])?[name] ?? (graph as? [Any])?.last)
          }
        },
        streamJSON: Contender { iterations in
          for _ in 0..<iterations {
            let document = try decoder.document(from: data)
            blackHole(document[name]?.kind ?? document[0]?.kind)
          }
        },
        check: {
          guard try decoder.decode(JSONValue.self, from: data) == whole.value else {
            throw BenchFailure("the document and the value differ")
          }
          return CheckedCase()
        }
      )
    }
  }

  private static func prepared(_ data: Data, foundation: Contender) -> PreparedCase {
    PreparedCase(
      byteCount: data.count,
      foundation: foundation,
      streamJSON: decoding(JSONValue.self, from: data, with: StreamJSONDecoder()),
      check: {
        let value = try StreamJSONDecoder().decode(JSONValue.self, from: data)
        guard try JSONDecoder().decode(JSONValue.self, from: data) == value else {
          throw BenchFailure("the two decoders give different values")
        }
        return CheckedCase(modelAllocations: ModelAllocations.count(of: value))
      }
    )
  }
}
