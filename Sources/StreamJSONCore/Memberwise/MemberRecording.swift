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
