import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The paths of errors that models catch one after another.
struct FailurePathTests {
  enum Keys: String, CodingKey { case a, b, list }

  /// Fails at some of the scalars in a text, and notes the paths of the errors.
  struct Failures: Decodable, Equatable {
    static let period = CodingUserInfoKey(rawValue: "period")
    static let keepsErrors = CodingUserInfoKey(rawValue: "keepsErrors")

    var paths: [String] = []
    private var errors: [any Error] = []
    private var count = 0

    init(from decoder: any Decoder) throws {
      try visit(decoder)
      errors = []
    }

    private mutating func visit(_ decoder: any Decoder) throws {
      let period = Self.period.flatMap { decoder.userInfo[$0] as? Int } ?? 1
      if var elements = try? decoder.unkeyedContainer() {
        while !elements.isAtEnd {
          if let inner = try? elements.nestedUnkeyedContainer() {
            try visit(inner, period, decoder)
          } else if let inner = try? elements.nestedContainer(keyedBy: Keys.self) {
            try visit(inner, period, decoder)
          } else {
            try visitScalar(&elements, period, decoder)
          }
        }
      } else {
        try visit(decoder.container(keyedBy: Keys.self), period, decoder)
      }
    }

    private mutating func visit(
      _ container: any UnkeyedDecodingContainer,
      _ period: Int,
      _ decoder: any Decoder
    ) throws {
      var elements = container
      while !elements.isAtEnd { try visitScalar(&elements, period, decoder) }
    }

    private mutating func visit(
      _ container: KeyedDecodingContainer<Keys>,
      _ period: Int,
      _ decoder: any Decoder
    ) throws {
      for key in [Keys.a, .b, .list] where container.contains(key) {
        if let inner = try? container.nestedUnkeyedContainer(forKey: key) {
          try visit(inner, period, decoder)
        } else {
          note(decoder, container.codingPath) { _ = try container.decode(Bool.self, forKey: key) }
        }
      }
    }

    private mutating func visitScalar(
      _ elements: inout any UnkeyedDecodingContainer,
      _ period: Int,
      _ decoder: any Decoder
    ) throws {
      count += 1
      if count % period == 0 {
        note(decoder, elements.codingPath) { _ = try elements.decode(Bool.self) }
      }
      _ = try elements.decode(String.self)
    }

    private mutating func note(
      _ decoder: any Decoder,
      _ path: [any CodingKey],
      _ body: () throws -> Void
    ) {
      paths.append(Self.text(path))
      do {
        try body()
      } catch DecodingError.typeMismatch(_, let context) {
        paths.append(Self.text(context.codingPath))
        errors.append(DecodingError.typeMismatch(Bool.self, context))
        let keepsErrors = Self.keepsErrors.map { decoder.userInfo[$0] != nil } ?? false
        if !keepsErrors { errors = [] }
      } catch {
        paths.append("\(error)")
      }
    }

    private static func text(_ path: [any CodingKey]) -> String {
      path.map { "\($0.stringValue) \($0.intValue ?? -1)" }.joined(separator: ", ")
    }

    static func == (first: Failures, second: Failures) -> Bool { first.paths == second.paths }
  }

  @Test(arguments: [1, 2, 3, 15, 16, 17, 18, 33, 100], [true, false])
  func `errors at any distance have their own paths`(period: Int, keepsErrors: Bool) {
    func list(_ count: Int, _ element: (Int) -> String) -> String {
      "[" + (0..<count).map(element).joined(separator: ",") + "]"
    }
    let scalars = { (count: Int) in list(count) { "\"\($0)\"" } }
    let texts = [
      scalars(300),
      list(12) { scalars($0 * 7) },
      list(60) {
        $0 % 5 == 0 ? scalars(3) : $0 % 7 == 0 ? "{\"b\":\"x\",\"list\":\(scalars(5))}" : "\"s\""
      },
      "{\"a\":\(scalars(40)),\"b\":\"x\",\"list\":\(scalars(90))}",
    ]
    for text in texts {
      Parity.expectSame(Failures.self, text) { decoder in
        if let key = Failures.period { decoder.userInfo[key] = period }
        if keepsErrors, let key = Failures.keepsErrors { decoder.userInfo[key] = true }
      }
    }
  }

  /// Enters one array by keys of several types, and lets an element fail in each.
  struct SeveralKeys: Decodable, Equatable {
    enum Others: String, CodingKey { case list }

    var paths: [String] = []

    init(from decoder: any Decoder) throws {
      try visit(decoder.container(keyedBy: Keys.self).nestedUnkeyedContainer(forKey: .list), 0)
      try visit(decoder.container(keyedBy: Others.self).nestedUnkeyedContainer(forKey: .list), 1)
      let dictionary = try? decoder.singleValueContainer().decode([String: SeveralPaths].self)
      paths += dictionary?["list"]?.paths ?? []
      try visit(decoder.container(keyedBy: AnyKey.self).nestedUnkeyedContainer(forKey: "list"), 2)
      try visit(decoder.container(keyedBy: Keys.self).nestedUnkeyedContainer(forKey: .list), 3)
    }

    private mutating func visit(_ container: any UnkeyedDecodingContainer, _ index: Int) throws {
      var elements = container
      while elements.currentIndex < index { _ = try elements.decode(String.self) }
      paths += SeveralPaths(failing: &elements).paths
    }
  }

  struct SeveralPaths: Decodable {
    var paths: [String] = []

    init(from decoder: any Decoder) throws {
      var elements = try decoder.unkeyedContainer()
      self.init(failing: &elements)
    }

    init(failing elements: inout any UnkeyedDecodingContainer) {
      do {
        _ = try elements.decode(Bool.self)
      } catch DecodingError.typeMismatch(_, let context) {
        paths = context.codingPath.map { key in
          let type = key is Keys || key is SeveralKeys.Others ? "\(type(of: key))" : ""
          return "\(type) \(key.stringValue) \(key.intValue ?? -1)"
        }
      } catch {
        paths = ["\(error)"]
      }
    }
  }

  @Test func `errors in an array that is entered by several keys have each its own`() {
    Parity.expectSame(SeveralKeys.self, #"{"list":["a","b","c","d","e"]}"#)
  }
}
