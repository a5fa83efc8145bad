/// A value of any shape that tries one type after the other, as dynamic JSON types do, scalars
/// first.
enum ScalarsFirstTree: Decodable, Equatable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([ScalarsFirstTree])
  case object([String: ScalarsFirstTree])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([ScalarsFirstTree].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: ScalarsFirstTree].self))
    }
  }
}

/// The same, containers first.
enum ContainersFirstTree: Decodable, Equatable {
  case object([String: ContainersFirstTree])
  case array([ContainersFirstTree])
  case string(String)
  case bool(Bool)
  case number(Double)
  case null

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode([String: ContainersFirstTree].self) {
      self = .object(value)
    } else if let value = try? container.decode([ContainersFirstTree].self) {
      self = .array(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if container.decodeNil() {
      self = .null
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no JSON value")
    }
  }
}
