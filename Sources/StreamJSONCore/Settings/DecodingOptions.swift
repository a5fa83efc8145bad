// Rules for the folder Settings:
// - To change a setting, make new options between two decodes.
// - If the hot path depends on a setting, compute a Bool in the initializer, like `comparesNamesAsTheyAre` and
//   `allowsReading`. Don't look at the setting for each value.
// - A setting that changes how values are read must turn off `allowsReading`, or the reader of memberwise types must
//   know it.
// - Code that runs under the lock (`exclusively`) must not call a model. Take keys, errors, and documents out under the
//   lock, and release them afterward.

/// The settings of one decode, fixed while it runs.
///
/// It is a class, so that every decoder of a document shares one by reference, and immutable, so that it can be shared
/// between threads.
package final class DecodingOptions: Sendable {
  /// How names in the JSON become the names that a model's keys are compared with.
  package enum KeyConversion: Sendable {
    case none
    /// A function of the name alone, such as `convertFromSnakeCase`.
    case name(NameConversion)
    /// A function of the path to the object and the name.
    case path(@Sendable ([any CodingKey], String) -> String)

    var isNone: Bool { if case .none = self { true } else { false } }
  }

  /// A function that always converts a given name to the same result.
  ///
  /// It is a class because it needs an identity: names converted for one text stay valid for the next.
  package final class NameConversion: Sendable {
    let convert: @Sendable (String) -> String

    package init(_ convert: @escaping @Sendable (String) -> String) { self.convert = convert }
  }

  /// The strings that stand for floating-point numbers that JSON cannot represent.
  package typealias NonConformingFloats = (
    positiveInfinity: String, negativeInfinity: String, nan: String
  )

  /// The language of the texts, for modules that know no dialects.
  package struct Language: Sendable {
    let dialect: any Dialect.Type

    package static var rfc8259: Language { Language(dialect: StandardJSON.self) }
    package static var json5: Language { Language(dialect: JSON5.self) }
  }

  let keyConversion: KeyConversion
  package let nonConformingFloats: NonConformingFloats?
  package let userInfo: [CodingUserInfoKey: any Sendable]
  let duplicateKeyPolicy: JSONDuplicateKeyPolicy
  let validation: JSONValidation
  package let limits: JSONLimits
  let assumesTopLevelDictionary: Bool

  /// Whether errors say which values they found.
  let showsValuesInErrors: Bool

  /// What becomes of an object in a graph that JSON cannot represent.
  let unknownObjectConversion: (@Sendable (Any) -> Any?)?

  /// The date and data strategies, which the module above adds for its own types.
  package let strategies: (any AnyObject & Sendable)?

  /// How texts are scanned.
  let scanSettings: ScanSettings

  var dialect: any Dialect.Type { scanSettings.dialect }

  /// True when names can be compared with a key's byte by byte, and the first match counts.
  let comparesNamesAsTheyAre: Bool

  /// Identifies the function that converts names, if there is one, and the first match counts.
  let nameConversionID: ObjectIdentifier?

  /// Whether values of memberwise types may be read in one pass, without a tape, because none of these settings changes
  /// how values that such a pass reads are decoded.
  package let allowsReading: Bool

  package init(
    keyConversion: KeyConversion,
    nonConformingFloats: NonConformingFloats?,
    userInfo: [CodingUserInfoKey: any Sendable],
    duplicateKeyPolicy: JSONDuplicateKeyPolicy,
    validation: JSONValidation,
    limits: JSONLimits,
    language: Language,
    assumesTopLevelDictionary: Bool,
    showsValuesInErrors: Bool,
    unknownObjectConversion: (@Sendable (Any) -> Any?)?,
    strategies: (any AnyObject & Sendable)?
  ) {
    self.keyConversion = keyConversion
    self.nonConformingFloats = nonConformingFloats
    self.userInfo = userInfo
    self.duplicateKeyPolicy = duplicateKeyPolicy
    self.validation = validation
    self.limits = limits.withoutNegatives
    self.assumesTopLevelDictionary = assumesTopLevelDictionary
    self.showsValuesInErrors = showsValuesInErrors
    self.unknownObjectConversion = unknownObjectConversion
    self.strategies = strategies
    let dialect = language.dialect
    scanSettings = ScanSettings(
      dialect: dialect,
      maximumDepth: self.limits.maximumDepth,
      // JSONDecoder accepts `[1,]` and `{"a":1,}`, contrary to RFC 8259.
      allowsTrailingComma: dialect.allowsTrailingComma || validation == .compatible,
      assumesObject: assumesTopLevelDictionary,
      showsValuesInErrors: showsValuesInErrors
    )
    allowsReading =
      keyConversion.isNone && !dialect.allowsComments && !dialect.allowsSingleQuotes
      && validation == .compatible && !assumesTopLevelDictionary && duplicateKeyPolicy != .reject
    comparesNamesAsTheyAre = keyConversion.isNone && duplicateKeyPolicy == .useFirst
    if case .name(let conversion) = keyConversion, duplicateKeyPolicy == .useFirst {
      nameConversionID = ObjectIdentifier(conversion)
    } else {
      nameConversionID = nil
    }
  }

  /// The same options, for an object graph whose names already are keys, each once: how texts are scanned and what
  /// becomes of duplicates makes no difference to it.
  var withoutKeyConversion: DecodingOptions {
    if keyConversion.isNone { return self }
    return DecodingOptions(
      keyConversion: .none,
      nonConformingFloats: nonConformingFloats,
      userInfo: userInfo,
      duplicateKeyPolicy: .useFirst,
      validation: .compatible,
      limits: limits,
      language: .rfc8259,
      assumesTopLevelDictionary: false,
      showsValuesInErrors: showsValuesInErrors,
      unknownObjectConversion: unknownObjectConversion,
      strategies: strategies
    )
  }
}

/// What decoding needs from the system but cannot have without an import: the current thread, and a lock.
///
/// `@unchecked Sendable`: nothing in it changes, and its subclass changes nothing without the lock.
package class DecodingSystem: @unchecked Sendable {
  /// Identifies the current thread among the running ones; never 0.
  final let currentThread: @convention(c) () -> UInt

  /// Calls its argument while no other thread is in such a call.
  final let exclusively: @Sendable (() -> Void) -> Void

  /// Makes everything that other threads wrote before what this one has read visible to it.
  final let acquire: @convention(c) () -> Void

  init(
    currentThread: @escaping @convention(c) () -> UInt,
    exclusively: @escaping @Sendable (() -> Void) -> Void,
    acquire: @escaping @convention(c) () -> Void
  ) {
    self.currentThread = currentThread
    self.exclusively = exclusively
    self.acquire = acquire
  }

  /// Calls `body` as `exclusively` calls its argument, and returns its result.
  @inline(__always)
  final func withLock<Result>(_ body: () -> Result) -> Result {
    var result: Result?
    exclusively { result = body() }
    guard let result else { preconditionFailure("the lock calls its argument") }
    return result
  }
}
