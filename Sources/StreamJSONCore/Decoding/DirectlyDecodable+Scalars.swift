extension Bool: DirectlyDecodable {
  package static func runsModels(with decoder: DocumentDecoder) -> Bool { false }

  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Bool {
    try decoder.bool(at: entry)
  }

  package static func decodeElements(
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> [Bool] {
    try decoder.scalars(at: entry) { try decoder.bool(at: $0) }
  }
}

extension String: DirectlyDecodable {
  package static func runsModels(with decoder: DocumentDecoder) -> Bool { false }

  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> String {
    try decoder.stringOrPart(at: entry)
  }

  package static func decodeElements(
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> [String] {
    try decoder.scalars(at: entry) { try decoder.stringOrPart(at: $0) }
  }
}

extension Double: DirectlyDecodable {
  package static func runsModels(with decoder: DocumentDecoder) -> Bool { false }

  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Double {
    try decoder.double(at: entry)
  }

  package static func decodeElements(
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> [Double] {
    try decoder.scalars(at: entry) { try decoder.inlinedDouble(at: $0) }
  }
}

extension Float: DirectlyDecodable {
  package static func runsModels(with decoder: DocumentDecoder) -> Bool { false }

  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Float {
    try decoder.float(at: entry)
  }

  package static func decodeElements(
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> [Float] {
    try decoder.scalars(at: entry) { try decoder.inlinedFloat(at: $0) }
  }
}

extension Optional: DirectlyDecodable where Wrapped: Decodable {
  package static func content(in memory: DecoderMemory) -> DirectContent {
    .wrapped(Wrapped.self)
  }

  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Wrapped? {
    if decoder.document.tape[entry].kind == .null { return nil }
    return try decoder.decode(Wrapped.self, at: entry)
  }
}
