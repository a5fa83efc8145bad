/// The single-value container of a decoder is the decoder itself.
extension DocumentDecoder {
  package func decodeNil() -> Bool {
    document.tape[current].kind == .null
  }

  package func decode(_ type: Bool.Type) throws -> Bool { try bool(at: current) }

  package func decode(_ type: String.Type) throws -> String { try string(at: current) }

  package func decode(_ type: Double.Type) throws -> Double { try double(at: current) }

  package func decode(_ type: Float.Type) throws -> Float { try float(at: current) }

  package func decode(_ type: Int.Type) throws -> Int { try integer(type, at: current) }

  package func decode(_ type: Int8.Type) throws -> Int8 { try integer(type, at: current) }

  package func decode(_ type: Int16.Type) throws -> Int16 { try integer(type, at: current) }

  package func decode(_ type: Int32.Type) throws -> Int32 { try integer(type, at: current) }

  package func decode(_ type: Int64.Type) throws -> Int64 { try integer(type, at: current) }

  package func decode(_ type: Int128.Type) throws -> Int128 { try integer(type, at: current) }

  package func decode(_ type: UInt.Type) throws -> UInt { try integer(type, at: current) }

  package func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type, at: current) }

  package func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type, at: current) }

  package func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type, at: current) }

  package func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type, at: current) }

  package func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type, at: current) }

  package func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try decode(type, at: current)
  }
}
