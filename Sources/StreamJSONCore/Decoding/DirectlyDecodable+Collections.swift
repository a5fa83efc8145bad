/// The standard library's own `Array.init(from:)` grows element by element and looks everything
/// up for each; here the count is known (1.5 times faster on an array of arrays of doubles).
extension Array: DirectlyDecodable where Element: Decodable {
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> [Element] {
    if let direct = decoder.plan(for: Element.self).direct {
      return try decodeDirectly(direct, with: decoder, at: entry)
    }
    return try decoder.elements(at: entry) { child in
      try decoder.initialize(Element.self, at: child)
    }
  }

  private static func decodeDirectly<Direct: DirectlyDecodable>(
    _ direct: Direct.Type,
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> [Element] {
    // SAFETY: the plan of Element holds Element itself, as another protocol's metatype.
    unsafe unsafeBitCast(
      try direct.decodeElements(with: decoder, at: entry),
      to: [Element].self
    )
  }
}

extension DirectlyDecodable {
  package static func decodeElements(
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> [Self] {
    try decoder.elements(at: entry) { child in try decode(with: decoder, at: child) }
  }
}

extension DocumentDecoder {
  /// The scalars of the array at `entry`, each made by `decode` of its entry.
  ///
  /// Appending one by one looks slower than filling uninitialised storage, but the latter asks the
  /// runtime for the storage's metadata each time, also for a known type: an eighth of all
  /// instructions on canada.json, whose arrays have two elements.
  @inline(__always)
  func scalars<Element>(
    at entry: Int,
    _ decode: (Int) throws -> Element
  ) throws -> [Element] {
    let tape = view.tape
    guard tape[entry].kind == .array else { throw notAnArray(at: entry) }
    let count = tape[entry &+ 1].count
    var elements: [Element] = []
    guard count > 0 else { return elements }
    elements.reserveCapacity(count)
    var child = entry &+ 2
    for _ in 0..<count {
      elements.append(try decode(child))
      child = tape.entry(after: child)
    }
    return elements
  }

  /// The elements of the array at `entry`, each made by `decode` of its entry.
  @inline(__always)
  func elements<Element>(
    at entry: Int,
    _ decode: (Int) throws -> Element
  ) throws -> [Element] {
    let tape = view.tape
    guard tape[entry].kind == .array else { throw notAnArray(at: entry) }
    let count = tape[entry &+ 1].count
    guard count > 0 else { return [] }
    var child = entry &+ 2
    // Counts have 32 bits, and no type is so large that the product had more than 63.
    guard count &* MemoryLayout<Element>.stride <= DocumentDecoder.roomAtOnce else {
      return try manyElements(count, from: child, decode)
    }
    // The first element is decoded before there is room for any: an array that is not what a model
    // tries first costs nothing.
    let first = try decode(child)
    // SAFETY: as below.
    return try unsafe Array(unsafeUninitializedCapacity: count) { buffer, initializedCount in
      guard let base = buffer.baseAddress else { return }
      // SAFETY: the buffer has room for `count` elements; the first `initializedCount` are
      // initialised, in order, and that count is true before each step that can throw. (A
      // pointer's `initialize` moves its argument; the buffer's copies it.)
      unsafe base.initialize(to: first)
      initializedCount = 1
      while initializedCount < count {
        child = tape.entry(after: child)
        unsafe (base + initializedCount).initialize(to: try decode(child))
        initializedCount &+= 1
      }
    }
  }

  /// Bytes of a model that room is made for before there is anything of it.
  ///
  /// A zero in the text takes two bytes, and a model may have thousands where the zero is: a count
  /// says nothing of how many elements there will be. So room grows with the elements that are
  /// there. Each array that is open at once has this much.
  static var roomAtOnce: Int { 16 << 10 }

  /// The number of elements of `type` that there is room for at once.
  static func initialCount<Element>(of type: Element.Type) -> Int {
    max(1, roomAtOnce / MemoryLayout<Element>.stride)
  }

  /// The elements of an array that is larger than `roomAtOnce`, from the one at `entry` on.
  ///
  /// The array is made, with room for all, when a quarter of its elements are there.
  @inline(never)
  private func manyElements<Element>(
    _ count: Int,
    from entry: Int,
    _ decode: (Int) throws -> Element
  ) throws -> [Element] {
    let tape = view.tape
    var child = entry
    var beginning = Beginning<Element>(
      capacity: min(count, DocumentDecoder.initialCount(of: Element.self))
    )
    // SAFETY: nothing uses it afterwards.
    defer { unsafe beginning.deallocate() }
    while beginning.count < count {
      if beginning.isFull {
        guard beginning.count < count / 4 else { break }
        beginning.grow()
      }
      beginning.append(try decode(child))
      child = tape.entry(after: child)
    }
    // SAFETY: as below.
    return try unsafe Array(unsafeUninitializedCapacity: count) { buffer, initializedCount in
      guard let base = buffer.baseAddress else { return }
      // SAFETY: the buffer has room for `count` elements, and the beginning has no more; then as in
      // `elements`.
      initializedCount = unsafe beginning.move(to: base)
      while initializedCount < count {
        unsafe (base + initializedCount).initialize(to: try decode(child))
        initializedCount &+= 1
        child = tape.entry(after: child)
      }
    }
  }
}

/// The first elements of an array, in storage of their own.
@safe
private struct Beginning<Element> {
  private var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    // SAFETY: nothing is read before `append` has written it.
    unsafe base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  var isFull: Bool { count == capacity }

  mutating func append(_ element: consuming Element) {
    precondition(count < capacity)
    // SAFETY: compared with the capacity on the line above.
    unsafe (base + count).initialize(to: element)
    count += 1
  }

  /// Makes room for four times as many.
  mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 4)
    // SAFETY: the new storage is larger, and `count` elements are initialised.
    unsafe larger.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity *= 4
  }

  /// Moves the elements to `target`, and leaves none.
  ///
  /// - Precondition: `target` has room for them.
  @unsafe
  mutating func move(to target: UnsafeMutablePointer<Element>) -> Int {
    unsafe target.moveInitialize(from: base, count: count)
    defer { count = 0 }
    return count
  }

  /// Destroys the elements that are left, and frees the storage.
  ///
  /// - Precondition: this is not used afterwards.
  @unsafe
  func deallocate() {
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }
}

extension Dictionary: DirectlyDecodable where Key == String, Value: Decodable {
  /// Names are taken as they are, whatever the key strategy, as in JSONDecoder.
  package static func decode(
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> [String: Value] {
    let document = decoder.document
    let tape = document.tape
    guard tape[entry].kind == .object else { throw decoder.notADictionary(at: entry) }
    decoder.noteDictionary(at: entry)
    let (count, end) = (tape[entry + 1].count, tape[entry + 1].end)
    guard count > 0 else { return [:] }
    let plan = decoder.plan(for: Value.self)
    let policy = decoder.options.duplicateKeyPolicy
    if !tape[entry].flags.isEmpty { try decoder.validateNames(of: entry) }
    var result: [String: Value] = [:]
    // Room grows with the members that are there, as in an array.
    var room = 0
    var child = entry + 2
    while child < end {
      let name = try decoder.name(at: child)
      let member = tape.value(ofName: child)
      let next = tape.entry(after: member)
      if policy == .useFirst, decoder.decodesEveryDuplicate == false, result[name] != nil {
        child = next
        continue
      }
      let value = try decoder.decode(Value.self, at: member, plan: plan)
      if result.count == room {
        let first = DocumentDecoder.initialCount(of: (key: String, value: Value).self)
        room = Swift.min(count, Swift.max(first, room &* 4))
        result.reserveCapacity(room)
      }
      if let known = result.updateValue(value, forKey: name) {
        switch policy {
        case .useFirst: result[name] = known
        case .useLast: break
        case .reject: throw decoder.duplicateName(at: child, in: entry)
        }
      }
      child = next
    }
    return result
  }
}

/// As the standard library's `Set.init(from:)`, with the element type's loop over the array.
extension Set: DirectlyDecodable where Element: Decodable {
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Set {
    let elements = try [Element].decode(with: decoder, at: entry)
    if Element.self == String.self {
      // Specialised: without it, each insertion looks up the set's metadata.
      // SAFETY: Element is String.
      return unsafe unsafeBitCast(
        Set<String>(unsafeBitCast(elements, to: [String].self)),
        to: Set<Element>.self
      )
    }
    return Set(elements)
  }
}
