/// Where the text of a document is in a stream; of a text by itself, all is zero.
struct StreamRecord {
  /// The 0-based number of the record; nil for a text by itself.
  var index: Int?

  /// The way to the root within the text of the stream: that of a container and, if the root is
  /// one of its elements or members, the record's number or the member's name.
  var outerTokens: [String] = []
  var isElement = false
  var memberName: String?

  /// Whether decoding has left notes in the document that the next value must not see.
  var leftNotes = false

  // Lines are counted when an error asks for them.
  private var knownOrigin = StreamPosition()
  private var textBefore = JSONText.empty

  /// Whether somebody has asked.
  private(set) var originIsCounted = false

  /// Where the text begins.
  var origin: StreamPosition {
    mutating get {
      if textBefore.count > 0 {
        knownOrigin.advance(over: textBefore, from: 0, to: textBefore.count)
        textBefore = .empty
        originIsCounted = true
      }
      return knownOrigin
    }
    set {
      knownOrigin = newValue
      textBefore = .empty
      originIsCounted = false
    }
  }

  /// Tells where the text begins: behind `textBefore`, which begins at `position`.
  ///
  /// - Precondition: the bytes of `textBefore` stay until the record is done with.
  @inline(__always)
  mutating func setOrigin(_ position: StreamPosition, followedBy textBefore: JSONText) {
    knownOrigin = position
    self.textBefore = textBefore
    originIsCounted = false
  }

  /// The reference tokens of the root.
  var rootTokens: [String] {
    isElement ? outerTokens + [memberName ?? String(index ?? 0)] : outerTokens
  }
}

extension Document {
  /// Where `text` begins within a stream.
  package var origin: StreamPosition {
    get { storage.record.origin }
    set {
      storage.record.origin = newValue
      storage.needsReset = true
    }
  }

  /// The record's number in a stream.
  package var recordIndex: Int? { storage.record.index }

  /// The reference tokens of the root.
  var rootTokens: [String] { storage.record.rootTokens }
}
