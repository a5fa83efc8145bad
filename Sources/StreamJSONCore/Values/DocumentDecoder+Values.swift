extension JSONValue: DirectlyDecodable {
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> JSONValue {
    try decoder.readingValues { reader throws(ValueReader.Fault) in try reader.value(at: entry) }
  }

  package static func decodeElements(
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> [JSONValue] {
    guard decoder.storage.tape[entry].kind == .array
    else { throw decoder.notAContainer(.array, at: entry) }
    return try decoder.readingValues { reader throws(ValueReader.Fault) in
      try reader.elements(at: entry)
    }
  }
}

extension JSONObject: DirectlyDecodable {
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> JSONObject {
    guard decoder.storage.tape[entry].kind == .object else {
      throw decoder.notADictionary(at: entry)
    }
    return try decoder.readingValues { reader throws(ValueReader.Fault) in
      try reader.object(at: entry)
    }
  }
}

extension JSONNumber: DirectlyDecodable {
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> JSONNumber {
    guard let number = try JSONValue.decode(with: decoder, at: entry).number else {
      throw decoder.mismatch(JSONNumber.self, at: entry)
    }
    return number
  }
}

extension DocumentDecoder {
  /// Calls `body` with a reader of this document, and turns its fault into an error.
  func readingValues<Result>(
    _ body: (inout ValueReader) throws(ValueReader.Fault) -> Result
  ) throws -> Result {
    var reader = ValueReader(document, options)
    do throws(ValueReader.Fault) {
      return try body(&reader)
    } catch {
      throw self.error(for: error)
    }
  }

  @inline(never)
  private func error(for fault: ValueReader.Fault) -> DecodingError {
    switch fault {
    case .malformedString(let inner, let entry):
      return corrupted(inner, at: entry)
    case .noValue(let entry):
      let kind = storage.tape[entry].kind
      guard kind == .number || kind == .longNumber else { return invalidObject(at: entry) }
      let offset = firstInvalidOffset(ofNumberAt: entry)
      let fault = offset.map { NumberFault.malformed(offset: $0) } ?? .outOfRange
      return numberFault(fault, JSONNumber.self, at: entry)
    case .duplicateKey(let entry, let header):
      return duplicateKey(at: entry, in: header)
    }
  }
}

/// For a type's own `init(from:)`, which models may call instead of a container's `decode`.
extension DirectlyDecodable {
  /// The value at which `decoder` is; nil if it is not a decoder of this library.
  static func readFromTape(of decoder: any Decoder) throws -> Self? {
    guard let decoder = ModelDecoder(behind: decoder) else { return nil }
    return try decoder.on { try decode(with: $0, at: $0.current) }
  }
}
