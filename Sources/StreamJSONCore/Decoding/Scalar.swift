/// The standard library's scalars: types whose usual values are read from the tape without a call.
///
/// A function that is generic over them is inlined or exists once for all, so that there are not sixteen
/// copies of everything that it calls.
protocol Scalar: DirectlyDecodable, Decodable {
  /// The value at `entry` if it is of the usual form; nil if it takes longer, or there is none.
  static func plain(in storage: DocumentStorage, at entry: Int) -> Self?

  /// The value at `entry`, for which `plain` has returned nil.
  static func other(with decoder: DocumentDecoder, at entry: Int) throws -> Self
}

extension Scalar {
  package static func runsModels(with decoder: DocumentDecoder) -> Bool { false }

  /// Not inlined, so that arrays do not contain the same code again.
  @inline(never)
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Self {
    try decoder.scalar(self, at: entry)
  }

  package static func decodeElements(
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> [Self] {
    try decoder.scalars(at: entry) { try decoder.scalar(self, at: $0) }
  }
}

extension DocumentDecoder {
  /// The scalar at `entry`.
  @inline(__always)
  func scalar<T: Scalar>(_ type: T.Type, at entry: Int) throws -> T {
    if let value = T.plain(in: storage, at: entry) { return value }
    return try T.other(with: self, at: entry)
  }
}

extension Bool: Scalar {
  @inline(__always)
  static func plain(in storage: DocumentStorage, at entry: Int) -> Bool? {
    storage.plainBool(at: entry)
  }

  static func other(with decoder: DocumentDecoder, at entry: Int) throws -> Bool {
    throw decoder.mismatch(Bool.self, at: entry)
  }
}

extension String: Scalar {
  @inline(__always)
  static func plain(in storage: DocumentStorage, at entry: Int) -> String? {
    storage.plainString(at: entry)
  }

  /// The string, or the part of an unfinished string that has arrived.
  static func other(with decoder: DocumentDecoder, at entry: Int) throws -> String {
    if decoder.isString(at: entry), let value = try? decoder.document.stringOrPart(at: entry) {
      return value
    }
    return try decoder.otherString(at: entry)
  }
}

extension Double: Scalar {
  @inline(__always)
  static func plain(in storage: DocumentStorage, at entry: Int) -> Double? {
    storage.plainDouble(at: entry)
  }

  static func other(with decoder: DocumentDecoder, at entry: Int) throws -> Double {
    try decoder.otherFloatingPoint(self, at: entry)
  }
}

extension Float: Scalar {
  @inline(__always)
  static func plain(in storage: DocumentStorage, at entry: Int) -> Float? {
    storage.plainFloat(at: entry)
  }

  static func other(with decoder: DocumentDecoder, at entry: Int) throws -> Float {
    try decoder.otherFloatingPoint(self, at: entry)
  }
}

extension Scalar where Self: FixedWidthInteger {
  /// Nil for all integers of 128 bits, which are too rare for separate code.
  @inline(__always)
  static func plain(in storage: DocumentStorage, at entry: Int) -> Self? {
    bitWidth > 64 ? nil : storage.plainInteger(self, at: entry)
  }

  static func other(with decoder: DocumentDecoder, at entry: Int) throws -> Self {
    let type = IntegerType(self)
    return Self(
      truncatingIfNeeded: bitWidth > 64
        ? try decoder.integer(type, at: entry) : try decoder.otherInteger(type, at: entry)
    )
  }
}

extension Int: Scalar {}
extension Int8: Scalar {}
extension Int16: Scalar {}
extension Int32: Scalar {}
extension Int64: Scalar {}
extension UInt: Scalar {}
extension UInt8: Scalar {}
extension UInt16: Scalar {}
extension UInt32: Scalar {}
extension UInt64: Scalar {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: Scalar {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: Scalar {}
