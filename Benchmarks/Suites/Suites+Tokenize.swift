extension Suites {
  /// The scanner alone, over whole documents, with nothing to compare it with.
  ///
  /// `tokenize` goes through a text and gives the number of its tokens.
  static func tokenize(_ tokenize: @escaping @Sendable ([UInt8]) throws -> Int) -> BenchSuite {
    BenchSuite(name: "tokenize") { corpus in
      let generated: [Document] = [
        .feed, .catalogue, .geography, .logLines, .events, .longStrings, .integers,
      ]
      return (generated + (corpus.map(Document.corpus) ?? [])).map { document in
        BenchCase(suite: "tokenize", name: document.name) {
          let bytes = try document.bytes()
          return PreparedCase(
            byteCount: bytes.count,
            foundation: nil,
            streamJSON: Contender { iterations in
              for _ in 0..<iterations { blackHole(try tokenize(bytes)) }
            },
            check: {
              guard try tokenize(bytes) > 0 else { throw BenchFailure("there are no tokens") }
              return CheckedCase()
            }
          )
        }
      }
    }
  }
}
