public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

/// A JSON decoder that does what JSONDecoder does, in release builds several times as fast.
///
/// It is a subclass, so it goes wherever a `JSONDecoder` does, with the same strategies:
///
/// ```swift
/// struct Point: Decodable { var x: Double, y: Double }
///
/// let decoder = StreamJSONDecoder()
/// decoder.keyDecodingStrategy = .convertFromSnakeCase
/// let points = try decoder.decode([Point].self, from: data)
/// ```
///
/// A subclass that overrides `decode(_:from:)` for `UnsafeRawBufferPointer` sees all whole texts, in whatever
/// form; <doc:MigratingFromJSONDecoder> says which form calls which.
///
/// One decoder may be used from many threads at once; settings are read when a `decode` begins.
/// The article <doc:Differences> lists what differs from JSONDecoder.
open class StreamJSONDecoder: JSONDecoder, @unchecked Sendable {
  // `@unchecked`, as for JSONDecoder itself: everything mutable is atomic or guarded by the lock.
  let state = Lock(State())

  /// How often settings have changed.
  let changeCount = SharedWord()

  /// What the last decode left for the next one: a small text is mostly set-up.
  let idle = IdleDecoder()

  struct State {
    var duplicateKeyPolicy = JSONDuplicateKeyPolicy.useFirst
    var validation = JSONValidation.compatible
    var limits = JSONLimits()
    var showsValuesInErrors = false
    /// The settings as of the start of the last decode, nil after a change.
    var options: DecodingOptions?
  }

  // MARK: - Settings of its own

  // Not `open`: they are read once and remembered until one is set, so an override that computes
  // another value each time would not count.

  /// Which of several members with the same name counts; by default the first, as in JSONDecoder.
  public var duplicateKeyPolicy: JSONDuplicateKeyPolicy {
    get { state.withLock { $0.duplicateKeyPolicy } }
    set {
      state.withLock { $0.duplicateKeyPolicy = newValue }
      settingsDidChange()
    }
  }

  /// How much of a text is checked; by default as much as JSONDecoder checks.
  public var validation: JSONValidation {
    get { state.withLock { $0.validation } }
    set {
      state.withLock { $0.validation = newValue }
      settingsDidChange()
    }
  }

  /// Bounds on depth and size.
  public var limits: JSONLimits {
    get { state.withLock { $0.limits } }
    set {
      state.withLock { $0.limits = newValue }
      settingsDidChange()
    }
  }

  /// Whether the underlying `JSONError` of an error says which value was found, shows the line at
  /// fault, and quotes what a model or the standard library says; by default false.
  ///
  /// Errors get into logs. With true, parts of the text (at most 76 bytes around the fault, and 200
  /// of a model's own description) may get into them: passwords, addresses, tokens. The
  /// `DecodingError` around the `JSONError` says what JSONDecoder's says, whatever the setting; for
  /// an unknown case of an enum, that is the value. In a stream of array elements, object members or
  /// concatenated values, the line of malformed text within a value is shown as far as it has arrived.
  public var showsValuesInErrors: Bool {
    get { state.withLock { $0.showsValuesInErrors } }
    set {
      state.withLock { $0.showsValuesInErrors = newValue }
      settingsDidChange()
    }
  }

  // MARK: - JSONDecoder's settings

  /// How dates are decoded; by default from a Double, the seconds since 2001.
  open override var dateDecodingStrategy: DateDecodingStrategy {
    didSet { settingDidChange(from: oldValue) }
  }

  /// How `Data` is decoded; by default from base64 text.
  open override var dataDecodingStrategy: DataDecodingStrategy {
    didSet { settingDidChange(from: oldValue) }
  }

  /// Which strings stand for infinities and NaN; by default none.
  open override var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    didSet { settingsDidChange() }
  }

  /// How names become keys; by default they are used unchanged.
  open override var keyDecodingStrategy: KeyDecodingStrategy {
    didSet { settingDidChange(from: oldValue) }
  }

  /// What models find in their decoder's `userInfo`.
  @preconcurrency
  open override var userInfo: [CodingUserInfoKey: any Sendable] {
    didSet { settingDidChange(from: oldValue) }
  }

  /// Whether texts may be JSON5.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  open override var allowsJSON5: Bool {
    didSet { settingsDidChange() }
  }

  /// Whether the braces around the outermost object may be left out.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  open override var assumesTopLevelDictionary: Bool {
    didSet { settingsDidChange() }
  }

  /// Makes a decoder with the default settings.
  public override init() {
    super.init()
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

  /// Decodes a value of the given type from the JSON text in `data`.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - data: A JSON text in UTF-8, UTF-16 or UTF-32, with or without a byte-order mark.
  /// - Returns: The decoded value.
  /// - Throws: `DecodingError` for a malformed text or one that does not fit `type`, with
  ///   JSONDecoder's case, path and description, and a `JSONError` as its underlying error; or
  ///   whatever the type's own `init(from:)` throws.
  /// - Complexity: O(`data.count`), apart from the work of the type itself.
  open override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    // SAFETY: the bytes are only used within the closure.
    try unsafe data.withUnsafeBytes { try unsafe decode(type, from: $0) }
  }

  /// Decodes a value of the given type from the JSON text in `bytes`, which are not copied and are
  /// only read during the call.
  ///
  /// Otherwise like `decode(_:from:)` for `Data`.
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

  /// Decodes a value of the given type from an object graph, without going through a text.
  ///
  /// ```swift
  /// let profile = try decoder.decode(Profile.self, withJSONObject: ["name": "Ann", "age": 34])
  /// ```
  ///
  /// The rules are those for a text: a boolean is not a number, 1.0 is accepted for an `Int` and
  /// 1.5 is not, and all strategies apply. The order of a dictionary's members, and therefore of
  /// `allKeys`, is unspecified. `validation` and `limits.maximumByteCount` apply to texts only.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - object: What `JSONSerialization` returns, or anything similar: dictionaries with strings
  ///     as keys, arrays, sets, strings, numbers, booleans, `NSNull`, `nil`, and their
  ///     Objective-C counterparts, nested as deeply as `limits.maximumDepth` allows.
  ///
  ///     A `Date`, `Data`, `URL` or `Decimal` is used unchanged where the model asks for that
  ///     type, whatever the strategy; a `UUID` stands for its string. Anything else, a dictionary
  ///     with other keys, and a number that is not finite (unless
  ///     `nonConformingFloatDecodingStrategy` says how to write one) are errors if the model
  ///     reads them. A string is a string, at the top level too; see
  ///     `decode(_:withTextOrJSONObject:at:)` for an object that may be a JSON text.
  /// - Returns: The decoded value.
  /// - Throws: `DecodingError` for a graph that does not fit `type`, with the case, path and
  ///   description of the equivalent JSON text and a `JSONError` as its underlying error;
  ///   `dataCorrupted` also for an object that JSON cannot represent and for a graph that is too
  ///   large or too deep, such as one that contains itself. Or whatever the type's own
  ///   `init(from:)` throws.
  /// - Complexity: O(size of the graph), apart from the work of the type itself.
  open func decode<T: Decodable>(
    _ type: T.Type,
    withJSONObject object: Any
  ) throws -> T {
    try withDecoder(forGraph: object) { try $0.decodeRoot(type) }
  }

  /// Decodes a value of the given type, which needs `configuration`, from the text in `data`.
  ///
  /// Otherwise like `decode(_:from:)` for `Data`.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  open override func decode<T: DecodableWithConfiguration>(
    _ type: T.Type,
    from data: Data,
    configuration: T.DecodingConfiguration
  ) throws -> T {
    try withDecoder(reading: data) { try $0.decode(type, with: configuration) }
  }

  /// Decodes a value of the given type, which needs a configuration, from the text in `data`.
  ///
  /// Otherwise like `decode(_:from:)` for `Data`.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
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
