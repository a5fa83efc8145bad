import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

// MARK: - Forms of a text

extension Collection<UInt8> {
  /// Calls `body` with the bytes as a text; they are not copied if they are contiguous in memory.
  func withText<Result>(_ body: (JSONText) throws -> Result) rethrows -> Result {
    // SAFETY: the bytes are only used within the closures.
    let result = try withContiguousStorageIfAvailable { try unsafe body(JSONText($0)) }
    if let result { return result }
    return try unsafe ContiguousArray(self).withUnsafeBufferPointer { bytes in
      try unsafe body(JSONText(bytes))
    }
  }
}

extension RawSpan {
  /// Calls `body` with the bytes as a text.
  func withText<Result>(_ body: (JSONText) throws -> Result) rethrows -> Result {
    // SAFETY: bytes are bytes; they are only used within the closure.
    try unsafe withUnsafeBytes { bytes in
      try unsafe body(JSONText(bytes.bindMemory(to: UInt8.self)))
    }
  }
}

// MARK: - Decoders

/// The decoder of the core that one decode uses.
extension StreamJSONDecoder {
  /// Scans the text in `bytes` and calls `body` with a decoder that stands on the root.
  func withDecoder<Result>(
    reading bytes: some Collection<UInt8>,
    _ body: (DocumentDecoder) throws -> Result
  ) throws -> Result {
    try bytes.withText { text in try withDecoder(scanning: { try $0.scan(text) }, body) }
  }

  /// Scans the text in `span` and calls `body` with a decoder that stands on the root.
  func withDecoder<Result>(
    reading span: RawSpan,
    _ body: (DocumentDecoder) throws -> Result
  ) throws -> Result {
    try span.withText { text in try withDecoder(scanning: { try $0.scan(text) }, body) }
  }

  /// Writes `object` on a tape and calls `body` with a decoder that stands on the root.
  @inline(__always)
  func withDecoder<Result>(
    forGraph object: Any,
    _ body: (DocumentDecoder) throws -> Result
  ) throws -> Result {
    try withDecoder(scanning: { try $0.write(graphOf: object) }, body)
  }

  /// Calls `body` with a decoder that stands on the root of what `scan` scans with it.
  @inline(__always)
  private func withDecoder<Result>(
    scanning scan: (DocumentDecoder) throws -> Void,
    _ body: (DocumentDecoder) throws -> Result
  ) throws -> Result {
    try withDecoder { decoder in
      try scan(decoder)
      decoder.current = Tape.root
      return try body(decoder)
    }
  }

  /// Calls `body` with a decoder for one decode; with `leavingDocument`, the result holds the decoder's document.
  @inline(__always)
  func withDecoder<Result>(
    leavingDocument: Bool = false,
    _ body: (DocumentDecoder) throws -> Result
  ) throws -> Result {
    let decoder = takeDecoder()
    do {
      let result = try body(decoder)
      release(consume decoder, leavingDocument: leavingDocument)
      return result
    } catch {
      let error = decoder.mayLocateErrors ? decoder.located(leaving: error) : error
      release(consume decoder, leavingDocument: false)
      throw error
    }
  }

  /// A document of what `scan` scans with a decoder.
  @inline(never)
  func makeDocument(_ scan: (DocumentDecoder) throws -> Void) throws -> JSONDocument {
    // The document keeps its text, so the decoder gets another one.
    try withDecoder(leavingDocument: true) { decoder in
      try scan(decoder)
      return try JSONDocument(takingDocumentOf: decoder)
    }
  }

  /// The decoder that the last call left, an idle one, or a new one.
  @inline(__always)
  private func takeDecoder() -> DocumentDecoder {
    EscapedContainers.sweep()
    guard let decoder = idle.take() else { return takeDecoder(insteadOf: nil) }
    guard decoder.changeCount == changeCount.current else {
      return takeDecoder(insteadOf: decoder)
    }
    decoder.begin()
    return decoder
  }

  /// The same where `idle`, what the last call left, is none or has other settings.
  @inline(never)
  private func takeDecoder(insteadOf idle: consuming DocumentDecoder?) -> DocumentDecoder {
    // Before the settings: one that changes meanwhile makes them those of no later decode.
    let count = changeCount.current
    let decoder: DocumentDecoder
    if let known = idle ?? IdleDecoders.take() {
      decoder = known
      if usesStandardOptions { decoder.adopt(.standard) } else { decoder.adopt(makeOptions()) }
    } else {
      decoder = DocumentDecoder(
        document: Document(),
        options: makeOptions(),
        environment: .system
      )
    }
    decoder.changeCount = count
    decoder.begin()
    return decoder
  }

  /// Ends a decode, whatever its outcome; with `leavingDocument`, something else holds its document.
  @inline(never)
  private func release(_ decoder: consuming DocumentDecoder, leavingDocument: Bool) {
    if DocumentDecoder.end(&decoder), !leavingDocument {
      decoder.reset()
    } else {
      decoder = decoder.successor(with: Document())
    }
    // If a setting was changed meanwhile, what the old ones hold must be released.
    let count = decoder.changeCount
    guard count == changeCount.recent else { return IdleDecoders.keep(decoder) }
    // The decoder of another thread that was decoding at the same time.
    if let other = idle.exchange(for: decoder) { IdleDecoders.keep(other) }
    if count != changeCount.current, let late = idle.takeInOrder() {
      IdleDecoders.keep(late)
    }
  }

  /// Whether no setting was ever changed; a subclass may have other defaults.
  private var usesStandardOptions: Bool {
    changeCount.current == 0 && type(of: self) == StreamJSONDecoder.self
  }

  func makeOptions() -> DecodingOptions {
    guard !usesStandardOptions else { return .standard }
    let count = changeCount.current
    if let known = state.withLock({ $0.options }) { return known }
    let options = readOptions()
    // Another thread may have changed a setting while they were read one by one.
    state.withLock {
      if changeCount.current == count { $0.options = options }
    }
    return options
  }

  fileprivate func readOptions() -> DecodingOptions {
    var (allowsJSON5, assumesTopLevelDictionary) = (false, false)
    if #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) {
      allowsJSON5 = self.allowsJSON5
      assumesTopLevelDictionary = self.assumesTopLevelDictionary
    }
    return DecodingOptions(
      keyConversion: keyConversion,
      nonConformingFloats: nonConformingFloats,
      userInfo: userInfo,
      duplicateKeyPolicy: duplicateKeyPolicy,
      validation: validation,
      limits: limits,
      language: allowsJSON5 ? .json5 : .rfc8259,
      assumesTopLevelDictionary: assumesTopLevelDictionary,
      showsValuesInErrors: showsValuesInErrors,
      strategies: Strategies(date: dateDecodingStrategy, data: dataDecodingStrategy)
    )
  }
}

extension DecodingOptions {
  /// Those of a decoder with the default settings.
  static let standard = StreamJSONDecoder().readOptions()
}

extension DocumentDecoder {
  /// Decodes the document's outermost value, which needs `configuration`.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  func decode<T: DecodableWithConfiguration>(
    _ type: T.Type,
    with configuration: T.DecodingConfiguration
  ) throws -> T {
    try standing(at: Tape.root) { try T(from: $0, configuration: configuration) }
  }

  /// Writes the graph of `object` onto the document's tape, and releases the objects that Objective-C keeps for the
  /// caller of such a walk: a command-line program or a task may not do so for long.
  func write(graphOf object: Any) throws {
    #if canImport(Darwin)
    try autoreleasepool { try write(graph: object) }
    #else
    try write(graph: object)
    #endif
  }
}
