/// Finds the values of a stream in its bytes: a state machine for each case of `JSONFraming`.
///
/// The engine calls `step` with a window of the stream in `scan.window` until it returns `needsBytes`,
/// then shows more of the stream. A framing may rely on the following:
///
/// - The next window begins at or before the cursor. It has all the bytes from the cursor on, at
///   the same distance from it, so a framing must store positions as offsets from the cursor. Bytes
///   before the cursor are gone.
/// - From the cursor on, a window never gets shorter. Once `isFinal` is true, no bytes follow.
/// - After a value, the engine decodes it and calls `step` again. After a fault, it calls
///   `recover`, then `step`. After `end`, or a `recover` that returns false, it calls nothing.
///
/// A framing must do the following:
///
/// - Move the cursor past every byte it does not need: all other bytes are kept in memory.
/// - Scan no byte twice, however the stream is chunked: a stream of single bytes takes time in
///   proportion to its bytes.
/// - Find the same values and faults wherever the chunks end. A fault must therefore not depend on which
///   bytes happen to be in the window, and a value is complete only if no further byte could belong to it.
/// - Bound what it keeps by `ValueScan.maximumByteCount`, with a fault of kind `byteLimitExceeded`.
///
/// It is a class because a struct of more than three words would be boxed, and each step would
/// check whether another stream shares the box (7 % of the instructions of a stream of single
/// bytes).
protocol StreamFraming: AnyObject {
  /// Continues from the cursor to the end of the next value or of the window.
  ///
  /// If a value is complete, `scan` knows where it is, and its words are on the tape.
  ///
  /// - Throws: A fault whose offset counts from `scan.start`.
  func step(_ scan: inout ValueScan) throws(InputFault) -> StreamStep

  /// Prepares to continue after the record with `fault`, in the window that `step` had.
  ///
  /// - Returns: False if nothing after it can be read.
  func recover(from fault: InputFault, _ scan: inout ValueScan) -> Bool

  /// Scans what has arrived of the value in progress.
  ///
  /// - Returns: False if no part of a value has arrived.
  /// - Throws: The same faults as `step`. The fault is thrown again by the step that completes the record.
  func scanUnfinished(_ scan: inout ValueScan) throws(InputFault) -> Bool

  /// The bytes that can complete the next value, if `step` needs more.
  func awaitedBytes(_ scan: borrowing ValueScan) -> AwaitedBytes

  /// Whether each value is a record by itself, so that an error shows all of it and nothing around it.
  var valuesAreRecords: Bool { get }

  /// Where in the window the next value may begin and how far it may go, inside `depth` open containers; nil if `step`
  /// has to take it.
  ///
  /// If the values are records, the place is all of a record, whose value is followed by nothing but whitespace. A
  /// framing of a container's elements returns a place only in an array, where several elements may follow.
  func value(in window: StreamWindow) -> (start: Int, end: Int, depth: Int)?

  /// Continues after values that were taken without `step`, the last of which ends at the cursor.
  func endElements(_ window: inout StreamWindow)

  /// The reference tokens of the container whose elements or members are the values; nil if each
  /// value is a separate text.
  var containerTokens: [String]? { get }

  /// The reference tokens of the value in progress, which has the index `index`, or of whatever is
  /// in progress instead.
  func tokens(ofValue index: Int, _ scan: borrowing ValueScan) -> [String]

  /// Whether the cursor is at the beginning of the record in progress.
  var isAtRecord: Bool { get }

  /// Adds what the framing knows of the stream.
  func report(to progress: inout JSONProgress)

  /// The error for `fault`; nil if the fault is malformed text.
  func error(for fault: InputFault, with decoder: DocumentDecoder) -> DecodingError?
}

/// Defaults for framings whose values are separate texts.
extension StreamFraming {
  func awaitedBytes(_ scan: borrowing ValueScan) -> AwaitedBytes { .every }

  var valuesAreRecords: Bool { true }

  func value(in window: StreamWindow) -> (start: Int, end: Int, depth: Int)? { nil }

  func endElements(_ window: inout StreamWindow) {}

  var containerTokens: [String]? { nil }

  func tokens(ofValue index: Int, _ scan: borrowing ValueScan) -> [String] { [] }

  func scanUnfinished(_ scan: inout ValueScan) throws(InputFault) -> Bool {
    guard isAtRecord else { return false }
    if valuesAreRecords {
      try scan.scanUnfinishedRecord(scan.window.rest)
    } else {
      // `step` has already scanned what has arrived.
      scan.show(scan.window.rest, at: scan.window.cursor)
    }
    return true
  }

  func report(to progress: inout JSONProgress) {}

  func error(for fault: InputFault, with decoder: DocumentDecoder) -> DecodingError? { nil }
}

/// What a stream of values is: their type, how they are laid out, and the settings.
package struct StreamForm: Sendable {
  package let framing: JSONFraming
  package let options: DecodingOptions

  /// Whether the values have the fields of events, or may be other text.
  private let keepsFields: Bool
  private let keepsText: Bool

  /// Whether several values may be decoded at once: no model's code runs meanwhile, so whatever
  /// turns out to be wrong can be decoded again, one value at a time.
  let takesSeveral: Bool

  package init(of type: any Any.Type, framing: JSONFraming, options: DecodingOptions) {
    self.framing = framing
    self.options = options
    keepsFields = type is any EventWithFields.Type
    keepsText = type is any ValueOrText.Type
    takesSeveral = DirectTypes.scalars.contains { $0 == type }
  }

  /// The state machine of the framing.
  func makeFraming() -> any StreamFraming {
    switch framing {
    case .arrayElements(let place): SelectionFraming([place], options: options)
    case .objectMembers(let place):
      SelectionFraming([place], selectsObject: true, options: options)
    case .selections(let places, let endsEarly):
      SelectionFraming(places, endsEarly: endsEarly, options: options)
    case .lines, .detected: RecordFraming()
    case .linesAmongText: TextFraming(keepsText: keepsText)
    case .separated(let separator): RecordFraming(separator: separator)
    case .textSequence: RecordFraming(isSequence: true)
    case .concatenated: ConcatenatedFraming()
    case .lengthPrefixed(let prefix): LengthFraming(prefix)
    case .serverSentEvents(let terminator, let ignoresUnknownLines):
      EventFraming(
        terminator: terminator,
        EventFieldScan(keepsFields: keepsFields, ignoresUnknownLines: ignoresUnknownLines)
      )
    }
  }
}

extension StreamForm {
  /// Whether a byte-order mark at the beginning is one, and not a length.
  var mayHaveMark: Bool {
    framing != .lengthPrefixed(.littleEndian) && framing != .lengthPrefixed(.bigEndian)
  }

  /// The state machine for a stream whose first byte, after `blankLineCount` blank lines, is `byte`, if that byte decides.
  func makeFraming(
    for byte: UInt8,
    afterBlankLines blankLineCount: Int
  ) -> (any StreamFraming)? {
    guard case .detected(let pointer) = framing else { return nil }
    let isArray = byte == UInt8(ascii: "[") || pointer != nil && byte == UInt8(ascii: "{")
    if isArray { return SelectionFraming([pointer ?? .root], options: options) }
    let isSequence = byte == RecordFraming.recordSeparator
    return RecordFraming(isSequence: isSequence, afterBlankLines: blankLineCount)
  }
}

/// Where a framing of separate records is: one type for all of them, since each takes a kilobyte of a program.
enum FramingState {
  /// Between records; the cursor is anywhere in the whitespace.
  case between
  /// The same, after a record separator.
  case afterSeparator
  /// In the record whose first byte is at the cursor.
  case inRecord
  /// In the rest of a record that is skipped, or in bytes before the next separator.
  case inRest
}
