/// What a marked type's `init(from:)` has asked for while it decoded one object, and what it got.
final class MemberRecording {
  let memory: DecoderMemory

  /// The plan that is checked; nil if one is to be made.
  private let known: MemberwisePlan?

  /// The members, in the order in which they were asked for, each with what was handed out.
  ///
  /// If the initializer only asked whether a member is there, and it is not, its type is not known.
  private(set) var handlers: [MemberHandler] = []

  /// The type of the keys of the only container; nil if none was asked for.
  private(set) var keyType: (any CodingKey.Type)?

  /// Why the initializer is not one that the compiler wrote, as far as that was seen.
  private(set) var refusal: String?

  /// The error that a request has thrown, with which the initializer must end.
  private var failure: (any Error)?

  /// The ordinal of a member that is there and must be asked for next.
  private var present: Int?

  /// Whether the initializer has ended: a model may have kept its decoder.
  private var isOver = false

  init(memory: DecoderMemory, checking known: MemberwisePlan?) {
    self.memory = memory
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
    if let part = handler.markedType, !handlers.contains(where: { $0.markedType === part }) {
      memory.memberwise.state.schedule.force(part.id)
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
      return TypedHandler(request, kind: planned.kind, markedType: planned.markedType)
    }
    guard let direct = memory.settledPlan(for: type).direct else { return TypedHandler(request) }
    let (kind, marked) = memory.memberKind(of: direct)
    let handler = TypedHandler<Value>(request, kind: kind, markedType: marked)
    handler.empty = memory.empty(direct, as: type)
    return handler
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
  ///
  /// - Returns: Whether it may be one that the compiler wrote; otherwise `refusal` says why not.
  func end<Value>(with result: Result<Value, any Error>) -> Bool {
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
    return refusal == nil
  }

  /// Replaces the member at `index` by `handler`, which knows its type.
  func replace(_ index: Int, by handler: MemberHandler) { handlers[index] = handler }

  /// Releases what was recorded, which a model that has kept its decoder would otherwise keep alive.
  func forget() { handlers = [] }
}
