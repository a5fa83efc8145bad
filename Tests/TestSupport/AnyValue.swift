/// Any JSON value, decoded through plain Codable, to show what a decoder makes of a text.
///
/// Two decoders agree on a text if they give equal trees. Equality is exact: strings byte for byte
/// (not by canonical equivalence), doubles bit for bit.
package indirect enum JSONTree: Sendable, Hashable {
  /// A null.
  case null
  /// A literal true or false.
  case bool(Bool)
  /// A number, both as a Double and, where the decoder gives one, as an Int.
  case number(bits: UInt64, integer: Int?)
  /// A string's UTF-8.
  case string([UInt8])
  /// An array's elements.
  case array([JSONTree])
  /// An object's members as `allKeys` names them, sorted by name.
  case object([Member])

  /// One member of an object.
  package struct Member: Sendable, Hashable {
    /// The member's name in UTF-8.
    package let name: [UInt8]
    /// The member's value.
    package let value: JSONTree

    /// Makes a member.
    package init(name: [UInt8], value: JSONTree) {
      self.name = name
      self.value = value
    }
  }
}

extension JSONTree: Decodable {
  /// Asks the decoder for one type after the other until one does not mismatch.
  ///
  /// Only a type mismatch leads to the next type. A malformed string or number is thrown as it is,
  /// so that it is not mistaken for a value of another kind. Containers come first because a
  /// mismatch deep inside is expensive: JSONDecoder builds its coding path in cubic time.
  package init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let keyed = try unlessMismatch({ try decoder.container(keyedBy: AnyKey.self) }) {
      self = try .object(Self.members(of: keyed))
    } else if var unkeyed = try unlessMismatch({ try decoder.unkeyedContainer() }) {
      var elements: [JSONTree] = []
      while !unkeyed.isAtEnd {
        elements.append(try unkeyed.decode(JSONTree.self))
      }
      self = .array(elements)
    } else if let string = try unlessMismatch({ try single.decode(String.self) }) {
      self = .string(Array(string.utf8))
    } else if let bool = try unlessMismatch({ try single.decode(Bool.self) }) {
      self = .bool(bool)
    } else {
      let double = try single.decode(Double.self)
      self = .number(bits: double.bitPattern, integer: try? single.decode(Int.self))
    }
  }

  private static func members(of keyed: KeyedDecodingContainer<AnyKey>) throws -> [Member] {
    let members = try keyed.allKeys.map { key in
      Member(
        name: Array(key.stringValue.utf8),
        value: try keyed.decode(JSONTree.self, forKey: key)
      )
    }
    return members.sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }
}

extension JSONTree: CustomStringConvertible {
  package var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let bits, let integer):
      "\(Double(bitPattern: bits))" + (integer.map { "(\($0))" } ?? "")
    case .string(let utf8): Self.quoted(utf8)
    case .array(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.map { "\(Self.quoted($0.name)): \($0.value)" }.joined(separator: ", "))}"
    }
  }

  private static func quoted(_ utf8: [UInt8]) -> String {
    String(decoding: utf8, as: UTF8.self).debugDescription
  }
}

/// A coding key that takes any name.
package struct AnyKey: CodingKey, Hashable {
  package let stringValue: String
  package let intValue: Int?

  package init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  package init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}

/// Reads nothing at all, so that only the decoder's own check of the text remains.
package struct Nothing: Decodable, Hashable, Sendable {
  package init(from decoder: any Decoder) {}
}

/// The result of `body`, or nil if it failed with a type mismatch.
private func unlessMismatch<T>(_ body: () throws -> T) throws -> T? {
  do {
    return try body()
  } catch DecodingError.typeMismatch {
    return nil
  }
}
