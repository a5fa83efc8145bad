/// One method for each width of integer, as the standard library's protocols want them.
extension KeyedContainer {
  @inline(__always)
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try integer(type, key)
  }

  @inline(__always)
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try integer(type, key)
  }

  @inline(__always)
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try integer(type, key)
  }

  @inline(__always)
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try integer(type, key)
  }

  @inline(__always)
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try integer(type, key)
  }

  @inline(__always)
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try wideInteger(type, key)
  }

  @inline(__always)
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try integer(type, key)
  }

  @inline(__always)
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try integer(type, key)
  }

  @inline(__always)
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try integer(type, key)
  }

  @inline(__always)
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try integer(type, key)
  }

  @inline(__always)
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try integer(type, key)
  }

  @inline(__always)
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try wideInteger(type, key)
  }

  @inline(__always)
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try integerIfPresent(type, key)
  }

  @inline(__always)
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try integerIfPresent(type, key)
  }

  @inline(__always)
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try integerIfPresent(type, key)
  }

  @inline(__always)
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try integerIfPresent(type, key)
  }

  @inline(__always)
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try integerIfPresent(type, key)
  }

  @inline(__always)
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try wideIntegerIfPresent(type, key)
  }

  @inline(__always)
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try integerIfPresent(type, key)
  }

  @inline(__always)
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try integerIfPresent(type, key)
  }

  @inline(__always)
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try integerIfPresent(type, key)
  }

  @inline(__always)
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try integerIfPresent(type, key)
  }

  @inline(__always)
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try integerIfPresent(type, key)
  }

  @inline(__always)
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try wideIntegerIfPresent(type, key)
  }

  @inline(__always)
  private func integer<T: FixedWidthInteger>(_ type: T.Type, _ key: Key) throws -> T {
    try on {
      try $0.integer(type, at: $0.value(key), by: key)
    } elsewhere: {
      T(truncatingIfNeeded: try $0.integer(IntegerType(type), of: key))
    }
  }

  @inline(__always)
  private func integerIfPresent<T: FixedWidthInteger>(_ type: T.Type, _ key: Key) throws -> T? {
    try on { object in
      try object.ifPresent(key) { try object.integer(type, at: $0, by: key) }
    } elsewhere: {
      $0.hasValue(key) ? T(truncatingIfNeeded: try $0.integer(IntegerType(type), of: key)) : nil
    }
  }

  /// As above, for integers of 128 bits, which are too rare for code of their own.
  @inline(__always)
  private func wideInteger<T: FixedWidthInteger>(_ type: T.Type, _ key: Key) throws -> T {
    try on {
      T(truncatingIfNeeded: try $0.integer(IntegerType(type), of: key))
    }
  }

  @inline(__always)
  private func wideIntegerIfPresent<T: FixedWidthInteger>(
    _ type: T.Type,
    _ key: Key
  ) throws -> T? {
    try on { object in
      try object.ifPresent(key) {
        T(truncatingIfNeeded: try object.integer(IntegerType(type), at: $0, by: key))
      }
    }
  }
}
