import StreamJSON
import StreamJSONCore

/// All values at one place in the structure of some texts, sorted by their types.
struct Place {
  private(set) var hasNull = false
  private(set) var hasBool = false
  private(set) var hasString = false
  private(set) var hasInteger = false
  private(set) var hasDouble = false
  private(set) var hasArray = false

  /// The elements of all arrays.
  private(set) var elements: [JSONValue] = []

  private(set) var objects: [JSONObject] = []

  init(_ values: [JSONValue]) {
    for value in values {
      switch value {
      case .null: hasNull = true
      case .bool: hasBool = true
      case .string: hasString = true
      case .number(let number) where Self.isInteger(number): hasInteger = true
      case .number: hasDouble = true
      case .array(let array):
        hasArray = true
        elements += array
      case .object(let object): objects.append(object)
      }
    }
  }

  /// How many types of values there are besides null; all numbers are of one.
  var typeCount: Int {
    [hasBool, hasString, hasInteger || hasDouble, hasArray, !objects.isEmpty].count { $0 }
  }

  /// The members of the objects, in the order in which they first occur.
  var members: [Member] {
    var members: [Member] = []
    var positions: [String: Int] = [:]
    for object in objects {
      for (key, value) in object {
        if let position = positions[key] {
          members[position].values.append(value)
        } else {
          positions[key] = members.count
          members.append(Member(key: key, values: [value]))
        }
      }
    }
    return members
  }

  /// The values of the members of one name.
  struct Member {
    let key: String
    var values: [JSONValue]
  }

  /// Whether objects with these members are dictionaries: their keys are ids, or there are very many, and
  /// the values are of one type.
  static func areOfDictionary(_ members: [Member]) -> Bool {
    guard !members.isEmpty else { return false }
    guard members.count > mostProperties || members.allSatisfy({ isID($0.key) }) else {
      return false
    }
    return Place(members.flatMap(\.values)).typeCount <= 1
  }

  /// The most properties of one type that a struct has.
  private static let mostProperties = 60

  /// Whether `key` consists of digits, or of at least 16 hexadecimal ones and hyphens.
  private static func isID(_ key: String) -> Bool {
    if key.allSatisfy({ $0.isASCII && $0.isWholeNumber }) { return !key.isEmpty }
    return key.count >= 16 && key.allSatisfy { $0.isHexDigit || $0 == "-" }
  }

  /// Whether the number is written without a fraction, and fits an `Int`.
  private static func isInteger(_ number: JSONNumber) -> Bool {
    number.int != nil && !number.description.contains { ".eE".contains($0) }
  }
}
