extension Dictionary: JSONLossyCollection where Key: Decodable, Value: Decodable {
  /// An empty dictionary.
  public static var _jsonWhenMissing: [Key: Value] { [:] }

  /// Decodes the members whose keys and values can be decoded.
  public static func _decodeJSONElements(
    from decoder: any Decoder,
    report: inout JSONLossyReport
  ) throws -> [Key: Value]? {
    guard try !decoder.singleValueContainer().decodeNil() else { return nil }
    var members: [Key: Value] = [:]
    var errors: [DecodingError?] = []
    func add(_ attempt: Attempt<Value>, for key: Key) {
      if let value = attempt.value(otherwise: { errors.append($0) }) { members[key] = value }
    }
    // The cases are the ones that the standard library distinguishes in decoding dictionaries.
    if Key.self == String.self {
      // Decoders treat names in such dictionaries in a special way, so one has to be decoded.
      let attempts = try decoder.singleValueContainer().decode([Key: Attempt<Value>].self)
      for (key, attempt) in attempts { add(attempt, for: key) }
    } else if #available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *),
      let type = Key.self as? any CodingKeyRepresentable.Type
    {
      let container = try decoder.container(keyedBy: MemberKey.self)
      for name in container.allKeys {
        if let key = type.init(codingKey: name) as? Key {
          add(try container.decode(Attempt<Value>.self, forKey: name), for: key)
        } else {
          let attempt = try container.decode(Attempt<ValueWithoutKey<Key>>.self, forKey: name)
          _ = attempt.value { errors.append($0) }
        }
      }
    } else {
      var container = try decoder.unkeyedContainer()
      guard container.count?.isMultiple(of: 2) ?? true else { throw oddCount(of: decoder) }
      while !container.isAtEnd {
        let key = try container.decode(Attempt<Key>.self)
        guard !container.isAtEnd else { throw oddCount(of: decoder) }
        let value = try container.decode(Attempt<Value>.self)
        if let key = key.value(otherwise: { errors.append($0) }) { add(value, for: key) }
      }
    }
    // The errors are noted in the order of the text; those that are not kept come last.
    let offsets = errors.map { error in error.map { $0.jsonError?.offset ?? 0 } ?? .max }
    for position in offsets.ascendingOrder { report.note(errors[position]) }
    return members
  }

  /// The error about an array of keys and values that has a key without a value.
  private static func oddCount(of decoder: any Decoder) -> DecodingError {
    .corrupted(
      "Expected collection of key-value pairs; encountered odd-length array instead.",
      at: decoder.codingPath
    )
  }
}

/// The name of a member of a dictionary; an integer if it is spelled as one.
private struct MemberKey: CodingKey {
  let stringValue: String
  var intValue: Int? { stringValue.parsed(as: Int.self) }

  init(stringValue: String) { self.stringValue = stringValue }

  init(intValue: Int) { stringValue = String(intValue) }
}

/// The value of a member whose name is not a `Key`; decoding it always fails.
private struct ValueWithoutKey<Key>: Decodable {
  init(from decoder: any Decoder) throws {
    guard Key.self != Int.self else {
      throw DecodingError.typeMismatch(
        Int.self,
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "Expected Int key but found String key instead."
        )
      )
    }
    throw DecodingError.corrupted(
      "Could not convert key to type \(Key.self)",
      at: decoder.codingPath
    )
  }
}
