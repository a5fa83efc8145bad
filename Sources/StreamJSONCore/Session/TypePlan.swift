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

  /// The fewest bytes with which a text of the type may be read without a tape.
  var shortestReading: Int

  init(direct: (any DirectlyDecodable.Type)?, isUnsettled: Bool = false) {
    self.direct = direct
    self.isUnsettled = isUnsettled
    reading = direct?.reading
    shortestReading = reading == nil ? .max : 0
  }

  /// After how many values it is found out, if none of them has lacked anything: each of them takes
  /// more time, and more stack if the type is nested in itself.
  static let maximumUnsettledCount = 64

  /// As how many values an outermost one counts, and each `byteCountOfValue` bytes of its text.
  ///
  /// JSONDecoder takes a microsecond and a half more for each of them, so after 16 of them as much was saved
  /// as finding it out takes.
  static let countOfOutermost = 4

  /// The fewest bytes with which a text is read whose type has members that are left for the tape: they cost
  /// more than a shorter text saves.
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
