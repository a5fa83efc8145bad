/// The value that provides the members that a text lacks.
///
/// It is encoded when the first member is missing, and not at all if none is.
///
/// `@unchecked Sendable`: only the thread that made it notes its encoded form. A model may keep a container and use it
/// on another thread, which then encodes the value each time.
package final class FormerValue: @unchecked Sendable {
  private let environment: DecodingEnvironment
  private let thread: UInt
  private let userInfo: [CodingUserInfoKey: any Sendable]
  private let value: () throws -> HandedValue

  /// Whether it is a value that the program has, and not one made of defaults.
  let isKept: Bool
  private var knownMembers: Result<MemberList<HandedValue>, any Error>?
  private var knownValue: HandedValue?

  /// The type of the keys by which a model asked for members; `JSONKey` if there were several, and nil if none.
  private(set) var keyType: (any CodingKey.Type)?

  /// Makes a former value for a decode by `decoder`; `value` is called when it is needed.
  init(
    in decoder: DocumentDecoder,
    isKept: Bool = false,
    _ value: @escaping () throws -> HandedValue
  ) {
    self.isKept = isKept
    environment = decoder.environment
    thread = environment.currentThread()
    userInfo = decoder.options.userInfo
    self.value = value
  }

  /// Makes a part of `former`; `value` is called when it is needed.
  init(of former: FormerValue, _ value: @escaping () throws -> HandedValue) {
    isKept = former.isKept
    environment = former.environment
    thread = environment.currentThread()
    userInfo = former.userInfo
    self.value = value
  }

  /// The member `name` of `former`, as a former value.
  convenience init(member name: String, of former: FormerValue) {
    self.init(of: former) { try former.member(name) ?? .null }
  }

  /// Whether it is null.
  var isNull: Bool { (try? whole().isNull) ?? true }

  /// Whether it has been made.
  var isMade: Bool { isKept || knownValue != nil }

  /// Whether this is the thread that takes the notes.
  private var isHere: Bool { environment.currentThread() == thread }

  /// Notes that a model asks for members by keys of `type`.
  func note(_ type: any CodingKey.Type) {
    guard isHere else { return }
    keyType = keyType == nil || keyType == type ? type : JSONKey.self
  }

  /// Whether values of `type` may be instances of a class.
  ///
  /// Structures and enumerations are not, and the kind of anything else is nil.
  @inline(__always)
  static func mayBeInstance(_ type: any Any.Type) -> Bool {
    !TypeMetadata.layoutIsKnown || TypeMetadata(type).kind == nil
  }

  /// A kept value that is an instance of the class `type` or of a subclass; nil if it is anything else.
  ///
  /// Defaults are not made just to find that out.
  func instance<T>(of type: T.Type) -> T? {
    guard isKept, Self.mayBeInstance(type) else { return nil }
    return (try? whole())?.value(of: type)
  }

  /// The value itself; null if there is none.
  ///
  /// - Throws: What encoding an enclosing value throws.
  func whole() throws -> HandedValue {
    guard isHere else { return try value() }
    if let knownValue { return knownValue }
    let value = try value()
    // Exchanged, because anything called during an access, as when memory is freed, would have all accesses checked.
    var former: HandedValue? = value
    swap(&former, &knownValue)
    return value
  }

  /// The members that the value hands to an encoder; none if it does not consist of members.
  ///
  /// - Throws: What encoding it throws.
  func members() throws -> MemberList<HandedValue> {
    if isHere, let knownMembers { return try knownMembers.get() }
    let members = Result { try whole().members(userInfo) ?? MemberList() }
    if isHere { knownMembers = members }
    return try members.get()
  }

  /// The value of the member `name`; nil if it has none.
  func member(_ name: String) throws -> HandedValue? { try members().value(of: MemberName(name)) }

  /// The value of the member `name`, which is at `path`; nil if it has none.
  func member(_ name: String, at path: @autoclosure () -> [any CodingKey]) throws -> HandedValue? {
    try DecodingError.encodingFormerValue(at: path()) { try member(name) }
  }
}

extension DecodingError {
  /// What `body` makes by encoding the former value, from which the value at `path` is to be taken.
  @inline(__always)
  static func encodingFormerValue<Result>(
    at path: @autoclosure () -> [any CodingKey],
    _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      throw (error as? DecodingError) ?? notEncoded(error, at: path())
    }
  }

  @inline(never)
  private static func notEncoded(_ error: any Error, at path: [any CodingKey]) -> DecodingError {
    corrupted("The current value could not be encoded: \(error)", at: path)
  }
}

/// Types that the library decodes itself and that keep, in an update, what the text does not mention; values of other
/// types are replaced as a whole.
protocol DecodableOverFormerValue: DirectlyDecodable {
  /// Decodes the value at `entry`; members that an object lacks are taken from `former`.
  static func decode(
    with decoder: DocumentDecoder,
    at entry: Int,
    over former: FormerValue
  ) throws -> Self
}

extension Optional: DecodableOverFormerValue where Wrapped: Decodable {
  static func decode(
    with decoder: DocumentDecoder,
    at entry: Int,
    over former: FormerValue
  ) throws -> Wrapped? {
    if decoder.document.tape[entry].kind == .null { return nil }
    return try decoder.decode(Wrapped.self, at: entry, over: former)
  }
}
