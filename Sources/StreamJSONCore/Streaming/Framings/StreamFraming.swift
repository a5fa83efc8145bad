/// How the values of a stream are found in its bytes: a state machine for each case of
/// `JSONFraming`, in a file of its own.
///
/// The engine calls `step` with a window of the stream until it returns `needsBytes`, then shows more
/// of the stream. A framing may rely on the following:
///
/// - The next window begins at the cursor or before it. It has all bytes from the cursor on, at the
///   same distance from it: what a framing notes of them it notes as offsets from the cursor. Bytes
///   before the cursor are gone.
/// - A window is never shorter, and `isFinal` is true from some window on; then no bytes follow.
/// - After a value comes a decode, then the next step. After a fault comes `recover`, then the next
///   step. After `end`, and after a `recover` that returns false, comes nothing.
///
/// And must do the following:
///
/// - Move the cursor past every byte that it does not need: what is not passed is kept in memory.
/// - Look at no byte twice, whatever the chunks are: a stream of single bytes takes time in proportion
///   to its bytes.
/// - Find the same values and faults wherever the chunks end. So a fault may not depend on bytes that
///   happen to be in the window, and a value is only complete when no further byte could belong to it.
/// - Bound what it keeps by `ValueScan.maximumByteCount`, with a fault of kind `byteLimitExceeded`.
///
/// A class: a struct of more than three words would be in a box, and each step would ask whether
/// another stream shares it (7 % of the instructions of a stream of single bytes).
protocol StreamFraming: AnyObject {
  /// Goes on from the cursor to the end of the next value or of the window.
  ///
  /// When a value is complete, `scan` knows where it is, and its words are on the tape.
  ///
  /// - Throws: A fault whose offset counts from `scan.start`.
  func step(
    _ window: inout StreamWindow,
    _ scan: inout ValueScan
  ) throws(InputFault) -> StreamStep

  /// Prepares to go on after the record in which `fault` was found, in the window that `step` had.
  ///
  /// - Returns: False when nothing after it can be read.
  func recover(
    from fault: InputFault,
    _ window: inout StreamWindow,
    _ scan: inout ValueScan
  ) -> Bool

  /// Scans what has arrived of the value in progress.
  ///
  /// - Returns: False when there is nothing of one.
  /// - Throws: As `step`. The fault is thrown again by the step that completes the record.
  func scanUnfinished(
    _ window: StreamWindow,
    _ scan: inout ValueScan
  ) throws(InputFault) -> Bool

  /// The reference tokens of the container whose elements or members the values are; nil when each
  /// value is a text by itself.
  var containerTokens: [String]? { get }

  /// The reference tokens of the value in progress, the one with the index `index`, or of what else is
  /// in progress in its place.
  func tokens(ofValue index: Int) -> [String]

  /// The error that `fault` is, when it is none of malformed text.
  func error(for fault: InputFault, with decoder: DocumentDecoder) -> DecodingError?
}

/// What holds for framings whose values are texts by themselves.
extension StreamFraming {
  var containerTokens: [String]? { nil }

  func tokens(ofValue index: Int) -> [String] { [] }

  func error(for fault: InputFault, with decoder: DocumentDecoder) -> DecodingError? { nil }
}

extension JSONFraming {
  /// The state machine of this framing.
  func makeFraming(options: DecodingOptions) -> any StreamFraming {
    switch self {
    case .arrayElements(let place):
      SelectionFraming(pointer: place, selectsObject: false, options: options)
    case .objectMembers(let place):
      SelectionFraming(pointer: place, selectsObject: true, options: options)
    case .lines: LineFraming()
    case .textSequence: TextSequenceFraming()
    case .concatenated: ConcatenatedFraming()
    case .serverSentEvents(let terminator): EventFraming(terminator: terminator)
    }
  }
}
