/// A key of any name.
struct AnyName: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}

/// A value of any shape that tries one container after the other, with keys of any name.
enum AllKeysTree: Decodable, Equatable {
  case object([String: AllKeysTree])
  case array([AllKeysTree])
  case string(String)
  case bool(Bool)
  case number(Double)
  case null

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: AnyName.self) {
      var members: [String: AllKeysTree] = [:]
      for key in container.allKeys {
        members[key.stringValue] = try container.decode(AllKeysTree.self, forKey: key)
      }
      self = .object(members)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [AllKeysTree] = []
      while !container.isAtEnd { elements.append(try container.decode(AllKeysTree.self)) }
      self = .array(elements)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else {
        self = .string(try container.decode(String.self))
      }
    }
  }
}
