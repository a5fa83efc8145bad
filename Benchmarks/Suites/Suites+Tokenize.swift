import Foundation
import StreamJSONCore
import StreamJSONTestSupport

extension Suites {
  /// The scanner alone, over whole documents: its speed against that of JSONDecoder decoding the
  /// same document.
  static let tokenize = BenchSuite(name: "tokenize") { corpus in
    let generated: [BenchCase] = [
      .tokenize(.feed, as: Feed.self),
      .tokenize(.catalog, as: Catalog.self),
      .tokenize(.geography, as: Geography.self),
      .tokenize(.logLines, as: [LogLine].self),
      .tokenize(.events, as: [HostEvent].self),
      .tokenize(.longStrings, as: [String].self),
      .tokenize(.integers, as: Integers.self),
    ]
    return generated
      + (corpus.map(Document.corpus) ?? []).map { document in
        switch document.name {
        case "twitter.json": .tokenize(document, as: Timeline.self)
        case "citm_catalog.json": .tokenize(document, as: Catalog.self)
        default: .tokenize(document, as: Geography.self)
        }
      }
  }
}

extension BenchCase {
  fileprivate static func tokenize<Model: Decodable & SendableMetatype>(
    _ document: Document,
    as model: Model.Type
  ) -> BenchCase {
    BenchCase(suite: "tokenize", name: document.name) {
      let bytes = try document.bytes()
      let tokenizer = Tokenizer()
      return PreparedCase(
        byteCount: bytes.count,
        foundation: decoding(model, from: Data(bytes), with: JSONDecoder()),
        streamJSON: Contender { iterations in
          for _ in 0..<iterations { blackHole(try tokenizer.entryCount(of: bytes)) }
        },
        check: {
          guard try tokenizer.entryCount(of: bytes) > 1 else {
            throw BenchFailure("there are no tokens")
          }
          return CheckedCase()
        }
      )
    }
  }
}

/// A scanner and its tape, reused for each text as a decoder does.
private final class Tokenizer {
  private let decoder = DocumentDecoder(
    document: StreamJSONCore.Document(),
    options: DecodingOptions(),
    environment: .locked
  )

  /// The number of words on the tape of `bytes`.
  func entryCount(of bytes: [UInt8]) throws -> Int {
    try unsafe bytes.withUnsafeBufferPointer { buffer in
      decoder.document.tape.removeAll()
      // SAFETY: the text is only used within the closure.
      try decoder.scan(unsafe JSONText(buffer))
      return decoder.document.tape.count
    }
  }
}
