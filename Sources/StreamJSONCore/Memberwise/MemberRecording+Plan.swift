/// Makes the plan of a marked type, or says why there is none, from what its own `init(from:)` has asked for and has
/// made from an object.
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
  private struct Refusal: Error { let reason: String }

  /// What this recording of the object that became `value` shows about `marked`, the type of the value.
  func verdict<Value>(on value: Value, of marked: MarkedType) -> MemberwiseVerdict {
    do throws(Refusal) {
      let offsets = try offsets(in: value)
      // SAFETY: the value has a property of the handler's type there.
      let change = unsafe change(in: value) { index, base in
        unsafe handlers[index].holdsHanded(at: base + offsets[index])
      }
      if let change { return .refused(change) }
      handlers.forEach { $0.forgetHanded() }
      return .ready(MemberwisePlan(of: Value.self, marked, self, offsets: offsets))
    } catch {
      return .refused(error.reason)
    }
  }

  // MARK: - Layout

  /// The offset of the property that each member fills.
  private func offsets<Value>(in value: Value) throws(Refusal) -> [Int] {
    let properties = StoredProperties(of: value)
    guard properties.all.count == handlers.count else {
      throw Refusal(
        reason: "it has \(properties.all.count) stored properties, but init(from:) asks for "
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
        throw Refusal(reason: "no property has the name of the key \(name)")
      }
      positions.append(position)
      try check(index, properties.all[position])
    }
    guard properties.areLaidOutAsExpected else {
      throw Refusal(reason: "its properties are not laid out as expected")
    }
    return positions.map { properties.all[$0].offset }
  }

  /// Makes sure that the member at `index` is of the type of `property`.
  private func check(_ index: Int, _ property: StoredProperties.Property) throws(Refusal) {
    let handler = handlers[index]
    let type = property.type
    if let requested = handler.type, requested != type {
      throw Refusal(
        reason: "its property \(property.label) is of type \(type), "
          + "but init(from:) asks for \(requested)"
      )
    }
    guard handler.request.isDefaulted else { return }
    guard let known = (type as? any DefaultedMember.Type)?.handler(after: handler, in: memory)
    else {
      throw Refusal(reason: "the value to use when the key \(handler.name) is missing isn't known")
    }
    replace(index, by: known)
  }
}

extension DefaultedMember {
  /// Makes a handler that knows the type of the member, and its value if it is absent.
  fileprivate static func handler(
    after recorded: MemberHandler,
    in memory: DecoderMemory
  ) -> MemberHandler? {
    guard let value = whenAbsent(in: memory) else { return nil }
    let known = recorded as? TypedHandler<Self>
    let handler = known ?? TypedHandler(recorded.request)
    if known == nil { handler.hand(value) }
    handler.empty = value
    return handler
  }
}
