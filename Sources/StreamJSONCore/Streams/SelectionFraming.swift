/// The elements of one array, or the members of one object, inside a text.
///
/// It handles the grammar outside the elements: the containers on the path to the selected one, and the commas between
/// their members. The scanner handles the elements themselves and the values that are skipped.
final class SelectionFraming: StreamFraming {
  /// What the grammar allows at the cursor, or the token in progress there.
  private enum State {
    case value, valueOrArrayEnd
    case nameOrObjectEnd, name, inName, inLongName, colon
    case commaOrArrayEnd, commaOrObjectEnd
    /// An element of the selected container.
    case inElement
    /// A value that is skipped.
    case inRest
    /// A value other than the container that the pointer asks for.
    case inMismatch
    /// Whitespace after the outermost value.
    case trailing
  }

  /// An open container on the path to the selected one, or the selected one itself.
  private struct Level {
    var isObject: Bool
    /// The number of members or elements begun so far.
    var count = 0
    /// Whether the value in progress, and whether an earlier one, is on the path.
    var isOnPath = false
    var wasOnPath = false

    /// Begins a value, which is on the path if it is the first one that matches the path's token.
    mutating func beginValue(matchingToken isMatch: Bool) {
      isOnPath = isMatch && !wasOnPath
      wasOnPath = wasOnPath || isMatch
    }
  }

  private let tokens: [String]
  private let tokenBytes: [[UInt8]]
  /// The tokens as array indices; nil for tokens that are not indices.
  private let positions: [Int?]
  private let selectsObject: Bool
  /// How many containers are open inside the selected one, including itself.
  ///
  /// `levels` has the same information, but each access to it is checked for overlapping access. For an element that is
  /// a number, that check takes a twentieth of the time.
  private let selectedDepth: Int
  private let rejectsDuplicates: Bool

  private var state = State.value

  /// The open containers, the innermost last.
  private var levels: [Level] = []

  /// Whether the innermost open container is the selected one.
  private var isSelected = false

  /// Whether the next value of the selected object is skipped because its name is faulty.
  private var skipsNextValue = false

  init(pointer: JSONPointer, selectsObject: Bool, options: DecodingOptions) {
    tokens = pointer.tokens
    tokenBytes = tokens.map { Array($0.utf8) }
    positions = tokens.map(JSONPointer.position)
    self.selectsObject = selectsObject
    selectedDepth = tokens.count + 1
    rejectsDuplicates = options.duplicateKeyPolicy == .reject
  }

  func step(_ scan: inout ValueScan) throws(InputFault) -> StreamStep {
    while true {
      switch state {
      case .commaOrArrayEnd, .commaOrObjectEnd, .value, .valueOrArrayEnd, .nameOrObjectEnd, .name,
        .colon, .trailing:
        try scan.skipWhitespace()
        guard !scan.window.isAtEnd else {
          guard scan.window.isFinal else { return .needsBytes }
          if state == .trailing, !scan.scanner.isInsideComment { return .end }
          throw scan.fault(.unexpectedEnd, at: scan.window.cursor)
        }
        try take(scan.window.byte, &scan)

      case .inElement:
        guard try scan.scan(isFinal: false) else {
          // A number at the end of the text may be incomplete.
          if scan.window.isFinal { throw scan.cut() }
          return .needsBytes
        }
        scan.window.cursor = scan.end
        state = selectsObject ? .commaOrObjectEnd : .commaOrArrayEnd
        return .value

      case .inName, .inLongName, .inRest, .inMismatch:
        guard try finishToken(&scan) else {
          guard scan.window.isFinal else { return .needsBytes }
          throw scan.fault(.unexpectedEnd, at: scan.window.text.count)
        }
      }
    }
  }

  /// Takes the byte at the cursor, the first one of a token.
  @inline(__always)
  private func take(_ byte: UInt8, _ scan: inout ValueScan) throws(InputFault) {
    switch state {
    case .commaOrArrayEnd, .commaOrObjectEnd:
      let isObject = state == .commaOrObjectEnd
      if byte == UInt8(ascii: ",") {
        scan.window.cursor &+= 1
        if selectsObject { scan.memberName = nil }
        state =
          isObject
          ? (scan.settings.allowsTrailingComma ? .nameOrObjectEnd : .name)
          : (scan.settings.allowsTrailingComma ? .valueOrArrayEnd : .value)
      } else if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        try close(&scan)
      } else {
        throw scan.fault(
          .unexpectedByte(expected: isObject ? .commaOrObjectEnd : .commaOrArrayEnd),
          at: scan.window.cursor
        )
      }

    case .valueOrArrayEnd where byte == UInt8(ascii: "]"),
      .nameOrObjectEnd where byte == UInt8(ascii: "}"):
      try close(&scan)

    case .value, .valueOrArrayEnd:
      try beginValue(byte, &scan)

    case .nameOrObjectEnd, .name:
      scan.beginName(mayEnd: state == .nameOrObjectEnd)
      state = .inName

    case .colon:
      guard byte == UInt8(ascii: ":") else {
        throw scan.fault(.unexpectedByte(expected: .colon), at: scan.window.cursor)
      }
      scan.window.cursor += 1
      state = .value

    default:
      throw scan.fault(.trailingBytes, at: scan.window.cursor)
    }
  }

  // MARK: - Values

  /// Begins the value at the cursor.
  @inline(__always)
  private func beginValue(_ byte: UInt8, _ scan: inout ValueScan) throws(InputFault) {
    if isSelected, !skipsNextValue {
      scan.begin(insideOf: selectedDepth)
      state = .inElement
      return
    }
    if !isSelected, isOnPath() { return try descend(byte, &scan) }
    skipsNextValue = false
    scan.begin(insideOf: levels.count, isSkipping: true)
    state = .inRest
  }

  /// Whether the value that begins here is on the path to the selected container.
  private func isOnPath() -> Bool {
    guard let level = levels.last else { return true }
    let index = levels.count - 1
    if !level.isObject {
      levels[index].beginValue(matchingToken: positions[index] == level.count)
    }
    levels[index].count += 1
    return levels[index].isOnPath
  }

  /// Enters the container at the cursor, which is on the path or is the selected one.
  private func descend(_ byte: UInt8, _ scan: inout ValueScan) throws(InputFault) {
    let isObject = byte == UInt8(ascii: "{")
    let isContainer = isObject || byte == UInt8(ascii: "[")
    let isTarget = levels.count == tokens.count
    guard isContainer, !isTarget || isObject == selectsObject else {
      state = .inMismatch
      guard isContainer else { return scan.begin() }
      let fault = scan.fault(.typeMismatch, at: scan.window.cursor)
      scan.storage.tape.appendEmptyContainer(isObject ? .object : .array)
      throw fault
    }
    guard levels.count < scan.settings.maximumDepth else {
      throw scan.fault(.depthLimitExceeded, at: scan.window.cursor)
    }
    levels.append(Level(isObject: isObject))
    scan.openContainers.enter(at: scan.window.cursor)
    isSelected = isTarget
    scan.window.cursor += 1
    state = isObject ? .nameOrObjectEnd : .valueOrArrayEnd
  }

  /// Leaves the container that ends at the cursor.
  private func close(_ scan: inout ValueScan) throws(InputFault) {
    if !isSelected, let level = levels.last, !level.wasOnPath {
      throw scan.fault(.keyNotFound, at: scan.window.cursor)
    }
    scan.window.cursor += 1
    levels.removeLast()
    scan.openContainers.leave()
    isSelected = false
    scan.memberName = nil
    endValue()
  }

  /// Continues after a value of the innermost open container, if there is one.
  private func endValue() {
    guard let level = levels.last else { return state = .trailing }
    state = level.isObject ? .commaOrObjectEnd : .commaOrArrayEnd
  }

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
      return true

    case .inLongName:
      guard try scan.skip() else { return false }
      levels[levels.count - 1].isOnPath = false
      state = .colon
      return true

    case .inRest:
      guard try scan.skip() else { return false }
      endValue()
      return true

    default:
      guard try scan.scan(isFinal: scan.window.isFinal) else { return false }
      throw InputFault(.typeMismatch, at: max(0, scan.scanner.offset - 1))
    }
  }

  /// Keeps an unfinished name that is only compared from growing without bound.
  private func passLongName(_ scan: inout ValueScan) {
    // The name is too long to match, even if each of its bytes were a six-byte escape sequence.
    guard scan.text.count > 6 * tokenBytes[levels.count - 1].count + 8 else { return }
    state = .inLongName
    scan.dropScanned()
  }

  /// Takes a complete name: keeps it in the selected object, or compares it with the one to find.
  private func takeName(_ scan: inout ValueScan) throws(InputFault) {
    if isSelected { return scan.memberName = try scan.name() }
    let index = levels.count - 1
    let isMatch = scan.nameIsEqual(to: tokenBytes[index])
    if isMatch, rejectsDuplicates, levels[index].wasOnPath {
      throw InputFault(.duplicateKey, at: 0)
    }
    levels[index].beginValue(matchingToken: isMatch)
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
      return (window.cursor, window.text.count, selectedDepth)
    case .commaOrArrayEnd:
      var window = window
      window.skipBlanks()
      guard !window.isAtEnd, window.byte == UInt8(ascii: ",") else { return nil }
      return (window.cursor + 1, window.text.count, selectedDepth)
    default:
      return nil
    }
  }

  func endElements() { state = .commaOrArrayEnd }

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
      return Array(tokens.prefix(state == .inMismatch ? levels.count : max(0, levels.count - 1)))
    }
    guard selectsObject else { return tokens + [String(index)] }
    return tokens + (scan.memberName.map { [$0] } ?? [])
  }

  func error(for fault: InputFault, with decoder: DocumentDecoder) -> DecodingError? {
    switch fault.kind {
    case .keyNotFound:
      let depth = max(0, levels.count - 1)
      return decoder.missingSelection(
        tokens.isEmpty ? "" : tokens[depth],
        in: Array(tokens.prefix(depth)),
        isObject: levels.last?.isObject ?? true
      )
    case .unexpectedEnd where state == .value && levels.isEmpty:
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
