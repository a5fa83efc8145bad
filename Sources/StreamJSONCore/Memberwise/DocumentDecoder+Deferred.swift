/// The second part of reading a text in one pass: the members that were deferred.
///
/// They are decoded in the order in which `init(from:)` would ask for them, so that other types' initializers see the
/// same things, and the same one of several errors is thrown. Until then, each property holds a placeholder. If one of
/// the members throws, the rest are left, and the whole value is destroyed like any other.
extension DocumentDecoder {
  /// Decodes the deferred members of the value at `base`, whose object is at `header`.
  func decodeDeferred(
    _ ready: ReadyPlan,
    at header: Int,
    of base: UnsafeMutableRawPointer
  ) throws {
    // SAFETY: `entries` has room for every field of a plan; where a bit of `rest` was set, there is such a field, and
    // its entry was written. The value at `base` is one of the plan's type, in which the plan has found the property.
    // At `target` is a placeholder, which may be overwritten like mere bytes, or, for a memberwise type, the value or
    // array that was read. Models run in between, but they reach neither the value nor `entries`, and plans are never
    // freed.
    try unsafe withUnsafeTemporaryAllocation(
      of: UInt32.self,
      capacity: MemberwisePlan.maximumFieldCount
    ) { entries in
      let entries = unsafe entries.baseAddress.unsafelyUnwrapped
      var rest = unsafe find(ready.plan, in: header, entries)
      while rest != 0 {
        let index = rest.trailingZeroBitCount
        rest &= rest &- 1
        let (field, entry) = unsafe (ready.plan.fields + index, Int(entries[index]))
        let target = unsafe base + field.pointee.offset
        let note = unsafe ready.firstCase.adding(Int(field.pointee.ordinal))
        guard unsafe field.pointee.kind.isOfMemberwiseType else {
          let place = MemberPlace(header: header, entry: entry, note: note)
          try unsafe decodeOtherMember(field, at: place, to: target)
          continue
        }
        // The plan was there when the value was read, and may have been given up since.
        let (id, plans) = (unsafe field.pointee.typeID, types.memberwise)
        let known = plans.plan(withID: id) ?? plans.state.formerPlans.first { $0.plan.id == id }
        guard let part = known else { throw DecodingError.lostPlan }
        // If something has entered the container since, errors in it have that key in their paths.
        _ = enter(entry, by: note)
        if unsafe field.pointee.kind == .object {
          try unsafe decodeDeferred(part, at: entry, of: target)
        } else {
          try unsafe decodeDeferred(part, ofElementsAt: entry, of: target)
        }
      }
    }
  }

  /// Decodes the deferred members of the elements of the array at `target`, which is at `entry` on the
  /// tape.
  func decodeDeferred(
    _ ready: ReadyPlan,
    ofElementsAt entry: Int,
    of target: UnsafeMutableRawPointer
  ) throws {
    // SAFETY: an array of the plan's type was read to the target, and only this decoder reaches it. At `base`, `count`
    // elements are initialized, also after a model has thrown, and the index is less than that.
    let tape = storage.tape
    try unsafe ready.plan.type.arrays.modify(target) { base, count in
      guard count == tape[entry &+ 1].count else { throw DecodingError.lostPlan }
      var child = entry &+ 2
      for index in 0..<count {
        try unsafe decodeDeferred(ready, at: child, of: base + index &* ready.plan.stride)
        child = tape.entry(after: child)
      }
    }
  }
}
