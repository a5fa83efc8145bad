/// One method for each width of integer, as the standard library's protocols want them.
extension CountedContainer {
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try integer(type, key)
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try integer(type, key)
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try integer(type, key)
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try integer(type, key)
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try integer(type, key)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try integer(type, key)
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try integer(type, key)
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try integer(type, key)
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try integer(type, key)
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try integer(type, key)
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try integer(type, key)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try integer(type, key)
  }

  @inline(__always)
  private func integer<T: FixedWidthInteger>(_ type: T.Type, _ key: Key) throws -> T {
    T(truncatingIfNeeded: try bits(IntegerType(type), key))
  }

  private func bits(_ type: IntegerType, _ key: Key) throws -> WideInteger {
    try on { try $0.integer(type, of: key) }
  }
}
