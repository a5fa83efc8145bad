import StreamJSONTestSupport

/// Makes up programs, and texts that more or less fit them; the same seed gives the same ones.
struct ProgramGenerator {
  var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  // MARK: - Programs

  mutating func program(depth: Int = 3) -> Program {
    let count = random.pick([1, 1, 1, 2, 3])
    return Program(steps: (0..<count).map { _ in decoderStep(depth: depth) })
  }

  private mutating func decoderStep(depth: Int) -> DecoderStep {
    if random.chance(0.02) {
      return .keyed(random.pick([.any, .byte]), wideSteps(), throwsOn: false)
    }
    return switch Int.random(in: 0..<12, using: &random) {
    case 0: .path
    case 1, 2: .single(leaves(random.pick([1, 2, 4])))
    case 3, 4: .unkeyed(unkeyedSteps(depth: depth - 1), throwsOn: random.chance(0.3))
    case 5:
      .both(
        random.pick(KeyKind.allCases),
        random.pick(KeyKind.allCases),
        keyedSteps(depth: depth - 1),
        throwsOn: random.chance(0.3)
      )
    case 6 where depth > 0: .member(program(depth: depth - 1))
    default:
      .keyed(
        random.pick(KeyKind.allCases),
        keyedSteps(depth: depth - 1),
        throwsOn: random.chance(0.3)
      )
    }
  }

  private mutating func leaves(_ count: Int) -> [Leaf] {
    (0..<count).map { _ in leaf() }
  }

  private mutating func leaf() -> Leaf {
    random.chance(0.5) ? random.pick(Leaf.scalars) : random.pick(Leaf.models)
  }

  private mutating func keyedSteps(depth: Int) -> [KeyedStep] {
    let count = Int.random(in: 1...7, using: &random)
    // A few names for each container, so that keys are asked for repeatedly.
    let names = (0..<random.pick([1, 3, 6])).map { _ in random.pick(Vocabulary.names) }
    return (0..<count).map { _ in
      KeyedStep(
        key: random.pick(names),
        action: keyedAction(depth: depth),
        throwsOn: random.chance(0.15)
      )
    }
  }

  private mutating func keyedAction(depth: Int) -> KeyedStep.Action {
    let isDeep = depth > 0
    switch Int.random(in: 0..<22, using: &random) {
    case 20 where isDeep:
      return .keyedLater(random.pick(KeyKind.allCases), keyedSteps(depth: depth - 1))
    case 21 where isDeep: return .unkeyedLater(unkeyedSteps(depth: depth - 1))
    case 0: return .contains
    case 1: return .isNil
    case 2: return .allKeys
    case 3: return .path
    case 4, 5, 6: return .decodeIfPresent(leaf())
    case 7 where isDeep: return .model(program(depth: depth - 1))
    case 8 where isDeep: return .modelIfPresent(program(depth: depth - 1))
    case 9 where isDeep: return .models(program(depth: depth - 1))
    case 10, 11:
      return .keyed(random.pick(KeyKind.allCases), isDeep ? keyedSteps(depth: depth - 1) : [])
    case 12: return .unkeyed(isDeep ? unkeyedSteps(depth: depth - 1) : [])
    case 13 where isDeep: return .superDecoder(program(depth: depth - 1))
    case 14 where isDeep: return .superDecoderForKey(program(depth: depth - 1))
    default: return .decode(leaf())
    }
  }

  /// Many keys, some asked for repeatedly, of an object that is itself wide.
  private mutating func wideSteps() -> [KeyedStep] {
    let names = (0..<random.pick([3, 30, 200])).map { _ in "w\(random.pick(0..<256))" }
    return (0..<random.pick([20, 60, 150])).map { _ in
      let leaf = Leaf.scalars[random.pick([1, 4])]
      let actions: [KeyedStep.Action] = [
        .contains, .decode(leaf), .decodeIfPresent(leaf), .superDecoder(Program(steps: [.path])),
      ]
      // Mostly values, and now and then the one search that has no key.
      let action = random.pick([0, 1, 1, 1, 2, 2, 2, 2, random.pick([1, 3])])
      return KeyedStep(key: random.pick(names), action: actions[action], throwsOn: false)
    }
  }

  private mutating func unkeyedSteps(depth: Int) -> [UnkeyedStep] {
    let count = Int.random(in: 1...6, using: &random)
    return (0..<count).map { _ in
      UnkeyedStep(action: unkeyedAction(depth: depth), throwsOn: random.chance(0.1))
    }
  }

  private mutating func unkeyedAction(depth: Int) -> UnkeyedStep.Action {
    let isDeep = depth > 0
    switch Int.random(in: 0..<16, using: &random) {
    case 0: return .isNil
    case 1: return .position
    case 2: return .path
    case 3, 4, 5: return .decodeIfPresent(leaf())
    case 6 where isDeep: return .model(program(depth: depth - 1))
    case 7 where isDeep: return .modelIfPresent(program(depth: depth - 1))
    case 8: return .keyed(random.pick(KeyKind.allCases), isDeep ? keyedSteps(depth: depth - 1) : [])
    case 9: return .unkeyed(isDeep ? unkeyedSteps(depth: depth - 1) : [])
    case 10 where isDeep: return .superDecoder(program(depth: depth - 1))
    case 11 where isDeep: return .copy(unkeyedSteps(depth: depth - 1))
    default: return .decode(leaf())
    }
  }

  // MARK: - Texts

  /// A text in which the program finds most of what it asks for.
  mutating func text(for program: Program) -> String {
    guard !random.chance(0.04) else { return noise() }
    let steps = program.steps.filter { if case .path = $0 { false } else { true } }
    guard !steps.isEmpty else { return noise() }
    switch random.pick(steps) {
    case .path: return noise()
    case .single(let leaves): return sample(of: random.pick(leaves))
    case .keyed(_, let steps, _), .both(_, _, let steps, _): return object(for: steps)
    case .member(let program):
      return "{\(name(random.pick(Vocabulary.names))):\(text(for: program))}"
    case .unkeyed(let steps, _): return array(for: steps)
    }
  }

  private mutating func sample(of leaf: Leaf) -> String {
    random.chance(0.85) ? random.pick(leaf.samples) : noise()
  }

  private mutating func object(for steps: [KeyedStep]) -> String {
    var members: [String] = []
    for step in steps {
      guard !random.chance(0.15) else { continue }
      var value: String?
      var key = step.key
      switch step.action {
      case .decode(let leaf), .decodeIfPresent(let leaf): value = sample(of: leaf)
      case .model(let program), .modelIfPresent(let program), .superDecoderForKey(let program):
        value = text(for: program)
      case .superDecoder(let program):
        value = text(for: program)
        key = "super"
      case .models(let program): value = "[\(text(for: program)),\(text(for: program))]"
      case .keyed(_, let steps), .keyedLater(_, let steps): value = object(for: steps)
      case .unkeyed(let steps), .unkeyedLater(let steps): value = array(for: steps)
      case .contains, .isNil, .allKeys, .path: break
      }
      members.append("\(space())\(name(key))\(space()):\(space())\(value ?? noise())\(space())")
      if random.chance(0.15) {
        members.append("\(name(random.pick(Vocabulary.names))):\(noise())")
      }
    }
    if steps.count > 10 {
      members += (0..<random.pick([0, 10, 300])).map { _ in
        "\(name("w\(random.pick(0..<256))")):\(random.pick(["1", "\"x\"", "null", "[]"]))"
      }
    }
    if random.chance(0.4) { members.shuffle(using: &random) }
    return "{\(members.joined(separator: ","))\(random.chance(0.02) ? "," : "")}"
  }

  private mutating func array(for steps: [UnkeyedStep]) -> String {
    var elements: [String] = []
    for step in steps {
      guard !random.chance(0.1) else { continue }
      switch step.action {
      case .decode(let leaf), .decodeIfPresent(let leaf): elements.append(sample(of: leaf))
      case .model(let program), .modelIfPresent(let program), .superDecoder(let program):
        elements.append(text(for: program))
      case .keyed(_, let steps): elements.append(object(for: steps))
      case .unkeyed(let steps): elements.append(array(for: steps))
      case .isNil: elements.append("null")
      case .copy, .position, .path: if random.chance(0.3) { elements.append(noise()) }
      }
    }
    return "[\(space())\(elements.joined(separator: ","))\(random.chance(0.02) ? "," : "")]"
  }

  /// A key in quotation marks, sometimes spelled with escapes.
  private mutating func name(_ name: String) -> String {
    // Snake case turns into the model's spelling, so texts contain both.
    var name = name
    if random.chance(0.1), name == "longer_than_sixteen_bytes" {
      name = "longer__than_sixteen_bytes"
    }
    if random.chance(0.1), name == "oneTwo" { name = "one_two" }
    var result = "\""
    for scalar in name.unicodeScalars {
      if scalar == "\"" {
        result += "\\\""
      } else if random.chance(0.01) {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private mutating func space() -> String {
    random.chance(0.1) ? random.pick([" ", "\n", "\t", "\r\n", "   "]) : ""
  }

  /// A value that nothing in particular asks for.
  private mutating func noise() -> String {
    random.pick([
      "null", "null", "true", "false", "0", "1", "-1", "1.5", "-0", "1e3", "300", "1e999", "01",
      "\"\"", "\"x\"", "\"\\u0041\"", "\"\\q\"", "\"\\ud800\"", "\"a\tb\"", "\"caf\u{E9}\"", "[]",
      "[1]", "[null]", "[[1],[2]]", "[{}]", "{}", #"{"a":1}"#, #"{"a":{"a":1}}"#, #"{"\q":1}"#,
      #"{"a":1,"a":2}"#, #"{"one_two":1,"oneTwo":2}"#, "18446744073709551615", "1.", "-",
    ])
  }
}
