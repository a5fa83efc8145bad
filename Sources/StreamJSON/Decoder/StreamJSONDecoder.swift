public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

/// A drop-in `JSONDecoder` subclass that is many times as fast in release builds.
///
/// Use it anywhere you use a `JSONDecoder`, with the same strategies:
///
/// ```swift
/// struct Point: Decodable { var x: Double, y: Double }
///
/// let decoder = StreamJSONDecoder()
/// decoder.keyDecodingStrategy = .convertFromSnakeCase
/// let points = try decoder.decode([Point].self, from: data)
/// ```
///
/// A subclass that overrides `decode(_:from:)` for `UnsafeRawBufferPointer` sees every whole document,
/// whatever form it is passed in. The article *Migrating from JSONDecoder* says which method calls which.
///
/// It has the library's name before JSONDecoder's because it takes that class's place.
///
/// You can use one decoder from many threads at once. A decoder reads its settings when a `decode` begins.
/// For all differences from JSONDecoder, see the article *Differences from
/// JSONDecoder*.
open class StreamJSONDecoder: JSONDecoder, @unchecked Sendable {
  // `@unchecked`, as for JSONDecoder itself: everything mutable is atomic or guarded by the lock.
  let state = Lock(State())

  /// How often settings have changed.
  let changeCount = SharedWord()

  /// The decoder of the last decode, for the next one: in decoding a small text, most of the time would go into setting
  /// up.
  let idle = IdleDecoder()

  struct State {
    var duplicateKeyPolicy = JSONDuplicateKeyPolicy.useFirst
    var validation = JSONValidation.compatible
    var limits = JSONLimits()
    var showsValuesInErrors = false
    /// The settings as of the start of the last decode, nil after a change.
    var options: DecodingOptions?
  }

  // MARK: - Settings that JSONDecoder lacks

  // Not `open`: they are read once and remembered until one is set, so an override that computes
  // another value each time would not count.

  /// Which of several members with the same key is used; by default the first, as in JSONDecoder.
  public var duplicateKeyPolicy: JSONDuplicateKeyPolicy {
    get { state.withLock { $0.duplicateKeyPolicy } }
    set { change { $0.duplicateKeyPolicy = newValue } }
  }

  /// How much of a document is validated; by default as much as JSONDecoder validates.
  public var validation: JSONValidation {
    get { state.withLock { $0.validation } }
    set { change { $0.validation = newValue } }
  }

  /// Limits on depth and size.
  public var limits: JSONLimits {
    get { state.withLock { $0.limits } }
    set { change { $0.limits = newValue } }
  }

  /// Whether an error's underlying `JSONError` includes values from the JSON; by default false.
  ///
  /// If true, the `JSONError` says which value was found, shows the offending line, and quotes what a model
  /// or the standard library says. Errors end up in logs, so parts of the JSON may end up there, too, such as
  /// passwords, addresses, and tokens. An error includes at most 76 bytes of the JSON around the place, and
  /// at most 200 bytes of a model's own description. The enclosing `DecodingError` says the same as
  /// JSONDecoder's, whatever the setting; for an unknown case of an enum, that includes the value. In a
  /// stream of array elements, object members, or concatenated values, the line of a malformed value is shown
  /// only as far as it has arrived.
  public var showsValuesInErrors: Bool {
    get { state.withLock { $0.showsValuesInErrors } }
    set { change { $0.showsValuesInErrors = newValue } }
  }

  // MARK: - JSONDecoder's settings

  /// How dates are decoded; by default from a `Double`, the seconds since 2001.
  open override var dateDecodingStrategy: DateDecodingStrategy {
    didSet { settingDidChange(from: oldValue) }
  }

  /// How `Data` is decoded; by default from a base64 string.
  open override var dataDecodingStrategy: DataDecodingStrategy {
    didSet { settingDidChange(from: oldValue) }
  }

  /// Which strings stand for infinities and NaN; by default none.
  open override var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    didSet { settingsDidChange() }
  }

  /// How the keys in the JSON become those of models; by default they are used unchanged.
  open override var keyDecodingStrategy: KeyDecodingStrategy {
    didSet { settingDidChange(from: oldValue) }
  }

  /// What models find in their decoder's `userInfo`.
  @preconcurrency
  open override var userInfo: [CodingUserInfoKey: any Sendable] {
    didSet { settingDidChange(from: oldValue) }
  }

  /// Whether documents may be JSON5.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  open override var allowsJSON5: Bool {
    didSet { settingsDidChange() }
  }

  /// Whether the braces around the outermost object are optional.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  open override var assumesTopLevelDictionary: Bool {
    didSet { settingsDidChange() }
  }

  /// Makes a decoder with the default settings.
  public override init() { super.init() }

  /// Changes one of the settings that JSONDecoder does not have.
  private func change(_ change: (inout State) -> Void) {
    state.withLock { change(&$0) }
    settingsDidChange()
  }

  /// Discards the settings that the last decode used, because one was changed.
  @inline(never)
  func settingsDidChange() {
    // Released outside the lock: `userInfo` may have held anything, even this decoder.
    let options = state.withLock { state in
      changeCount.increment()
      return state.options.take()
    }
    withExtendedLifetime(options) {}
    guard let decoder = idle.takeInOrder() else { return }
    decoder.adopt(.standard)
    if let other = idle.exchange(for: decoder) { IdleDecoders.keep(other) }
  }

  /// Like `settingsDidChange()`, for a setting that may hold any object, even one whose `deinit`
  /// uses this decoder.
  ///
  /// The former value is released here, and not while JSONDecoder holds its lock.
  private func settingDidChange<Setting>(from former: Setting) {
    withExtendedLifetime(former) { settingsDidChange() }
  }

  deinit {
    if let decoder = idle.takeLast() { IdleDecoders.keep(decoder) }
  }

  // MARK: - Decoding

  // All overloads but JSONDecoder's own are disfavored, so that `decode(T.self, from: .init())` is
  // not ambiguous where JSONDecoder's is not.

  /// Decodes a value of the given type from the JSON in `data`.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - data: A JSON document in UTF-8, UTF-16, or UTF-32, with or without a byte-order mark.
  /// - Returns: The decoded value.
  /// - Throws: `DecodingError` if the JSON is malformed or does not match `type`, with JSONDecoder's case,
  ///   path, and description, and a `JSONError` as its underlying error. Also anything that the type's own
  ///   `init(from:)` throws.
  /// - Complexity: O(`data.count`), apart from the work of the type itself.
  open override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    // SAFETY: the bytes are only used within the closure.
    try unsafe data.withUnsafeBytes { try unsafe decode(type, from: $0) }
  }

  /// Decodes a value of the given type from the JSON in `bytes`, which are not copied and are read only
  /// during the call.
  ///
  /// Behaves like `decode(_:from:)` for `Data`.
  ///
  /// - Precondition: The memory does not change during the call.
  @_disfavoredOverload
  open func decode<T: Decodable>(
    _ type: T.Type,
    from bytes: UnsafeRawBufferPointer
  ) throws -> T {
    // SAFETY: bytes are bytes; the caller keeps them alive during the call, as the precondition says.
    let text = unsafe JSONText(bytes.bindMemory(to: UInt8.self))
    return try withDecoder { try $0.decode(type, from: text) }
  }

  /// Decodes a value of the given type from an object graph, without re-serializing it.
  ///
  /// ```swift
  /// let profile = try decoder.decode(Profile.self, withJSONObject: ["name": "Ann", "age": 34])
  /// ```
  ///
  /// The rules are those for a JSON document: a Boolean is not a number, 1.0 is accepted for an `Int` but
  /// 1.5 is not, and all strategies apply. The order of a dictionary's members, and therefore of `allKeys`,
  /// is unspecified. `validation` and `limits.maximumByteCount` do not apply.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - object: What `JSONSerialization` returns, or anything similar: dictionaries with strings as keys,
  ///     arrays, sets, strings, numbers, Booleans, `NSNull`, `nil`, and their Objective-C counterparts,
  ///     nested as deeply as `limits.maximumDepth` allows.
  ///
  ///     A `Date`, `Data`, `URL`, or `Decimal` is used unchanged where the model asks for that type,
  ///     whatever the strategy; a `UUID` stands for its string. Anything else is an error if the model
  ///     reads it, and so is a dictionary with other keys, or a number that is not finite (unless
  ///     `nonConformingFloatDecodingStrategy` says how to write it). A string is a string, even at the top
  ///     level. For an object that may be a JSON document, see `decode(_:withTextOrJSONObject:at:)`.
  /// - Returns: The decoded value.
  /// - Throws: `DecodingError` if the graph does not match `type`, with the case, path, and description of
  ///   the equivalent JSON document and a `JSONError` as its underlying error. Also `dataCorrupted` for an
  ///   object that JSON cannot represent, and for a graph that is too large or too deep, such as one that
  ///   contains itself. Also anything that the type's own `init(from:)` throws.
  /// - Complexity: O(size of the graph), apart from the work of the type itself.
  open func decode<T: Decodable>(
    _ type: T.Type,
    withJSONObject object: Any
  ) throws -> T {
    try withDecoder(forGraph: object) { try $0.decodeRoot(type) }
  }

  /// Decodes a value of the given type, which needs `configuration`, from the JSON in `data`.
  ///
  /// Behaves like `decode(_:from:)` for `Data`.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  open override func decode<T: DecodableWithConfiguration>(
    _ type: T.Type,
    from data: Data,
    configuration: T.DecodingConfiguration
  ) throws -> T {
    try withDecoder(reading: data) { try $0.decode(type, with: configuration) }
  }

  /// Decodes a value of the given type, which needs a configuration, from the JSON in `data`.
  ///
  /// Behaves like `decode(_:from:)` for `Data`.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  open override func decode<T, C>(
    _ type: T.Type,
    from data: Data,
    configuration: C.Type
  ) throws -> T
  where
    T: DecodableWithConfiguration,
    C: DecodingConfigurationProviding,
    T.DecodingConfiguration == C.DecodingConfiguration
  {
    try decode(type, from: data, configuration: C.decodingConfiguration)
  }
}

// The decoder of the core that one decode uses.
extension StreamJSONDecoder {
  /// Calls `body` with a decoder for one decode; with `leavingDocument`, the result holds the decoder's document.
  @inline(__always)
  func withDecoder<Result>(
    leavingDocument: Bool = false,
    _ body: (DocumentDecoder) throws -> Result
  ) throws -> Result {
    let decoder = takeDecoder()
    do {
      let result = try body(decoder)
      release(consume decoder, leavingDocument: leavingDocument)
      return result
    } catch {
      guard decoder.mayLocateErrors else {
        release(consume decoder, leavingDocument: false)
        // Thrown here, because an error from either of two places is counted once more.
        throw error
      }
      let located = decoder.located(leaving: error)
      release(consume decoder, leavingDocument: false)
      throw located
    }
  }

  /// The decoder that the last call left, an idle one, or a new one.
  @inline(__always)
  private func takeDecoder() -> DocumentDecoder {
    DetachedContainers.sweep()
    guard let decoder = idle.take() else { return takeDecoder(insteadOf: nil) }
    guard decoder.changeCount == changeCount.current else {
      return takeDecoder(insteadOf: decoder)
    }
    decoder.begin()
    return decoder
  }

  /// Does the same when `idle`, the decoder that the last call left, is nil or has other settings.
  @inline(never)
  private func takeDecoder(insteadOf idle: consuming DocumentDecoder?) -> DocumentDecoder {
    // The count is read before the settings, so that no later decode uses these if one of them changes meanwhile.
    let count = changeCount.current
    let decoder =
      idle ?? IdleDecoders.take()
      ?? DocumentDecoder(document: Document(), options: .standard, environment: .system)
    // A subclass may have other defaults. The standard options are not counted, since all threads share the count.
    if count == 0, type(of: self) == StreamJSONDecoder.self {
      decoder.adopt(.standard)
    } else {
      decoder.adopt(makeOptions())
    }
    decoder.changeCount = count
    decoder.begin()
    return decoder
  }

  /// Ends a decode, whatever its outcome; with `leavingDocument`, something else holds its document.
  @inline(never)
  private func release(_ decoder: consuming DocumentDecoder, leavingDocument: Bool) {
    if DocumentDecoder.end(&decoder), !leavingDocument {
      decoder.reset()
    } else {
      decoder = decoder.successor(with: Document())
    }
    // If a setting was changed meanwhile, what the old ones hold must be released.
    let count = decoder.changeCount
    guard count == changeCount.recent else { return IdleDecoders.keep(decoder) }
    // The decoder of another thread that was decoding at the same time.
    if let other = idle.exchange(for: decoder) { IdleDecoders.keep(other) }
    if count != changeCount.current, let late = idle.takeInOrder() {
      IdleDecoders.keep(late)
    }
  }
}
