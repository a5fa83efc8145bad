/// The elements of selected arrays, or the members of one object, inside a text.
///
/// It handles the grammar outside the elements: the containers on the paths to the selected ones, and the commas between
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
    /// After the last element, if nothing after it is read.
    case atEnd
  }

  /// A pointer to containers.
  private struct Path {
    let tokens: [String]
    /// The tokens in UTF-8; nil for one that stands for any name and any index.
    let names: [[UInt8]?]
    /// The tokens as array indices; nil for tokens that are not indices.
    let positions: [Int?]
    /// The number of tokens before the first one that stands for any.
    let exactCount: Int

    init(_ pointer: JSONPointer, allowsAny: Bool) {
      tokens = pointer.tokens
      names = tokens.map { allowsAny && $0 == "*" ? nil : Array($0.utf8) }
      positions = tokens.map(JSONPointer.position)
      exactCount = names.prefix { $0 != nil }.count
    }

    /// Whether there has to be something at the path, down to `depth` containers.
    func isRequired(to depth: Int) -> Bool { depth <= exactCount }
  }

  /// A container on the path to a selected one, or that itself.
  private struct Container {
    let isObject: Bool
    /// Where it begins: noted because its bytes are gone by the time it turns out that something is missing in it.
    let place: StreamPosition
    /// Its name or index in the container around it.
    let token: String
    /// The paths that lead through it, and those of them of which a further token was found in it.
    let paths: [Int]
    var foundPaths: Set<Int> = []
    /// The number of elements before the value in progress.
    var elementCount = 0
  }

  private let paths: [Path]
  private let selectsObject: Bool
  private let endsEarly: Bool
  private let rejectsDuplicates: Bool

  private var state = State.value

  /// The open containers, the innermost last: those on the path to the selected one, and the selected one itself.
  private var containers: [Container] = []

  /// Whether the innermost open container is the selected one, and otherwise whether it is an object; and how many are
  /// open.
  ///
  /// `containers` has the same information, but each access to it is checked for overlapping access. For an element that
  /// is a number, that check takes a twentieth of the time.
  private var isSelected = false
  private var isInObject = false
  private var depth = 0

  /// The paths that lead to the value in progress or through it, and its name or index.
  private var valuePaths: [Int]
  private var valueToken = ""

  /// The reference tokens of the selected container; until there is one, those of the only path.
  private var selectedTokens: [String]

  /// Whether the next value of the selected object is skipped because its name is faulty.
  private var skipsNextValue = false

  /// Creates the framing for the containers that `pointers` lead to; `*` stands for any token unless `endsEarly` is nil.
  init(
    _ pointers: [JSONPointer],
    selectsObject: Bool = false,
    endsEarly: Bool? = nil,
    options: DecodingOptions
  ) {
    paths = pointers.map { Path($0, allowsAny: endsEarly != nil) }
    valuePaths = Array(pointers.indices)
    selectedTokens = pointers.count == 1 ? pointers[0].tokens : []
    self.selectsObject = selectsObject
    self.endsEarly = endsEarly == true
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
        if state == .atEnd { return .end }
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
      scan.begin(insideOf: depth)
      state = .inElement
      return
    }
    if !isSelected {
      if !isInObject, depth > 0 { takeIndex() }
      if !valuePaths.isEmpty, try descends(byte, &scan) { return }
    }
    skipsNextValue = false
    scan.begin(insideOf: depth, isSkipping: true)
    state = .inRest
  }

  /// Notes which paths lead to the next element of the innermost container.
  private func takeIndex() {
    let (level, index) = (depth - 1, containers[depth - 1].elementCount)
    containers[level].elementCount += 1
    find { $0.names[level] == nil || $0.positions[level] == index }
    if !valuePaths.isEmpty { valueToken = String(index) }
  }

  /// Notes which paths lead to the value in progress: those that match, unless they led to an earlier one.
  private func find(_ matches: (Path) -> Bool) {
    let level = depth - 1
    valuePaths = containers[level].paths.filter { number in
      matches(paths[number])
        && (paths[number].names[level] == nil || !containers[level].foundPaths.contains(number))
    }
    containers[level].foundPaths.formUnion(valuePaths)
  }

  /// Enters the value at the cursor, if it is a container on a path or a selected one.
  ///
  /// - Returns: False if it is to be skipped.
  private func descends(_ byte: UInt8, _ scan: inout ValueScan) throws(InputFault) -> Bool {
    let isObject = byte == UInt8(ascii: "{")
    let isContainer = isObject || byte == UInt8(ascii: "[")
    let target = valuePaths.first { paths[$0].tokens.count == depth }
    let isTarget = isContainer && target != nil && isObject == selectsObject
    let further = valuePaths.filter { paths[$0].tokens.count > depth }
    let isMismatch = valuePaths.contains { number in
      let isKind = paths[number].tokens.count == depth ? isTarget : isContainer
      return !isKind && paths[number].isRequired(to: depth)
    }
    if isMismatch {
      state = .inMismatch
      guard isContainer else {
        scan.begin()
        return true
      }
      let fault = scan.fault(.typeMismatch, at: scan.window.cursor)
      scan.storage.tape.appendEmptyContainer(isObject ? .object : .array)
      throw fault
    }
    guard isTarget || isContainer && !further.isEmpty else { return false }
    guard depth < scan.settings.maximumDepth else {
      throw scan.fault(.depthLimitExceeded, at: scan.window.cursor)
    }
    let place = scan.window.place(of: scan.window.cursor)
    containers.append(
      Container(isObject: isObject, place: place, token: valueToken, paths: further)
    )
    (isSelected, isInObject) = (isTarget, isObject)
    depth += 1
    if let target, isTarget {
      selectedTokens = containers.dropFirst().map(\.token)
      scan.beginSelection(target, selectedTokens)
    }
    valuePaths = []
    scan.window.cursor += 1
    state = isObject ? .nameOrObjectEnd : .valueOrArrayEnd
    return true
  }

  /// Leaves the innermost container, which has to end with `byte`, at the cursor.
  private func close(_ byte: UInt8, _ scan: inout ValueScan) throws(InputFault) {
    guard byte == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
      throw scan.fault(
        .unexpectedByte(expected: isInObject ? .commaOrObjectEnd : .commaOrArrayEnd),
        at: scan.window.cursor
      )
    }
    guard isSelected || missingToken == nil else {
      throw scan.fault(.keyNotFound, at: scan.window.cursor)
    }
    scan.window.cursor += 1
    containers.removeLast()
    depth -= 1
    isSelected = false
    scan.memberName = nil
    valuePaths = []
    isInObject = containers.last?.isObject ?? false
    endValue()
    if endsEarly, !mayFindMore { state = .atEnd }
  }

  /// The token of a path that has to lead on from the innermost container but does not.
  private var missingToken: String? {
    guard let container = containers.last else { return nil }
    let missing = container.paths.first {
      paths[$0].isRequired(to: depth) && !container.foundPaths.contains($0)
    }
    return missing.map { paths[$0].tokens[depth - 1] }
  }

  /// Whether a path may lead to another value in a container that is open.
  private var mayFindMore: Bool {
    containers.indices.contains { level in
      containers[level].paths.contains { number in
        paths[number].names[level] == nil || !containers[level].foundPaths.contains(number)
      }
    }
  }

  /// Continues after a value of the innermost open container, if there is one.
  private func endValue() { state = depth == 0 ? .trailing : .commaOrEnd }

  // MARK: - Names and skipped values

  private func finishToken(_ scan: inout ValueScan) throws(InputFault) -> Bool {
    switch state {
    case .inName:
      guard try isSelected ? scan.scan(isFinal: false) : scan.scanUnbounded() else {
        if !isSelected { try passLongName(&scan) }
        return false
      }
      if !isSelected { try requireSize(of: scan.scanner.offset, scan) }
      scan.window.cursor = scan.end
      try takeName(&scan)
      state = .colon

    case .inLongName:
      guard try scan.skip() else { return false }
      valuePaths = []
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

  /// Keeps an unfinished name outside of the selected containers from growing without bound.
  private func passLongName(_ scan: inout ValueScan) throws(InputFault) {
    try requireSize(of: scan.text.count, scan)
    var isAny = false
    // It is too long to match, even if each of its bytes were a six-byte escape sequence.
    let bounds = containers[depth - 1].paths.map { number in
      guard let name = paths[number].names[depth - 1] else {
        isAny = true
        return 0
      }
      return 6 * name.count + 8
    }
    guard !isAny, scan.text.count > bounds.max() ?? 0 else { return }
    state = .inLongName
    scan.dropScanned()
  }

  /// Requires that a name of `byteCount` bytes so far, with its quotation marks, is not too large if any name is on a
  /// path, and so is kept.
  private func requireSize(of byteCount: Int, _ scan: borrowing ValueScan) throws(InputFault) {
    guard byteCount > scan.maximumByteCount &+ 1 else { return }
    let isAny = containers[depth - 1].paths.contains { paths[$0].names[depth - 1] == nil }
    if isAny { throw InputFault(.byteLimitExceeded, at: scan.maximumByteCount) }
  }

  /// Takes a complete name: keeps it in the selected object, or compares it with those to find.
  private func takeName(_ scan: inout ValueScan) throws(InputFault) {
    if isSelected { return scan.memberName = try scan.name() }
    let level = depth - 1
    if rejectsDuplicates {
      for number in containers[level].foundPaths {
        guard let name = paths[number].names[level] else { continue }
        if scan.nameIsEqual(to: name) { throw InputFault(.duplicateKey, at: 0) }
      }
    }
    var isAny = false
    find { path in
      guard let name = path.names[level] else {
        isAny = true
        return true
      }
      return scan.nameIsEqual(to: name)
    }
    guard let first = valuePaths.first else { return }
    valueToken = isAny ? try scan.name() : paths[first].tokens[level]
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
      return (window.cursor, window.text.count, depth)
    case .commaOrEnd:
      var window = window
      window.skipBlanks()
      guard !window.isAtEnd, window.byte == UInt8(ascii: ",") else { return nil }
      return (window.cursor + 1, window.text.count, depth)
    default:
      return nil
    }
  }

  func endElements(_ window: inout StreamWindow) { state = .commaOrEnd }

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

  var containerTokens: [String]? { selectedTokens }

  var valuesAreRecords: Bool { false }

  /// The path to the value in progress, or to the innermost open container if there is none.
  func tokens(ofValue index: Int, _ scan: borrowing ValueScan) -> [String] {
    guard isSelected else {
      let tokens = containers.dropFirst().map(\.token)
      return state == .inMismatch && depth > 0 ? tokens + [valueToken] : tokens
    }
    guard selectsObject else {
      return selectedTokens + [String(index - scan.storage.record.firstIndex)]
    }
    return selectedTokens + (scan.memberName.map { [$0] } ?? [])
  }

  func error(for fault: InputFault, with decoder: DocumentDecoder) -> DecodingError? {
    switch fault.kind {
    case .keyNotFound:
      guard let container = containers.last, let token = missingToken else { return nil }
      decoder.document.origin = container.place
      decoder.document.text = .empty
      decoder.storage.record.setArrived(nil)
      return decoder.missingSelection(
        token,
        in: containers.dropFirst().map(\.token),
        isObject: container.isObject
      )
    case .unexpectedEnd where state == .value && depth == 0:
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
