/// The state machine of a stream's framing, one of several.
struct StreamFramer {
  private enum Kind {
    case selection, lines, textSequence, concatenated, events
  }

  private let kind: Kind

  // One of them is used. As cases of an enumeration they would be copied out and in at each step.
  private var selection: SelectionFraming
  private var lines: LineFraming
  private var textSequence: TextSequenceFraming
  private var concatenated = ConcatenatedFraming()
  private var events: EventFraming

  init(_ framing: JSONFraming, options: DecodingOptions) {
    var pointer = JSONPointer.root
    var selectsObject = false
    var terminator: String?
    switch framing {
    case .arrayElements(let place):
      kind = .selection
      pointer = place
    case .objectMembers(let place):
      kind = .selection
      pointer = place
      selectsObject = true
    case .lines:
      kind = .lines
    case .textSequence:
      kind = .textSequence
    case .concatenated:
      kind = .concatenated
    case .serverSentEvents(let last):
      kind = .events
      terminator = last
    }
    selection = SelectionFraming(
      pointer: pointer,
      selectsObject: selectsObject,
      options: options
    )
    lines = LineFraming(options: options)
    textSequence = TextSequenceFraming(options: options)
    events = EventFraming(terminator: terminator, options: options)
  }

  /// Goes on from `cursor` to the end of the next value or of the window.
  ///
  /// `cursor` is moved behind everything that is done with. When a value is complete, `scan` knows
  /// where it is; its entries are on the tape.
  ///
  /// `isFinal` says whether the stream ends with the window.
  ///
  /// - Throws: A fault whose offset counts from `scan.start`. Before the next step comes
  ///   `recover(from:_:_:)`.
  @inline(__always)
  mutating func step(
    _ window: JSONText,
    _ cursor: inout Int,
    _ scan: inout ValueScan,
    isFinal: Bool
  ) throws(SyntaxFault) -> StreamStep {
    switch kind {
    case .selection: try selection.step(window, &cursor, &scan, isFinal: isFinal)
    case .lines: try lines.step(window, &cursor, &scan, isFinal: isFinal)
    case .textSequence: try textSequence.step(window, &cursor, &scan, isFinal: isFinal)
    case .concatenated: try concatenated.step(window, &cursor, &scan, isFinal: isFinal)
    case .events: try events.step(window, &cursor, &scan, isFinal: isFinal)
    }
  }

  /// Prepares to go on behind the record in which `fault` was found.
  ///
  /// - Returns: False when nothing behind it can be read.
  mutating func recover(
    from fault: SyntaxFault,
    _ cursor: inout Int,
    _ scan: inout ValueScan
  ) -> Bool {
    switch kind {
    case .selection: return selection.recover(from: fault, &cursor, &scan)
    case .concatenated: return concatenated.recover(from: fault, &cursor, &scan)
    case .lines: lines.recover(&cursor)
    case .textSequence: textSequence.recover()
    case .events: events.recover(&cursor)
    }
    return true
  }

  /// Scans what has arrived of the value in progress; false when there is nothing of one.
  mutating func scanUnfinished(
    _ window: JSONText,
    _ cursor: Int,
    _ scan: inout ValueScan
  ) throws(SyntaxFault) -> Bool {
    switch kind {
    case .selection, .concatenated:
      guard kind == .selection ? selection.isInValue : concatenated.isInValue else { return false }
      scan.show(window.part(from: cursor, to: window.count), at: cursor)
      return true
    case .lines: return try lines.scanUnfinished(window, cursor, &scan)
    case .textSequence: return try textSequence.scanUnfinished(window, cursor, &scan)
    case .events: return try events.scanUnfinished(window, cursor, &scan)
    }
  }

  /// A document for the values of the stream.
  func makeDocument(options: DecodingOptions) -> Document {
    let document = Document()
    document.isJSON5 = options.allowsJSON5
    if kind == .selection {
      document.view.record.outerTokens = selection.tokens
      document.view.record.isElement = true
    }
    return document
  }

  /// The name of the member in progress.
  @inline(__always)
  var memberName: String? { selection.memberName }

  /// The way to the value in progress within the stream's text; empty for records.
  func pointerTokens(recordIndex: Int) -> [String] {
    kind == .selection ? selection.pointerTokens(recordIndex: recordIndex) : []
  }

  /// What the selected container was looked for with, and where it was missed.
  var missingStep: (path: [String], token: String, isObject: Bool) { selection.missingStep }

  /// Where the selected container is.
  var pointer: JSONPointer { selection.pointer }

  /// Whether the selected container is an object.
  var selectsObject: Bool { selection.selectsObject }

  /// Frees the storage.
  ///
  /// - Precondition: the framer is not used afterwards.
  @unsafe
  func deallocate() {
    unsafe events.deallocate()
  }
}
