/// One method for each width of integer, as the standard library's protocols want them.
extension UnkeyedContainer {
  mutating func decode(_ type: Int.Type) throws -> Int {
    try decodeNext(type) { try $0.integer(type, at: $1) }
  }

  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    try decodeNext(type) { try $0.integer(type, at: $1) }
  }

  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    try decodeNext(type) { try $0.integer(type, at: $1) }
  }

  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    try decodeNext(type) { try $0.integer(type, at: $1) }
  }

  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    try decodeNext(type) { try $0.integer(type, at: $1) }
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try decodeNext(type) { try $0.integer(type, at: $1) }
  }

  mutating func decode(_ type: UInt.Type) throws -> UInt {
    try decodeNext(type) { try $0.integer(type, at: $1) }
  }

  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    try decodeNext(type) { try $0.integer(type, at: $1) }
  }

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    try decodeNext(type) { try $0.integer(type, at: $1) }
  }

  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    try decodeNext(type) { try $0.integer(type, at: $1) }
  }

  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    try decodeNext(type) { try $0.integer(type, at: $1) }
  }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try decodeNext(type) { try $0.integer(type, at: $1) }
  }

  mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? {
    try ifPresent { try $0.integer(type, at: $1) }
  }

  mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? {
    try ifPresent { try $0.integer(type, at: $1) }
  }

  mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? {
    try ifPresent { try $0.integer(type, at: $1) }
  }

  mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? {
    try ifPresent { try $0.integer(type, at: $1) }
  }

  mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? {
    try ifPresent { try $0.integer(type, at: $1) }
  }

  mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? {
    // JSONDecoder leaves 128 bits to the standard library, which stays at the end.
    if isAtEnd { return nil }
    return try ifPresent { try $0.integer(type, at: $1) }
  }

  mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? {
    try ifPresent { try $0.integer(type, at: $1) }
  }

  mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? {
    try ifPresent { try $0.integer(type, at: $1) }
  }

  mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? {
    try ifPresent { try $0.integer(type, at: $1) }
  }

  mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? {
    try ifPresent { try $0.integer(type, at: $1) }
  }

  mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? {
    try ifPresent { try $0.integer(type, at: $1) }
  }

  mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? {
    // JSONDecoder leaves 128 bits to the standard library, which stays at the end.
    if isAtEnd { return nil }
    return try ifPresent { try $0.integer(type, at: $1) }
  }
}
