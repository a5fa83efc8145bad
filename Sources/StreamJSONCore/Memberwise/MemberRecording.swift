/// What a memberwise type's `init(from:)` has asked for while it decoded one object, and what it got.
final class MemberRecording {
  let types: TypeMemory

  /// The plan that is checked; nil if one is to be made.
  private let known: MemberwisePlan?

  /// The positions of the members in which an object is recorded, as bits: one for each memberwise type in `known`.
  private let recordedParts: UInt64

  /// The members, in the order in which they were asked for, each with what was handed out.
  ///
  /// If the initializer only asked whether a member is there, and it is not, its type is not known.
  private(set) var handlers: [MemberHandler] = []

  /// The type of the keys of the only container; nil if none was asked for.
  private(set) var keyType: (any CodingKey.Type)?

  /// Why the initializer is not one that the compiler wrote, as far as that was seen.
  private var refusal: String?

  /// The error that a request has thrown, with which the initializer must end.
  private var failure: (any Error)?

  /// The ordinal of a member that is there and must be asked for next.
  private var present: Int?

  /// What the plan has decoded of the object; nil unless it has failed.
  private var part: DecodedPart?

  /// Whether the initializer has ended: a model may have kept its decoder.
  private var isOver = false

  init(types: TypeMemory, checking known: MemberwisePlan?, after part: DecodedPart?) {
    self.types = types
    self.known = known
    self.part = part
    // What the plan has decoded is not recorded.
    let chosen = known.flatMap { plan in
      part == nil ? types.environment.withLock { plan.chooseParts() } : nil
    }
    recordedParts = chosen ?? 0
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

  /// Notes a request for a `type` by `key`.
  ///
  /// - Returns: The handler that takes the answer; nil if nothing is recorded anymore.
  func begin<Value: Decodable, Key: CodingKey>(
    _ type: Value.Type,
    _ key: Key,
    isOptional: Bool
  ) -> TypedHandler<Value>? {
    let request = request(by: key, isOptional: isOptional, isDefaulted: present != nil)
    guard let request else { return nil }
    if let present {
      guard present == request.ordinal, !isOptional, type is any DefaultedMember.Type else {
        refuse("init(from:) asks whether a key exists")
        return nil
      }
    }
    let handler = handler(of: type, request)
    present = nil
    // One object of each type inside is recorded.
    if let part = handler.memberwiseType {
      let isRecorded =
        known == nil
        ? !handlers.contains { $0.memberwiseType === part }
        : recordedParts & 1 << UInt64(handlers.count) != 0
      if isRecorded { types.memberwise.state.schedule.force(part.id, .part) }
    }
    handlers.append(handler)
    return handler
  }

  /// A handler for a member of `type`, with what the plan knows of the type if there is one.
  private func handler<Value: Decodable>(
    of type: Value.Type,
    _ request: MemberRequest
  ) -> TypedHandler<Value> {
    if let known, handlers.count < known.count,
      let planned = known[handlers.count].handler as? TypedHandler<Value>
    {
      return TypedHandler(request, kind: planned.kind, memberwiseType: planned.memberwiseType)
    }
    guard let direct = types.planWithMark(for: type).direct else { return TypedHandler(request) }
    let (kind, memberwiseType) = types.memberKind(of: direct)
    let handler = TypedHandler<Value>(request, kind: kind, memberwiseType: memberwiseType)
    handler.empty = types.empty(direct, as: type)
    return handler
  }

  /// The value that the plan has decoded for `handler`, the last one that has begun; nil if it has not decoded a value
  /// that is not nil.
  ///
  /// - Throws: The error that the plan got for this member.
  func decoded<Value>(for handler: TypedHandler<Value>) throws -> Value? {
    let index = handlers.count - 1
    guard let part, let known, index < known.count,
      let planned = known[index].handler as? TypedHandler<Value>,
      planned.request.ordinal == handler.request.ordinal, planned.isOptional == handler.isOptional
    else { return nil }
    if let error = part.error, index == part.end { throw error }
    guard part.made & 1 << UInt64(index) != 0 else { return nil }
    // SAFETY: the plan's property at this offset is of the planned handler's type, and it is initialized until the
    // initializer has ended, when there is no part anymore.
    return unsafe planned.value(at: part.base + known[index].offset)
  }

  /// Notes that the initializer has asked whether there is a member for `key`.
  func notePresence<Key: CodingKey>(of key: Key, _ isThere: Bool) {
    guard let request = request(by: key, isOptional: false, isDefaulted: true) else { return }
    guard present == nil else { return refuse("init(from:) asks whether a key exists") }
    if isThere {
      present = request.ordinal
    } else {
      handlers.append(MemberHandler(request))
    }
  }

  /// The next request, which is by `key`, unless it ends the recording.
  private func request<Key: CodingKey>(
    by key: Key,
    isOptional: Bool,
    isDefaulted: Bool
  ) -> MemberRequest? {
    guard !isOver, refusal == nil else { return nil }
    guard failure == nil else {
      refuse("init(from:) catches a key's decoding error")
      return nil
    }
    let (ordinal, name) = (PlainEnum.ordinal(of: key), key.stringValue)
    let isKnown = handlers.contains { $0.request.ordinal == ordinal || $0.name == name }
    guard !isKnown else {
      refuse("init(from:) asks for the key \(name) more than once")
      return nil
    }
    guard handlers.count < MemberwisePlan.maximumFieldCount else {
      refuse("it has more than \(MemberwisePlan.maximumFieldCount) keys")
      return nil
    }
    return MemberRequest(
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
    (isOver, part) = (true, nil)
  }

  /// Releases what was recorded, which a model that has kept its decoder would otherwise keep alive.
  func forget() { handlers = [] }
}

/// What a plan has decoded of an object before it failed.
@safe
struct DecodedPart {
  /// Where the value is made.
  let base: UnsafeMutableRawPointer

  /// The bits of the properties that are there.
  let made: UInt64

  /// The position of the first member that is not.
  let end: Int

  /// The error of that member; nil if it is missing.
  let error: (any Error)?
}

extension MemberwisePlan {
  /// Chooses a member for each of the memberwise types in the plan, and returns the bits of these members; under the
  /// environment's lock.
  fileprivate func chooseParts() -> UInt64 {
    let parts = (0..<count).map { self[$0].handler.memberwiseType }
    return parts.indices.reduce(0) { chosen, index in
      guard let part = parts[index], parts.firstIndex(where: { $0 === part }) == index else {
        return chosen
      }
      let positions = parts.indices.filter { parts[$0] === part }
      return chosen | 1 << UInt64(positions[part.nextPosition(among: positions.count)])
    }
  }
}

// MARK: - Making and checking a plan

/// Makes the plan of a memberwise type, or says why there is none, from what its own `init(from:)` has asked for and
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
        guard value == nil ? handlers.count <= known.count : handlers.count == known.count,
          keyType == nil || known.count == 0 || keyType == known.keyType,
          handlers.indices.allSatisfy({ handlers[$0].isAlike(known[$0].handler) })
        else { throw .refused("init(from:) doesn't always ask for the same keys") }
      }
      guard let value else { return nil }
      let offsets =
        if let known { (0..<known.count).map { known[$0].offset } } else { try offsets(in: value) }
      // SAFETY: the value has properties of the handlers' types there, as the plan or `offsets(in:)` has found.
      let changed = unsafe withUnsafePointer(to: value) { base in
        handlers.indices.first { unsafe !isHeld($0, at: UnsafeRawPointer(base) + offsets[$0]) }
      }
      if let changed {
        let name = handlers[changed].name
        throw .refused("init(from:) doesn't store the value of the key \(name) unchanged")
      }
      guard known == nil else { return nil }
      handlers.forEach { $0.forgetHanded() }
      return .ready(MemberwisePlan(of: Value.self, memberwiseType, self, offsets: offsets))
    } catch {
      return error
    }
  }

  /// Whether the property at `place` holds what was handed out for the member at `index`.
  private func isHeld(_ index: Int, at place: UnsafeRawPointer) -> Bool {
    guard handlers[index].type == nil, let known else {
      // SAFETY: a property of the handler's type is at the place, as the caller says.
      return unsafe handlers[index].holdsHanded(at: place)
    }
    // The template holds the value of a member that was absent.
    return unsafe known[index].handler.mayBeSame(place, known.template + known[index].offset)
  }

  /// The offset of the property that each member fills, which must be of the type that was asked for.
  private func offsets<Value>(in value: Value) throws(MemberwiseVerdict) -> [Int] {
    let properties = StoredProperties(of: value)
    guard properties.all.count == handlers.count else {
      throw .refused(
        "it has \(properties.all.count) stored properties, but init(from:) asks for "
          + "\(handlers.count) keys"
      )
    }
    let names = keyType.flatMap { TypeMetadata($0).caseNames }
    var positions: [Int] = []
    for (index, handler) in handlers.enumerated() {
      let name = names?[handler.request.ordinal] ?? handler.name
      // A property with a wrapper is stored under another name.
      let position =
        properties.all.firstIndex { $0.label == name }
        ?? properties.all.firstIndex { $0.label == "_" + name }
      guard let position, !positions.contains(position) else {
        throw .refused("no property has the name of the key \(name)")
      }
      positions.append(position)
      let property = properties.all[position]
      if let requested = handler.type, requested != property.type {
        throw .refused(
          "its property \(property.label) is of type \(property.type), "
            + "but init(from:) asks for \(requested)"
        )
      }
      guard handler.request.isDefaulted else { continue }
      let defaulted = property.type as? any DefaultedMember.Type
      guard let typed = defaulted?.handler(after: handler, in: types) else {
        throw .refused("the value to use when the key \(handler.name) is missing isn't known")
      }
      handlers[index] = typed
    }
    guard properties.areLaidOutAsExpected else {
      throw .refused("its properties are not laid out as expected")
    }
    return positions.map { properties.all[$0].offset }
  }
}

extension DefaultedMember {
  /// Makes a handler that knows the type of the member, and its value if it is absent.
  fileprivate static func handler(
    after recorded: MemberHandler,
    in types: TypeMemory
  ) -> MemberHandler? {
    guard let value = whenAbsent(in: types) else { return nil }
    let known = recorded as? TypedHandler<Self>
    let handler = known ?? TypedHandler(recorded.request)
    if known == nil { handler.hand(value) }
    handler.empty = value
    return handler
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
  private func answer<T: Decodable>(
    _ type: T.Type,
    _ key: Key,
    isOptional: Bool,
    _ decode: (KeyedObject) throws -> T?
  ) throws -> T? {
    guard decoder.inner.isInUseHere,
      let request = recording.begin(type, key, isOptional: isOptional)
    else { return try container.on(decode) }
    do {
      let value = try recording.decoded(for: request) ?? container.on(decode)
      request.hand(value)
      return value
    } catch {
      recording.note(error)
      throw error
    }
  }

  private func value<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    let value = try answer(type, key, isOptional: false) { try $0.calledDecode(type, by: key) }
    // This is what the container has returned, which is not nil.
    guard let value else { throw DecodingError.lostPlan }
    return value
  }

  private func valueIfPresent<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T? {
    try answer(type, key, isOptional: true) { try $0.calledDecodeIfPresent(type, by: key) }
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try value(type, key) }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try valueIfPresent(type, key)
  }

  @_implements(KeyedDecodingContainerProtocol,decode(_:forKey:))
  func scalar<T: Scalar>(_ type: T.Type, forKey key: Key) throws -> T { try value(type, key) }

  @_implements(KeyedDecodingContainerProtocol,decodeIfPresent(_:forKey:))
  func scalarIfPresent<T: Scalar>(_ type: T.Type, forKey key: Key) throws -> T? {
    try valueIfPresent(type, key)
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

/// Which objects of memberwise types are decoded by their own `init(from:)` and recorded, by the ids of the types.
///
/// These are the second, the fourth, the eighth and so on that the process meets, and one of each type inside a
/// recorded object: of several properties and of several elements of an array, any of them.
///
/// The process counts objects under a lock. It grants each decoder as many objects as come before the next one that is
/// due, but at most `MemberwiseType.maximumGrant`, and is not asked again until after those, so nothing is shared in
/// the meantime.
struct RecordingSchedule {
  private struct TypeState {
    /// How many objects were granted.
    var granted = 0

    /// How many of these are left; negative if a text had more.
    var remaining = 0

    /// Why the next object is recorded, whatever the count; nil if it need not be.
    var reason: RecordingReason?

    /// Whether the recording may still be put off to a later element of an array.
    var mayBePutOff = false

    /// Whether an object is being recorded.
    var isRecording = false
  }

  private var states: ContiguousArray<TypeState> = []

  private mutating func makeRoom(for id: Int) {
    while states.count <= id { states.append(TypeState()) }
  }

  /// Whether the next object is decoded by the plan, without asking the process.
  func isGranted(_ id: Int) -> Bool { id < states.count && states[id].remaining > 0 }

  /// Takes as many of the next `count` objects as are granted, and returns how many.
  @inline(__always)
  mutating func take(_ id: Int, atMost count: Int) -> Int {
    guard isGranted(id) else { return 0 }
    let taken = min(count, states[id].remaining)
    states[id].remaining &-= taken
    return taken
  }

  /// Notes that a text, which was begun while an object was granted, had `count` objects.
  mutating func note(_ id: Int, count: Int) {
    if id < states.count { states[id].remaining &-= count }
  }

  /// Whether the next object is recorded, or a later element of the same array, which `putOff` says.
  func mayBePutOff(_ id: Int) -> Bool { id < states.count && states[id].mayBePutOff }

  /// Has the object recorded that comes after `count` others, even if fewer were granted: it is in the same array, and
  /// the process is asked when it comes.
  mutating func putOff(_ id: Int, by count: Int) {
    states[id].granted += count
    states[id].remaining = count
    states[id].mayBePutOff = false
  }

  /// Ends a grant, and returns how many objects there have been since it was made, and why the next one is recorded, if
  /// it must be.
  mutating func end(_ id: Int) -> (count: Int, reason: RecordingReason?) {
    makeRoom(for: id)
    defer { grant(0, id) }
    return (states[id].granted - states[id].remaining, states[id].reason)
  }

  /// Grants `count` objects, which may follow the next one before the process is asked again.
  mutating func grant(_ count: Int, _ id: Int) {
    states[id].granted = count
    states[id].remaining = count
    (states[id].reason, states[id].mayBePutOff) = (nil, false)
  }

  /// Has the next object recorded for `reason`, unless it may be inside one that is being recorded.
  mutating func force(_ id: Int, _ reason: RecordingReason) {
    makeRoom(for: id)
    guard !states[id].isRecording else { return }
    (states[id].reason, states[id].mayBePutOff) = (reason, true)
    // An object that is due has already been counted.
    states[id].granted -= states[id].remaining + (reason == .due ? 1 : 0)
    states[id].remaining = 0
  }

  /// Notes whether an object is being recorded, and returns whether one was.
  mutating func setRecording(_ id: Int, _ isRecording: Bool) -> Bool {
    makeRoom(for: id)
    defer { states[id].isRecording = isRecording }
    return states[id].isRecording
  }
}

/// Why an object is recorded.
enum RecordingReason {
  /// It is the one whose turn it is, or it is in the same text.
  case due

  /// It is inside a recorded object of another type.
  case part
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
      // The only word of a collection is the address of its storage.
      if isOfStandardLibrary, MemoryLayout<Value>.size == MemoryLayout<UInt>.size,
        Value.self is any Collection.Type
      {
        return false
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

/// Objects of memberwise types that are decoded by their own `init(from:)`: objects without a plan, those that a plan
/// cannot decode, and some that are recorded to make and check plans.
extension DocumentDecoder {
  /// Decodes the value at `entry` by its own `init(from:)`, recorded if the type may have a plan or
  /// `known` is its plan, which has decoded `part` of it.
  @inline(never)
  func decodeByInitializer<Value: MemberwiseDecodable>(
    _ type: Value.Type,
    at entry: Int,
    _ known: ReadyPlan?,
    after part: DecodedPart? = nil
  ) throws -> Value {
    // What was decoded by a plan that was given up since is not decoded again either.
    guard part != nil || isMemberwise && !types.isRefused(type) else {
      return try initialize(type, at: entry, by: place.note(at: entry))
    }
    let memberwiseType = known?.plan.type ?? environment.memberwiseType(type)
    let recording = MemberRecording(types: types, checking: known?.plan, after: part)
    let wasRecording = types.memberwise.state.schedule.setRecording(memberwiseType.id, true)
    defer {
      _ = types.memberwise.state.schedule.setRecording(memberwiseType.id, wasRecording)
      recording.forget()
    }
    return try standing(at: entry) { decoder in
      let result = Result {
        guard let text = ModelDecoder(behind: decoder) else { return try type.init(from: decoder) }
        return try type.init(from: RecordingDecoder(inner: text, recording: recording))
      }
      let found = recording.verdict(on: result, of: memberwiseType)
      if let found { types.adopt(found, on: memberwiseType) }
      if known != nil, case .refused(let reason) = found {
        // This object has shown the plan to be wrong.
        assert(
          !types.memberwise.stopsAtFalsePromises,
          "\(type) is marked MemberwiseDecodable, but its init(from:) isn't the compiler's: "
            + "\(reason)."
        )
      }
      return try result.get()
    }
  }

  /// Asks the schedule about the object at `entry`, decodes it, and initializes the value at `target` with it.
  @inline(never)
  func decodeUngrantedObject(
    _ ready: ReadyPlan,
    at entry: Int,
    to target: UnsafeMutableRawPointer
  ) throws {
    // SAFETY: the target has room for a value of the plan's type, as the caller says.
    guard types.usesPlan(ready) else {
      return try unsafe ready.plan.type.type.initialize(target, by: self, at: entry, ready)
    }
    try unsafe decodeObject(ready, at: entry, to: target)
  }

  /// Initializes the value at `target` with what the type's own `init(from:)` makes of the object at `entry`, which the
  /// plan could not decode.
  ///
  /// What the plan has decoded is not decoded again: the initializer gets the members of `found` before `position` and,
  /// for the one there, `error`. However deeply values are nested, an error therefore costs each of them little more than
  /// a call.
  ///
  /// - Throws: What `init(from:)` throws, in place of what the plan threw: an initializer that catches the error of one
  ///   key may throw the error of another.
  @inline(never)
  func leaveToInitializer(
    _ ready: ReadyPlan,
    at entry: Int,
    _ found: UInt64 = 0,
    upTo position: Int = 0,
    throwing error: (any Error)? = nil,
    to target: UnsafeMutableRawPointer
  ) throws {
    // SAFETY: the target has room for a value of the plan's type, of which the properties in `made` are initialized, as
    // the caller says. They are destroyed when the initializer has returned.
    let made = found & MemberwisePlan.bits(below: position)
    let part = unsafe DecodedPart(base: target, made: made, end: position, error: error)
    try unsafe ready.plan.type.type.initialize(target, by: self, at: entry, ready, after: part)
  }
}

extension MemberwiseDecodable {
  /// Initializes the value at `target` with one that `init(from:)` makes from the object at `entry`, and records it.
  ///
  /// Whatever the outcome, nothing is left of the `part` that was at the target.
  fileprivate static func initialize(
    _ target: UnsafeMutableRawPointer,
    by decoder: DocumentDecoder,
    at entry: Int,
    _ ready: ReadyPlan,
    after part: DecodedPart? = nil
  ) throws {
    // SAFETY: the target has room for one, and the properties of the part are initialized, as the caller says.
    let result = Result {
      try decoder.decodeByInitializer(Self.self, at: entry, ready, after: part)
    }
    if let part { unsafe ready.plan.destroy(part.made, of: target) }
    unsafe target.initializeMemory(as: Self.self, to: try result.get())
  }
}
