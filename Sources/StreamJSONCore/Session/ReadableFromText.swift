/// Types of which a whole text may be read in one pass, without a tape.
///
/// Reading knows what is usual. It gives up for anything else, before any code of a model's has run, and the
/// text is decoded in the ordinary way from its beginning.
package protocol ReadableFromText {
  /// Reads a value from the whole of `text`, and initializes the one at `target` with it.
  @unsafe
  static func read(
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> WholeReading

  /// Reads an array from the whole of `text`, as `read(from:with:to:)`.
  @unsafe
  static func readElements(
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> WholeReading

  /// Reads a dictionary of values by name from the whole of `text`, as `read(from:with:to:)`.
  @unsafe
  static func readDictionary(
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> WholeReading

  /// Reads a value from the beginning of the text at `place`, as `read(from:with:to:)`.
  @unsafe
  static func readFirst(
    from place: PlaceToRead,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> FirstReading

  /// Decodes the members of the value at `target` that were deferred when it was read, from the tape.
  @unsafe
  static func decodeDeferred(
    with decoder: DocumentDecoder,
    of target: UnsafeMutableRawPointer
  ) throws

  /// The same for the elements of the array of values at `target`.
  @unsafe
  static func decodeDeferredOfElements(
    with decoder: DocumentDecoder,
    of target: UnsafeMutableRawPointer
  ) throws
}

/// What collections do not do: a text is read as a collection of objects, and not of other collections.
extension ReadableFromText where Self: Decodable {
  @unsafe
  package static func readElements(
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> WholeReading {
    decoder.memory.read([Self].self, onlyFrom: .max)
    return .gaveUp
  }

  @unsafe
  package static func readDictionary(
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> WholeReading {
    decoder.memory.read([String: Self].self, onlyFrom: .max)
    return .gaveUp
  }

  @unsafe
  package static func readFirst(
    from place: PlaceToRead,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> FirstReading {
    .never
  }

  @unsafe
  package static func decodeDeferredOfElements(
    with decoder: DocumentDecoder,
    of target: UnsafeMutableRawPointer
  ) throws {}
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
