/// Checks whether a type has defaults once its `init(from:)` has missed something, or once many of its values
/// have been decoded.
///
/// The check takes a dynamic cast, for which the runtime searches all conformances of the process: 25 µs in a
/// program with 1,500 types, where the first decode of a type takes 42 µs without it. Most types never need
/// it, since an object that has all members needs no defaults. What models miss is counted in
/// `DecoderMemory.absenceCount`. Counting misses for every value, instead of casting after many values, took
/// 50 % more instructions for citm_catalog.json, because each value has to be held, and therefore copied,
/// until it is known to be the right one.
extension DocumentDecoder {
  /// Calls the type's own `init(from:)` for the current value, or decodes it with its defaults.
  @inline(never)
  func initializeUnsettled<T: Decodable>(_ type: T.Type) throws -> T {
    // The outermost value, or the first element of an outermost array.
    let isOutermost = current <= Tape.root + 2
    guard !memory.noteUnsettled(type, count: isOutermost ? TypePlan.countOfOutermost : 1) else {
      return try decodeSettled(type)
    }
    let count = memory.absenceCount
    let value: T
    do {
      value = try use.isUsual ? type.init(from: ModelDecoder(self)) : initializeWithCare(type)
    } catch {
      if memory.absenceCount != count {
        memory.absenceCount = count
        if let value = try decodeWithDefaults(type) { return value }
      }
      throw passingOn(error, by: type)
    }
    guard memory.absenceCount == count else {
      // Not for the types around it.
      memory.absenceCount = count
      return try decodeWithDefaults(type) ?? value
    }
    return value
  }

  @inline(never)
  private func decodeSettled<T: Decodable>(_ type: T.Type) throws -> T {
    try decode(type, at: current, by: place.note(at: current), plan: memory.settledPlan(for: type))
  }

  /// The current value, if `type` has defaults; nil otherwise.
  @inline(never)
  private func decodeWithDefaults<T: Decodable>(_ type: T.Type) throws -> T? {
    guard memory.settledPlan(for: type).hasDefaults else { return nil }
    return try decodeSettled(type)
  }
}
