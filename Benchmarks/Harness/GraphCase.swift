import Foundation
import StreamJSON

/// What decoding an object graph is compared with.
enum GraphRival {
  /// Writing the graph as a text, and decoding that with JSONDecoder.
  case detour
  /// Decoding the text with JSONDecoder, as if it already existed.
  case text
}

extension BenchCase {
  /// A case that decodes the object graph of `document` as a `Model`.
  ///
  /// `configure` sets the strategies of both decoders.
  static func graph<Model: Decodable & Equatable & SendableMetatype>(
    suite: String,
    _ document: Document,
    as model: Model.Type,
    against rival: GraphRival,
    configure: @escaping @Sendable (JSONDecoder) -> Void = { _ in }
  ) -> BenchCase {
    BenchCase(suite: suite, name: document.name) {
      let data = Data(try document.bytes())
      let graph = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      let foundation = JSONDecoder()
      let streamJSON = StreamJSONDecoder()
      configure(foundation)
      configure(streamJSON)
      return PreparedCase(
        byteCount: data.count,
        foundation: Contender { iterations in
          for _ in 0..<iterations {
            let text =
              switch rival {
              case .detour:
                try JSONSerialization.data(withJSONObject: graph, options: .fragmentsAllowed)
              case .text: data
              }
            blackHole(try foundation.decode(model, from: text))
          }
        },
        streamJSON: Contender { iterations in
          for _ in 0..<iterations {
            blackHole(try streamJSON.decode(model, withJSONObject: graph))
          }
        },
        check: {
          let text = try JSONSerialization.data(withJSONObject: graph, options: .fragmentsAllowed)
          let expected = try foundation.decode(model, from: text)
          guard try streamJSON.decode(model, withJSONObject: graph) == expected,
            try foundation.decode(model, from: data) == expected
          else { throw BenchFailure("the graph and its text give different models") }
          return CheckedCase(modelAllocations: ModelAllocations.count(of: expected))
        }
      )
    }
  }
}
