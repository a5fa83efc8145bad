/// The state of a `StreamEngine`.
struct StreamState {
  let options: DecodingOptions
  var decoder: DocumentDecoder

  /// What the decoder reads from.
  var document: Document { decoder.document }

  /// Its text and tape, and where they are in the stream; found without counting references.
  var view: DocumentView { scan.view }

  var scan: ValueScan
  var framer: StreamFramer
  var window = StreamWindow()

  /// How many values and errors there were.
  var recordCount = 0

  /// Bytes in all chunks so far.
  private var byteCount = 0

  /// Whether `chunk` is new: not yet counted, and not yet in the window.
  private var chunkIsNew = true

  /// How much of the chunk `limits.maximumByteCount` admits, and whether there was more.
  private var admittedCount = 0
  private var exceedsLimit = false

  /// Whether the beginning of the stream was looked at for a byte-order mark.
  private var hasBegun = false

  /// Whether there will be no further value, and the error that is why.
  private(set) var hasEnded = false
  private(set) var terminalError: DecodingError?
  private(set) var hasTerminalError = false

  init(framing: JSONFraming, options: DecodingOptions, environment: DecodingEnvironment) {
    self.options = options
    framer = StreamFramer(framing, options: options)
    let document = framer.makeDocument(options: options)
    decoder = DocumentDecoder(document: document, options: options, environment: environment)
    scan = ValueScan(document: document, options: options)
  }

  /// Frees the storage.
  ///
  /// - Precondition: the state is not used afterwards.
  @unsafe
  func deallocate() {
    unsafe window.deallocate()
    unsafe framer.deallocate()
  }

  // MARK: - Values

  /// See `StreamEngine.next(in:isFinal:)`.
  mutating func next(in chunk: JSONText, isFinal: Bool) throws -> StreamStep {
    guard !hasEnded else { return .end }
    let chunk = admit(chunk)
    do throws(SyntaxFault) {
      while true {
        let text = window.text(chunk)
        if try skipMark(text, isFinal: isFinal) {
          switch try framer.step(text, &window.cursor, &scan, isFinal: isFinal) {
          case .value:
            showValue(in: chunk)
            return .value
          case .end:
            hasEnded = true
            return .end
          case .needsBytes:
            break
          }
        }
        guard window.extend(with: chunk) else { break }
      }
      guard exceedsLimit else { return .needsBytes }
      hasEnded = true
      throw scan.fault(.byteLimitExceeded, at: window.text(chunk).count, in: window.text(chunk))
    } catch {
      throw self.error(for: error, in: chunk)
    }
  }

  /// The part of `chunk` that the limit for the whole stream admits.
  @inline(__always)
  private mutating func admit(_ chunk: JSONText) -> JSONText {
    let isNew = chunkIsNew
    if isNew {
      chunkIsNew = false
      admittedCount = max(0, min(chunk.count, options.limits.maximumByteCount - byteCount))
      if admittedCount < chunk.count { exceedsLimit = true }
      byteCount += admittedCount
    }
    let admitted =
      admittedCount == chunk.count ? chunk : chunk.part(from: 0, to: admittedCount)
    // What was there before was looked at; do not look again at the same.
    if isNew, window.isTail { _ = window.extend(with: admitted) }
    return admitted
  }

  /// Passes over a byte-order mark; false when it cannot be known yet whether there is one.
  @inline(__always)
  private mutating func skipMark(_ text: JSONText, isFinal: Bool) throws(SyntaxFault) -> Bool {
    if hasBegun { return true }
    guard text.count > 0 || isFinal else { return false }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let count = min(mark.count, text.count)
    if mark.prefix(count).indices.allSatisfy({ text[$0] == mark[$0] }) {
      guard count == mark.count || isFinal else { return false }
      if count == mark.count { window.cursor = count }
    }
    hasBegun = true
    return true
  }

  /// Makes the document that of the value which is complete.
  @inline(__always)
  mutating func showValue(in chunk: JSONText) {
    view.text = scan.text.part(from: 0, to: scan.scanner.offset)
    view.record.setOrigin(
      window.countedPosition,
      followedBy: window.uncountedText(before: scan.start, chunk)
    )
    view.record.index = recordCount
    if framer.selectsObject { view.record.memberName = framer.memberName }
  }

  /// See `StreamEngine.keepRest(of:)`.
  mutating func keepRest(of chunk: JSONText) {
    if !hasEnded { window.keepRest(of: admit(chunk)) }
    chunkIsNew = true
  }

  // MARK: - Ends and errors

  /// Ends the stream.
  mutating func end() {
    hasEnded = true
  }

  /// Ends the value that was decoded, or could not be.
  @inline(__always)
  mutating func endValue() {
    if endDecode() {
      if view.record.originIsCounted { window.adopt(view.record.origin, of: scan.start) }
      if view.record.leftNotes { document.endRecord() }
    }
    recordCount += 1
  }

  /// Ends the decode of a value.
  ///
  /// - Returns: False when a model has kept a part of it, and the document is another one.
  @inline(__always)
  mutating func endDecode() -> Bool {
    if DocumentDecoder.end(&decoder) { return true }
    replaceDecoder(tape: nil)
    return false
  }

  /// Goes on with another decoder and document, in which `tape` is the value in progress.
  @inline(never)
  mutating func replaceDecoder(tape: Tape?) {
    let document = framer.makeDocument(options: options)
    if let tape { document.replaceTape(with: tape) }
    decoder = decoder.successor(with: document)
    scan.move(to: document)
  }

  /// The error that `fault` is, and the end of the stream unless there may be a next record.
  @inline(never)
  private mutating func error(for fault: SyntaxFault, in chunk: JSONText) -> DecodingError {
    let error = describe(fault, in: chunk)
    recordCount += 1
    let goesOn = !hasEnded && framer.recover(from: fault, &window.cursor, &scan)
    if !goesOn {
      hasEnded = true
      terminalError = error
      hasTerminalError = true
    }
    return error
  }

  /// The error that `fault` is.
  mutating func describe(_ fault: SyntaxFault, in chunk: JSONText) -> DecodingError {
    document.origin = window.place(of: scan.start, chunk)
    view.record.index = recordCount
    // The same bytes, however the stream is cut.
    document.text = scan.text.part(from: 0, to: min(fault.offset + 1, scan.text.count))
    let (outerTokens, isElement) = (view.record.outerTokens, view.record.isElement)
    view.record.outerTokens = framer.pointerTokens(recordIndex: recordCount)
    view.record.isElement = false
    defer {
      view.record.outerTokens = outerTokens
      view.record.isElement = isElement
      // The tape stays: the scanner may be inside a value, of which the rest is passed over.
      document.text = .empty
      document.endRecord()
    }
    switch fault.kind {
    case .keyNotFound:
      view.record.index = nil
      let step = framer.missingStep
      return decoder.missingSelection(step.token, in: step.path, isObject: step.isObject)
    case .invalidPointer:
      view.record.index = nil
      return decoder.invalidSelection(framer.pointer)
    case .typeMismatch:
      view.record.index = nil
      return framer.selectsObject
        ? decoder.notADictionary(at: Tape.root) : decoder.notAnArray(at: Tape.root)
    default:
      return document.syntaxError(fault)
    }
  }
}
