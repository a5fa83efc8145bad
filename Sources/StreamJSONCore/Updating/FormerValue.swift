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

  /// Creates a former value for a decode by `decoder`; `value` is called when it is needed.
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

  /// Creates a part of `former`; `value` is called when it is needed.
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
  static func encodingFormerValue<Result>(
    at path: @autoclosure () -> [any CodingKey],
    _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      throw (error as? DecodingError)
        ?? corrupted("The current value could not be encoded: \(error)", at: path())
    }
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

/// The stored properties of a structure that no key fills, because its `CodingKeys` has no case for them.
///
/// `init(from:)` gives them their initial values. An update keeps their previous values, and a type with defaults keeps
/// those of its `init()`. Properties that `init(from:)` derives from members must not be kept, though. The former
/// value's members are therefore decoded once more, without the text. A property that comes back unchanged is derived
/// from them, and has already been derived anew; any other holds something that no text could say.
///
/// Properties are read as a mirror shows them, and placed according to the layout rule of structures. If that does not
/// add up to the size of the type, nothing is kept.
struct UncodedProperties<Value> {
  private let properties: [StoredProperties.Property]

  /// Whether `Value` has more stored properties than `keys` has cases, if both are as expected.
  ///
  /// This is asked for each object and takes a few loads.
  @inline(__always)
  static func mayExist(beside keys: any CodingKey.Type) -> Bool {
    guard let count = TypeMetadata(Value.self).storedPropertyCount,
      TypeMetadata(keys).kind == .enumeration
    else { return false }
    // SAFETY: it is an enumeration, and the layout was tested with that of the structure.
    return unsafe TypeMetadata(keys).plainCaseCount.map { $0 < count } ?? false
  }

  /// Finds such properties of `value`, which was decoded by the cases of `keys`; nil if there are none.
  private init?(of value: Value, keys: any CodingKey.Type) {
    let metadata = TypeMetadata(Value.self)
    guard let count = metadata.storedPropertyCount, let names = TypeMetadata(keys).caseNames,
      count > names.count, metadata.holdsAllItRefersTo,
      !(Value.self is any CustomReflectable.Type)
    else { return nil }
    let properties = StoredProperties(of: value)
    guard properties.all.count == count else { return nil }
    var (found, codedCount) = ([StoredProperties.Property](), 0)
    for property in properties.all {
      let label = property.label
      // The name of a property with a wrapper begins with an underscore.
      if names.contains(label) || label.first == "_" && names.contains(String(label.dropFirst())) {
        codedCount += 1
      } else if !label.hasPrefix("$__lazy_storage_$") {
        found.append(property)
      }
    }
    // The compiler requires each case to have the name of a property, so other keys are written by hand.
    guard codedCount == names.count, !found.isEmpty, properties.areLaidOutAsExpected else {
      return nil
    }
    self.properties = found
  }

  /// Copies those properties from the value of `former` to `value` that differ from it in the result of `again`.
  ///
  /// `again` is called only if there are any properties that may have to be kept. This is a separate function, because
  /// its caller would otherwise ask the runtime for the type of an optional for each object.
  @inline(never)
  static func keep(in value: inout Value, of former: FormerValue, again: () throws -> Value) {
    guard let keys = former.keyType, let known = try? former.whole().value(of: Value.self),
      let uncoded = Self(of: known, keys: keys)
    else { return }
    let changed = uncoded.differing(value, known)
    guard !changed.isEmpty else { return }
    let kept = (try? again()).map { uncoded.differing($0, known) } ?? uncoded.properties
    // SAFETY: both have a property of that type there, as the layout says.
    unsafe withUnsafePointer(to: known) { source in
      unsafe withUnsafeMutablePointer(to: &value) { target in
        for property in kept {
          unsafe uncoded.copy(property.type, at: property.offset, source, target)
        }
      }
    }
  }

  /// The properties in which the two values differ, as far as is known.
  private func differing(_ first: Value, _ second: Value) -> [StoredProperties.Property] {
    // SAFETY: both have a property of that type there, as the layout says.
    unsafe withUnsafePointer(to: first) { first in
      unsafe withUnsafePointer(to: second) { second in
        properties.filter { unsafe !isSame($0.type, at: $0.offset, first, second) }
      }
    }
  }

  private func copy<Declared>(
    _ type: Declared.Type,
    at offset: Int,
    _ source: UnsafeRawPointer,
    _ target: UnsafeMutableRawPointer
  ) {
    // SAFETY: the caller says that there is one.
    unsafe (target + offset).assumingMemoryBound(to: type).pointee =
      (source + offset).assumingMemoryBound(to: type).pointee
  }

  /// Whether the bits of a property are the same, or its values are equal.
  private func isSame<Declared>(
    _ type: Declared.Type,
    at offset: Int,
    _ first: UnsafeRawPointer,
    _ second: UnsafeRawPointer
  ) -> Bool {
    // SAFETY: the caller says that there is a property.
    let (first, second) = unsafe (first + offset, second + offset)
    let count = MemoryLayout<Declared>.size
    let bytes = unsafe UnsafeRawBufferPointer(start: first, count: count)
    let others = unsafe UnsafeRawBufferPointer(start: second, count: count)
    if unsafe bytes.elementsEqual(others) { return true }
    let value = unsafe first.assumingMemoryBound(to: type).pointee
    guard let value = value as? any Equatable else { return false }
    return unsafe value.equals(second.assumingMemoryBound(to: type).pointee)
  }
}

extension Equatable {
  /// Whether `other` is of the same type, and equal.
  fileprivate func equals(_ other: Any) -> Bool { (other as? Self) == self }
}
