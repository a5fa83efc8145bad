/// Decodes the values of one document after another.
///
/// One object serves all the values of a decode: it moves to a value, calls `init(from:)`, and moves back.
/// (JSONDecoder works the same way; in both, a model that keeps its decoder sees the outermost value
/// afterward.) Models get a `ModelDecoder` around it.
///
/// There is a second one for a `superDecoder()`, for a container that a model enters by a second key or by a key that
/// holds the decoder, for each later use of a part that a model has kept, and for a former value that stands in for a
/// part of the text.
///
/// `DocumentDecoder+Lifetime.swift` says when it may be reused.
///
/// `@unchecked Sendable`: used by one thread at a time, and passed on by an atomic exchange.
@safe
package final class DocumentDecoder: @unchecked Sendable {
  // MARK: - The decoder: from `init` to `deinit`

  package let document: Document

  /// The document's text and tape.
  package let storage: DocumentStorage

  /// Which thread is decoding, and whether the decode is over.
  let use: DecoderUse

  /// All that is known of types, for all texts.
  let types: TypeMemory

  /// Notes on the text, and the errors of this decode.
  let notes: DecodeNotes

  /// The environment of `types`.
  ///
  /// Read from there, it would be retained each time it is passed on: 3 % of a failing decode of a few bytes.
  let environment: DecodingEnvironment

  /// The decoder of the whole text, if this one belongs to a `superDecoder()`.
  let outer: DocumentDecoder?

  /// The decoder that this one represents, which itself represents no other.
  let represented: DocumentDecoder?

  /// True when keyed containers come from a pool.
  ///
  /// False for a `superDecoder()`, whose containers may outlive the decode of the pool's owner, and
  /// where the tape must not change.
  let usesPool: Bool

  // MARK: - The owner's settings: from one change to the next

  /// The options of this decode and later ones, replaced as a whole.
  private struct Settings {
    let options: DecodingOptions
    let comparesNamesAsTheyAre: Bool
    let nameConversionID: ObjectIdentifier?
    let changeCount: UInt

    init(_ options: DecodingOptions, changeCount: UInt = 0) {
      self.options = options
      comparesNamesAsTheyAre = options.comparesNamesAsTheyAre
      nameConversionID = options.nameConversionID
      self.changeCount = changeCount
    }
  }

  private var settings: Settings

  // MARK: - Where it stands: until the caller that moves it has moved it back

  /// The value that this decoder stands on, with the key by which it is decoded.
  var place = DecodedPlace(Tape.root, by: .none)

  /// The value that a container is entering or decoding, while the model's decoder stays where it is.
  var containerPlace = DecodedPlace(Tape.absent, by: .none)

  /// The frame of the innermost key that is in use for a scalar now and is not a case of a plain enum.
  // SAFETY: it is set for as long as the frame exists, by `entering` only.
  var frame: UnsafeMutablePointer<KeyFrame>?

  /// The decoder that represents this one while it calls a model.
  ///
  /// Whatever a model has kept of this decoder then stands on the representative's value, as if there were
  /// only one decoder.
  var representative: DocumentDecoder?

  /// Where paths begin: at the root, except in a `superDecoder()`.
  ///
  /// Unlike the rest, it stays until the decoder is used for another value.
  var base = BasePlace.root

  // MARK: - The decode: from `begin()` to `end`

  /// The last `superDecoder()`, in the decoder of the whole text; see `DocumentDecoder+Super.swift`.
  var spare: DocumentDecoder?

  /// How many more times in a row the spare may still be held when another one is needed; 0 if there may be no
  /// spare, such as when the decode begins to end, because a spare holds this decoder.
  var spareAllowance = 0

  // MARK: - A decode that is over: from `detach` or an initializer to `deinit`

  /// The text, if an earlier decode or scan of it is over, or if models hold a part of this decode; set only in the
  /// decoder of the whole text.
  var detachedText: DetachedText?

  /// The keys by which containers were entered, for a tape that no longer changes.
  var detachedKeys: DetachedKeys?

  // MARK: - Beginning and end

  /// Makes a decoder of `document`, which no longer changes if `isDetached` is true, that stands on its outermost
  /// value; by default, it knows no types.
  @inline(never)
  package init(
    document: Document,
    options: DecodingOptions,
    environment: DecodingEnvironment,
    notes: DecodeNotes? = nil,
    isDetached: Bool = false
  ) {
    self.document = document
    storage = document.storage
    settings = Settings(options)
    self.environment = environment
    self.notes = notes ?? DecodeNotes(types: TypeMemory(environment: environment))
    types = self.notes.types
    usesPool = !isDetached && BoxLayout.isKnown
    outer = nil
    represented = nil
    use = DecoderUse(currentThread: environment.currentThread)
    document.showsValuesInErrors = options.showsValuesInErrors
  }

  @inline(never)
  init(
    superOf decoder: DocumentDecoder,
    at base: BasePlace,
    representing represented: DocumentDecoder? = nil
  ) {
    self.represented = represented
    document = decoder.document
    storage = decoder.storage
    settings = decoder.settings
    environment = decoder.environment
    types = decoder.types
    notes = decoder.notes
    detachedKeys = decoder.detachedKeys
    self.base = base
    place = DecodedPlace(base.entry, by: .none)
    usesPool = false
    outer = decoder.outer ?? decoder
    use = decoder.use
  }

  /// Makes a decoder of `text`, which no longer changes, that stands on its outermost value.
  ///
  /// No container of the text was entered by a key before, unless the caller sets `detachedKeys`.
  convenience init(of text: DetachedText, options: DecodingOptions) {
    let workplace = text.takeWorkplace()
    self.init(
      document: workplace.document,
      options: options,
      environment: workplace.notes.types.environment,
      notes: workplace.notes,
      isDetached: true
    )
    detachedText = text
    detachedKeys = DetachedKeys(types: [], requestedKeys: RequestedKeys())
  }

  deinit {
    // SAFETY: the decoders that share it hold this one.
    if outer == nil { unsafe use.deallocate() }
  }

  // MARK: - Access

  package internal(set) var options: DecodingOptions {
    @inline(__always) get { settings.options }
    set {
      settings = Settings(newValue, changeCount: changeCount)
      document.showsValuesInErrors = newValue.showsValuesInErrors
    }
  }

  /// True when names can be compared with a key's byte by byte, and the first match counts.
  @inline(__always)
  var comparesNamesAsTheyAre: Bool { settings.comparesNamesAsTheyAre }

  /// Identifies the function that converts names, if there is one, and the first match counts.
  @inline(__always)
  var nameConversionID: ObjectIdentifier? { settings.nameConversionID }

  /// How many times the settings of the owner had changed when this decoder read its options.
  package var changeCount: UInt {
    @inline(__always) get { settings.changeCount }
    set { settings = Settings(options, changeCount: newValue) }
  }

  /// Replaces the options between two decodes, which counts references, unless the decoder already has them.
  package func adopt(_ options: DecodingOptions) {
    if self.options !== options { self.options = options }
  }

  /// The entry of the value that this decoder stands on.
  package var current: Int {
    @inline(__always) get { place.entry }
    @inline(__always) set { place = DecodedPlace(newValue, by: .none) }
  }

  /// Releases the text between two decodes.
  @inline(__always)
  package func reset() { document.reset() }

  /// Releases everything except the options and the notes on types and on the names of their members in texts,
  /// so that the decoder can change owners.
  ///
  /// - Returns: False when so many types are known that searching them takes longer than learning
  ///   those of one text.
  package func forgetAllButTypes() -> Bool {
    guard types.keyTypes.count <= 64 else { return false }
    if types.features.hasStorage { types.features.freeStorage() }
    document.shrink(toAtMost: 1 << 12)
    return true
  }
}

/// The value on which a decoder was made to stand.
struct BasePlace {
  let entry: Int

  /// The container that has or lacks the value.
  let container: Int

  /// The path that leads to the value.
  let path: [any CodingKey]

  static let root = BasePlace(entry: Tape.root, container: Tape.root, path: [])
}
