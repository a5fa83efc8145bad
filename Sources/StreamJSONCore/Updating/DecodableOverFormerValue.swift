/// Types that the library decodes itself and that keep, in an update, what the text does not mention; values of other
/// types are replaced as a whole.
protocol DecodableOverFormerValue: DirectlyDecodable {
  /// Decodes the value at `entry`; members that an object lacks are taken from `former`.
  static func decode(
    with decoder: DocumentDecoder,
    at entry: Int,
    over former: FormerValue
  ) throws -> Self
}

extension Optional: DecodableOverFormerValue where Wrapped: Decodable {
  static func decode(
    with decoder: DocumentDecoder,
    at entry: Int,
    over former: FormerValue
  ) throws -> Wrapped? {
    if decoder.document.tape[entry].kind == .null { return nil }
    return try decoder.decode(Wrapped.self, at: entry, over: former)
  }
}
