/// One method for each scalar, which has no members, as the standard library's protocol wants them.
///
/// The generic one and what it calls would otherwise be there once for each of them.
extension UpdatingDecoder {
  func decode(_ type: Bool.Type) throws -> Bool {
    try isInText ? text.decode(type) : scalar(type)
  }

  func decode(_ type: String.Type) throws -> String {
    try isInText ? text.decode(type) : scalar(type)
  }

  func decode(_ type: Double.Type) throws -> Double {
    try isInText ? text.decode(type) : scalar(type)
  }

  func decode(_ type: Float.Type) throws -> Float {
    try isInText ? text.decode(type) : scalar(type)
  }

  func decode(_ type: Int.Type) throws -> Int {
    try isInText ? text.decode(type) : scalar(type)
  }

  func decode(_ type: Int8.Type) throws -> Int8 {
    try isInText ? text.decode(type) : scalar(type)
  }

  func decode(_ type: Int16.Type) throws -> Int16 {
    try isInText ? text.decode(type) : scalar(type)
  }

  func decode(_ type: Int32.Type) throws -> Int32 {
    try isInText ? text.decode(type) : scalar(type)
  }

  func decode(_ type: Int64.Type) throws -> Int64 {
    try isInText ? text.decode(type) : scalar(type)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 {
    try isInText ? text.decode(type) : scalar(type)
  }

  func decode(_ type: UInt.Type) throws -> UInt {
    try isInText ? text.decode(type) : scalar(type)
  }

  func decode(_ type: UInt8.Type) throws -> UInt8 {
    try isInText ? text.decode(type) : scalar(type)
  }

  func decode(_ type: UInt16.Type) throws -> UInt16 {
    try isInText ? text.decode(type) : scalar(type)
  }

  func decode(_ type: UInt32.Type) throws -> UInt32 {
    try isInText ? text.decode(type) : scalar(type)
  }

  func decode(_ type: UInt64.Type) throws -> UInt64 {
    try isInText ? text.decode(type) : scalar(type)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try isInText ? text.decode(type) : scalar(type)
  }

  private func scalar<T: Decodable>(_ type: T.Type) throws -> T {
    guard let value = try missing(type) as? T else {
      throw DecodingError.formerValueIsNot(type, at: codingPath)
    }
    return value
  }

  private func missing(_ type: any Decodable.Type) throws -> any Decodable {
    try withMissing { decoder -> any Decodable in try decoder.decode(type) }
  }
}
