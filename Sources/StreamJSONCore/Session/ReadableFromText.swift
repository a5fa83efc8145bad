/// Types whose values may be read from a whole text in one pass, without a tape.
///
/// Reading handles what is usual. For anything else, it gives up before any model's code has run, and the
/// text is decoded in the ordinary way from its beginning.
package protocol ReadableFromText {
  /// Reads a value, or a collection of values, from the whole of `text`, and initializes what is at `target`
  /// with it.
  @unsafe
  static func read(
    _ form: WholeForm,
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> WholeReading

  /// Reads a value from the beginning of the text at `place`, like `read(_:from:with:to:)`.
  @unsafe
  static func readFirst(
    from place: PlaceToRead,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> FirstReading

  /// Decodes the members that were deferred when what is at `target` was read, from the tape.
  @unsafe
  static func decodeDeferred(
    _ form: WholeForm,
    with decoder: DocumentDecoder,
    of target: UnsafeMutableRawPointer
  ) throws
}

/// Only values of marked types are read from a part of a text.
extension ReadableFromText {
  @unsafe
  package static func readFirst(
    from place: PlaceToRead,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> FirstReading {
    .never
  }
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

/// The outcome of reading a whole text.
package enum WholeReading {
  /// The value has been read.
  case read

  /// The value has been read, except for members that run models' code, which must be decoded now.
  case deferred

  /// The value must be decoded in the ordinary way; nothing was initialized.
  case gaveUp
}

/// Where a value of a stream may be read in one pass.
package struct PlaceToRead {
  /// The value, and perhaps what comes after it.
  let text: JSONText

  /// Where the text begins in the stream's window.
  let start: Int

  /// Whether there may be only whitespace after the value.
  let isWhole: Bool

  /// How many arrays and objects may be open in the value.
  let maximumDepth: Int
}

/// The outcome of reading a value from the beginning of a text.
package enum FirstReading {
  /// The value has been read; it has `count` bytes, with the whitespace before it and, if it must be whole,
  /// after it.
  case read(count: Int)

  /// The value must be decoded in the ordinary way.
  case gaveUp

  /// All values of the type must be decoded in the ordinary way.
  case never
}
