/// One method for each width of integer, as the standard library's protocols want them.
extension ModelDecoder {
  func decode(_ type: Int.Type) throws -> Int {
    try integer(type)
  }

  func decode(_ type: Int8.Type) throws -> Int8 {
    try integer(type)
  }

  func decode(_ type: Int16.Type) throws -> Int16 {
    try integer(type)
  }

  func decode(_ type: Int32.Type) throws -> Int32 {
    try integer(type)
  }

  func decode(_ type: Int64.Type) throws -> Int64 {
    try integer(type)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 {
    try integer(type)
  }

  func decode(_ type: UInt.Type) throws -> UInt {
    try integer(type)
  }

  func decode(_ type: UInt8.Type) throws -> UInt8 {
    try integer(type)
  }

  func decode(_ type: UInt16.Type) throws -> UInt16 {
    try integer(type)
  }

  func decode(_ type: UInt32.Type) throws -> UInt32 {
    try integer(type)
  }

  func decode(_ type: UInt64.Type) throws -> UInt64 {
    try integer(type)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try integer(type)
  }

  @inline(__always)
  private func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    guard isCurrentHere else { return T(truncatingIfNeeded: try otherBits(IntegerType(type))) }
    return try decoder.integer(type, at: decoder.current)
  }

  @inline(never)
  private func otherBits(_ type: IntegerType) throws -> WideInteger {
    try on { try $0.integer(type, at: $0.current) }
  }
}
