/// The keyed container over an object: turns keys into entries and leaves everything else to
/// `KeyedObject` and `DocumentDecoder`, which know nothing of the type of the keys.
///
/// The standard library calls these methods through a witness table with `Key` unknown at compile
/// time, so each is as small as it can be.
@safe
struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  /// Not counted: the standard library copies a container for each call of its methods, and two
  /// atomic operations per member are 5 to 9 % of the time for models of many small members.
  private let uncounted: Unmanaged<KeyedObject>

  init(object: KeyedObject) {
    unsafe uncounted = Unmanaged.passUnretained(object)
  }

  private var object: KeyedObject {
    // SAFETY: a `PooledContainer` counts the object for as long as this container's box is held
    // by anyone else; it is let go only when it finds itself the box's only owner.
    @inline(__always) get { unsafe uncounted._withUnsafeGuaranteedRef { $0 } }
  }

  private var decoder: DocumentDecoder {
    @inline(__always) get { object.decoder }
  }

  // MARK: - Keys

  var codingPath: [any CodingKey] { decoder.path(to: object.header) }

  var allKeys: [Key] {
    decoder.names(of: object.header).compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool {
    find(key) >= 0
  }

  /// The entry of the value of `key`, -1 when the object has no such member.
  @inline(__always)
  private func find(_ key: Key) -> Int {
    if object.hasSlots {
      // SAFETY: a key type has slots when its values are trivial and at most one byte large.
      let number =
        MemoryLayout<Key>.size == 0 ? 0 : Int(unsafe unsafeBitCast(key, to: UInt8.self))
      return object.find(number, key.stringValue)
    }
    return object.find(key.stringValue)
  }

  /// The entry of the value of `key`.
  @inline(__always)
  private func value(_ key: Key) throws -> Int {
    let entry = find(key)
    guard entry >= 0 else { throw decoder.keyNotFound(key, in: object.header) }
    return entry
  }

  /// The entry of the value of `key`, -1 when there is none or it is null.
  @inline(__always)
  private func valueIfPresent(_ key: Key) -> Int {
    let entry = find(key)
    guard entry >= 0, object.view.tape[entry].kind != .null else { return -1 }
    return entry
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    object.view.tape[try value(key)].kind == .null
  }

  // MARK: - Scalars

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    let entry = try value(key)
    return try object.view.plainBool(at: entry) ?? decoder.bool(at: entry)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    let entry = try value(key)
    return try object.view.plainString(at: entry) ?? decoder.otherString(at: entry)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    let entry = try value(key)
    return try object.view.plainDouble(at: entry) ?? decoder.otherFloatingPoint(type, at: entry)
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    let entry = try value(key)
    return try object.view.plainFloat(at: entry) ?? decoder.otherFloatingPoint(type, at: entry)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    let entry = try value(key)
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    let entry = try value(key)
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    let entry = try value(key)
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    let entry = try value(key)
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    let entry = try value(key)
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    let entry = try value(key)
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    let entry = try value(key)
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    let entry = try value(key)
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    let entry = try value(key)
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    let entry = try value(key)
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    let entry = try value(key)
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    let entry = try value(key)
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decoder.decode(type, at: value(key))
  }

  // MARK: - Scalars that may be absent

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    let entry = valueIfPresent(key)
    if entry < 0 { return nil }
    return try object.view.plainBool(at: entry) ?? decoder.bool(at: entry)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    let entry = valueIfPresent(key)
    if entry < 0 { return nil }
    return try object.view.plainString(at: entry) ?? decoder.otherString(at: entry)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    let entry = valueIfPresent(key)
    if entry < 0 { return nil }
    return try object.view.plainDouble(at: entry) ?? decoder.otherFloatingPoint(type, at: entry)
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    let entry = valueIfPresent(key)
    if entry < 0 { return nil }
    return try object.view.plainFloat(at: entry) ?? decoder.otherFloatingPoint(type, at: entry)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    let entry = valueIfPresent(key)
    if entry < 0 { return nil }
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    let entry = valueIfPresent(key)
    if entry < 0 { return nil }
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    let entry = valueIfPresent(key)
    if entry < 0 { return nil }
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    let entry = valueIfPresent(key)
    if entry < 0 { return nil }
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    let entry = valueIfPresent(key)
    if entry < 0 { return nil }
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    let entry = valueIfPresent(key)
    if entry < 0 { return nil }
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    let entry = valueIfPresent(key)
    if entry < 0 { return nil }
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    let entry = valueIfPresent(key)
    if entry < 0 { return nil }
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    let entry = valueIfPresent(key)
    if entry < 0 { return nil }
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    let entry = valueIfPresent(key)
    if entry < 0 { return nil }
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    let entry = valueIfPresent(key)
    if entry < 0 { return nil }
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    let entry = valueIfPresent(key)
    if entry < 0 { return nil }
    return try object.view.plainInteger(type, at: entry) ?? decoder.otherInteger(type, at: entry)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    let entry = valueIfPresent(key)
    return entry < 0 ? nil : try decoder.decode(type, at: entry)
  }

  // MARK: - Containers

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder.keyedContainer(type, at: value(key))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.unkeyedContainer(at: value(key))
  }

  func superDecoder() throws -> any Decoder {
    let entry = object.find(JSONKey.super.stringValue)
    return decoder.superDecoder(
      at: entry < 0 ? Tape.absent : entry, path: codingPath + [JSONKey.super])
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    let entry = find(key)
    return decoder.superDecoder(at: entry < 0 ? Tape.absent : entry, path: codingPath + [key])
  }
}
