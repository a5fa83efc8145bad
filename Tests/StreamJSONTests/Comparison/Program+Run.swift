import StreamJSONTestSupport

/// The model whose `init(from:)` runs the program that its `ProgramRun` holds.
struct GeneratedModel: Decodable {
  init(from decoder: any Decoder) throws {
    guard let run = decoder.userInfo[.run] as? ProgramRun else { return }
    let program = run.program
    // Each element of an array runs one program.
    defer { run.program = program }
    try run.run(program, with: decoder)
  }
}

extension CodingUserInfoKey {
  static let run: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "run") else { preconditionFailure() }
    return key
  }()
}

/// A program that is running, and what it has seen.
///
/// `@unchecked`: used by the thread that decodes.
final class ProgramRun: @unchecked Sendable {
  /// What the next `GeneratedModel` runs.
  var program: Program
  var observations = Observations()
  /// What the steps with the containers of one object have left for later.
  private var later: [() throws -> Void] = []

  init(_ program: Program) {
    self.program = program
  }

  func run(_ program: Program, with decoder: any Decoder) throws {
    for step in program.steps {
      switch step {
      case .keyed(let kind, let steps, let throwsOn):
        try attempt(throwsOn) {
          var source = OfDecoder(decoder: decoder)
          try self.run(kind, steps, in: &source)
        }
      case .unkeyed(let steps, let throwsOn):
        try attempt(throwsOn) {
          var container = try decoder.unkeyedContainer()
          try self.run(steps, with: &container)
        }
      case .both(let first, let second, let steps, let throwsOn):
        try attempt(throwsOn) {
          try self.run(first, second, steps, with: decoder)
        }
      case .member(let program):
        let names = try? decoder.container(keyedBy: AnyKey.self).allKeys
        guard let names, names.count < 2 else { continue }
        self.program = program
        try attempt(false) { note(try [String: GeneratedModel](from: decoder).count) }
      case .single(let leaves):
        let container = try decoder.singleValueContainer()
        note(container.decodeNil())
        for leaf in leaves { attempt(leaf) { try leaf.single(container) } }
      case .path:
        note(path: decoder.codingPath)
      }
    }
  }

  // MARK: - Notes

  private func note(_ value: some Hashable) {
    observations.entries.append(.value(AnyHashable(value)))
  }

  private func note(path: [any CodingKey]) {
    note(path.map(Failure.Step.init))
  }

  private func note(_ error: any Error, isUnordered: Bool = false) {
    observations.entries.append(.failure(Failure(error), isUnordered: isUnordered))
  }

  /// Runs `body` and notes what it throws.
  private func attempt(_ throwsOn: Bool, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      note(error)
      if throwsOn { throw error }
    }
  }

  private func attempt(_ leaf: Leaf, _ body: () throws -> AnyHashable) {
    do {
      observations.entries.append(.value(try body()))
    } catch {
      note(error, isUnordered: leaf.isUnordered)
    }
  }

  // MARK: - Keyed

  private func run(
    _ kind: KeyKind,
    _ steps: [KeyedStep],
    in source: inout some KeyedSource
  ) throws {
    let run = try open(kind, in: &source)
    try runAll { try run(steps) }
  }

  /// Opens a container and returns what runs steps with it.
  private func open(
    _ kind: KeyKind,
    in source: inout some KeyedSource
  ) throws -> ([KeyedStep]) throws -> Void {
    switch kind {
    case .any: runner(with: try source.open(AnyKey.self))
    case .few: runner(with: try source.open(FewKeys.self))
    case .numbered: runner(with: try source.open(NumberedKeys.self))
    case .boxed: runner(with: try source.open(BoxedKey.self))
    case .single: runner(with: try source.open(SingleKey.self))
    case .byte: runner(with: try source.open(ByteKey.self))
    case .loaded: runner(with: try source.open(LoadedKey.self))
    case .shared: runner(with: try source.open(SharedKey.self))
    case .lowercased: runner(with: try source.open(LowercasedKey.self))
    case .other: runner(with: try source.open(OtherKeys.self))
    }
  }

  private func runner<Key: ProgramKey>(
    with container: KeyedDecodingContainer<Key>
  ) -> ([KeyedStep]) throws -> Void {
    { steps in try self.run(steps, with: container) }
  }

  private func run(
    _ first: KeyKind,
    _ second: KeyKind,
    _ steps: [KeyedStep],
    with decoder: any Decoder
  ) throws {
    var source = OfDecoder(decoder: decoder)
    let runners = [try open(first, in: &source), try open(second, in: &source)]
    try runAll {
      for step in steps {
        for run in runners { try run([step]) }
      }
    }
  }

  /// Calls `body`, then does what it has left for later.
  private func runAll(_ body: () throws -> Void) throws {
    let outer = later
    later = []
    defer { later = outer }
    try body()
    let actions = later
    for action in actions { try attempt(false, action) }
  }

  private func run<Key: ProgramKey>(
    _ steps: [KeyedStep],
    with container: KeyedDecodingContainer<Key>
  ) throws {
    for step in steps {
      guard let key = Key.named(step.key) else { continue }
      try attempt(step.throwsOn) {
        switch step.action {
        case .keyedLater(let kind, let steps):
          var source = OfMember(container: container, key: key)
          let run = try open(kind, in: &source)
          later.append { try self.runAll { try run(steps) } }
        case .unkeyedLater(let steps):
          var nested = try container.nestedUnkeyedContainer(forKey: key)
          later.append { try self.run(steps, with: &nested) }
        default:
          try run(step.action, key, with: container)
        }
      }
    }
  }

  private func run<Key: ProgramKey>(
    _ action: KeyedStep.Action,
    _ key: Key,
    with container: KeyedDecodingContainer<Key>
  ) throws {
    switch action {
    case .contains: note(container.contains(key))
    case .isNil: note(try container.decodeNil(forKey: key))
    case .decode(let leaf):
      try decode(leaf) { try leaf.keyed(KeyedMember(container: container, key: key)) }
    case .decodeIfPresent(let leaf):
      try decode(leaf) { try leaf.keyedIfPresent(KeyedMember(container: container, key: key)) }
    case .model(let program):
      self.program = program
      _ = try container.decode(GeneratedModel.self, forKey: key)
    case .modelIfPresent(let program):
      self.program = program
      note(try container.decodeIfPresent(GeneratedModel.self, forKey: key) != nil)
    case .models(let program):
      self.program = program
      note(try container.decode([GeneratedModel].self, forKey: key).count)
    case .keyed(let kind, let steps):
      var source = OfMember(container: container, key: key)
      try run(kind, steps, in: &source)
    case .unkeyed(let steps):
      var nested = try container.nestedUnkeyedContainer(forKey: key)
      try run(steps, with: &nested)
    case .superDecoder(let program):
      try run(program, with: container.superDecoder())
    case .superDecoderForKey(let program):
      try run(program, with: container.superDecoder(forKey: key))
    case .keyedLater, .unkeyedLater: break
    case .allKeys:
      // JSONDecoder returns them in any order.
      note(container.allKeys.map { "\($0.stringValue)#\($0.intValue ?? -1)" }.sorted())
    case .path:
      note(path: container.codingPath)
    }
  }

  private func decode(_ leaf: Leaf, _ body: () throws -> AnyHashable) throws {
    do {
      observations.entries.append(.value(try body()))
    } catch {
      note(error, isUnordered: leaf.isUnordered)
      // The error that is rethrown must not tell which of several wrong members it was.
      if leaf.isUnordered { throw UnorderedFailure() }
      throw error
    }
  }

  private struct UnorderedFailure: Error {}

  // MARK: - Unkeyed

  private func run(
    _ steps: [UnkeyedStep],
    with container: inout any UnkeyedDecodingContainer
  ) throws {
    for step in steps {
      do {
        try run(step.action, with: &container)
      } catch {
        note(error)
        if step.throwsOn { throw error }
      }
      note(container.currentIndex)
    }
  }

  private func run(
    _ action: UnkeyedStep.Action,
    with container: inout any UnkeyedDecodingContainer
  ) throws {
    switch action {
    case .isNil: note(try container.decodeNil())
    case .decode(let leaf): try decode(leaf) { try leaf.unkeyed(&container) }
    case .decodeIfPresent(let leaf): try decode(leaf) { try leaf.unkeyedIfPresent(&container) }
    case .model(let program):
      self.program = program
      _ = try container.decode(GeneratedModel.self)
    case .modelIfPresent(let program):
      self.program = program
      note(try container.decodeIfPresent(GeneratedModel.self) != nil)
    case .keyed(let kind, let steps):
      var source = OfElement(container: container)
      defer { container = source.container }
      try run(kind, steps, in: &source)
    case .unkeyed(let steps):
      var nested = try container.nestedUnkeyedContainer()
      try run(steps, with: &nested)
    case .superDecoder(let program):
      try run(program, with: container.superDecoder())
    case .copy(let steps):
      var copy = container
      try run(steps, with: &copy)
    case .position:
      note([container.currentIndex, container.count ?? -1, container.isAtEnd ? 1 : 0])
    case .path:
      note(path: container.codingPath)
    }
  }
}

// MARK: - Sources of keyed containers

private protocol KeyedSource {
  mutating func open<Key: CodingKey>(_ type: Key.Type) throws -> KeyedDecodingContainer<Key>
}

private struct OfDecoder: KeyedSource {
  var decoder: any Decoder

  mutating func open<Key: CodingKey>(_ type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try decoder.container(keyedBy: type)
  }
}

private struct OfMember<Outer: CodingKey>: KeyedSource {
  var container: KeyedDecodingContainer<Outer>
  var key: Outer

  mutating func open<Key: CodingKey>(_ type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try container.nestedContainer(keyedBy: type, forKey: key)
  }
}

private struct OfElement: KeyedSource {
  var container: any UnkeyedDecodingContainer

  mutating func open<Key: CodingKey>(_ type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try container.nestedContainer(keyedBy: type)
  }
}
