/// Types whose values may be read from a text in one pass, without a tape.
///
/// Reading handles the usual texts. For any other, it gives up before any model's code has run, and the
/// text is decoded in the ordinary way from its beginning.
package protocol ReadableFromText {
  /// Reads a value, or a collection of values, from the text at `place` and initializes the memory at `target`.
  static func read(
    _ form: WholeForm,
    from place: PlaceToRead,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> TextReading
}

/// The form of a whole text from which values of a type are read.
package enum WholeForm {
  /// A value of the type.
  case value
  /// An array of values.
  case elements
  /// A dictionary of values by name.
  case membersByName

  /// The type of the whole that consists of values of `type`.
  func whole<Value: Decodable>(of type: Value.Type) -> any Decodable.Type {
    switch self {
    case .value: Value.self
    case .elements: [Value].self
    case .membersByName: [String: Value].self
    }
  }
}

/// Where a value may be read in one pass.
package struct PlaceToRead {
  /// The value, and perhaps what comes after it.
  let text: JSONText

  /// Where the text begins in the window of a stream.
  var start = 0

  /// Whether it is in a stream, and not a whole document.
  var isInStream = false

  /// Whether there may be only whitespace after the value.
  var isWhole = true

  /// How many arrays and objects may be open in the value.
  let maximumDepth: Int
}

/// The outcome of reading a value from a text.
package enum TextReading {
  /// The value has been read; it has `count` bytes, with the whitespace before it and, if it must be whole,
  /// after it.
  ///
  /// If `defers` is true, it lacks members that run models' code, which must be decoded now; see
  /// `FeatureMemory.decodeDeferred(with:of:)`. This is never so in a stream.
  case read(count: Int, defers: Bool)

  /// The value must be decoded in the ordinary way; nothing was initialized.
  case gaveUp

  /// All values of the type in the stream must be decoded in the ordinary way.
  case never
}
