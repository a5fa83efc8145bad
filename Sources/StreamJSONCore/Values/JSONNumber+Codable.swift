extension JSONNumber: Codable {
  /// Decodes a number with any decoder.
  ///
  /// With `StreamJSONDecoder`, the number has all its digits. With other decoders, this tries a 64-bit
  /// integer, then a 128-bit integer where the system has that type, and then a `Double`.
  ///
  /// - Throws: `DecodingError` if the value is not a number.
  public init(from decoder: any Decoder) throws {
    if let number = try Self.readFromTape(of: decoder) {
      self = number
      return
    }
    let container = try decoder.singleValueContainer()
    self = try Self.integer(in: container) ?? JSONNumber(container.decode(Double.self))
  }

  /// The integer in `container`; nil if there is none.
  private static func integer(in container: any SingleValueDecodingContainer) -> JSONNumber? {
    if let integer = try? container.decode(Int64.self) { return JSONNumber(integer) }
    if let integer = try? container.decode(UInt64.self) { return JSONNumber(integer) }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
      let integer = try? container.decode(Int128.self)
    {
      return JSONNumber(integer)
    }
    return nil
  }

  /// Encodes the number with any encoder.
  ///
  /// It is encoded as an integer if it is one of up to 64 bits (up to 128 bits where the encoder has such
  /// integers), and otherwise as the nearest `Double`. A zero with a minus sign is a `Double`. To get all
  /// digits, use ``description``.
  ///
  /// - Throws: `EncodingError.invalidValue` for a number beyond the range of `Double`, and what the encoder
  ///   throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if isNegativeZero {
      try container.encode(-0.0)
    } else if let integer = integer(as: Int64.self) {
      try container.encode(integer)
    } else if let integer = integer(as: UInt64.self) {
      try container.encode(integer)
    } else if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
      // Of other forms, a `Double` is just as good.
      case .literal = form,
      let integer = integer(as: Int128.self), (try? container.encode(integer)) != nil
    {
      return
    } else if let double {
      try container.encode(double)
    } else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "\(self) is beyond the range of Double."
        )
      )
    }
  }
}
