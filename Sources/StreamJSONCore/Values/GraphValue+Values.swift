/// A value of any shape may be an object graph or a part of one.
extension JSONValue: GraphValue {
  package func write(to writer: inout GraphWriter) throws(InputFault) {
    switch self {
    case .null: writer.writeNull()
    case .bool(let value): writer.write(value)
    case .number(let number): try number.write(to: &writer)
    case .string(let string): try writer.write(string)
    case .array(let elements): try writer.write(elements: elements)
    case .object(let object): try object.write(to: &writer)
    }
  }
}

extension JSONObject: GraphValue {
  package func write(to writer: inout GraphWriter) throws(InputFault) {
    try writer.write(members: lazy.map { (key: $0.key, value: $0.value) })
  }
}

extension JSONNumber: GraphValue {
  package func write(to writer: inout GraphWriter) throws(InputFault) {
    if isNegativeZero {
      writer.write(-0.0)
    } else if let integer = integer(as: Int64.self) {
      writer.write(integer)
    } else if case .double(let double) = form {
      writer.write(double)
    } else {
      try writer.write(description, as: .number)
    }
  }
}
