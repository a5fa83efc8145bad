/// A value of any shape that is decoded by methods of the containers instead of types, as extensions
/// do that return `[String: Any]`.
struct NestedContainersTree: Decodable, Equatable {
  var value: ScalarsFirstTree

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: AnyName.self) {
      value = .object(container.members)
    } else {
      var container = try decoder.unkeyedContainer()
      value = .array(container.elements)
    }
  }
}

extension KeyedDecodingContainer<AnyName> {
  fileprivate var members: [String: ScalarsFirstTree] {
    var members: [String: ScalarsFirstTree] = [:]
    for key in allKeys {
      if let value = try? decode(Bool.self, forKey: key) {
        members[key.stringValue] = .bool(value)
      } else if let value = try? decode(String.self, forKey: key) {
        members[key.stringValue] = .string(value)
      } else if let value = try? decode(Int.self, forKey: key) {
        members[key.stringValue] = .integer(value)
      } else if let value = try? decode(Double.self, forKey: key) {
        members[key.stringValue] = .number(value)
      } else if let inner = try? nestedContainer(keyedBy: AnyName.self, forKey: key) {
        members[key.stringValue] = .object(inner.members)
      } else if var inner = try? nestedUnkeyedContainer(forKey: key) {
        members[key.stringValue] = .array(inner.elements)
      } else {
        members[key.stringValue] = .null
      }
    }
    return members
  }
}

extension UnkeyedDecodingContainer {
  fileprivate var elements: [ScalarsFirstTree] {
    mutating get {
      var elements: [ScalarsFirstTree] = []
      while !isAtEnd {
        if (try? decodeNil()) == true {
          elements.append(.null)
        } else if let value = try? decode(Bool.self) {
          elements.append(.bool(value))
        } else if let value = try? decode(Int.self) {
          elements.append(.integer(value))
        } else if let value = try? decode(Double.self) {
          elements.append(.number(value))
        } else if let value = try? decode(String.self) {
          elements.append(.string(value))
        } else if let inner = try? nestedContainer(keyedBy: AnyName.self) {
          elements.append(.object(inner.members))
        } else if var inner = try? nestedUnkeyedContainer() {
          elements.append(.array(inner.elements))
        }
      }
      return elements
    }
  }
}
