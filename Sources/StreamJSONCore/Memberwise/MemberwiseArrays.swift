/// Functions that handle many values of a memberwise type at once.
///
/// The initializer is inlined into the module of the type, where the compiler knows its layout and its metadata. A
/// generic function of this module would have to ask the runtime for the storage of each array (citm_catalog.json: 13.2
/// times JSONDecoder's speed with such a function, and 17.8 without).
@safe
@usableFromInline
struct MemberwiseArrays: Sendable {
  /// Fills storage that begins at an address, and counts the elements that it has made there.
  @usableFromInline
  typealias Filling = (_ base: UnsafeMutableRawPointer, _ count: inout Int) throws -> Void

  /// Makes an array of `count` elements at `target`; an optional array is the same in memory.
  @usableFromInline
  let make:
    @Sendable (
      _ count: Int, _ target: UnsafeMutableRawPointer, _ fill: Filling
    ) throws -> Void

  /// Moves `count` elements into uninitialized storage.
  @usableFromInline
  let move:
    @Sendable (
      _ source: UnsafeMutableRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer
    ) -> Void

  /// Moves the elements at `base`, which have the given names, into a dictionary at `target`.
  ///
  /// It returns false and makes no dictionary if two names are equal. In both cases, nothing is left at `base`.
  @usableFromInline
  let makeDictionary:
    @Sendable (
      _ names: [String], _ base: UnsafeMutableRawPointer, _ target: UnsafeMutableRawPointer
    ) -> Bool

  /// Calls a function with the elements of the array at `target`, which nothing else refers to.
  @usableFromInline
  let modify:
    @Sendable (
      _ target: UnsafeMutableRawPointer,
      _ body: (_ base: UnsafeMutableRawPointer, _ count: Int) throws -> Void
    ) throws -> Void

  /// Destroys `count` elements.
  @usableFromInline
  let destroy: @Sendable (_ base: UnsafeMutableRawPointer, _ count: Int) -> Void

  @inlinable
  init<Value>(of type: Value.Type) {
    // SAFETY: the functions are only stored here; their callers guarantee the rest. `make`: the target is uninitialized
    // and of the array's type; when `fill` returns or throws, it has counted the elements that are initialized, from
    // the first one on. `move`: `count` elements are initialized at the source, and there is room for them.
    // `makeDictionary`: as many elements are initialized as there are names; each is moved once. `modify`: the target
    // holds an array of this type, whose elements stay where they are during the call, and `body` leaves every element
    // initialized. `destroy`: `count` elements are initialized there.
    unsafe make = { count, target, fill in
      // An empty array is made without `fill`, which would write to storage that all empty arrays share.
      let array =
        count == 0
        ? []
        : try unsafe [Value](unsafeUninitializedCapacity: count) {
          buffer,
          initializedCount in
          guard let base = buffer.baseAddress else { return }
          try unsafe fill(UnsafeMutableRawPointer(base), &initializedCount)
        }
      unsafe target.initializeMemory(as: [Value].self, to: array)
    }
    unsafe move = { source, count, target in
      unsafe target.moveInitializeMemory(
        as: Value.self,
        from: source.assumingMemoryBound(to: Value.self),
        count: count
      )
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
    unsafe modify = { target, body in
      let array = unsafe target.assumingMemoryBound(to: [Value].self)
      try unsafe array.pointee.withUnsafeMutableBufferPointer { elements in
        guard let base = elements.baseAddress else { return }
        try unsafe body(UnsafeMutableRawPointer(base), elements.count)
      }
    }
    unsafe destroy = { base, count in
      unsafe base.assumingMemoryBound(to: Value.self).deinitialize(count: count)
    }
  }
}
