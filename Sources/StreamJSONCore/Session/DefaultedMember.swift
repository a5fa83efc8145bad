/// A type whose members have a value even if the text has none for them, such as `JSONLossy`.
///
/// The compiler's initializer calls a function of this library, which asks whether the object has such a
/// member before it asks for a value.
protocol DefaultedMember: Decodable {
  /// The value of an absent member; nil unless that value is known to consist of mere bits, which take no
  /// work to copy or destroy.
  static func whenAbsent(in types: TypeMemory) -> Self?
}

/// A type that stands for a value or for nothing, such as `JSONNullable`.
protocol NullableMember {
  /// The value that it stands for.
  var encodableValue: (any Encodable)? { get }
}

extension TypeMemory {
  /// Whether nil or an empty `type` consists of mere bits: nothing, or storage that is never freed.
  func emptyIsBits<Value: Decodable>(_ type: Value.Type) -> Bool {
    if TypeMetadata.layoutIsKnown, TypeMetadata(type).kind == .optional { return true }
    guard let direct = planWithMark(for: type).direct else { return false }
    return empty(direct, as: type) != nil
  }

  /// An empty value of `type`, which `direct` stands for, if it is a collection.
  func empty<Value: Decodable, Direct: DirectlyDecodable>(
    _ direct: Direct.Type,
    as type: Value.Type
  ) -> Value? {
    // SAFETY: the plan of a type holds the type itself, as another protocol's metatype, or a struct
    // that has nothing but a value of it.
    direct.empty.map { unsafe unsafeBitCast($0, to: Value.self) }
  }
}
