/// Ordinary models, with conformances synthesized by the compiler.
extension Leaf {
  static let models: [Leaf] = [
    Leaf(Plain.self, #"{"a":1}"#, #"{"c":[1,2.5],"b":"x","a":-1}"#, #"{"a":1,"b":null,"c":[]}"#),
    Leaf(Outer.self, #"{"x":{"a":1},"y":[{"a":2}]}"#, #"{"y":null,"x":{"a":1,"b":"q"}}"#),
    Leaf(Tree.self, #"{"key":"r","oneTwo":[{"key":"s","oneTwo":[]}]}"#, #"{"key":""}"#),
    Leaf(Named.self, #""a""#, #""oneTwo""#, #""z""#),
    Leaf(Numbered.self, "1", "2", "3"),
    Leaf(Loaded.self, #"{"a":{}}"#, #"{"b":{"_0":1}}"#, #"{"c":{"key":"x"}}"#, #"{"z":{}}"#),
    Leaf(Either.self, "1", #""x""#, "[true]", #"{"a":1}"#),
    Leaf(Wrapped.self, #"{"a":1,"b":"x"}"#, #"{"b":1}"#),
    Leaf(Derived.self, #"{"b":2,"super":{"a":1}}"#, #"{"b":2}"#, #"{"b":2,"super":null}"#),
    Leaf(Flat.self, #"{"b":2,"a":1}"#, #"{"b":2}"#),
    Leaf(Plain?.self, "null", #"{"a":1}"#),
    Leaf(Int?.self, "null", "1", "1.5"),
    Leaf(Int??.self, "null", "1"),
    Leaf([Int?].self, "[null,1]", "[]"),
    Leaf([Int].self, "[1,2,3]", "[1,2.0]", "[]", "[1,\"x\"]"),
    Leaf([UInt8].self, "[1,255]", "[256]"),
    Leaf([String].self, #"["x","\u0041"]"#, #"["x",1]"#),
    Leaf([Bool].self, "[true,false]", "[null]"),
    Leaf([[Int]].self, "[[1],[],[2,3]]", "[[1],[null]]"),
    Leaf([Plain].self, #"[{"a":1},{"a":2,"b":"x"}]"#, #"[{"a":1},{}]"#),
    Leaf(Set<Int>.self, "[1,2,1]", "[]"),
    Leaf(ContiguousArray<Int>.self, "[1,2]", "{}"),
    Leaf(ClosedRange<Int>.self, "[1,2]", "[2,1]", "[1]"),
    Leaf([String: Int].self, isUnordered: true, #"{"a":1,"b":2}"#, #"{"a":1,"a":"x"}"#, "{}"),
    Leaf([String: Plain].self, isUnordered: true, #"{"a":{"a":1},"one_two":{"a":2}}"#),
    Leaf([String: [String: Int]].self, isUnordered: true, #"{"a_b":{"c_d":1}}"#, "{}"),
    Leaf([Int: String].self, isUnordered: true, #"{"1":"x","2":"y"}"#, #"{"x":"y"}"#),
    Leaf([Named: Int].self, isUnordered: true, #"["a",1,"oneTwo",2]"#, "[]"),
    Leaf([KeyLike: Int].self, isUnordered: true, #"{"a":1,"one_two":2}"#, #"{"z":1}"#),
  ]

  struct Plain: Decodable, Hashable {
    var a: Int
    var b: String?
    var c: [Double]?
  }

  struct Outer: Decodable, Hashable {
    var x: Plain
    var y: [Plain]?
  }

  struct Tree: Decodable, Hashable {
    var key: String
    var oneTwo: [Tree]?
  }

  enum Named: String, Decodable { case a, b, oneTwo }
  enum Numbered: Int, Decodable { case one = 1, two }

  enum Loaded: Decodable, Hashable {
    case a
    case b(Int)
    case c(key: String, oneTwo: Int?)
  }

  enum KeyLike: String, Decodable, CodingKeyRepresentable { case a, b, oneTwo, snake = "one_two" }

  enum Either: Decodable, Hashable {
    case number(Int)
    case text(String)
    case list([Bool])
    case model(Plain)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let list = try? [Bool](from: decoder) {
        self = .list(list)
      } else {
        self = .model(try Plain(from: decoder))
      }
    }
  }

  @propertyWrapper
  struct Lossy<Value: Decodable & Hashable>: Decodable, Hashable {
    var wrappedValue: Value?

    init(from decoder: any Decoder) throws {
      wrappedValue = try? decoder.singleValueContainer().decode(Value.self)
    }
  }

  struct Wrapped: Decodable, Hashable {
    @Lossy var a: Int?
    @Lossy var b: String?
  }

  class Base: Decodable, Hashable {
    let a: Int

    static func == (first: Base, second: Base) -> Bool { first.all == second.all }
    func hash(into hasher: inout Hasher) { hasher.combine(all) }
    var all: [Int] { [a] }
  }

  final class Derived: Base {
    let b: Int
    private enum CodingKeys: String, CodingKey { case b }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      b = try container.decode(Int.self, forKey: .b)
      try super.init(from: container.superDecoder())
    }

    override var all: [Int] { [a, b] }
  }

  final class Flat: Base {
    let b: Int
    private enum CodingKeys: String, CodingKey { case b }

    required init(from decoder: any Decoder) throws {
      try b = decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .b)
      try super.init(from: decoder)
    }

    override var all: [Int] { [a, b] }
  }
}
