/// Functions that handle many values of a memberwise type at once.
///
/// The initializer is inlined into the module of the type, where the compiler knows its layout and its metadata. A
/// generic function of this module would have to ask the runtime for the storage of each array (citm_catalog.json: 13.2
/// times JSONDecoder's speed with such a function, and 17.8 without).
@safe
@usableFromInline
struct MemberwiseArrays: Sendable {
  /// Moves the `count` elements at `base` into an array at `target`; an optional array is the same in memory.
  @usableFromInline
  let make:
    @Sendable (
      _ base: UnsafeMutableRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer
    ) -> Void

  /// Moves the elements at `base`, which have the given names, into a dictionary at `target`.
  ///
  /// It returns false and makes no dictionary if two names are equal. In both cases, nothing is left at `base`.
  @usableFromInline
  let makeDictionary:
    @Sendable (
      _ names: [String], _ base: UnsafeMutableRawPointer, _ target: UnsafeMutableRawPointer
    ) -> Bool

  /// Turns the value at `target` into an optional one.
  @usableFromInline
  let wrap: @Sendable (_ target: UnsafeMutableRawPointer) -> Void

  @inlinable
  init<Value>(of type: Value.Type) {
    // SAFETY: the functions are only stored here; their callers guarantee that as many values are initialized as they
    // say, that there is room for them at a target, and that there is a value at that of `wrap`, in an optional property.
    unsafe make = { base, count, target in
      // Storage that all empty arrays share must not be written to.
      let array =
        count == 0
        ? []
        : unsafe [Value](unsafeUninitializedCapacity: count) { buffer, initializedCount in
          guard let storage = buffer.baseAddress else { return }
          unsafe storage.moveInitialize(
            from: base.assumingMemoryBound(to: Value.self),
            count: count
          )
          initializedCount = count
        }
      unsafe target.initializeMemory(as: [Value].self, to: array)
    }
    unsafe makeDictionary = { names, base, target in
      let elements = unsafe base.assumingMemoryBound(to: Value.self)
      var dictionary = [String: Value](minimumCapacity: names.count)
      for (position, name) in names.enumerated() {
        dictionary[name] = unsafe (elements + position).move()
      }
      guard dictionary.count == names.count else { return false }
      unsafe target.initializeMemory(as: [String: Value].self, to: dictionary)
      return true
    }
    unsafe wrap = { target in
      let value = unsafe target.assumingMemoryBound(to: Value.self).move()
      unsafe target.initializeMemory(as: Value?.self, to: value)
    }
  }
}
