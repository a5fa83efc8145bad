import StreamJSON

/// The properties of a model, with the initializer that the compiler writes.
struct PromisedProperties: Decodable, Equatable {
  var number: Int
  var name: String
  var tags: [String]
  var price: Double?
}

/// The same properties with an initializer of its own, which applies a rule to them; the marker is a false promise.
struct Promised<Rule: PromiseRule, Form>: Decodable {
  var number: Int
  var name: String
  var tags: [String]
  var price: Double?

  var properties: PromisedProperties {
    PromisedProperties(number: number, name: name, tags: tags, price: price)
  }

  private enum CodingKeys: String, CodingKey {
    case number, name, tags, price
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var properties = PromisedProperties(
      number: try container.decode(Int.self, forKey: .number),
      name: try container.decode(String.self, forKey: .name),
      tags: try container.decode([String].self, forKey: .tags),
      price: try container.decodeIfPresent(Double.self, forKey: .price)
    )
    try Rule.apply(&properties)
    (number, name) = (properties.number, properties.name)
    (tags, price) = (properties.tags, properties.price)
  }
}

extension Promised: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MarkedForm {}

/// What an initializer that is not the compiler's does once it has decoded all properties.
protocol PromiseRule: SendableMetatype {
  static func apply(_ properties: inout PromisedProperties) throws
}

/// The rules, each of which leaves some values as they are.
enum PromiseRules {
  static let all: [any PromiseRule.Type] = [
    Nothing.self, NotNegative.self, Bounded.self, ZeroAt42.self, Cut.self, Replaced.self,
    NotEmpty.self, Unique.self, Rounded.self, Filled.self, Renamed.self, Cancelled.self,
  ]

  struct Refusal: Error {}

  enum Nothing: PromiseRule {
    static func apply(_ properties: inout PromisedProperties) {}
  }

  enum NotNegative: PromiseRule {
    static func apply(_ properties: inout PromisedProperties) throws {
      guard properties.number >= 0 else { throw Refusal() }
    }
  }

  enum Bounded: PromiseRule {
    static func apply(_ properties: inout PromisedProperties) {
      properties.number = min(properties.number, 50)
    }
  }

  enum ZeroAt42: PromiseRule {
    static func apply(_ properties: inout PromisedProperties) {
      if properties.number == 42 { properties.number = 0 }
    }
  }

  enum Cut: PromiseRule {
    static func apply(_ properties: inout PromisedProperties) {
      properties.name = String(properties.name.prefix(3))
    }
  }

  enum Replaced: PromiseRule {
    static func apply(_ properties: inout PromisedProperties) {
      properties.name = properties.name.replacing("_", with: " ")
    }
  }

  enum NotEmpty: PromiseRule {
    static func apply(_ properties: inout PromisedProperties) throws {
      guard properties.tags.isEmpty else { return }
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no tags"))
    }
  }

  enum Unique: PromiseRule {
    static func apply(_ properties: inout PromisedProperties) {
      var tags: [String] = []
      for tag in properties.tags where !tags.contains(tag) { tags.append(tag) }
      properties.tags = tags
    }
  }

  enum Rounded: PromiseRule {
    static func apply(_ properties: inout PromisedProperties) {
      properties.price = properties.price?.rounded()
    }
  }

  enum Filled: PromiseRule {
    static func apply(_ properties: inout PromisedProperties) {
      properties.price = properties.price ?? 1
    }
  }

  enum Renamed: PromiseRule {
    static func apply(_ properties: inout PromisedProperties) {
      if properties.tags.first == properties.name { properties.tags[0] = "itself" }
    }
  }

  enum Cancelled: PromiseRule {
    static func apply(_ properties: inout PromisedProperties) throws {
      if properties.tags.contains("stop") { throw CancellationError() }
    }
  }
}
