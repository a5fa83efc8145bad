import Foundation
import StreamJSON
import Testing

/// Updates of models that encode or decode themselves in unusual ways.
struct UnusualUpdateTests {
  private let decoder = StreamJSONDecoder()

  // MARK: - Classes

  class Animal: Codable {
    var name = "Rex"
    var age = 3

    init() {}
  }

  final class Dog: Animal {
    var tricks = 1
    var owner = "Ann"

    private enum CodingKeys: CodingKey { case tricks, owner }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tricks = try container.decode(Int.self, forKey: .tricks)
      owner = try container.decode(String.self, forKey: .owner)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(tricks, forKey: .tricks)
      try container.encode(owner, forKey: .owner)
      try super.encode(to: container.superEncoder())
    }
  }

  @Test(arguments: [
    ("{}", "Rex 3 1 Ann"),
    (#"{"tricks": 2}"#, "Rex 3 2 Ann"),
    (#"{"super": {"age": 4}}"#, "Rex 4 1 Ann"),
    (#"{"super": {}, "owner": "Bob"}"#, "Rex 3 1 Bob"),
  ])
  func `the part of a superclass is updated like a member`(text: String, expected: String) throws {
    var dog = Dog()
    try decoder.update(&dog, from: text)
    #expect("\(dog.name) \(dog.age) \(dog.tricks) \(dog.owner)" == expected)
  }

  @Test func `a superclass's part that is not an object is an error`() {
    var dog = Dog()
    let error = #expect(throws: DecodingError.self) {
      try decoder.update(&dog, from: #"{"super": 1}"#)
    }
    #expect(error?.jsonError?.pointer == "/super")
  }

  @Test func `instances that the text does not mention stay the same`() throws {
    struct Owner: Codable {
      var name: String
      var pet: Animal
      var other: Animal?
    }
    let (pet, other) = (Animal(), Animal())
    var owner = Owner(name: "Ann", pet: pet, other: other)
    try decoder.update(&owner, from: #"{"name": "Bob", "other": {"age": 1}}"#)
    #expect(owner.pet === pet)
    #expect(owner.other !== other)
    #expect(owner.other?.name == "Rex")
    #expect(owner.other?.age == 1)
    #expect(other.age == 3)
  }

  // MARK: - Containers by hand

  struct Nested: Codable, Equatable {
    var a = 1
    var b = Double.infinity
    var elements = [1, 2]
    var inner = UpdateTests.Window()

    enum Keys: CodingKey { case outer, list }
    enum InnerKeys: CodingKey { case a, b, inner }

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      let nested = try container.nestedContainer(keyedBy: InnerKeys.self, forKey: .outer)
      a = try nested.decode(Int.self, forKey: .a)
      b = try nested.decode(Double.self, forKey: .b)
      inner = try nested.decode(UpdateTests.Window.self, forKey: .inner)
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      elements = []
      while !list.isAtEnd { elements.append(try list.decode(Int.self)) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var nested = container.nestedContainer(keyedBy: InnerKeys.self, forKey: .outer)
      try nested.encode(a, forKey: .a)
      try nested.encode(b, forKey: .b)
      try nested.encode(inner, forKey: .inner)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      for element in elements { try list.encode(element) }
    }
  }

  @Test func `nested containers are updated member by member`() throws {
    func updated(_ text: String, _ change: (inout Nested) -> Void) throws {
      var (nested, expected) = (Nested(), Nested())
      change(&expected)
      try decoder.update(&nested, from: text)
      #expect(nested == expected, "\(text)")
    }
    try updated("{}") { _ in }
    try updated(#"{"outer": {}}"#) { _ in }
    try updated(#"{"outer": {"a": 2}}"#) { $0.a = 2 }
    try updated(#"{"outer": {"inner": {"width": 2}}}"#) { $0.inner.width = 2 }
    try updated(#"{"list": [3]}"#) { $0.elements = [3] }
  }

  /// A model that encodes a different type than it decodes.
  struct Differing: Codable, Equatable {
    var number = 7
    var small: Int8 = 8
    var date = Date(timeIntervalSinceReferenceDate: 5)
    var text = "x"

    enum CodingKeys: CodingKey { case number, small, date, text }

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = Int(try container.decode(String.self, forKey: .number)) ?? 0
      small = Int8(try container.decode(Int.self, forKey: .small))
      date = try container.decode(Date.self, forKey: .date)
      text = try container.decode([String].self, forKey: .text)[0]
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(String(number), forKey: .number)
      try container.encode(small, forKey: .small)
      try container.encode(5 as Double, forKey: .date)
      try container.encode(CollectionOfOne(text).map { [$0] }[0], forKey: .text)
    }
  }

  @Test func `a kept value may be encoded as a different type than it is decoded as`() throws {
    var differing = Differing()
    try decoder.update(&differing, from: "{}")
    #expect(differing == Differing())
    try decoder.update(&differing, from: #"{"number": "9"}"#)
    #expect(differing.number == 9)
  }

  struct Wrapper: Codable, Equatable {
    var window = UpdateTests.Window()

    init() {}

    init(from decoder: any Decoder) throws {
      window = try decoder.singleValueContainer().decode(UpdateTests.Window.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(window)
    }
  }

  @Test func `a wrapper around an object is updated like the object`() throws {
    var wrapper = Wrapper()
    try decoder.update(&wrapper, from: #"{"width": 1}"#)
    #expect(wrapper.window == UpdateTests.Window(width: 1))
    var wrappers = ["a": Wrapper()]
    #expect(throws: DecodingError.self) {
      try decoder.update(&wrappers, from: #"{"a": {"width": 1}}"#)
    }
  }

  /// Members of two models in one object, and others by any name.
  struct Flat: Codable, Equatable {
    var window = UpdateTests.Window()
    var extras = ["x": 1, "y": 2]

    init() {}

    init(from decoder: any Decoder) throws {
      window = try UpdateTests.Window(from: decoder)
      let container = try decoder.container(keyedBy: JSONTestKey.self)
      extras = [:]
      for key in container.allKeys where !["width", "height", "title"].contains(key.stringValue) {
        extras[key.stringValue] = try container.decode(Int.self, forKey: key)
      }
    }

    func encode(to encoder: any Encoder) throws {
      try window.encode(to: encoder)
      var container = encoder.container(keyedBy: JSONTestKey.self)
      for (name, value) in extras {
        try container.encode(value, forKey: JSONTestKey(stringValue: name))
      }
    }
  }

  @Test func `members of any name are kept, too`() throws {
    var flat = Flat()
    try decoder.update(&flat, from: #"{"width": 1, "x": 3, "z": 4}"#)
    #expect(flat.window.width == 1)
    #expect(flat.extras == ["x": 3, "y": 2, "z": 4])
  }

  @Test func `optionals decoded as such are updated`() throws {
    struct Model: Codable {
      var window: UpdateTests.Window? = UpdateTests.Window()
      var number: Int? = 1

      enum CodingKeys: CodingKey { case window, number }

      init() {}

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        window = try container.decode(UpdateTests.Window?.self, forKey: .window)
        number = try container.decode(Int?.self, forKey: .number)
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(window, forKey: .window)
        try container.encode(number, forKey: .number)
      }
    }
    var model = Model()
    try decoder.update(&model, from: #"{"window": {"width": 1}}"#)
    #expect(model.window == UpdateTests.Window(width: 1))
    #expect(model.number == 1)
    try decoder.update(&model, from: #"{"number": null}"#)
    #expect(model.number == nil)
    try decoder.update(&model, from: "{}")
    #expect(model.number == nil)
    #expect(model.window == UpdateTests.Window(width: 1))
  }

  // MARK: - Failures

  struct Unencodable: Codable {
    var a = 1
    var b = Bad()

    struct Bad: Codable {
      var x = 1
      init() {}
      init(from decoder: any Decoder) throws {
        x = try decoder.container(keyedBy: JSONTestKey.self)
          .decode(Int.self, forKey: JSONTestKey(stringValue: "x"))
      }
      func encode(to encoder: any Encoder) throws { throw Refusal() }
    }

    struct Refusal: Error {}
  }

  @Test func `a value that cannot be encoded can only be kept or replaced`() throws {
    var model = Unencodable()
    model.b.x = 5
    try decoder.update(&model, from: #"{"a": 2}"#)
    #expect(model.a == 2 && model.b.x == 5)
    try decoder.update(&model, from: #"{"b": {"x": 6}}"#)
    #expect(model.b.x == 6)
    let error = #expect(throws: DecodingError.self) {
      try decoder.update(&model, from: #"{"b": {}}"#)
    }
    #expect(error?.jsonError?.pointer == "/b")
    guard case .dataCorrupted(let context)? = error else { throw UnexpectedError(error) }
    #expect(context.debugDescription.contains("Refusal"))
    #expect(context.codingPath.map(\.stringValue) == ["b", "x"])
  }

  @Test func `the error of a model that refuses a former value stays as it is`() {
    struct Asking: Codable {
      private let key = JSONTestKey(stringValue: "a")

      init() {}

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONTestKey.self)
        _ = try container.decodeIfPresent(Refusing.self, forKey: key)
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONTestKey.self)
        try container.encode(1, forKey: key)
      }
    }
    struct Refusing: Decodable {
      init(from decoder: any Decoder) throws { throw Unencodable.Refusal() }
    }
    #expect(throws: Unencodable.Refusal.self) {
      var model = Asking()
      try decoder.update(&model, from: "{}")
    }
  }

  @Test func `a container may be used after the update`() throws {
    final class Keeper: Codable {
      var a = 1
      var b = 2
      var container: KeyedDecodingContainer<CodingKeys>?

      enum CodingKeys: CodingKey { case a, b, c }

      init() {}

      init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: CodingKeys.self)
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(a, forKey: .a)
        try container.encode(b, forKey: .b)
      }
    }
    var keeper = Keeper()
    try decoder.update(&keeper, from: #"{"b": 3}"#)
    let container = try #require(keeper.container)
    #expect(try container.decode(Int.self, forKey: .a) == 1)
    #expect(try container.decode(Int.self, forKey: .b) == 3)
    #expect(container.allKeys == [.b, .a])
    #expect(throws: DecodingError.self) { try container.decode(Int.self, forKey: .c) }
  }

  @Test func `models see their user info and path`() throws {
    struct Seeing: Codable {
      var inner = Inner()
      var last = 0

      struct Inner: Codable {
        var seen = ""
        var kept = 1

        enum CodingKeys: CodingKey { case kept, seen }

        init() {}

        init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: CodingKeys.self)
          kept = try container.decode(Int.self, forKey: .kept)
          let info = decoder.userInfo[CodingUserInfoKey(rawValue: "k")!] as? String ?? ""
          seen =
            info + decoder.codingPath.map(\.stringValue).joined()
            + container.codingPath.map(\.stringValue).joined()
        }
      }
    }
    let decoder = StreamJSONDecoder()
    decoder.userInfo[CodingUserInfoKey(rawValue: "k")!] = "info"
    var seeing = Seeing()
    try decoder.update(&seeing, from: #"{"inner": {}}"#)
    #expect(seeing.inner.seen == "infoinnerinner")
  }
}
