/// What a keyed container asks of its object: to turn keys into entries, and entries into values.
extension KeyedObject {
  /// The entry of the value of `key`, `Tape.absent` if the object has no such member.
  @inline(__always)
  func find<Key: CodingKey>(_ key: Key) -> Int {
    if hasSlots {
      // SAFETY: a key type has slots only if it is an enum without payloads, at most one byte in
      // size.
      let ordinal =
        MemoryLayout<Key>.size == 0 ? 0 : Int(unsafe unsafeBitCast(key, to: UInt8.self))
      return find(ordinal, key.stringValue)
    }
    return find(key.stringValue)
  }

  /// The entry of the value of `key`.
  @inline(__always)
  func value<Key: CodingKey>(_ key: Key) throws -> Int {
    let entry = find(key)
    guard entry != Tape.absent else { throw decoder.keyNotFound(key, in: header) }
    return entry
  }

  /// The result of `decode` for the entry of the value of `key`, nil if that is absent or null.
  @inline(__always)
  func ifPresent<Key: CodingKey, Value>(
    _ key: Key,
    _ decode: (Int) throws -> Value
  ) rethrows -> Value? {
    let entry = find(key)
    // An absent value's entry reads as null, too.
    guard storage.tape[entry].kind != .null else { return nil }
    return try decode(entry)
  }

  @inline(__always)
  func bool(at entry: Int) throws -> Bool {
    try withDecoder { try $0.bool(at: entry) }
  }

  @inline(__always)
  func string(at entry: Int) throws -> String {
    try withDecoder { try $0.string(at: entry) }
  }

  @inline(__always)
  func integer<T: FixedWidthInteger>(_ type: T.Type, at entry: Int) throws -> T {
    try withDecoder { try $0.integer(type, at: entry) }
  }

  @inline(__always)
  func double(at entry: Int) throws -> Double {
    try withDecoder { try $0.double(at: entry) }
  }

  @inline(__always)
  func float(at entry: Int) throws -> Float {
    try withDecoder { try $0.float(at: entry) }
  }

  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, at entry: Int) throws -> T {
    try withDecoder { try $0.decode(type, at: entry) }
  }

  /// A decoder that stands on the value at `entry`, which may be absent.
  func superDecoder(at entry: Int, _ key: any CodingKey) -> ModelDecoder {
    decoder.superDecoder(at: entry, path: decoder.path(to: header) + [key])
  }
}
