/// One method for each width of integer, as the standard library's protocols want them.
extension CountedContainer {
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try on { try $0.integer(type, at: $0.value(key), by: key) }
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try on { try $0.integer(type, at: $0.value(key), by: key) }
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try on { try $0.integer(type, at: $0.value(key), by: key) }
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try on { try $0.integer(type, at: $0.value(key), by: key) }
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try on { try $0.integer(type, at: $0.value(key), by: key) }
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try on { try $0.integer(type, at: $0.value(key), by: key) }
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try on { try $0.integer(type, at: $0.value(key), by: key) }
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try on { try $0.integer(type, at: $0.value(key), by: key) }
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try on { try $0.integer(type, at: $0.value(key), by: key) }
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try on { try $0.integer(type, at: $0.value(key), by: key) }
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try on { try $0.integer(type, at: $0.value(key), by: key) }
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try on { try $0.integer(type, at: $0.value(key), by: key) }
  }
}
