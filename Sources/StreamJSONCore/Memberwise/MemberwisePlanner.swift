/// Makes the plan of a marked type, or says why there is none.
///
/// 1. The type's own `init(from:)` runs on made-up values: it must ask for one keyed container, and
///    that for nothing but members, each once.
/// 2. The instance that it makes is reflected: as many stored properties as there are members, of the
///    same types. The rule of layout (each property at the next multiple of its alignment) says where
///    each is, and must give the size and alignment of the type.
/// 3. In a dozen runs with other values, the bytes at these offsets must be those of what a member
///    was given. That tells which property a member fills, and that nothing changes it.
/// 4. An error that is thrown for a member must be what the initialiser throws.
///
/// So a plan knows where the properties are whatever the initialiser does; if it does more than the
/// compiler's would, values may be wrong, and memory is not.
struct MemberwisePlanner<Value: MemberwiseDecodable> {
  private let marked: MarkedType
  private let survey: MemberSurvey
  private let memory: DecoderMemory

  /// Whether its references are strong ones, without which it must not be reflected.
  private let holdsAllItRefersTo: Bool

  init(_ marked: MarkedType, _ type: Value.Type, example: Value?, memory: DecoderMemory) {
    self.marked = marked
    self.memory = memory
    holdsAllItRefersTo = TypeMetadata(Value.self).holdsAllItRefersTo
    var found: [Any]?
    if let example {
      found = holdsAllItRefersTo ? Mirror(reflecting: example).children.map(\.value) : []
    }
    survey = MemberSurvey(memory: memory, found: found)
  }

  /// What ends the search.
  private struct Ended: Error {
    let verdict: MemberwiseVerdict
  }

  private func refuse(_ reason: String) -> Ended { Ended(verdict: .refused(reason)) }

  func verdict() -> MemberwiseVerdict {
    memory.beginPlan()
    defer { memory.endPlan() }
    do {
      return .ready(try plan())
    } catch {
      if let verdict = survey.verdict { return verdict }
      return (error as? Ended)?.verdict
        ?? .refused("init(from:) throws an error for values of its members' types")
    }
  }

  private func plan() throws -> MemberwisePlan {
    guard TypeMetadata.layoutIsKnown, TypeMetadata(Value.self).kind == .structure else {
      throw refuse("it is no struct")
    }
    guard holdsAllItRefersTo else {
      throw refuse("it has a weak or an unowned reference, or its properties are not described")
    }
    // Its mirror may show other properties than it has, or in another order.
    guard !(Value.self is any CustomReflectable.Type) else {
      throw refuse("it has a mirror of its own")
    }
    let first = try survey.learn(Value.self)
    guard let keyType = survey.keyType, survey.verdict == nil else {
      throw refuse("init(from:) asks for no container")
    }
    let properties = try properties(of: first)
    let offsets = try match(properties)
    try checkErrors()
    if survey.verdict != nil { throw refuse("") }
    defer { for handler in survey.handlers { handler.forgetSamples() } }
    return MemberwisePlan(
      marked,
      keyType: keyType,
      handlers: survey.handlers,
      offsets: offsets,
      size: MemoryLayout<Value>.size,
      stride: MemoryLayout<Value>.stride
    )
  }

  // MARK: - Layout

  private struct Property {
    var label: String
    var type: any Any.Type
    var offset: Int
  }

  /// The stored properties in the order of their declaration.
  private func properties(of value: Value) throws -> [Property] {
    let handlers = survey.handlers
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct, mirror.children.count == handlers.count else {
      throw refuse(
        "it has \(mirror.children.count) stored properties, and init(from:) asks for "
          + "\(handlers.count) members"
      )
    }
    var (end, alignment) = (0, 1)
    var properties: [Property] = []
    for child in mirror.children {
      let label = child.label ?? "?"
      let type = declaredType(child.value)
      guard let handler = handlers.first(where: { $0.type == type }) else {
        throw refuse("no member has the type of its property \(label), \(type)")
      }
      let layout = handler.layout
      let offset = (end + layout.alignment - 1) / layout.alignment * layout.alignment
      properties.append(Property(label: label, type: type, offset: offset))
      (end, alignment) = (offset + layout.size, max(alignment, layout.alignment))
    }
    guard end == MemoryLayout<Value>.size, alignment == MemoryLayout<Value>.alignment else {
      throw refuse("its properties are not laid out as expected")
    }
    // What is allocated for elements is aligned to that.
    guard alignment <= MemberwisePlan.maximumAlignment else {
      throw refuse("its alignment is \(alignment) bytes")
    }
    return properties
  }

  /// The type of a property with the value `value`, given as it is in a mirror.
  ///
  /// That is what the property was declared as: `type(of:)` would say what an existential holds, such
  /// as the error in an `any Error`.
  private func declaredType<Property>(_ value: Property) -> any Any.Type { Property.self }

  // MARK: - Verification

  /// The offset of the property that each member fills.
  private func match(_ properties: [Property]) throws -> [Int] {
    let handlers = survey.handlers
    var candidates = handlers.map { handler in
      properties.indices.filter { properties[$0].type == handler.type }
    }
    // The candidates of which it is not known that they have the values.
    var uncertain = handlers.map { _ in [Int]() }
    for run in 0..<MemberSurvey.runCount {
      let value = try survey.sample(Value.self, in: run)
      // SAFETY: the offsets are within the type, and the properties there have the handlers' types.
      unsafe withUnsafePointer(to: value) { value in
        for index in handlers.indices {
          let number = MemberSurvey.number(ofMember: index, in: run)
          candidates[index].removeAll { candidate in
            let property = unsafe UnsafeRawPointer(value) + properties[candidate].offset
            let result = unsafe handlers[index].compareSample(number, at: property)
            if result == .unknown { uncertain[index].append(candidate) }
            return result == .different
          }
        }
      }
    }
    var offsets: [Int] = []
    var taken: [Int] = []
    for index in handlers.indices {
      let handler = handlers[index]
      if candidates[index].isEmpty {
        throw refuse("no property has the value that the member \(handler.name) was given")
      }
      guard let candidate = candidates[index].first(where: { !taken.contains($0) }),
        candidates[index].count == 1 || handler.layout.size == 0
      else {
        guard !handler.hasKnownSamples else {
          throw refuse("which property the member \(handler.name) fills cannot be told")
        }
        throw Ended(
          verdict: .waiting(
            "several members are of the type of \(handler.name), \(handler.type), "
              + "and no object so far had values that tell them apart"
          )
        )
      }
      guard !uncertain[index].contains(candidate) else {
        throw Ended(
          verdict: .waiting(
            "it cannot be told whether values of the type of \(handler.name), \(handler.type), are "
              + "the same"
          )
        )
      }
      taken.append(candidate)
      offsets.append(properties[candidate].offset)
    }
    return offsets
  }

  /// Makes sure that an error for a member ends the initialiser with that error.
  private func checkErrors() throws {
    let text = "made up by StreamJSON"
    let context = DecodingError.Context(codingPath: [], debugDescription: text)
    func isSame(_ error: any Error) -> Bool {
      (error as? DecodingError)?.context?.debugDescription == text
    }
    for (position, handler) in survey.handlers.enumerated() {
      // What decodes a member, or a property wrapper, may be a function of the model's own, which
      // catches one of them.
      let errors: [MemberSurvey.Failure] = [
        { _ in .keyNotFound(JSONKey(stringValue: handler.name), context) },
        { .valueNotFound($0, context) }, { .typeMismatch($0, context) },
        { _ in .dataCorrupted(context) },
      ]
      for error in errors {
        let throwsOn = survey.throwsOn(Value.self, error, at: position, isSame: isSame)
        guard throwsOn else {
          throw refuse("init(from:) does not throw the error that the member \(handler.name) has")
        }
      }
    }
  }
}
