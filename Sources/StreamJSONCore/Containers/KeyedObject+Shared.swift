/// The scalars by their keys, for all containers for which one function of each is fast enough.
extension KeyedObject {
  @inline(never)
  func bool(of key: some CodingKey) throws -> Bool { try bool(at: value(key), by: key) }

  @inline(never)
  func string(of key: some CodingKey) throws -> String { try string(at: value(key), by: key) }

  @inline(never)
  func double(of key: some CodingKey) throws -> Double {
    let entry = try value(key)
    if let value = storage.calledDouble(at: entry) { return value }
    return try otherDouble(at: entry, by: key)
  }

  @inline(never)
  func float(of key: some CodingKey) throws -> Float { try float(at: value(key), by: key) }

  /// The bits of an integer.
  @inline(never)
  func integer(_ type: IntegerType, of key: some CodingKey) throws -> WideInteger {
    try integer(type, at: value(key), by: key)
  }

  /// The bits of the integer at `entry`.
  @inline(never)
  func integer(_ type: IntegerType, at entry: Int, by key: some CodingKey) throws -> WideInteger {
    if let bits = storage.plainInteger(type, at: entry) { return bits }
    return try otherInteger(type, at: entry, by: key)
  }

  /// Whether the object has a member for `key` that is not null.
  @inline(never)
  func hasValue(_ key: some CodingKey) -> Bool { ifPresent(key) { _ in true } ?? false }
}
