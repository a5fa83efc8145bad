import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Objects of one type whose members come in any order, so that some are searched, some get a map of their
/// members late, and some at once.
struct MemberOrderTests {
  private struct Row: Decodable, Equatable {
    var firstMember, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth: Int?
    var eleventh, twelfth, aLongNameThatIsAlikeAtTheEnds1, aLongNameThatIsALIKEAtTheEnds1: Int?
    var super_: Int?

    // Two names differ only in the middle, which is compared last.
    enum CodingKeys: String, CodingKey, CaseIterable {
      case firstMember, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth
      case eleventh, twelfth, aLongNameThatIsAlikeAtTheEnds1, aLongNameThatIsALIKEAtTheEnds1
      case super_ = "super"
    }
  }

  private enum Order: CaseIterable {
    case model, reversed, shuffled, rotated
  }

  private static func object(_ order: Order, _ random: inout SeededGenerator) -> String {
    var names = Row.CodingKeys.allCases.map(\.rawValue).filter { _ in !random.chance(0.1) }
    for _ in 0..<random.pick(0...3) { names.append(random.pick(["unknown", "other", "second"])) }
    switch order {
    case .model: break
    case .reversed: names.reverse()
    case .shuffled: names.shuffle(using: &random)
    case .rotated: names = Array(names.dropFirst() + names.prefix(1))
    }
    let members = names.map {
      #""\#($0)":\#(random.chance(0.1) ? "null" : "\(random.pick(0..<99))")"#
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// Orders that go on for some objects and then change, with one decoder for all texts.
  @Test func `members are found in any order, whatever the order was before`() throws {
    var random = SeededGenerator(seed: 14)
    let (ours, reference) = (StreamJSONDecoder(), JSONDecoder())
    for _ in 0..<40 {
      var objects: [String] = []
      for _ in 0..<8 {
        let order = random.pick(Order.allCases)
        for _ in 0..<random.pick(1...7) { objects.append(Self.object(order, &random)) }
      }
      let text = Data("[\(objects.joined(separator: ","))]".utf8)
      let found = try ours.decode([Row].self, from: text)
      #expect(found == (try reference.decode([Row].self, from: text)))
    }
  }

  // MARK: - Keys that are asked for late, twice, or under another name

  /// Keys of all lengths; two have the same name, and one has a name outside ASCII.
  private enum Key: CodingKey, CaseIterable {
    case one, eight, nine, sixteen, seventeen, thirtyTwo, thirtyThree, seventy, twin, otherTwin
    case kelvin, late, later

    init?(intValue: Int) { nil }

    init?(stringValue: String) {
      guard let key = Self.allCases.first(where: { $0.stringValue == stringValue }) else {
        return nil
      }
      self = key
    }

    var intValue: Int? { nil }

    var stringValue: String {
      switch self {
      case .one: "a"
      case .eight: "abcdefGh"
      case .nine: "abcdefGhi"
      case .sixteen: "abcdefghIjklmnop"
      case .seventeen: "abcdefghIjklmnopq"
      case .thirtyTwo: "abcdefghIjklmnopqrstuvWxyzabcdef"
      case .thirtyThree: "abcdefghIjklmnopqrstuvWxyzabcdefg"
      case .seventy: String(repeating: "abcdefG", count: 10)
      case .twin, .otherTwin: "sameName"
      // The Kelvin sign is equal to the letter.
      case .kelvin: "\u{212A}"
      case .late: "lateName"
      case .later: "laterName"
      }
    }

    /// The name as a text has it.
    func name(isSnakeCase: Bool) -> String {
      let name = self == .kelvin ? "K" : stringValue
      guard isSnakeCase, self != .kelvin else { return name }
      return name.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }
    }
  }

  /// Reads an object by the keys, and in the order, that the object itself tells.
  private struct Reader: Decodable, Equatable {
    var found: [String] = []

    enum OrderKey: String, CodingKey { case order }
    enum OtherKeys: String, CodingKey { case a, sameName, unknown }

    init(from decoder: any Decoder) throws {
      let order = try decoder.container(keyedBy: OrderKey.self).decode([Int].self, forKey: .order)
      let container = try decoder.container(keyedBy: Key.self)
      for number in order {
        let key = Key.allCases[number]
        let value = try container.decodeIfPresent(Int.self, forKey: key)
        found.append("\(key.stringValue): \(value ?? -1), \(container.contains(key))")
      }
      found.append(
        "super: \((try? container.superDecoder().singleValueContainer().decodeNil()) ?? true)"
      )
      let other = try decoder.container(keyedBy: OtherKeys.self)
      found.append("\(try other.decodeIfPresent(Int.self, forKey: .sameName) ?? -1)")
      found.append("\(try other.decodeIfPresent(Int.self, forKey: .a) ?? -1)")
    }
  }

  private static func readable(
    _ count: Int,
    isSnakeCase: Bool,
    _ random: inout SeededGenerator
  ) -> String {
    // These are the same for some objects in a row.
    var keys = Array(Key.allCases.dropLast(2))
    if random.chance(0.5) { keys += [.late] }
    if random.chance(0.3) { keys += [.later] }
    keys.shuffle(using: &random)
    var order = keys.indices.map { $0 }
    order.shuffle(using: &random)
    order = Array(order.prefix(random.pick(1...order.count)))
    var objects: [String] = []
    for _ in 0..<count {
      var names = keys.filter { _ in !random.chance(0.1) }.map { $0.name(isSnakeCase: isSnakeCase) }
      if random.chance(0.2) { names.insert("unknown", at: random.pick(0...names.count)) }
      if random.chance(0.1) { names.append(random.pick(names + ["super"])) }
      if random.chance(0.05) { names.append("\u{E9}") }
      if random.chance(0.05) { names.shuffle(using: &random) }
      let asked = order.map { keys[$0] }.compactMap { Key.allCases.firstIndex(of: $0) }
      let members =
        [#""order":\#(asked)"#]
        + names.map { #""\#($0)":\#(random.chance(0.1) ? "null" : "\(random.pick(0..<99))")"# }
      objects.append("{\(members.joined(separator: ","))}")
    }
    return objects.joined(separator: ",")
  }

  /// With one decoder for all texts, whose key strategy changes.
  @Test func `keys of all kinds are found, whatever was asked for before`() throws {
    var random = SeededGenerator(seed: 27)
    let (ours, reference) = (StreamJSONDecoder(), JSONDecoder())
    for _ in 0..<150 {
      let isSnakeCase = random.chance(0.4)
      for decoder in [ours, reference] {
        decoder.keyDecodingStrategy = isSnakeCase ? .convertFromSnakeCase : .useDefaultKeys
      }
      let parts = (0..<random.pick(1...5)).map { _ in
        Self.readable(random.pick(1...6), isSnakeCase: isSnakeCase, &random)
      }
      let text = "[\(parts.joined(separator: ","))]"
      let found = try ours.decode([Reader].self, from: Data(text.utf8))
      #expect(found == (try reference.decode([Reader].self, from: Data(text.utf8))), "\(text)")
      // From memory that ends with the last byte, and by a decoder that knows no key yet.
      let configure: Parity.Configuration = {
        $0.keyDecodingStrategy = isSnakeCase ? .convertFromSnakeCase : .useDefaultKeys
      }
      Parity.expectSame([Reader].self, text, configure: configure)
    }
  }

  // MARK: - Keys that ask for themselves

  /// A key that runs `hook` when it is asked for its name, once.
  private enum AskingKey: CodingKey {
    case a, b, c, d

    static let hook = Locked<(() -> Void)?>(nil)

    init?(intValue: Int) { nil }
    init?(stringValue: String) { nil }

    var intValue: Int? { nil }

    var stringValue: String {
      let hook = Self.hook.withLock { hook in
        defer { hook = nil }
        return hook
      }
      hook?()
      return switch self {
      case .a: "a"
      case .b: "b"
      case .c: "cC"
      case .d: "d"
      }
    }
  }

  private struct Asking: Decodable, Equatable {
    var found: [Int?] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AskingKey.self)
      if decoder.codingPath.last?.intValue == 0 {
        AskingKey.hook.withLock { $0 = { _ = container.contains(.a) } }
      }
      for key in [AskingKey.a, .d, .c, .b, .a] {
        found.append(try container.decodeIfPresent(Int.self, forKey: key))
      }
    }
  }

  @Test(arguments: [false, true])
  func `a key may ask for itself when its name is asked for`(isSnakeCase: Bool) throws {
    let objects = (0..<12).map {
      #"{"b":\#($0),"x":1,"y":2,"\#(isSnakeCase ? "c_c" : "cC")":3,"z":1,"w":1,"v":1,"u":1,"d":4,"a":5}"#
    }
    let decoder = StreamJSONDecoder()
    if isSnakeCase { decoder.keyDecodingStrategy = .convertFromSnakeCase }
    for _ in 0..<2 {
      let text = Data("[\(objects.joined(separator: ","))]".utf8)
      let found = try decoder.decode([Asking].self, from: text)
      #expect(found.map(\.found) == (0..<12).map { [5, 4, 3, $0, 5] })
    }
  }
}
