/// A value of a type of which it is not known whether it has defaults.
///
/// Only a dynamic cast tells, which takes 20 µs or more, once for each type in a process: as long as
/// all else in the first decode of a type. Defaults matter only where a text lacks a member. So a type
/// is cast when that happens for the first time, and its value is then decoded again if it has
/// defaults; or after a while, because this detour costs something, too.
///
/// It is nothing but the value, as `WithDefaults`.
struct UnsettledType<Value: Decodable>: DirectlyDecodable {
  private let value: Value

  static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Self {
    Self(value: try value(with: decoder, at: entry))
  }

  static func decode(
    with decoder: DocumentDecoder,
    at entry: Int,
    over former: FormerValue
  ) throws -> Self {
    _ = hasDefaults(in: decoder)
    return Self(value: try decoder.decode(Value.self, at: entry, over: former))
  }

  static func decodeElements(with decoder: DocumentDecoder, at entry: Int) throws -> [Self] {
    let values = try decoder.elements(at: entry) { try decoder.decode(Value.self, at: $0) }
    // SAFETY: a struct has the layout of its only property; the decoder that asked for an array of
    // `Value` makes it one again before anything else sees it.
    return unsafe unsafeBitCast(values, to: [Self].self)
  }

  private static func value(with decoder: DocumentDecoder, at entry: Int) throws -> Value {
    let memory = decoder.memory
    // A loop over elements may go on with what it knew at its beginning.
    guard memory.plan(for: Value.self).direct == Self.self else {
      return try decoder.decode(Value.self, at: entry)
    }
    let absentCount = memory.absentCount
    let value: Value
    // Without `Result`, whose metadata the runtime would make for each type.
    do {
      value = try decoder.standing(at: entry) { try Value(from: $0) }
    } catch {
      guard memory.absentCount != absentCount, hasDefaults(in: decoder) else { throw error }
      return try decoder.decode(Value.self, at: entry)
    }
    guard memory.absentCount == absentCount else {
      return hasDefaults(in: decoder) ? try decoder.decode(Value.self, at: entry) : value
    }
    memory.unsettledCount &+= 1
    if memory.unsettledCount % valuesUntilCast == 0 { _ = hasDefaults(in: decoder) }
    return value
  }

  private static var valuesUntilCast: Int { 256 }

  /// Finds out whether the type has defaults, once and for all.
  private static func hasDefaults(in decoder: DocumentDecoder) -> Bool {
    let direct = DirectTypes.withDefaults(Value.self)
    decoder.memory.settle(Value.self, direct: direct)
    return direct != nil
  }
}
