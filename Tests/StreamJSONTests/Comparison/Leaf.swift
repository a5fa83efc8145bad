import StreamJSONTestSupport

/// A type with a fixed conformance to Decodable, and how each container decodes it.
struct Leaf: Sendable {
  /// For messages.
  var name: String
  /// Texts that fit the type.
  var samples: [String]
  /// True for dictionaries, whose members JSONDecoder visits in any order.
  var isUnordered = false

  var single: @Sendable (any SingleValueDecodingContainer) throws -> AnyHashable
  var keyed: @Sendable (any KeyedAccess) throws -> AnyHashable
  var keyedIfPresent: @Sendable (any KeyedAccess) throws -> AnyHashable
  var unkeyed: @Sendable (inout any UnkeyedDecodingContainer) throws -> AnyHashable
  var unkeyedIfPresent: @Sendable (inout any UnkeyedDecodingContainer) throws -> AnyHashable
}

extension Leaf {
  /// A type that the containers' generic methods decode.
  init<T: Decodable & Hashable & SendableMetatype>(
    _ type: T.Type,
    isUnordered: Bool = false,
    _ samples: String...
  ) {
    name = "\(type)"
    self.samples = samples
    self.isUnordered = isUnordered
    single = { AnyHashable(try $0.decode(type)) }
    keyed = { AnyHashable(try $0.decode(type)) }
    keyedIfPresent = { AnyHashable(try $0.decodeIfPresent(type)) }
    unkeyed = { AnyHashable(try $0.decode(type)) }
    unkeyedIfPresent = { AnyHashable(try $0.decodeIfPresent(type)) }
  }
}

/// One key of a keyed container, whatever the type of the key.
protocol KeyedAccess {
  func decode<T: Decodable>(_ type: T.Type) throws -> T
  func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T?
  func decode(_ type: Bool.Type) throws -> Bool
  func decodeIfPresent(_ type: Bool.Type) throws -> Bool?
  func decode(_ type: String.Type) throws -> String
  func decodeIfPresent(_ type: String.Type) throws -> String?
  func decode(_ type: Double.Type) throws -> Double
  func decodeIfPresent(_ type: Double.Type) throws -> Double?
  func decode(_ type: Float.Type) throws -> Float
  func decodeIfPresent(_ type: Float.Type) throws -> Float?
  func decode(_ type: Int.Type) throws -> Int
  func decodeIfPresent(_ type: Int.Type) throws -> Int?
  func decode(_ type: Int8.Type) throws -> Int8
  func decodeIfPresent(_ type: Int8.Type) throws -> Int8?
  func decode(_ type: Int16.Type) throws -> Int16
  func decodeIfPresent(_ type: Int16.Type) throws -> Int16?
  func decode(_ type: Int32.Type) throws -> Int32
  func decodeIfPresent(_ type: Int32.Type) throws -> Int32?
  func decode(_ type: Int64.Type) throws -> Int64
  func decodeIfPresent(_ type: Int64.Type) throws -> Int64?
  func decode(_ type: Int128.Type) throws -> Int128
  func decodeIfPresent(_ type: Int128.Type) throws -> Int128?
  func decode(_ type: UInt.Type) throws -> UInt
  func decodeIfPresent(_ type: UInt.Type) throws -> UInt?
  func decode(_ type: UInt8.Type) throws -> UInt8
  func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8?
  func decode(_ type: UInt16.Type) throws -> UInt16
  func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16?
  func decode(_ type: UInt32.Type) throws -> UInt32
  func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32?
  func decode(_ type: UInt64.Type) throws -> UInt64
  func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64?
  func decode(_ type: UInt128.Type) throws -> UInt128
  func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128?
}

/// See `KeyedAccess`.
struct KeyedMember<Key: CodingKey>: KeyedAccess {
  var container: KeyedDecodingContainer<Key>
  var key: Key

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try container.decode(type, forKey: key)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    try container.decodeIfPresent(type, forKey: key)
  }

  func decode(_ type: Bool.Type) throws -> Bool {
    try container.decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: Bool.Type) throws -> Bool? {
    try container.decodeIfPresent(type, forKey: key)
  }

  func decode(_ type: String.Type) throws -> String {
    try container.decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: String.Type) throws -> String? {
    try container.decodeIfPresent(type, forKey: key)
  }

  func decode(_ type: Double.Type) throws -> Double {
    try container.decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: Double.Type) throws -> Double? {
    try container.decodeIfPresent(type, forKey: key)
  }

  func decode(_ type: Float.Type) throws -> Float {
    try container.decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: Float.Type) throws -> Float? {
    try container.decodeIfPresent(type, forKey: key)
  }

  func decode(_ type: Int.Type) throws -> Int {
    try container.decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: Int.Type) throws -> Int? {
    try container.decodeIfPresent(type, forKey: key)
  }

  func decode(_ type: Int8.Type) throws -> Int8 {
    try container.decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: Int8.Type) throws -> Int8? {
    try container.decodeIfPresent(type, forKey: key)
  }

  func decode(_ type: Int16.Type) throws -> Int16 {
    try container.decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: Int16.Type) throws -> Int16? {
    try container.decodeIfPresent(type, forKey: key)
  }

  func decode(_ type: Int32.Type) throws -> Int32 {
    try container.decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: Int32.Type) throws -> Int32? {
    try container.decodeIfPresent(type, forKey: key)
  }

  func decode(_ type: Int64.Type) throws -> Int64 {
    try container.decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: Int64.Type) throws -> Int64? {
    try container.decodeIfPresent(type, forKey: key)
  }

  func decode(_ type: Int128.Type) throws -> Int128 {
    try container.decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: Int128.Type) throws -> Int128? {
    try container.decodeIfPresent(type, forKey: key)
  }

  func decode(_ type: UInt.Type) throws -> UInt {
    try container.decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: UInt.Type) throws -> UInt? {
    try container.decodeIfPresent(type, forKey: key)
  }

  func decode(_ type: UInt8.Type) throws -> UInt8 {
    try container.decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? {
    try container.decodeIfPresent(type, forKey: key)
  }

  func decode(_ type: UInt16.Type) throws -> UInt16 {
    try container.decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? {
    try container.decodeIfPresent(type, forKey: key)
  }

  func decode(_ type: UInt32.Type) throws -> UInt32 {
    try container.decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? {
    try container.decodeIfPresent(type, forKey: key)
  }

  func decode(_ type: UInt64.Type) throws -> UInt64 {
    try container.decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? {
    try container.decodeIfPresent(type, forKey: key)
  }

  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try container.decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? {
    try container.decodeIfPresent(type, forKey: key)
  }
}

extension Leaf: CustomStringConvertible {
  var description: String { name }
}
