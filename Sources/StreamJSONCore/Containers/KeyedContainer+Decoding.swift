extension KeyedContainer: ObjectContainer {
  // This is here because the method for all types below would take precedence over a method of the protocol.
  @inline(__always)
  func decode<T: Scalar>(_ type: T.Type, forKey key: Key) throws -> T {
    try on {
      try $0.scalar(type, at: $0.value(key), by: key)
    } elsewhere: {
      try $0.calledScalar(type, of: key)
    }
  }

  @inline(__always)
  func scalarIfPresent<T: Scalar>(_ type: T.Type, _ key: Key) throws -> T? {
    try on { object in
      try object.ifPresent(key) { try object.scalar(type, at: $0, by: key) }
    } elsewhere: {
      $0.hasValue(key) ? try $0.calledScalar(type, of: key) : nil
    }
  }

  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try on { try $0.decode(type, by: key) }
  }

  @inline(__always)
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try on { try $0.decodeIfPresent(type, by: key) }
  }
}
