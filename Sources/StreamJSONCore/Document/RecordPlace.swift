/// The place of a document's text in a stream; all zero for a text by itself.
struct RecordPlace {
  /// The 0-based index of the record; nil for a text by itself.
  var index: Int?

  /// What comes before the part of the stream from which lines and records are counted, if that part
  /// is decoded on its own.
  var preceding: (any PrecedingRecords)?

  /// The reference tokens of the container in the stream that the root is, or belongs to.
  ///
  /// If the root is an element or member of it, the record's index or the member's name follows.
  var outerTokens: [String] = []
  var isElement = false
  var memberName: String?

  /// In a stream of several arrays, the index of the first element's record, and which of them has been selected.
  var firstIndex = 0
  var selection = 0

  /// Whether the record is no JSON, but other text.
  var isOtherText = false

  /// The fields of the event that the record is the data of, if they were asked for.
  var eventFields: EventFields?

  /// The record, once it is known that it cannot be decoded.
  var failed: JSONFailedRecord?

  /// The text with the available parts of the stream before and after it, and where it begins there.
  ///
  /// This is only for the line that an error shows, because how much is available depends on how the stream is cut.
  private(set) var arrived: (text: JSONText, offset: Int)?

  /// What has not arrived in full, while the value in progress is decoded.
  var unfinished: UnfinishedParts?

  /// Whether decoding has left notes in the document that the next value must not see.
  var leftNotes = false

  // Lines are counted only when an error needs them.
  private var knownOrigin = StreamPosition()
  private var textBefore = JSONText.empty

  /// Whether the lines before the text have been counted.
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
    set { setOrigin(newValue, followedBy: .empty) }
  }

  /// Sets where the text begins: after `textBefore`, which begins at `position`.
  ///
  /// - Precondition: the bytes of `textBefore` stay until the record is no longer used.
  @inline(__always)
  mutating func setOrigin(_ position: StreamPosition, followedBy textBefore: JSONText) {
    knownOrigin = position
    self.textBefore = textBefore
    originIsCounted = false
  }

  /// Notes that `text` is a part of `arrived`, until that is set to nil.
  mutating func setArrived(_ arrived: JSONText?, around text: JSONText = .empty) {
    guard arrived != nil || self.arrived != nil else { return }
    self.arrived = arrived.flatMap { arrived in text.offset(in: arrived).map { (arrived, $0) } }
  }

  /// Whether this is the place of a text by itself, from its first byte on.
  var isWhole: Bool {
    index == nil && !isElement && outerTokens.isEmpty && preceding == nil && eventFields == nil
      && knownOrigin == StreamPosition() && textBefore.count == 0 && arrived == nil
  }

  /// The reference tokens of the root.
  // Inlined, because a caller would otherwise copy the place.
  @inline(__always)
  var rootTokens: [String] {
    isElement ? outerTokens + [memberName ?? String((index ?? 0) - firstIndex)] : outerTokens
  }
}

/// What a server-sent event has besides its data.
struct EventFields {
  let name: String?
  let id: String?
  let retryMilliseconds: Int?
}

/// The parts of a value in progress that have not arrived in full, and were closed where they stop.
struct UnfinishedParts {
  /// The entries of the objects and arrays around its end.
  var containers: [Int] = []

  /// The entry of the string that ends there.
  var string: Int?

  /// Whether something asked for that string and did not get it, because it needs a whole string.
  var hasRefusedString = false
}

extension Document {
  /// Whether the value at `entry` has not arrived in full.
  func isUnfinished(_ entry: Int) -> Bool {
    guard let unfinished = storage.record.unfinished else { return false }
    return unfinished.string == entry || unfinished.containers.contains(entry)
  }

  /// The fault of asking for the string at `entry`, which has not arrived in full.
  func refusesString(at entry: Int) -> InputFault {
    storage.record.unfinished?.hasRefusedString = true
    return InputFault(.unexpectedEnd, at: tape.byteRange(of: entry).end)
  }

  /// Where `text` begins within a stream.
  var origin: StreamPosition {
    get { storage.record.origin }
    set {
      storage.record.origin = newValue
      storage.needsReset = true
    }
  }

  /// The record's index in a stream.
  var recordIndex: Int? { storage.record.index }
}
