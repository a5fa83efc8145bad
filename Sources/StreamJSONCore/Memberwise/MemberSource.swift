/// Where the value of a member comes from: the text that is being read, or the tape.
///
/// A method returns nil or false, and has made nothing, for anything but a usual value of its type.
protocol MemberSource {
  /// What the elements of an array may throw.
  associatedtype Failure: Error

  mutating func string() -> String?
  mutating func bool() -> Bool?
  mutating func int() -> Int?
  mutating func unsignedInt() -> UInt?
  mutating func double() -> Double?
  mutating func float() -> Float?
  mutating func ints() throws(Failure) -> [Int]?
  mutating func doubles() throws(Failure) -> [Double]?
  mutating func strings() throws(Failure) -> [String]?
  mutating func doubleArrays() throws(Failure) -> [[Double]]?
  mutating func nestedDoubleArrays() throws(Failure) -> [[[Double]]]?
  mutating func stringsByName() -> [String: String]?
  mutating func intsByName() -> [String: [Int]]?
  mutating func isEmptyArray() -> Bool
}

extension MemberSource {
  @inline(__always)
  fileprivate mutating func int<Value: FixedWidthInteger>(as type: Value.Type) -> Value? {
    calledInt().flatMap { Value(exactly: $0) }
  }

  @inline(never)
  private mutating func calledInt() -> Int? { int() }
}

extension MemberwisePlan.Field {
  /// Fills the property at `target` with the value that comes next in `source`, if its kind is one of the most frequent
  /// ones.
  ///
  /// - Returns: Whether the property has its value.
  @inline(__always)
  func fill(
    from source: inout some MemberSource,
    at target: UnsafeMutableRawPointer
  ) -> Bool {
    // SAFETY: the plan has found that there is a property of the type that the kind stands for at the
    // target, or an optional one, which begins with that type.
    switch kind {
    case .string: return unsafe store(source.string(), at: target)
    case .int: return unsafe store(bits: source.int(), at: target)
    case .bool: return unsafe store(source.bool(), at: target)
    case .double: return unsafe store(bits: source.double(), at: target)
    default: return false
    }
  }

  /// Fills a property of one of the other kinds that are not of memberwise types.
  ///
  /// - Returns: Whether the property has its value.
  @inline(__always)
  func fillRare<Source: MemberSource>(
    from source: inout Source,
    at target: UnsafeMutableRawPointer
  ) throws(Source.Failure) -> Bool {
    // SAFETY: there is a property of the type that the kind stands for at the target, or an optional one.
    switch kind {
    case .unsignedInt: return unsafe store(bits: source.unsignedInt(), at: target)
    case .int8: return unsafe store(bits: source.int(as: Int8.self), at: target)
    case .int16: return unsafe store(bits: source.int(as: Int16.self), at: target)
    case .int32: return unsafe store(bits: source.int(as: Int32.self), at: target)
    case .uint8: return unsafe store(bits: source.int(as: UInt8.self), at: target)
    case .uint16: return unsafe store(bits: source.int(as: UInt16.self), at: target)
    case .uint32: return unsafe store(bits: source.int(as: UInt32.self), at: target)
    case .float: return unsafe store(bits: source.float(), at: target)
    case .ints: return unsafe store(try source.ints(), at: target)
    case .doubles: return unsafe store(try source.doubles(), at: target)
    case .strings: return unsafe store(try source.strings(), at: target)
    case .doubleArrays: return unsafe store(try source.doubleArrays(), at: target)
    case .nestedDoubleArrays: return unsafe store(try source.nestedDoubleArrays(), at: target)
    case .stringsByName: return unsafe store(source.stringsByName(), at: target)
    case .intsByName: return unsafe store(source.intsByName(), at: target)
    // In memory, an empty array is the same whatever its elements.
    case .arrayByHandler: return unsafe store(source.isEmptyArray() ? [Int]() : nil, at: target)
    default: return false
    }
  }

  /// Stores a value of mere bits, and notes that it is not nil if the property is optional.
  ///
  /// The byte for that is stored first: if there is none, its place is the first byte of the value, which is stored
  /// next.
  @inline(__always)
  private func store<Value: BitwiseCopyable>(
    bits value: Value?,
    at target: UnsafeMutableRawPointer
  ) -> Bool {
    guard let value else { return false }
    // SAFETY: the plan has found that the byte is in the property, and the value at its beginning.
    unsafe target.storeBytes(of: 0, toByteOffset: Int(tagOffset), as: UInt8.self)
    unsafe target.storeBytes(of: value, as: Value.self)
    return true
  }

  /// Stores a string, a boolean, an array or a dictionary: an optional one that is not nil is the same in memory.
  @inline(__always)
  private func store<Value>(_ value: Value?, at target: UnsafeMutableRawPointer) -> Bool {
    guard let value else { return false }
    // SAFETY: the target is the caller's, which has such a property or an optional one.
    unsafe target.initializeMemory(as: Value.self, to: value)
    return true
  }

  /// Notes that the optional property at `target`, whose value has been made, is not nil.
  @inline(__always)
  func markAsValue(_ target: UnsafeMutableRawPointer) {
    // SAFETY: the plan has found that the tag is in the property.
    if tagOffset > 0 {
      unsafe target.storeBytes(of: 0, toByteOffset: Int(tagOffset), as: UInt8.self)
    }
  }
}
