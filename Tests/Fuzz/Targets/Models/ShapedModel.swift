import Foundation
import StreamJSONTestSupport

/// What one decode of a `ShapedModel` or `KeyedModel` does, and what it saw.
///
/// Used on one thread at a time; `Sendable` only because `userInfo` requires it.
final class ShapedRun: @unchecked Sendable {
  /// The shape of the value that is decoded next.
  var shape = Shape.null
  /// Chooses among the ways to decode one shape.
  var random = SeededGenerator(seed: 0)
  /// The keys that a `KeyedModel` asks for, one in each byte.
  var requests: ArraySlice<UInt8> = []
  private var hasPlainNumbers = false
  /// What the model saw.
  var log = Log()

  /// Prepares for one decode of a text with this shape.
  ///
  /// - Parameters:
  ///   - shape: The shape that the text seems to have.
  ///   - seed: Determines the choice among the ways to decode it.
  ///   - plainNumbers: Whether to ask for numbers as Int and Double only.
  func begin(_ shape: Shape, seed: UInt64, plainNumbers: Bool = false) {
    self.shape = shape
    hasPlainNumbers = plainNumbers
    random = SeededGenerator(seed: seed)
    log.clear()
  }

  /// One of `count` choices.
  func choose(_ count: UInt64) -> UInt64 { random.next() % count }
}

extension CodingUserInfoKey {
  /// Where models find its `ShapedRun`.
  static let shapedRun: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "shapedRun") else { preconditionFailure() }
    return key
  }()
}

/// Decodes what its shape says, occasionally something else, and logs everything it sees.
struct ShapedModel: Decodable, Equatable {
  init(from decoder: any Decoder) throws {
    guard let run = decoder.userInfo[.shapedRun] as? ShapedRun else { return }
    try run.decode(run.shape, from: decoder)
  }
}

extension ShapedRun {
  fileprivate func decode(_ shape: Shape, from decoder: any Decoder) throws {
    switch shape {
    case .array(let elements):
      switch choose(12) {
      case 0: try wholeArray(from: decoder)
      case 1: try scalar(.string, from: decoder)
      default: try array(elements, from: decoder)
      }
    case .object(let members):
      switch choose(12) {
      case 0:
        do {
          try wholeObject(from: decoder)
        } catch {
          // JSONDecoder visits a dictionary in any order, so which error comes first is chance.
          log.mark("x")
        }
      case 1: try scalar(.number, from: decoder)
      case 2, 3, 4: try object(members, from: decoder, LoadedKey.name)
      default: try object(members, from: decoder, AnyKey.init(stringValue:))
      }
    default:
      try scalar(shape, from: decoder)
    }
  }

  private func scalar(_ shape: Shape, from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if choose(4) == 0 { log.mark(container.decodeNil() ? "n" : "v") }
    guard choose(16) > 0 else { return try unfittingScalar(container) }
    switch shape {
    case .null: log.mark(container.decodeNil() ? "n" : "v")
    case .bool: log.mark(try container.decode(Bool.self) ? "T" : "F")
    case .string: try string(container)
    default: try number(container)
    }
  }

  private func string(_ container: any SingleValueDecodingContainer) throws {
    switch choose(12) {
    case 0: log.note(try container.decode(URL.self).absoluteString)
    case 1: log.note(try container.decode(Data.self).base64EncodedString())
    case 2: log.note(try container.decode(Date.self).timeIntervalSinceReferenceDate)
    case 3: log.note(try container.decode(String?.self) ?? "-")
    default: log.note(try container.decode(String.self))
    }
  }

  private func number(_ container: any SingleValueDecodingContainer) throws {
    switch hasPlainNumbers ? 15 + choose(9) : choose(24) {
    case 0: log.note(try container.decode(Int8.self))
    case 1: log.note(try container.decode(UInt8.self))
    case 2: log.note(try container.decode(Int16.self))
    case 3: log.note(try container.decode(UInt16.self))
    case 4: log.note(try container.decode(Int32.self))
    case 5: log.note(try container.decode(UInt32.self))
    case 6: log.note(try container.decode(Int64.self))
    case 7: log.note(try container.decode(UInt64.self))
    case 8: log.note(try container.decode(Int128.self))
    case 9: log.note(try container.decode(UInt128.self))
    case 10: log.note(try container.decode(UInt.self))
    case 11, 12: log.note(try container.decode(Float.self))
    case 13: log.note("\(try container.decode(Decimal.self))")
    case 14: log.note(try container.decode(Date.self).timeIntervalSinceReferenceDate)
    case 15..<19: log.note(try container.decode(Int.self))
    default: log.note(try container.decode(Double.self))
    }
  }

  private func unfittingScalar(_ container: any SingleValueDecodingContainer) throws {
    switch choose(8) {
    case 0: log.mark(try container.decode(Bool.self) ? "T" : "F")
    case 1: log.note(try container.decode(String.self))
    case 2: log.note(try container.decode(Double.self))
    case 3: log.note(try container.decode(Int.self))
    case 4: log.note(try container.decode([Int].self).count)
    case 5: log.note((try? container.decode([String: Int].self).count) ?? -1)
    case 6: log.note(try container.decode(Int?.self) ?? 0)
    default: log.note(try container.decode(URL.self).absoluteString)
    }
  }

  /// The array, as one of the types that the library decodes itself.
  private func wholeArray(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    switch choose(8) {
    case 0: try container.decode([Int].self).forEach { log.note($0) }
    case 1: try container.decode([Double].self).forEach { log.note($0) }
    case 2: try container.decode([String].self).forEach { log.note($0) }
    case 3: try container.decode([String?].self).forEach { log.note($0 ?? "-") }
    case 4: try log.note(names: container.decode(Set<String>.self))
    case 5: try container.decode([[Double]].self).joined().forEach { log.note($0) }
    case 6: try container.decode([Bool?].self).forEach { log.mark($0 == true ? "T" : "F") }
    default: log.note("\(try container.decode([JSONTree].self))")
    }
  }

  /// The object, as one of the types that the library decodes itself.
  private func wholeObject(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    switch choose(3) {
    case 0: try note(container.decode([String: Int].self)) { log.note($0) }
    case 1: try note(container.decode([String: String?].self)) { log.note($0 ?? "-") }
    default: try note(container.decode([String: JSONTree].self)) { log.note("\($0)") }
    }
  }

  private func note<Value>(_ dictionary: [String: Value], _ value: (Value) -> Void) {
    for (key, each) in dictionary.sorted(by: { Log.precedes($0.key, $1.key) }) {
      log.note(key)
      value(each)
    }
  }

  private func array(_ elements: [Shape], from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    log.note(container.count ?? -1)
    for shape in elements where !container.isAtEnd || choose(4) == 0 {
      self.shape = shape
      switch choose(24) {
      case 0: log.mark(try container.decodeNil() ? "n" : "v")
      case 1: try decode(shape, from: container.superDecoder())
      case 2: log.note(path: container.codingPath)
      case 3:
        do {
          _ = try container.decode(ShapedModel.self)
        } catch {
          log.note(error)
          if !container.isAtEnd { _ = try container.decode(Nothing.self) }
        }
      case 4: log.mark(try container.decodeIfPresent(ShapedModel.self) == nil ? "n" : "v")
      default: _ = try container.decode(ShapedModel.self)
      }
    }
    log.mark(container.isAtEnd ? "." : "…")
  }

  private func object<Key: CodingKey>(
    _ members: [(name: String, shape: Shape)],
    from decoder: any Decoder,
    _ makeKey: (String) -> Key
  ) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if choose(4) == 0 {
      log.note(names: container.allKeys.map(\.stringValue))
    }
    let isReversed = choose(4) == 0
    for (name, shape) in isReversed ? members.reversed() : members {
      let key = makeKey(choose(32) == 0 ? name + "x" : name)
      self.shape = shape
      switch choose(20) {
      case 0: log.mark(container.contains(key) ? "+" : "-")
      case 1: log.mark(try container.decodeNil(forKey: key) ? "n" : "v")
      case 2: try decode(shape, from: container.superDecoder(forKey: key))
      case 3:
        do {
          _ = try container.decode(ShapedModel.self, forKey: key)
        } catch {
          log.note(error)
        }
      case 4, 5:
        let model = try container.decodeIfPresent(ShapedModel.self, forKey: key)
        log.mark(model == nil ? "n" : "v")
      case 6: log.note(path: container.codingPath)
      case 7:
        // Other keys for the same values, whose paths must not change those of the container.
        log.mark((try? [String: Nothing](from: decoder)) == nil ? "n" : "v")
        let other = try decoder.container(keyedBy: AnyKey.self)
        _ = try other.decode(ShapedModel.self, forKey: AnyKey(stringValue: name))
      case 8:
        if case .object(let members) = shape {
          let nested = try container.nestedContainer(keyedBy: LoadedKey.self, forKey: key)
          log.note(path: nested.codingPath)
          for (name, _) in members { log.note { try nested.decode(Int.self, forKey: .name(name)) } }
        } else if case .array = shape {
          log.note(path: try container.nestedUnkeyedContainer(forKey: key).codingPath)
        }
      default: _ = try container.decode(ShapedModel.self, forKey: key)
      }
    }
  }
}

/// A key that cannot be made from a name.
enum LoadedKey: FuzzKey {
  case name(String)

  init(request: UInt8) { self = .name(KeyNames.all[Int((request &- 0x20) % 96)]) }
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }

  var stringValue: String {
    switch self {
    case .name(let name): name
    }
  }
  var intValue: Int? { stringValue.utf8.count }
}

extension Log {
  /// Notes the number that `body` returns, or its error.
  fileprivate mutating func note(_ body: () throws -> Int) {
    do {
      note(try body())
    } catch {
      note(error)
    }
  }

  /// Notes where something is.
  mutating func note(path: [any CodingKey]) {
    mark("/")
    for key in path { note(name: "\(Failure.Step(key))") }
  }
}
