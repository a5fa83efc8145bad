package import StreamJSONCore

/// A decoder of the core that decodes one text after another, like those of the library.
package final class CoreDecoder {
  package private(set) var decoder: DocumentDecoder

  /// Whether models held a part of the last decode when it ended.
  package private(set) var wasKept = false

  package init(
    _ options: DecodingOptions = DecodingOptions(),
    environment: DecodingEnvironment = .makeLocked()
  ) {
    decoder = DocumentDecoder(document: Document(), options: options, environment: environment)
  }

  /// Decodes `text` as a `type`.
  package func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
    try withText(text) { try decoder.decode(type, from: $0) }
  }

  /// Decodes the text in `bytes` as a `type`.
  package func decode<T: Decodable>(
    _ type: T.Type,
    from bytes: UnsafeBufferPointer<UInt8>
  ) throws -> T {
    // SAFETY: what models keep of the text is copied by `end`.
    try inDecode { try decoder.decode(type, from: unsafe JSONText(bytes)) }
  }

  /// The report on `type`, which is known to be marked from then on.
  package func report<Value: MemberwiseDecodable>(on type: Value.Type) -> JSONMemberwiseReport {
    decoder.memberwiseReport(for: type)
  }

  /// Calls `body` with the decoder that a model of the outermost value of `text` would get.
  package func withDecoder<Result>(
    of text: String,
    _ body: (any Decoder) throws -> Result
  ) throws -> Result {
    try withText(text) { text in
      try decoder.scan(text)
      return try decoder.standing(at: Tape.root, body)
    }
  }

  /// Whether `type`, which is known to be marked from then on, has a plan.
  package func isPlanned<Value: MemberwiseDecodable>(_ type: Value.Type) -> Bool {
    report(on: type).state == .active
  }

  /// Makes it known at once that `type` is marked.
  package func learn<Value: MemberwiseDecodable>(_ type: Value.Type) { _ = isPlanned(type) }

  /// Counted before models take the document.
  private var tapeWordCount = 0

  /// A report on the last text and the decoder's internals.
  package var report: DecodeReport {
    DecodeReport(decoder: decoder, tapeWordCount: tapeWordCount)
  }

  /// Forgets which texts could not be read in one pass.
  ///
  /// - Returns: How many there were.
  @discardableResult
  package func forgetReadingAttempts() -> Int { decoder.forgetReadingAttempts() }

  private func withText<Result>(
    _ text: String,
    _ body: (JSONText) throws -> Result
  ) rethrows -> Result {
    try unsafe Array(text.utf8).withUnsafeBufferPointer { bytes in
      // SAFETY: the bytes exist until the closure has returned. What models keep is copied by `end`.
      try inDecode { try body(unsafe JSONText(bytes)) }
    }
  }

  private func inDecode<Result>(_ body: () throws -> Result) rethrows -> Result {
    decoder.reset()
    decoder.begin()
    defer {
      tapeWordCount = decoder.document.tape.count
      wasKept = !DocumentDecoder.end(&decoder)
      if wasKept { decoder = decoder.successor(with: Document()) }
    }
    return try body()
  }
}
