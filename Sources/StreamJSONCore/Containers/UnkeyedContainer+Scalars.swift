/// One method for each scalar, as the standard library's protocol requires: its default implementations do
/// not move on at the end.
extension UnkeyedContainer {
  mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? { try scalarIfPresent(type) }

  mutating func decodeIfPresent(_ type: String.Type) throws -> String? { try scalarIfPresent(type) }

  mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? { try scalarIfPresent(type) }

  mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? { try scalarIfPresent(type) }

  mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? { try scalarIfPresent(type) }

  mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? { try scalarIfPresent(type) }

  mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? { try scalarIfPresent(type) }

  mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? { try scalarIfPresent(type) }

  mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? { try scalarIfPresent(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? {
    // JSONDecoder leaves integers of 128 bits to the standard library, which does not move past the end.
    isAtEnd ? nil : try scalarIfPresent(type)
  }

  mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? { try scalarIfPresent(type) }

  mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? { try scalarIfPresent(type) }

  mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? { try scalarIfPresent(type) }

  mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? { try scalarIfPresent(type) }

  mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? { try scalarIfPresent(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? {
    // JSONDecoder leaves integers of 128 bits to the standard library, which does not move past the end.
    isAtEnd ? nil : try scalarIfPresent(type)
  }

  @inline(__always)
  private mutating func scalarIfPresent<T: Scalar>(_ type: T.Type) throws -> T? {
    try ifPresent(type) { try $0.scalar(type, at: $1) }
  }

  @inline(__always)
  private mutating func scalarIfPresent<T: Scalar & FixedWidthInteger>(
    _ type: T.Type
  ) throws -> T? {
    try bitsIfPresent(IntegerType(type)).map { T(truncatingIfNeeded: $0) }
  }

  @inline(never)
  private mutating func bitsIfPresent(_ type: IntegerType) throws -> WideInteger? {
    try ifPresent(type.type) { try $0.integer(type, at: $1) }
  }

  mutating func decode<T: Scalar>(_ type: T.Type) throws -> T {
    try decodeNext(type) { try $0.scalar(type, at: $1) }
  }

  // Without a call, since it is the most frequent type.
  mutating func decode(_ type: Int.Type) throws -> Int {
    try decodeNext(type) { try $0.scalar(type, at: $1) }
  }

  mutating func decode<T: Scalar & FixedWidthInteger>(_ type: T.Type) throws -> T {
    try integer(type)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

  @inline(__always)
  private mutating func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    T(truncatingIfNeeded: try bits(IntegerType(type)))
  }

  @inline(never)
  private mutating func bits(_ type: IntegerType) throws -> WideInteger {
    try decodeNext(type.type) { try $0.integer(type, at: $1) }
  }
}
