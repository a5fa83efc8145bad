/// Where the selected elements are, and what is wrong with the place that was selected.
extension SelectionFraming {
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
        ? decoder.notADictionary(at: Tape.root) : decoder.notAnArray(at: Tape.root)
    default:
      return nil
    }
  }
}
