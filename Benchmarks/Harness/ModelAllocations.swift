import Foundation

/// The number of heap blocks that a value consists of.
///
/// Code that builds the value in one go, without growing an array or making anything temporary,
/// would allocate this many. A decoder cannot do with fewer.
enum ModelAllocations {
  /// The heap blocks of `value`: one for each string of more than 15 bytes, each array, dictionary
  /// or set that is not empty, and each class instance, and two for a `Data` of more than 14 bytes.
  static func count(of value: Any) -> Int {
    let type = ObjectIdentifier(type(of: value))
    if leafTypes.contains(type) { return 0 }
    if let string = value as? String { return string.utf8.count > 15 ? 1 : 0 }
    if flatArrayTypes.contains(type) { return isEmpty(value) ? 0 : 1 }
    if let data = value as? Data { return data.count > 14 ? 2 : 0 }
    let mirror = Mirror(reflecting: value)
    var count = 0
    switch mirror.displayStyle {
    case .collection, .dictionary, .set: count = mirror.children.isEmpty ? 0 : 1
    case .class: count = 1
    default: break
    }
    for child in mirror.children {
      count += Self.count(of: child.value)
    }
    return count
  }

  /// Types that never own a heap block.
  private static let leafTypes: Set<ObjectIdentifier> = [
    ObjectIdentifier(Int.self), ObjectIdentifier(Int64.self), ObjectIdentifier(UInt64.self),
    ObjectIdentifier(Bool.self), ObjectIdentifier(Double.self), ObjectIdentifier(Float.self),
    ObjectIdentifier(Date.self), ObjectIdentifier(Decimal.self),
  ]

  /// Arrays of those, whose elements need not be visited.
  private static let flatArrayTypes: Set<ObjectIdentifier> = [
    ObjectIdentifier([Int].self), ObjectIdentifier([UInt64].self), ObjectIdentifier([Double].self),
  ]

  private static func isEmpty(_ array: Any) -> Bool {
    (array as? any Collection)?.isEmpty ?? true
  }
}
