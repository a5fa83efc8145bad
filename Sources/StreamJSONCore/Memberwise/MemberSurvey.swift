/// Runs a marked type's `init(from:)` on made-up values, and notes what it asks for.
///
/// The first run learns the members; each further one gives every member a sample that tells it from
/// the others of its type, or an error.
final class MemberSurvey {
  let memory: DecoderMemory

  /// Values of properties of an object that was decoded, for types of which the library knows none; nil
  /// if that is to come.
  private let found: [Any]?

  /// The members, in the order in which they are asked for.
  private(set) var handlers: [MemberHandler] = []

  private(set) var keyType: (any CodingKey.Type)?

  /// Why the type does not qualify.
  private(set) var verdict: MemberwiseVerdict?

  private var isFirstRun = true

  /// Which samples the members get in this run.
  private var number = 0

  /// Whether the samples of members tell them apart in this run.
  private var tellsApart = true

  /// The position of the next member.
  private var position = 0

  /// What a member may throw instead of giving a value of a type.
  typealias Failure = (_ type: any Decodable.Type) -> DecodingError

  /// The member that throws, and what.
  private var failure: (position: Int, error: Failure)?

  init(memory: DecoderMemory, found: [Any]?) {
    self.memory = memory
    self.found = found
  }

  /// How many runs there are with different samples.
  static let runCount = 12

  /// The number of the sample that the member at `position` gets in the run `run`.
  ///
  /// In the first six runs, its last bit is one of the bits of the position, counted from 1. So each
  /// member differs from each other one in some run.
  static func number(ofMember position: Int, in run: Int) -> Int {
    let bit = run < 6 ? ((position + 1) >> run) & 1 : run & 1
    return 2 * ((run + position) % 6) + bit
  }

  /// Calls `body` for a run that learns the members.
  func learn<Value: Decodable>(_ type: Value.Type) throws -> Value {
    isFirstRun = true
    return try begin(type)
  }

  /// Makes a value in the run `run`.
  func sample<Value: Decodable>(_ type: Value.Type, in run: Int) throws -> Value {
    number = run
    return try begin(type)
  }

  /// Makes a value in which all members have the sample with the number `number`.
  func uniformSample<Value: Decodable>(_ type: Value.Type, _ number: Int) throws -> Value {
    self.number = number
    tellsApart = false
    return try begin(type)
  }

  /// Whether the type throws on what the member at `position` throws.
  func throwsOn<Value: Decodable>(
    _ type: Value.Type,
    _ error: @escaping Failure,
    at position: Int,
    isSame: (any Error) -> Bool
  ) -> Bool {
    number = 0
    failure = (position, error)
    defer { failure = nil }
    do {
      _ = try begin(type)
      return false
    } catch {
      return verdict == nil && self.position == position + 1 && isSame(error)
    }
  }

  private func begin<Value: Decodable>(_ type: Value.Type) throws -> Value {
    position = 0
    openedCount = 0
    let value = try Value(from: MemberRecorder(survey: self))
    isFirstRun = false
    if position != handlers.count {
      throw end(.refused("init(from:) does not always ask for the same members"))
    }
    return value
  }

  private var openedCount = 0

  /// Ends the run because of `verdict`.
  func end(_ verdict: MemberwiseVerdict) -> any Error {
    if self.verdict == nil { self.verdict = verdict }
    return Ended()
  }

  struct Ended: Error {}

  // MARK: - What the type asks for

  func open<Key: CodingKey>(_ type: Key.Type) throws {
    openedCount += 1
    guard openedCount == 1, keyType == nil || keyType == type else {
      throw end(.refused("init(from:) asks for more than one container"))
    }
    guard PlainEnum.caseCount(type) != nil else {
      throw end(.refused("its keys are no plain enum"))
    }
    keyType = type
  }

  func answer<Value: Decodable, Key: CodingKey>(
    _ type: Value.Type,
    _ key: Key,
    isOptional: Bool
  ) throws -> Value? {
    if isFirstRun { try learn(type, key, isOptional: isOptional) }
    guard position < handlers.count,
      let handler = handlers[position] as? TypedHandler<Value>,
      handler.isOptional == isOptional, handler.ordinal == PlainEnum.ordinal(of: key)
    else {
      throw end(.refused("init(from:) does not always ask for the same members"))
    }
    defer { position += 1 }
    if let failure, failure.position == position { throw failure.error(type) }
    let number = tellsApart ? Self.number(ofMember: position, in: number) : number
    if let sample = handler.sample(number) { return sample }
    // An optional one of which the object has none is nil.
    if isOptional, found != nil || !handler.samples.isEmpty { return nil }
    throw end(
      .waiting(
        "the member \(handler.name) is of type \(Value.self), of which no value is known before one is decoded"
      )
    )
  }

  private func learn<Value: Decodable, Key: CodingKey>(
    _ type: Value.Type,
    _ key: Key,
    isOptional: Bool
  ) throws {
    let ordinal = PlainEnum.ordinal(of: key)
    let name = key.stringValue
    guard !handlers.contains(where: { $0.ordinal == ordinal || $0.name == name }) else {
      throw end(.refused("init(from:) asks for the member \(name) more than once"))
    }
    guard handlers.count < MemberwisePlan.maximumFieldCount else {
      throw end(.refused("it has more than \(MemberwisePlan.maximumFieldCount) members"))
    }
    var samples: [Value] = []
    for number in 0..<Self.runCount {
      guard let sample = memory.sample(of: type, number) else { break }
      samples.append(sample)
    }
    let areKnown = samples.count == Self.runCount
    if !areKnown { samples = foundSamples(of: type) }
    let direct = memory.settledPlan(for: type).direct
    let kind = direct?.memberKind(in: memory) ?? .other
    handlers.append(
      TypedHandler(
        ordinal: ordinal,
        name: name,
        isOptional: isOptional,
        kind: kind,
        plan: memory.plan(of: kind),
        samples: samples,
        samplesAreKnown: areKnown,
        empty: direct.flatMap { memory.empty($0, as: type) }
      )
    )
  }

  /// At most two values of `type` from the object that was decoded, which differ if there are two.
  private func foundSamples<Value: Decodable>(of type: Value.Type) -> [Value] {
    var samples: [Value] = []
    for value in found ?? [] {
      guard let value = value as? Value else { continue }
      guard let first = samples.first else {
        samples = [value]
        continue
      }
      if ValueComparison.of(first, value) == .different { return [first, value] }
    }
    return samples
  }
}
