// Rules for the folder Decoder, where no decoding is done:
// - A decoder may be used on many threads, and from inside its own decode. Each call takes a core decoder under the
//   lock, or gets another one (`withDecoder`). Don't keep one anywhere else.
// - Settings are read when a decode begins. Each setter calls `settingsDidChange` or `settingDidChange`, which makes
//   kept options invalid.
// - A setting's former value is released outside of any lock, because that may run code that uses the decoder.
// - Subclasses override the decode of a buffer, and every whole document must reach it. *Migrating from JSONDecoder*
//   has the table.

public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

/// A drop-in replacement for `JSONDecoder` that is several times faster in release builds.
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
/// You can use one decoder from many threads at once. Each call uses the settings that are in effect when it begins.
/// For all differences from JSONDecoder, see the article *Differences from JSONDecoder*.
///
/// To intercept every whole document in a subclass, override `decode(_:from:)` for `UnsafeRawBufferPointer`. The
/// article *Migrating from JSONDecoder* says which method calls which.
open class StreamJSONDecoder: JSONDecoder, @unchecked Sendable {
  // `@unchecked`, as for JSONDecoder itself: everything mutable is guarded by the lock.
  let state = Lock(State())

  struct State {
    var duplicateKeyPolicy = JSONDuplicateKeyPolicy.useFirst
    var validation = JSONValidation.compatible
    var limits = JSONLimits()
    var showsValuesInErrors = false
    var unknownObjectConversion: (@Sendable (Any) -> Any?)?
    /// The settings as of the start of the last decode, nil after a change; and how often they have changed.
    var options: DecodingOptions?
    var changeCount: UInt = 0
    /// The decoder of the last decode, for the next one: in decoding a small text, most of the time would go into setting
    /// up.
    var idle: DocumentDecoder?
  }

  // MARK: - Settings that JSONDecoder lacks

  // Not `open`: they are read once and remembered until one is set, so an override that computes
  // another value each time would not count.

  /// The policy for several members with the same key.
  ///
  /// The default is `.useFirst`, as in JSONDecoder.
  public var duplicateKeyPolicy: JSONDuplicateKeyPolicy {
    get { state.withLock { $0.duplicateKeyPolicy } }
    set { change { $0.duplicateKeyPolicy = newValue } }
  }

  /// The parts of a document that are validated.
  ///
  /// The default is `.compatible`, which validates as much as JSONDecoder does.
  public var validation: JSONValidation {
    get { state.withLock { $0.validation } }
    set { change { $0.validation = newValue } }
  }

  /// The limits on the depth and size of JSON.
  public var limits: JSONLimits {
    get { state.withLock { $0.limits } }
    set { change { $0.limits = newValue } }
  }

  /// Whether an error's underlying `JSONError` includes values from the JSON; by default false.
  ///
  /// If true, the `JSONError` says which value was found, shows the offending line, and quotes the description of a
  /// model's or the standard library's error. Errors end up in logs, so parts of the JSON, such as passwords,
  /// addresses, and tokens, may end up there, too. An error includes at most 76 bytes of the line, and at most 200
  /// bytes of another error's description.
  ///
  /// The enclosing `DecodingError` has JSONDecoder's description, whatever the setting. For an unknown case of an enum,
  /// that description includes the value.
  public var showsValuesInErrors: Bool {
    get { state.withLock { $0.showsValuesInErrors } }
    set { change { $0.showsValuesInErrors = newValue } }
  }

  /// A closure that converts objects in a graph that JSON can't represent, such as an SDK's timestamps.
  ///
  /// The default is nil.
  ///
  /// ```swift
  /// decoder.unknownObjectConversion = { ($0 as? Timestamp)?.dateValue() }
  /// ```
  ///
  /// The decoder calls it for each object that isn't listed in `decode(_:withJSONObject:)`, whether or not the model
  /// reads the object. The result can be anything that a graph may contain: a `Date`, an `NSNull` for null, or a
  /// dictionary, whose values may be converted in turn. If the result is nil, the object stays as it is, and can be
  /// decoded only as its own type.
  public var unknownObjectConversion: (@Sendable (Any) -> Any?)? {
    get { state.withLock { $0.unknownObjectConversion } }
    set {
      // Released outside the lock: it may hold anything, even this decoder.
      let former = state.withLock { exchange(&$0.unknownObjectConversion, with: newValue) }
      settingDidChange(from: former)
    }
  }

  // MARK: - JSONDecoder's settings

  /// The strategy for decoding dates.
  ///
  /// The default is `.deferredToDate`, which decodes the seconds since 2001.
  open override var dateDecodingStrategy: DateDecodingStrategy {
    didSet { settingDidChange(from: oldValue) }
  }

  /// The strategy for decoding `Data`.
  ///
  /// The default is `.base64`.
  open override var dataDecodingStrategy: DataDecodingStrategy {
    didSet { settingDidChange(from: oldValue) }
  }

  /// The strategy for infinities and NaN.
  ///
  /// The default is `.throw`.
  open override var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    didSet { settingsDidChange() }
  }

  /// The strategy for converting JSON keys to coding keys.
  ///
  /// The default is `.useDefaultKeys`.
  open override var keyDecodingStrategy: KeyDecodingStrategy {
    didSet { settingDidChange(from: oldValue) }
  }

  /// Contextual information that models find in their decoder's `userInfo`.
  @preconcurrency
  open override var userInfo: [CodingUserInfoKey: any Sendable] {
    didSet { settingDidChange(from: oldValue) }
  }

  /// Whether documents may be JSON5.
  ///
  /// The default is false.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  open override var allowsJSON5: Bool {
    didSet { settingsDidChange() }
  }

  /// Whether the braces around the outermost object are optional.
  ///
  /// The default is false.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  open override var assumesTopLevelDictionary: Bool {
    didSet { settingsDidChange() }
  }

  /// Creates a decoder with the default settings.
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
    let (options, decoder) = state.withLock { state in
      state.changeCount &+= 1
      return (state.options.take(), state.idle.take())
    }
    withExtendedLifetime(options) {}
    guard let decoder else { return }
    decoder.adopt(.standard)
    let other = state.withLock { exchange(&$0.idle, with: decoder) }
    if let other { IdleDecoders.keep(other) }
  }

  /// Like `settingsDidChange()`, for a setting that may hold any object, even one whose `deinit`
  /// uses this decoder.
  ///
  /// The former value is released here, and not while JSONDecoder holds its lock.
  private func settingDidChange<Setting>(from former: Setting) {
    withExtendedLifetime(former) { settingsDidChange() }
  }

  deinit {
    if let decoder = state.withLock({ $0.idle.take() }) { IdleDecoders.keep(decoder) }
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
  /// - Throws: `DecodingError` if the JSON is malformed or doesn't match `type`, with JSONDecoder's case, path, and
  ///   description, and with a `JSONError` as its underlying error. This method also rethrows errors from the type's
  ///   `init(from:)`.
  /// - Complexity: O(`data.count`), apart from the work of the type itself.
  open override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    // SAFETY: the bytes are only used within the closure.
    try unsafe data.withUnsafeBytes { try unsafe decode(type, from: $0) }
  }

  /// Decodes a value of the given type from the JSON in `bytes`, without copying them.
  ///
  /// Behaves like `decode(_:from:)` for `Data`.
  ///
  /// - Precondition: The memory is valid, and doesn't change, until the call returns.
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
  /// The rules are those for a JSON document: a Boolean isn't a number, 1.0 is accepted for an `Int` but 1.5 isn't, and
  /// all strategies apply. The order of a dictionary's members, and therefore of `allKeys`, is unspecified.
  /// `validation` and `limits.maximumByteCount` don't apply.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - object: The result of `JSONSerialization`, or anything similar: dictionaries with strings as keys, arrays,
  ///     sets, strings, numbers, Booleans, `NSNull`, `nil`, and their Objective-C counterparts, nested as deeply as
  ///     `limits.maximumDepth` allows.
  ///
  ///     A `Date`, `Data`, `URL`, or `Decimal` is used unchanged where the model asks for that type, whatever the
  ///     strategy; a `UUID` stands for its string. Anything else is an error if the model reads it, unless
  ///     `unknownObjectConversion` converts it, or the model asks for exactly that type. A dictionary with other keys
  ///     is an error, too, and so is a number that isn't finite (unless `nonConformingFloatDecodingStrategy` says how
  ///     to write it). A string is a string, even at the top level. For an object that may be a JSON document, see
  ///     `decode(_:withTextOrJSONObject:at:)`.
  /// - Returns: The decoded value.
  /// - Throws: `DecodingError` if the graph doesn't match `type`, with the same case, path, and description as for the
  ///   equivalent JSON document, and with a `JSONError` as its underlying error. The error is `dataCorrupted` for an
  ///   object that JSON can't represent, and for a graph that is too large or too deep, such as one that contains
  ///   itself. This method also rethrows errors from the type's `init(from:)`.
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
    let (idle, count) = state.withLock { ($0.idle.take(), $0.changeCount) }
    guard let idle, idle.changeCount == count else {
      return takeDecoder(insteadOf: idle, settings: count)
    }
    idle.begin()
    return idle
  }

  /// Does the same when `idle`, the decoder that the last call left, is nil or has other settings than those after
  /// `count` changes.
  @inline(never)
  private func takeDecoder(
    insteadOf idle: consuming DocumentDecoder?,
    settings count: UInt
  ) -> DocumentDecoder {
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
    let done = decoder
    // If a setting was changed meanwhile, what the old ones hold must be released. If not, there may be the decoder of
    // another thread that was decoding at the same time.
    let other = state.withLock { state in
      done.changeCount == state.changeCount ? exchange(&state.idle, with: done) : done
    }
    if let other { IdleDecoders.keep(other) }
  }
}

extension StreamJSONDecoder {
  /// The current settings; made anew only after a change.
  func makeOptions() -> DecodingOptions {
    let (known, count) = state.withLock { ($0.options, $0.changeCount) }
    // A subclass may have other defaults.
    guard count != 0 || type(of: self) != StreamJSONDecoder.self else { return .standard }
    if let known { return known }
    let options = readOptions()
    // Another thread may have changed a setting while they were read one by one.
    state.withLock {
      if $0.changeCount == count { $0.options = options }
    }
    return options
  }

  fileprivate func readOptions() -> DecodingOptions {
    var (allowsJSON5, assumesTopLevelDictionary) = (false, false)
    if #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) {
      allowsJSON5 = self.allowsJSON5
      assumesTopLevelDictionary = self.assumesTopLevelDictionary
    }
    return DecodingOptions(
      keyConversion: keyConversion,
      nonConformingFloats: nonConformingFloats,
      userInfo: userInfo,
      duplicateKeyPolicy: duplicateKeyPolicy,
      validation: validation,
      limits: limits,
      language: allowsJSON5 ? .json5 : .rfc8259,
      assumesTopLevelDictionary: assumesTopLevelDictionary,
      showsValuesInErrors: showsValuesInErrors,
      unknownObjectConversion: unknownObjectConversion,
      strategies: Strategies(date: dateDecodingStrategy, data: dataDecodingStrategy)
    )
  }
}

extension DecodingOptions {
  /// The options of a decoder with the default settings.
  static let standard = StreamJSONDecoder().readOptions()
}

extension StreamJSONDecoder {
  fileprivate var nonConformingFloats: DecodingOptions.NonConformingFloats? {
    switch nonConformingFloatDecodingStrategy {
    case .convertFromString(let positiveInfinity, let negativeInfinity, let nan):
      (positiveInfinity, negativeInfinity, nan)
    case .throw: nil
    @unknown default: nil
    }
  }

  fileprivate var keyConversion: DecodingOptions.KeyConversion {
    switch keyDecodingStrategy {
    case .useDefaultKeys: .none
    case .convertFromSnakeCase: .name(SnakeCase.conversion)
    case .custom(let conversion): .path { path, _ in conversion(path).stringValue }
    @unknown default: .none
    }
  }
}

/// `convertFromSnakeCase`: `one_two_three` becomes `oneTwoThree`.
enum SnakeCase {
  /// The conversion that all decoders are given, so that they can share the names that they have converted.
  static let conversion = DecodingOptions.NameConversion { convert($0) }

  /// Converts `name` as JSONDecoder does.
  ///
  /// Underscores at both ends stay; the first word becomes lower case, the others capitalized; a
  /// name without an inner underscore stays as it is. These are the String operations that JSONDecoder
  /// uses; most names are converted only once, so their speed hardly matters.
  static func convert(_ name: String) -> String {
    // Characters compared as Characters are normalized first, which takes time that grows with the
    // square of their combining marks.
    let isUnderscore = { (character: Character) in character.utf8.elementsEqual("_".utf8) }
    guard let start = name.firstIndex(where: { !isUnderscore($0) }),
      let last = name.lastIndex(where: { !isUnderscore($0) })
    else { return name }
    let words = name[start...last].split(whereSeparator: isUnderscore)
    guard words.count > 1, let first = words.first else { return name }
    var result = String(name[..<start])
    result += first.lowercased()
    for word in words.dropFirst() { result += word.capitalized }
    result += name[name.index(after: last)...]
    return result
  }
}

extension StreamJSONDecoder {
  /// Reports whether StreamJSON decodes `type` without calling its `init(from:)`, and if not, why.
  ///
  /// ```swift
  /// let report = StreamJSONDecoder.memberwiseReport(for: LogLine.self)
  /// print(report)  // active: time, level
  /// ```
  ///
  /// The state is `pending` until a decoder in the process has decoded an object of the type. The report is the same
  /// for all decoders.
  public static func memberwiseReport<Value: MemberwiseDecodable>(
    for type: Value.Type
  ) -> JSONMemberwiseReport {
    DocumentDecoder(document: Document(), options: .standard, environment: .system)
      .memberwiseReport(for: type)
  }
}

extension DecodingEnvironment {
  /// The threads of this process, a lock for all of them, the containers that models keep, and
  /// the types that are not known where models are decoded.
  static let system = DecodingEnvironment(
    currentThread: { threadIdentifier() },
    exclusively: { body in lock.withLock { _ in body() } },
    // Makes visible everything that was written before the value that this thread has read.
    acquire: {
      #if canImport(Darwin) || STREAMJSON_THREAD_SANITIZER
      // Older systems of Apple's have no fences for Swift, and the sanitizer does not know them.
      lock.withLock { _ in }
      #else
      SharedWord.acquireAll()
      #endif
    },
    keep: { DetachedContainers.keep([$0]) },
    directTypes: [
      Date.self, Data.self, URL.self, UUID.self, Decimal.self, JSONMember<Bool>.self,
      JSONServerSentEvent<Bool>.self, JSONElement<Bool>.self,
      JSONValue.self, JSONObject.self, JSONNumber.self,
    ],
    features: .all
  )

  // This is not a lock of `Void`, whose address ThreadSanitizer takes for that of something else.
  private static let lock = Lock(false)
}

/// Keyed containers that models still held when their decode ended.
///
/// Such a container does not count what it reads (see `PooledReference`), so that is held here
/// until nothing else holds the container. Nothing signals that moment, so each decode begins by
/// checking one container of each decode that left some. There are few: once a container is kept,
/// its key type is noted, and from then on the containers of that key type count what they read.
enum DetachedContainers {
  private static let pools = Lock<[DetachedPool]>([])

  /// The number of pools, to be read without the lock.
  private static let count = SharedWord()

  /// Holds what the containers of `detached` read until nothing else holds the containers.
  static func keep(_ detached: [DetachedPool]) {
    pools.withLock { pools in
      pools += detached
      count.set(to: UInt(pools.count))
    }
  }

  /// Releases the containers that nothing else holds.
  static func sweep() {
    if count.recent > 0 { sweepAll() }
  }

  @inline(never)
  private static func sweepAll() {
    // Mostly all are held; asking runs no code of models.
    guard pools.withLock({ $0.contains { !$0.isHeld } }) else { return }
    var all = pools.withLock { exchange(&$0, with: []) }
    // Outside the lock, because releasing a container runs code of models, and that may decode.
    var held: [DetachedPool] = []
    for position in all.indices where !all[position].deallocateUnheld() {
      held.append(all[position])
    }
    keep(held)
  }
}

/// Decoders that are not in use and that no StreamJSONDecoder holds.
///
/// The next decode profits from what they have learned about models. Programs make a decoder for each text as often as
/// they reuse one, and setting one up takes several times as long as decoding a small text.
enum IdleDecoders {
  /// As many as there are threads likely to decode at once, the one that has been here the longest first.
  ///
  /// Each takes some tens of kilobytes, a hundred more if it has converted names, and up to nine for each
  /// of 64 types that are decoded memberwise.
  private static let decoders = Lock<[DocumentDecoder]>([])

  /// Takes one of them, if there is any.
  static func take() -> DocumentDecoder? { decoders.withLock { $0.popLast() } }

  /// Keeps `decoder`, which nothing else holds and whose decode is over, instead of the one that has been
  /// here the longest.
  static func keep(_ decoder: DocumentDecoder) {
    guard decoder.forgetAllButTypes() else { return }
    decoder.adopt(.standard)
    // Released outside the lock.
    let oldest = decoders.withLock { decoders in
      decoders.append(decoder)
      return decoders.count > 4 ? decoders.removeFirst() : nil
    }
    withExtendedLifetime(oldest) {}
  }
}

extension StreamJSONDecoder {
  /// Finds the location of an error in the JSON that was decoded.
  ///
  /// Use this method for errors without a `jsonError`: those that a model caught and kept, and those that already had
  /// another underlying error.
  ///
  /// ```swift
  /// if case .failure(let error as DecodingError) = model.result {
  ///   print(decoder.locate(error, in: data)?.description ?? "\(error)")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - error: An error from decoding `bytes` with the current settings.
  ///   - bytes: The JSON document: a `Data`, an array, or any other collection.
  /// - Returns: The error's own `jsonError` if it has one. Otherwise, one for the value that its `codingPath` leads to,
  ///   as far as the document has that path. Nil if the document is malformed.
  /// - Complexity: O(`bytes.count`).
  public func locate(_ error: DecodingError, in bytes: some Collection<UInt8>) -> JSONError? {
    error.jsonError ?? (try? withDecoder(reading: bytes) { $0.locate(error) })
  }

  /// Finds the location of an error in the JSON in `string`.
  ///
  /// Behaves like `locate(_:in:)` for a collection. Offsets count UTF-8 bytes.
  public func locate(_ error: DecodingError, in string: some StringProtocol) -> JSONError? {
    locate(error, in: string.utf8)
  }
}

extension JSONError: LocalizedError {
  /// The same as `description`, so that an app can show `localizedDescription`.
  public var errorDescription: String? { description }
}
