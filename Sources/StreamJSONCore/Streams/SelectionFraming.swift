/// The elements of one array, or the members of one object, inside a text.
///
/// It handles the grammar outside the elements: the containers on the path to the selected one, and the commas between
/// their members. The scanner handles the elements themselves and the values that are skipped.
final class SelectionFraming: StreamFraming {
  /// What the grammar allows at the cursor, or the token in progress there.
  private enum State {
    case value, valueOrArrayEnd, nameOrObjectEnd, name, colon, commaOrEnd
    /// A name, or the rest of one that is too long to be needed.
    case inName, inLongName
    /// An element of the selected container.
    case inElement
    /// A value that is skipped.
    case inRest
    /// A value other than the container that the pointer asks for.
    case inMismatch
    /// Whitespace after the outermost value.
    case trailing
  }

  private let tokens: [String]
  private let tokenBytes: [[UInt8]]
  /// The tokens as array indices; nil for tokens that are not indices.
  private let positions: [Int?]
  private let selectsObject: Bool
  private let rejectsDuplicates: Bool

  private var state = State.value

  /// The open containers, the innermost last: those on the path to the selected one, and the selected one itself.
  ///
  /// Where they begin is noted because their bytes are gone by the time it turns out that something is missing in them.
  private var containers: [(isObject: Bool, place: StreamPosition)] = []

  /// Whether the innermost open container is the selected one, and otherwise whether it is an object.
  ///
  /// `containers` has the same information, but each access to it is checked for overlapping access. For an element that
  /// is a number, that check takes a twentieth of the time.
  private var isSelected = false
  private var isInObject = false

  /// In the innermost open container, the number of elements before the one on the path, and whether the value in
  /// progress, or an earlier one, is on the path.
  private var elementCount = 0
  private var isOnPath = true
  private var wasOnPath = false

  /// Whether the next value of the selected object is skipped because its name is faulty.
  private var skipsNextValue = false

  init(pointer: JSONPointer, selectsObject: Bool, options: DecodingOptions) {
    tokens = pointer.tokens
    tokenBytes = tokens.map { Array($0.utf8) }
    positions = tokens.map(JSONPointer.position)
    self.selectsObject = selectsObject
    rejectsDuplicates = options.duplicateKeyPolicy == .reject
  }

  func step(_ scan: inout ValueScan) throws(InputFault) -> StreamStep {
    while true {
      switch state {
      case .inElement:
        guard try scan.scan(isFinal: false) else {
          // A number at the end of the text may be incomplete.
          if scan.window.isFinal { throw scan.cut() }
          return .needsBytes
        }
        scan.window.cursor = scan.end
        state = .commaOrEnd
        return .value

      case .inName, .inLongName, .inRest, .inMismatch:
        guard try finishToken(&scan) else {
          guard scan.window.isFinal else { return .needsBytes }
          throw scan.fault(.unexpectedEnd, at: scan.window.text.count)
        }

      default:
        try scan.skipWhitespace()
        guard !scan.window.isAtEnd else {
          guard scan.window.isFinal else { return .needsBytes }
          if state == .trailing, !scan.scanner.isInsideComment { return .end }
          throw scan.fault(.unexpectedEnd, at: scan.window.cursor)
        }
        try take(scan.window.byte, &scan)
      }
    }
  }

  /// Takes the byte at the cursor, the first one of a token.
  @inline(__always)
  private func take(_ byte: UInt8, _ scan: inout ValueScan) throws(InputFault) {
    switch state {
    case .commaOrEnd where byte == UInt8(ascii: ","):
      scan.window.cursor &+= 1
      if selectsObject { scan.memberName = nil }
      let mayEnd = scan.settings.allowsTrailingComma
      state =
        isInObject ? (mayEnd ? .nameOrObjectEnd : .name) : (mayEnd ? .valueOrArrayEnd : .value)
    case .commaOrEnd,
      .valueOrArrayEnd where byte == UInt8(ascii: "]"),
      .nameOrObjectEnd where byte == UInt8(ascii: "}"):
      try close(byte, &scan)
    case .value, .valueOrArrayEnd:
      try beginValue(byte, &scan)
    case .nameOrObjectEnd, .name:
      scan.beginName(mayEnd: state == .nameOrObjectEnd)
      state = .inName
    case .colon where byte == UInt8(ascii: ":"):
      scan.window.cursor += 1
      state = .value
    default:
      let isMissing = state == .colon
      throw scan.fault(
        isMissing ? .unexpectedByte(expected: .colon) : .trailingBytes,
        at: scan.window.cursor
      )
    }
  }

  // MARK: - Values

  /// Begins the value at the cursor.
  @inline(__always)
  private func beginValue(_ byte: UInt8, _ scan: inout ValueScan) throws(InputFault) {
    if isSelected, !skipsNextValue {
      scan.begin(insideOf: tokens.count + 1)
      state = .inElement
      return
    }
    if !isSelected, !isInObject, let last = containers.indices.last {
      notePath(positions[last] == elementCount)
      elementCount += 1
    }
    if !isSelected, isOnPath { return try descend(byte, &scan) }
    skipsNextValue = false
    scan.begin(insideOf: containers.count, isSkipping: true)
    state = .inRest
  }

  /// Notes whether the value in progress matches the path, which leads to the first one that does.
  private func notePath(_ isMatch: Bool) {
    isOnPath = isMatch && !wasOnPath
    wasOnPath = wasOnPath || isMatch
  }

  /// Enters the container at the cursor, which is on the path or is the selected one.
  private func descend(_ byte: UInt8, _ scan: inout ValueScan) throws(InputFault) {
    let isObject = byte == UInt8(ascii: "{")
    let isContainer = isObject || byte == UInt8(ascii: "[")
    let isTarget = containers.count == tokens.count
    guard isContainer, !isTarget || isObject == selectsObject else {
      state = .inMismatch
      guard isContainer else { return scan.begin() }
      let fault = scan.fault(.typeMismatch, at: scan.window.cursor)
      scan.storage.tape.appendEmptyContainer(isObject ? .object : .array)
      throw fault
    }
    guard containers.count < scan.settings.maximumDepth else {
      throw scan.fault(.depthLimitExceeded, at: scan.window.cursor)
    }
    containers.append((isObject, scan.window.place(of: scan.window.cursor)))
    (isSelected, isInObject) = (isTarget, isObject)
    (elementCount, isOnPath, wasOnPath) = (0, false, false)
    scan.window.cursor += 1
    state = isObject ? .nameOrObjectEnd : .valueOrArrayEnd
  }

  /// Leaves the innermost container, which has to end with `byte`, at the cursor.
  private func close(_ byte: UInt8, _ scan: inout ValueScan) throws(InputFault) {
    guard byte == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
      throw scan.fault(
        .unexpectedByte(expected: isInObject ? .commaOrObjectEnd : .commaOrArrayEnd),
        at: scan.window.cursor
      )
    }
    guard isSelected || wasOnPath else { throw scan.fault(.keyNotFound, at: scan.window.cursor) }
    scan.window.cursor += 1
    containers.removeLast()
    isSelected = false
    scan.memberName = nil
    // It was on the path itself.
    (isOnPath, wasOnPath) = (false, true)
    isInObject = containers.last?.isObject ?? false
    endValue()
  }

  /// Continues after a value of the innermost open container, if there is one.
  private func endValue() { state = containers.isEmpty ? .trailing : .commaOrEnd }

  // MARK: - Names and skipped values

  private func finishToken(_ scan: inout ValueScan) throws(InputFault) -> Bool {
    switch state {
    case .inName:
      guard try isSelected ? scan.scan(isFinal: false) : scan.scanUnbounded() else {
        if !isSelected { passLongName(&scan) }
        return false
      }
      scan.window.cursor = scan.end
      try takeName(&scan)
      state = .colon

    case .inLongName:
      guard try scan.skip() else { return false }
      isOnPath = false
      state = .colon

    case .inRest:
      guard try scan.skip() else { return false }
      endValue()

    default:
      guard try scan.scan(isFinal: scan.window.isFinal) else { return false }
      throw InputFault(.typeMismatch, at: max(0, scan.scanner.offset - 1))
    }
    return true
  }

  /// Keeps an unfinished name that is only compared from growing without bound.
  private func passLongName(_ scan: inout ValueScan) {
    // The name is too long to match, even if each of its bytes were a six-byte escape sequence.
    guard scan.text.count > 6 * tokenBytes[containers.count - 1].count + 8 else { return }
    state = .inLongName
    scan.dropScanned()
  }

  /// Takes a complete name: keeps it in the selected object, or compares it with the one to find.
  private func takeName(_ scan: inout ValueScan) throws(InputFault) {
    if isSelected { return scan.memberName = try scan.name() }
    let isMatch = scan.nameIsEqual(to: tokenBytes[containers.count - 1])
    if isMatch, rejectsDuplicates, wasOnPath { throw InputFault(.duplicateKey, at: 0) }
    notePath(isMatch)
  }

  // MARK: - Several elements

  func awaitedBytes(_ scan: borrowing ValueScan) -> AwaitedBytes {
    switch state {
    case .inElement, .inRest, .inMismatch: .end(of: scan)
    default: .every
    }
  }

  func value(in window: StreamWindow) -> (start: Int, end: Int, depth: Int)? {
    guard isSelected, !selectsObject else { return nil }
    switch state {
    case .value, .valueOrArrayEnd:
      return (window.cursor, window.text.count, tokens.count + 1)
    case .commaOrEnd:
      var window = window
      window.skipBlanks()
      guard !window.isAtEnd, window.byte == UInt8(ascii: ",") else { return nil }
      return (window.cursor + 1, window.text.count, tokens.count + 1)
    default:
      return nil
    }
  }

  func endElements() { state = .commaOrEnd }

  // MARK: - Faults

  var isAtRecord: Bool { state == .inElement }

  func recover(from fault: InputFault, _ scan: inout ValueScan) -> Bool {
    switch state {
    case .inElement where fault.kind == .byteLimitExceeded:
      if scan.passOver() { endValue() } else { state = .inRest }
      return true
    case .inName where isSelected && (scan.isComplete || fault.kind == .byteLimitExceeded):
      // The member is lost: its name is malformed or too large.
      skipsNextValue = true
      if scan.isComplete { scan.window.cursor = scan.end }
      state = scan.isComplete ? .colon : .inLongName
      return true
    default:
      return false
    }
  }

  // MARK: - Places

  var containerTokens: [String]? { tokens }

  var valuesAreRecords: Bool { false }

  /// The path to the value in progress, or to the innermost open container if there is none.
  func tokens(ofValue index: Int, _ scan: borrowing ValueScan) -> [String] {
    guard isSelected else {
      return Array(
        tokens.prefix(state == .inMismatch ? containers.count : max(0, containers.count - 1))
      )
    }
    guard selectsObject else { return tokens + [String(index)] }
    return tokens + (scan.memberName.map { [$0] } ?? [])
  }

  func error(for fault: InputFault, with decoder: DocumentDecoder) -> DecodingError? {
    switch fault.kind {
    case .keyNotFound:
      guard let container = containers.last else { return nil }
      decoder.document.origin = container.place
      decoder.document.text = .empty
      decoder.storage.record.setArrived(nil)
      let depth = containers.count - 1
      return decoder.missingSelection(
        tokens[depth],
        in: Array(tokens.prefix(depth)),
        isObject: container.isObject
      )
    case .unexpectedEnd where state == .value && containers.isEmpty:
      // This is not the fault of a record, because the text is empty.
      return decoder.document.error(for: fault)
    case .typeMismatch:
      return selectsObject
        ? decoder.notADictionary(at: Tape.root) : decoder.notAContainer(.array, at: Tape.root)
    default:
      return nil
    }
  }
}
