import Foundation
import StreamJSON

/// The properties of a model, with the initializer that the compiler writes.
struct PromisedProperties: Decodable, Equatable {
  var number: Int
  var name: String
  var tags: [String]
  var price: Double?
  var when: Date?
}

/// The keys of the initializers.
enum PromisedKeys: String, CodingKey {
  case number, name, tags, price, when
}

/// The same properties with a written initializer, which applies a rule to them; the marker is a false promise.
struct Promised<Rule: PromiseRule, Form>: Decodable {
  var number: Int
  var name: String
  var tags: [String]
  var price: Double?
  var when: Date?

  var properties: PromisedProperties {
    PromisedProperties(number: number, name: name, tags: tags, price: price, when: when)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: PromisedKeys.self)
    var properties = PromisedProperties(
      number: try Rule.number(in: container),
      name: try container.decode(String.self, forKey: .name),
      tags: try container.decode([String].self, forKey: .tags),
      price: try container.decodeIfPresent(Double.self, forKey: .price),
      when: try container.decodeIfPresent(Date.self, forKey: .when)
    )
    try Rule.apply(&properties)
    (number, name) = (properties.number, properties.name)
    (tags, price, when) = (properties.tags, properties.price, properties.when)
  }
}

extension Promised: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MarkedForm {}

/// What an initializer that is not the compiler's does once it has decoded all properties, and how it decodes one.
protocol PromiseRule: SendableMetatype {
  static func apply(_ properties: inout PromisedProperties) throws
  static func number(in container: KeyedDecodingContainer<PromisedKeys>) throws -> Int
}

extension PromiseRule {
  static func apply(_ properties: inout PromisedProperties) {}

  static func number(in container: KeyedDecodingContainer<PromisedKeys>) throws -> Int {
    try container.decode(Int.self, forKey: .number)
  }
}

/// The rules, each of which leaves some values as they are.
enum PromiseRules {
  static let all: [any PromiseRule.Type] = [
    Nothing.self, NotNegative.self, Bounded.self, ZeroAt42.self, Cut.self, Replaced.self,
    NotEmpty.self, Unique.self, Rounded.self, Filled.self, Renamed.self, Canceled.self,
    NotBefore1970.self, Caught.self, CaughtByPath.self, IfPresent.self, IfContained.self,
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

  enum Canceled: PromiseRule {
    static func apply(_ properties: inout PromisedProperties) throws {
      if properties.tags.contains("stop") { throw CancellationError() }
    }
  }

  enum NotBefore1970: PromiseRule {
    static func apply(_ properties: inout PromisedProperties) {
      if let when = properties.when, when.timeIntervalSince1970 < 0 { properties.when = nil }
    }
  }

  enum Caught: PromiseRule {
    static func number(in container: KeyedDecodingContainer<PromisedKeys>) -> Int {
      (try? container.decode(Int.self, forKey: .number)) ?? 0
    }
  }

  enum CaughtByPath: PromiseRule {
    static func number(in container: KeyedDecodingContainer<PromisedKeys>) throws -> Int {
      do {
        return try container.decode(Int.self, forKey: .number)
      } catch DecodingError.typeMismatch(_, let context)
        where context.codingPath.last?.stringValue == "number"
      {
        return 0
      }
    }
  }

  enum IfPresent: PromiseRule {
    static func number(in container: KeyedDecodingContainer<PromisedKeys>) throws -> Int {
      try container.decodeIfPresent(Int.self, forKey: .number) ?? 0
    }
  }

  enum IfContained: PromiseRule {
    static func number(in container: KeyedDecodingContainer<PromisedKeys>) throws -> Int {
      container.contains(.number) ? try container.decode(Int.self, forKey: .number) : 5
    }
  }
}
