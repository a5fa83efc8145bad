extension DirectlyDecodable where Self: FixedWidthInteger {
  package static func runsModels(with decoder: DocumentDecoder) -> Bool { false }

  /// Out of line, so that arrays do not have the same once more.
  @inline(never)
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Self {
    try decoder.integer(Self.self, at: entry)
  }

  package static func decodeElements(
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> [Self] {
    try decoder.scalars(at: entry) { try decode(with: decoder, at: $0) }
  }
}

extension Int: DirectlyDecodable {}
extension Int8: DirectlyDecodable {}
extension Int16: DirectlyDecodable {}
extension Int32: DirectlyDecodable {}
extension Int64: DirectlyDecodable {}
extension UInt: DirectlyDecodable {}
extension UInt8: DirectlyDecodable {}
extension UInt16: DirectlyDecodable {}
extension UInt32: DirectlyDecodable {}
extension UInt64: DirectlyDecodable {}

// Integers of 128 bits are too rare for code of their own.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: DirectlyDecodable {
  @inline(never)
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Int128 {
    Int128(truncatingIfNeeded: try decoder.otherInteger(IntegerType(Int128.self), at: entry))
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: DirectlyDecodable {
  @inline(never)
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> UInt128 {
    UInt128(truncatingIfNeeded: try decoder.otherInteger(IntegerType(UInt128.self), at: entry))
  }
}
