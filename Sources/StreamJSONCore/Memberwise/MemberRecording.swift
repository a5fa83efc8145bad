/// What a memberwise type's `init(from:)` has asked for while it decoded one object, and what it got.
final class MemberRecording {
  let types: TypeMemory

  /// The plan that is checked; nil if one is to be made.
  private let known: MemberwisePlan?

  /// The members, in the order in which they were asked for, each with what was handed out.
  ///
  /// If the initializer only asked whether a member is there, and it is not, its type is not known.
  private(set) var members: [RecordedMember] = []

  /// The type of the keys of the only container; nil if none was asked for.
  private(set) var keyType: (any CodingKey.Type)?

  /// Why the initializer is not one that the compiler wrote, as far as that was seen.
  private var refusal: String?

  /// The error that a request has thrown, with which the initializer must end.
  private var failure: (any Error)?

  /// The ordinal of a member that is there and must be asked for next.
  private var present: Int?

  /// Whether the initializer has ended: a model may have kept its decoder.
  private var isOver = false

  init(types: TypeMemory, checking known: MemberwisePlan?) {
    self.types = types
    self.known = known
  }

  // MARK: - What the type asks for

  func refuse(_ reason: String) {
    if !isOver, refusal == nil { refusal = reason }
  }

  func open<Key: CodingKey>(_ type: Key.Type) {
    guard !isOver else { return }
    guard keyType == nil else { return refuse("init(from:) asks for more than one container") }
    keyType = type
    if PlainEnum.caseCount(type) == nil {
      refuse("its keys aren't an enum without associated values")
    }
  }

  /// Notes what a request has thrown.
  func note(_ error: any Error) {
    if !isOver, failure == nil { failure = error }
  }

  /// Notes a request for a `type` by `key`, for a property of the type `property`, which may be nil if that is what `absent`
  /// is.
  ///
  /// - Returns: The member that takes the answer; nil if nothing is recorded anymore.
  func begin<Property: Decodable>(
    _ type: any Decodable.Type,
    _ key: some CodingKey,
    for property: Property.Type,
    absent: Property?
  ) -> RecordedMember? {
    let isOptional = absent != nil
    let member = member(of: key, isOptional: isOptional, isDefaulted: present != nil)
    guard let member else { return nil }
    if let present {
      guard present == member.ordinal, !isOptional, type is any DefaultedMember.Type else {
        refuse("init(from:) asks whether a key exists")
        return nil
      }
    }
    present = nil
    let direct = types.planWithMark(for: type).direct
    member.type = property
    if let direct { (member.kind, member.memberwiseType) = types.memberKind(of: direct) }
    member.empty = absent ?? direct.flatMap { types.empty($0, as: property) }
    // Of each type inside, the next objects are recorded, too.
    if let memberwiseType = member.memberwiseType, memberwiseType.id != known?.id,
      !members.contains(where: { $0.memberwiseType === memberwiseType })
    {
      types.beginRecording(of: memberwiseType)
    }
    members.append(member)
    return member
  }

  /// Notes that the initializer has asked whether there is a member for `key`.
  func notePresence<Key: CodingKey>(of key: Key, _ isThere: Bool) {
    guard let member = member(of: key, isOptional: false, isDefaulted: true) else { return }
    guard present == nil else { return refuse("init(from:) asks whether a key exists") }
    if isThere {
      present = member.ordinal
    } else {
      members.append(member)
    }
  }

  /// The next member, which is asked for by `key`, unless that ends the recording.
  private func member<Key: CodingKey>(
    of key: Key,
    isOptional: Bool,
    isDefaulted: Bool
  ) -> RecordedMember? {
    guard !isOver, refusal == nil else { return nil }
    guard failure == nil else {
      refuse("init(from:) catches a key's decoding error")
      return nil
    }
    let (ordinal, name) = (PlainEnum.ordinal(of: key), key.stringValue)
    let isKnown = members.contains { $0.ordinal == ordinal || $0.name == name }
    guard !isKnown else {
      refuse("init(from:) asks for the key \(name) more than once")
      return nil
    }
    guard members.count < MemberwisePlan.maximumFieldCount else {
      refuse("it has more than \(MemberwisePlan.maximumFieldCount) keys")
      return nil
    }
    return RecordedMember(
      ordinal: ordinal,
      name: name,
      isOptional: isOptional,
      isDefaulted: isDefaulted
    )
  }

  // MARK: - The end

  /// Ends the recording of an initializer that has ended with `result`.
  private func end<Value>(with result: Result<Value, any Error>) {
    if present != nil { refuse("init(from:) asks whether a key exists") }
    switch (result, failure) {
    case (.success, nil): break
    case (.success, _?): refuse("init(from:) catches a key's decoding error")
    case (.failure, nil): refuse("init(from:) throws an error that no key caused")
    case (.failure(let error), let failure?):
      if (error is DecodingError) != (failure is DecodingError) {
        refuse("init(from:) throws a different error from the one that a key caused")
      }
    }
    isOver = true
  }

  /// Releases what was recorded, which a model that has kept its decoder would otherwise keep alive.
  func forget() { members = [] }
}

// MARK: - Making and checking a plan

/// Creates the plan of a memberwise type, or says why there is none, from what its own `init(from:)` has asked for and
/// has made from an object.
///
/// 1. The initializer must have asked for one keyed container, and must have asked the container for nothing but
///    members, each of them once.
/// 2. The value is reflected: it must have as many stored properties as there are members. The compiler requires each
///    case of `CodingKeys` to have the name of a property, so the names of the cases say which property a member fills,
///    and that property must be of the type that was asked for. The layout rule (each property is at the next multiple
///    of its alignment) says where each property is, and must give the size and alignment of the type.
/// 3. Each property must hold the value that was handed out for it.
///
/// A plan therefore knows where the properties are, whatever the initializer does. If it does more than the compiler's
/// would, values may be wrong, but memory is safe.
extension MemberRecording {
  /// What this recording of an object shows about `memberwiseType`, its type, whose initializer has ended with
  /// `result`: a plan if there was none, or why there must be none; nil if nothing new.
  ///
  /// Without a value, members may be missing at the end.
  func verdict<Value>(
    on result: Result<Value, any Error>,
    of memberwiseType: MemberwiseType
  ) -> MemberwiseVerdict? {
    end(with: result)
    let value = try? result.get()
    do throws(MemberwiseVerdict) {
      if let refusal { throw .refused(refusal) }
      if let known {
        guard value == nil ? members.count <= known.count : members.count == known.count,
          keyType == nil || known.count == 0 || keyType == known.keyType,
          zip(members, known.members).allSatisfy({ $0.isAlike($1) })
        else { throw .refused("init(from:) doesn't always ask for the same keys") }
      }
      guard let value else { return nil }
      let offsets = if let known { offsets(in: known) } else { try offsets(in: value) }
      // SAFETY: the value has properties of the members' types there, as the plan or `offsets(in:)` has found.
      let changed = unsafe withUnsafePointer(to: value) { base in
        zip(members, offsets).first { unsafe !$0.isHeld(at: UnsafeRawPointer(base) + $1) }
      }
      if let (member, _) = changed {
        throw .refused("init(from:) doesn't store the value of the key \(member.name) unchanged")
      }
      guard known == nil else { return nil }
      return .ready(MemberwisePlan(of: Value.self, memberwiseType, self, offsets: offsets))
    } catch {
      return error
    }
  }

  /// The offset of the property that each member fills, as the plan knows it.
  private func offsets(in known: MemberwisePlan) -> [Int] {
    for (index, member) in known.members.enumerated() where members[index].type == nil {
      members[index].handed = member.empty
    }
    return (0..<known.count).map { known[$0].offset }
  }

  /// The offset of the property that each member fills, which must be of the type that was asked for.
  private func offsets<Value>(in value: Value) throws(MemberwiseVerdict) -> [Int] {
    let properties = StoredProperties(of: value)
    guard properties.all.count == members.count else {
      throw .refused(
        "it has \(properties.all.count) stored properties, but init(from:) asks for "
          + "\(members.count) keys"
      )
    }
    let names = keyType.flatMap { TypeMetadata($0).caseNames }
    var positions: [Int] = []
    for member in members {
      let name = names?[member.ordinal] ?? member.name
      // A property with a wrapper is stored under another name.
      let position =
        properties.all.firstIndex { $0.label == name }
        ?? properties.all.firstIndex { $0.label == "_" + name }
      guard let position, !positions.contains(position) else {
        throw .refused("no property has the name of the key \(name)")
      }
      positions.append(position)
      let property = properties.all[position]
      if let requested = member.type, requested != property.type {
        throw .refused(
          "its property \(property.label) is of type \(property.type), "
            + "but init(from:) asks for \(requested)"
        )
      }
      guard member.isDefaulted else { continue }
      let defaulted = property.type as? any DefaultedMember.Type
      guard let defaulted, let value = defaulted.whenAbsent(in: types) else {
        throw .refused("the value to use when the key \(member.name) is missing isn't known")
      }
      if member.type == nil { member.handed = value }
      member.type = defaulted
      member.empty = value
    }
    guard properties.areLaidOutAsExpected else {
      throw .refused("its properties are not laid out as expected")
    }
    return positions.map { properties.all[$0].offset }
  }
}

/// A member that an initializer has asked for, or whether it is there.
final class RecordedMember {
  /// The ordinal of the key.
  let ordinal: Int

  /// The name of the key, as in a text.
  let name: String

  /// Whether the property is optional and nil if the member is absent or null.
  let isOptional: Bool

  /// Whether the property has a default value if the member is absent; see `DefaultedMember`.
  let isDefaulted: Bool

  /// The type of the property, if it is known.
  var type: (any Decodable.Type)?

  /// How a value that is present is decoded.
  var kind = MemberKind.byType

  /// The memberwise type of the property or its elements.
  var memberwiseType: MemberwiseType?

  /// What the initializer got; nil if it did not get a value.
  var handed: (any Decodable)?

  /// A value that consists of mere bits: nil, an empty one, or the default of a member that may be absent.
  var empty: (any Decodable)?

  init(ordinal: Int, name: String, isOptional: Bool, isDefaulted: Bool) {
    self.ordinal = ordinal
    self.name = name
    self.isOptional = isOptional
    self.isDefaulted = isDefaulted
  }

  /// Whether `other`, a member of a plan, is the same one, as far as its type is known here.
  func isAlike(_ other: RecordedMember) -> Bool {
    ordinal == other.ordinal && name == other.name && isOptional == other.isOptional
      && isDefaulted == other.isDefaulted && (type == nil || type == other.type)
  }

  /// Whether the property at `address` holds what was handed out.
  func isHeld(at address: UnsafeRawPointer) -> Bool {
    // SAFETY: what was handed out is of the type that was asked for, and the caller has found a property of this type at
    // the address.
    func isHeld<Value: Decodable>(_ handed: Value) -> Bool {
      unsafe ValueComparison.mayBeSame(handed, address.load(as: Value.self))
    }
    return handed.map { isHeld($0) } ?? false
  }
}

/// The decoder that a memberwise type gets when what it asks for is recorded.
///
/// It asks the decoder of the text and gives the same answers.
struct RecordingDecoder: Decoder, DecoderOverText, MirroredAsEmpty {
  /// The decoder of the text.
  let inner: ModelDecoder

  let recording: MemberRecording

  /// Notes that the initializer asks for something that a compiler-written one does not ask for.
  ///
  /// - Returns: The decoder that gives the answer.
  @discardableResult
  func refuse() -> ModelDecoder {
    if inner.isInUseHere { recording.refuse("init(from:) asks for more than the values of keys") }
    return inner
  }

  var modelDecoder: ModelDecoder? { refuse() }
  var codingPath: [any CodingKey] { refuse().codingPath }
  var userInfo: [CodingUserInfoKey: Any] { refuse().userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let isHere = inner.isInUseHere
    if isHere { recording.open(type) }
    do {
      let container = try inner.on { try $0.countedContainer(type, at: $0.current) }
      return KeyedDecodingContainer(RecordingContainer(container: container, decoder: self))
    } catch {
      if isHere { recording.note(error) }
      throw error
    }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try refuse().unkeyedContainer() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    refuse().singleValueContainer()
  }
}

/// A keyed container that records what it is asked for.
private struct RecordingContainer<Key: CodingKey>: ObjectContainer, MirroredAsEmpty {
  /// The container that gives the answers.
  let container: CountedContainer<Key>

  let decoder: RecordingDecoder

  private var recording: MemberRecording { decoder.recording }

  /// The answer of `decode` to the request for a `type` by `key`.
  private func answer<Property: Decodable>(
    _ type: any Decodable.Type,
    _ key: Key,
    absent: Property?,
    _ decode: (KeyedObject) throws -> Property
  ) throws -> Property {
    guard decoder.inner.isInUseHere,
      let member = recording.begin(type, key, for: Property.self, absent: absent)
    else { return try container.on(decode) }
    do {
      let value = try container.on(decode)
      member.handed = value
      return value
    } catch {
      recording.note(error)
      throw error
    }
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try answer(type, key, absent: nil) { try $0.calledDecode(type, by: key) }
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try answer(type, key, absent: .some(nil)) { try $0.calledDecodeIfPresent(type, by: key) }
  }

  @_implements(KeyedDecodingContainerProtocol,decode(_:forKey:))
  func scalar<T: Scalar>(_ type: T.Type, forKey key: Key) throws -> T {
    try answer(type, key, absent: nil) { try $0.calledDecode(type, by: key) }
  }

  @_implements(KeyedDecodingContainerProtocol,decodeIfPresent(_:forKey:))
  func scalarIfPresent<T: Scalar>(_ type: T.Type, forKey key: Key) throws -> T? {
    try answer(type, key, absent: .some(nil)) { try $0.calledDecodeIfPresent(type, by: key) }
  }

  /// Whether there is such a member, which members with defaults ask first.
  func contains(_ key: Key) -> Bool {
    let isThere = container.contains(key)
    if decoder.inner.isInUseHere { recording.notePresence(of: key, isThere) }
    return isThere
  }

  /// Calls `body` for everything else, which a compiler-written initializer does not ask for.
  func on<Result>(
    _ body: (KeyedObject) throws -> Result,
    elsewhere other: (KeyedObject) throws -> Result
  ) throws -> Result {
    decoder.refuse()
    return try container.on(body, elsewhere: other)
  }
}

/// Whether a property holds what was handed out for it, as far as that can be decided without running a model's code.
enum ValueComparison {
  /// False only if the two are certain to differ in a bit that means something.
  ///
  /// Bytes alone do not decide, because those between the properties of a struct, or behind nil, may be anything.
  /// Values whose bytes differ are therefore compared part by part. A chain of nested parts may be as long as a text,
  /// so it is not followed forever.
  static func mayBeSame<Value>(_ first: Value, _ second: Value, depth: Int = 0) -> Bool {
    // SAFETY: the bytes are only compared.
    let isSame = unsafe withUnsafeBytes(of: first) { first in
      unsafe withUnsafeBytes(of: second) { unsafe first.elementsEqual($0) }
    }
    guard !isSame, depth < 32, TypeMetadata.layoutIsKnown else { return true }
    // Objects are distinguished by their addresses.
    if Value.self is AnyClass { return false }
    let metadata = TypeMetadata(Value.self)
    switch metadata.kind {
    case .optional:
      break
    case .enumeration:
      if PlainEnum.caseCount(Value.self) != nil { return false }
      if Value.self is any CustomReflectable.Type { return true }
    case .structure:
      // The bytes of these all mean something; those of collections are the address of their storage.
      if Value.self is any DirectlyDecodable.Type { return false }
      // A reference that is not a strong one must not be read.
      guard metadata.holdsAllItRefersTo else { return true }
      let name = String(reflecting: Value.self)
      let isOfStandardLibrary = name.hasPrefix("Swift.")
      if ["Foundation.", "FoundationEssentials.", "Swift.SIMD"].contains(where: name.hasPrefix),
        let first = first as? any Equatable
      {
        return areEqual(first, second)
      }
      // The mirrors of the standard library show what there is.
      guard isOfStandardLibrary || !(Value.self is any CustomReflectable.Type) else { return true }
    case nil:
      // This is an existential or a function, unless it is a payload of several values.
      guard Mirror(reflecting: first).displayStyle == .tuple else { return true }
    }
    let parts = (Mirror(reflecting: first).children, Mirror(reflecting: second).children)
    // If these are optionals or enumerations, one may have no payload, or be of another case.
    guard parts.0.count == parts.1.count, parts.0.first?.label == parts.1.first?.label else {
      return false
    }
    if parts.0.isEmpty, metadata.kind == .enumeration { return haveSameName(first, second) }
    // (In a closure of one expression, they would be compared as values of type Any.)
    for (first, second) in zip(parts.0, parts.1) {
      guard mayBeSame(first.value, second.value, in: depth + 1) else { return false }
    }
    return true
  }

  /// Whether both are equal; a value that does not even equal itself tells nothing.
  private static func areEqual<Value: Equatable>(_ first: Value, _ second: Any) -> Bool {
    guard let second = second as? Value, first == first, second == second else { return true }
    return first == second
  }

  /// Whether two cases without a payload are the same one, unless their type describes them itself.
  private static func haveSameName<Value>(_ first: Value, _ second: Value) -> Bool {
    if first is any CustomStringConvertible || first is any CustomDebugStringConvertible
      || first is any TextOutputStreamable
    {
      return true
    }
    return "\(first)" == "\(second)"
  }

  /// Compares two parts that mirrors have given.
  private static func mayBeSame<Part, Other>(_ first: Part, _ second: Other, in depth: Int) -> Bool
  {
    guard Part.self == Other.self else { return true }
    // (A cast does not find an optional in nil.)
    // SAFETY: compared on the line above.
    return unsafe mayBeSame(first, unsafeBitCast(second, to: Part.self), depth: depth)
  }
}

/// Objects of memberwise types that are decoded by their own `init(from:)`, some of which are recorded to make and check
/// plans.
extension DocumentDecoder {
  /// Decodes the value at `entry` by its own `init(from:)`.
  @inline(__always)
  func decodeByInitializer<Value: MemberwiseDecodable>(
    _ type: Value.Type,
    at entry: Int
  ) throws -> Value {
    // Nothing is noted of what a model decodes after its decode.
    guard detachedKeys == nil, types.recordsNextObject(types.memberwiseID(of: type)) else {
      return try initialize(type, at: entry, by: place.note(at: entry))
    }
    return try record(type, at: entry)
  }

  /// Decodes the value at `entry` by its own `init(from:)`, and records what it does, from which a plan is made or
  /// checked.
  @inline(never)
  private func record<Value: MemberwiseDecodable>(
    _ type: Value.Type,
    at entry: Int
  ) throws -> Value {
    let memberwiseType = environment.memberwiseType(type)
    let known = types.memberwise.plan(withID: memberwiseType.id)?.plan
    let recording = MemberRecording(types: types, checking: known)
    defer { recording.forget() }
    return try standing(at: entry) { decoder in
      guard let text = ModelDecoder(behind: decoder) else { return try type.init(from: decoder) }
      let result = Result {
        try type.init(from: RecordingDecoder(inner: text, recording: recording))
      }
      if let found = recording.verdict(on: result, of: memberwiseType) {
        types.adopt(found, on: memberwiseType)
        if known != nil, case .refused(let reason) = found {
          // This object has shown the plan to be wrong.
          assert(
            !types.memberwise.stopsAtFalsePromises,
            "\(type) is marked MemberwiseDecodable, but its init(from:) isn't the compiler's: "
              + "\(reason)."
          )
        }
      }
      return try result.get()
    }
  }
}
