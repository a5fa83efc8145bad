/// What an initializer has asked for by one key.
struct MemberRequest {
  /// The ordinal of the key.
  let ordinal: Int

  /// The name of the key, as in a text.
  let name: String

  /// Whether the property is optional and nil if the member is absent or null.
  let isOptional: Bool

  /// Whether the property has a default value if the member is absent; see `DefaultedMember`.
  let isDefaulted: Bool
}

/// A member's value on the tape.
struct MemberPlace {
  /// The entry of the object.
  let header: Int

  /// The entry of the value.
  let entry: Int

  /// The note for the key by which the value is entered.
  let note: KeyNote
}

/// One property of a memberwise type, and how to decode it if the plan has no faster way.
///
/// `TypedHandler` overrides the members that depend on the property's type. Handlers belong to plans, which are never
/// freed.
class MemberHandler {
  /// What an initializer has asked for by the key.
  let request: MemberRequest

  /// How a value that is present is decoded.
  let kind: MemberKind

  /// The memberwise type of the property or its elements.
  let memberwiseType: MemberwiseType?

  /// The offset in an optional property of the byte that distinguishes nil from a value, 0 if there is none; nil if the
  /// layout is not as expected, and for other properties.
  let tagOffset: Int?

  /// Makes a handler for an absent member with a default in a recording; `TypedHandler` overrides the methods that
  /// trap here.
  init(
    _ request: MemberRequest,
    kind: MemberKind = .byHandler,
    memberwiseType: MemberwiseType? = nil,
    tagOffset: Int? = nil
  ) {
    self.request = request
    self.kind = kind
    self.memberwiseType = memberwiseType
    self.tagOffset = tagOffset
  }

  var name: String { request.name }
  var isOptional: Bool { request.isOptional }

  /// The type of the property, if it is known.
  var type: (any Any.Type)? { nil }

  // MARK: - Decoding

  /// Decodes the value at `place`, which is not null if the property is optional, and initializes the property at
  /// `target` with it, except for the byte that distinguishes nil from a value.
  func decode(
    with decoder: DocumentDecoder,
    at place: MemberPlace,
    to target: UnsafeMutableRawPointer
  ) throws {
    fatalError("overridden")
  }

  /// Initializes the property at `target` with a placeholder that may be copied and overwritten like mere bytes and
  /// stays there until the member is decoded.
  ///
  /// - Returns: False if the type has no such value.
  func initializePlaceholder(at target: UnsafeMutableRawPointer) -> Bool {
    fatalError("overridden")
  }

  /// Destroys the property at `target`.
  func destroy(at target: UnsafeMutableRawPointer) { fatalError("overridden") }

  // MARK: - Verification

  /// Whether `other`, a handler of a plan, is for the same member, as far as its type is known here.
  func isAlike(_ other: MemberHandler) -> Bool {
    request.ordinal == other.request.ordinal && isOptional == other.isOptional
      && request.isDefaulted == other.request.isDefaulted && (type == nil || type == other.type)
  }

  /// Whether the property at `address` holds what was handed out.
  func holdsHanded(at address: UnsafeRawPointer) -> Bool { fatalError("overridden") }

  /// Whether the properties at the two addresses are the same.
  func mayBeSame(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> Bool {
    fatalError("overridden")
  }

  /// Releases what was handed out, once it has been compared.
  func forgetHanded() { fatalError("overridden") }
}

/// A handler of a property whose type is `Value`, or `Value?` if the property is optional.
final class TypedHandler<Value: Decodable>: MemberHandler {
  /// What the initializer got in a recording; nil if that was nil.
  private var handed: Value?

  /// A value that consists of mere bits: an empty one, or the default of a member that may be absent.
  var empty: Value?

  init(
    _ request: MemberRequest,
    kind: MemberKind = .byHandler,
    memberwiseType: MemberwiseType? = nil
  ) {
    super.init(
      request,
      kind: kind,
      memberwiseType: memberwiseType,
      tagOffset: request.isOptional ? OptionalTag.offset(in: Value.self) : nil
    )
  }

  override var type: (any Any.Type)? { isOptional ? Value?.self : Value.self }

  // MARK: - Decoding

  override func decode(
    with decoder: DocumentDecoder,
    at place: MemberPlace,
    to target: UnsafeMutableRawPointer
  ) throws {
    // SAFETY: the target is meant for this property. The plan has found that the property has this type, or is an
    // optional one, which begins with it if there is a `tagOffset`. A model that throws has left the target as it was.
    guard !isOptional || tagOffset != nil else {
      return try unsafe decodeOptional(with: decoder, at: place, to: target)
    }
    unsafe target.initializeMemory(as: Value.self, to: try decode(with: decoder, at: place))
  }

  /// Decodes a value into an optional property whose layout is not known.
  ///
  /// (Elsewhere, mentioning the type of the optional took 435 instructions for each value.)
  @inline(never)
  private func decodeOptional(
    with decoder: DocumentDecoder,
    at place: MemberPlace,
    to target: UnsafeMutableRawPointer
  ) throws {
    let value = try decode(with: decoder, at: place)
    // SAFETY: the plan has found that the property for which the target is meant has this type.
    unsafe target.initializeMemory(as: Value?.self, to: value)
  }

  @inline(__always)
  private func decode(with decoder: DocumentDecoder, at place: MemberPlace) throws -> Value {
    let (entry, note) = (place.entry, place.note)
    guard decoder.enter(entry, by: note) else {
      let representative = try decoder.makeRepresentative(at: entry, in: place.header, by: note)
      return try representative.decode(Value.self, at: entry)
    }
    return try decoder.decode(Value.self, at: entry, by: note)
  }

  override func initializePlaceholder(at target: UnsafeMutableRawPointer) -> Bool {
    // SAFETY: the target is that of a property of this type. nil consists of mere bits, and so does an empty
    // collection, whose storage is never freed.
    if isOptional {
      unsafe target.initializeMemory(as: Value?.self, to: nil)
      return true
    }
    if let empty {
      unsafe target.initializeMemory(as: Value.self, to: empty)
      return true
    }
    // A value that need not be destroyed consists of mere bits, too. Any bits will do, because nothing reads them.
    return TypeMetadata.isTrivial(Value.self)
  }

  /// A copy of the property at `address`; nil if that is nil.
  func value(at address: UnsafeRawPointer) -> Value? {
    // SAFETY: a property of this type is at the address, and initialized, as the caller says.
    isOptional ? unsafe address.load(as: Value?.self) : unsafe address.load(as: Value.self)
  }

  override func destroy(at target: UnsafeMutableRawPointer) {
    // SAFETY: a property of this type is at the target, and initialized, as the caller says.
    if isOptional {
      unsafe target.assumingMemoryBound(to: Value?.self).deinitialize(count: 1)
    } else {
      unsafe target.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
    }
  }

  // MARK: - Verification

  /// Notes what the initializer gets.
  func hand(_ value: Value?) { handed = value }

  override func holdsHanded(at address: UnsafeRawPointer) -> Bool {
    // SAFETY: a property of this type is at the address, as the caller says.
    if isOptional { return unsafe withUnsafePointer(to: handed) { unsafe mayBeSame($0, address) } }
    guard let handed else { return false }
    return unsafe withUnsafePointer(to: handed) { unsafe mayBeSame($0, address) }
  }

  override func mayBeSame(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> Bool {
    // SAFETY: both are of this type, as the caller says.
    func mayBeSame<Property>(as type: Property.Type) -> Bool {
      unsafe ValueComparison.mayBeSame(first.load(as: type), second.load(as: type))
    }
    return isOptional ? mayBeSame(as: Value?.self) : mayBeSame(as: Value.self)
  }

  override func forgetHanded() { handed = nil }
}
