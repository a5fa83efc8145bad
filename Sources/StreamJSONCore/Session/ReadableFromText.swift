/// Types of which a whole text may be read in one pass, without a tape.
///
/// Reading knows what is usual. It gives up for anything else, before any code of a model's has run, and the
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

  /// Reads a value from the beginning of the text at `place`, as `read(_:from:with:to:)`.
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

/// What a whole text is of which a type is read.
package enum WholeForm {
  /// A value of the type.
  case value
  /// An array of values.
  case elements
  /// A dictionary of values by name.
  case membersByName

  /// The type of what consists of values of `type`.
  func whole<Value: Decodable>(of type: Value.Type) -> any Decodable.Type {
    switch self {
    case .value: Value.self
    case .elements: [Value].self
    case .membersByName: [String: Value].self
    }
  }
}

/// How it went to read a whole text.
package enum WholeReading {
  /// The value is there.
  case read

  /// It is there but for members that run code of models' and are to be decoded now.
  case deferred

  /// It is to be decoded in the ordinary way; nothing is there.
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

/// How it went to read a value from the beginning of a text.
package enum FirstReading {
  /// The value, the whitespace before it and, if it is to be whole, that after it have `count` bytes.
  case read(count: Int)

  /// It is to be decoded in the ordinary way.
  case gaveUp

  /// So are all values of the type.
  case never
}
