/// How a decoder decodes one type.
struct TypePlan {
  /// The type itself, or one with its layout, when this library decodes it; nil when its
  /// `init(from:)` does.
  let direct: (any DirectlyDecodable.Type)?

  /// How whole texts of the type are read without a tape; nil if they are not.
  let reading: (any ReadableFromText.Type)?

  /// Whether it is not known yet if the type is marked; see `DecoderMemory+Plans.swift`.
  var isUnsettled = false

  /// Whether the type is known to have defaults.
  var hasDefaults = false

  /// The smallest number of bytes of a text of the type that may be read without a tape.
  var shortestReading: Int

  init(direct: (any DirectlyDecodable.Type)?, isUnsettled: Bool = false) {
    self.direct = direct
    self.isUnsettled = isUnsettled
    reading = direct?.reading
    shortestReading = reading == nil ? .max : 0
  }

  /// After how many values the type is checked for a mark even if none of them has lacked anything: until
  /// then, each value takes more time, and more stack if the type is nested in itself.
  static let maximumUnsettledCount = 64

  /// How many values an outermost value counts as, or each `byteCountOfValue` bytes of its text.
  ///
  /// For each outermost value, JSONDecoder takes 1.5 µs longer, so 16 of them have saved as much time as the
  /// check takes.
  static let countOfOutermost = 4

  /// The smallest number of bytes of a text that is read although its type has members that are left for the
  /// tape: those cost more than reading a shorter text saves.
  static let shortestDeferringReading = 128

  /// How many bytes of a text count as one value.
  static let byteCountOfValue = 64
}

extension TypePlan {
  /// How to decode `type`, which has `mark` or none.
  init(_ mark: _DecodingMark?, _ type: any Decodable.Type) {
    self.init(direct: mark.flatMap { $0.direct(type) })
    hasDefaults = direct != nil && mark?.hasDefaults == true
  }
}
