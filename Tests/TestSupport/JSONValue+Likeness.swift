package import StreamJSON

extension JSONValue {
  /// Whether the values are equal, apart from digits that JSONSerialization drops after the 38th.
  package func isLike(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.number(let first), .number(let second)):
      first == second || first.isClose(to: second)
    case (.array(let first), .array(let second)):
      first.count == second.count && zip(first, second).allSatisfy { $0.isLike($1) }
    case (.object(let first), .object(let second)):
      first.isLike(second)
    default: self == other
    }
  }
}

extension JSONObject {
  fileprivate func isLike(_ other: JSONObject) -> Bool {
    // JSONSerialization treats canonically equivalent names as one, which has any of their values.
    let values = Dictionary(grouping: self, by: \.key)
    return values.count == other.count
      && other.allSatisfy { name, value in
        values[name]?.contains { $0.value.isLike(value) } ?? false
      }
  }
}

extension JSONNumber {
  fileprivate func isClose(to other: JSONNumber) -> Bool {
    // JSONSerialization turns numbers that are too small into zero.
    guard let first = double ?? other.double else { return true }
    let second = other.double ?? 0
    return abs(first - second) <= max(abs(first) * 0x1p-52, .leastNormalMagnitude)
  }
}
