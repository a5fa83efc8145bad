/// The standard library's own `Array.init(from:)` grows element by element and repeats every
/// lookup for each; here the count is known (1.5 times faster on an array of arrays of doubles).
extension Array: DirectlyDecodable where Element: Decodable {
  package static var empty: Self? { [] }

  package static func content(in types: TypeMemory) -> DirectContent {
    .parts(.elements, Element.self)
  }

  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> [Element] {
    let plan = decoder.types.plan(for: Element.self)
    if let direct = plan.direct {
      return try decodeDirectly(direct, with: decoder, at: entry)
    }
    if plan.mayBeMarked { return try decodeBeforeMark(with: decoder, at: entry) }
    return try decoder.elements(at: entry) { child in
      try decoder.initialize(Element.self, at: child)
    }
  }

  /// If this library decodes the elements of the elements itself, their plan is looked up once.
  package static func decodeElements(
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> [[Element]] {
    let direct = decoder.types.plan(for: Element.self).direct
    return try decoder.elements(at: entry) { child in
      if let direct { return try decodeDirectly(direct, with: decoder, at: child) }
      return try decode(with: decoder, at: child)
    }
  }

  /// Decodes elements whose plan may change while they are decoded.
  @inline(never)
  private static func decodeBeforeMark(
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> [Element] {
    try decoder.elements(at: entry) { child in
      try decoder.decode(Element.self, at: child, by: .none)
    }
  }

  private static func decodeDirectly<Direct: DirectlyDecodable>(
    _ direct: Direct.Type,
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> [Element] {
    // SAFETY: the plan of Element names Element itself, as another protocol's metatype, or a type whose
    // `decodeElements` returns an array of Element under its own name.
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
  /// The scalars of the array at `entry`, each decoded by `decode` from its entry.
  ///
  /// Appending one by one looks slower than filling uninitialized storage, but the latter asks the
  /// runtime for the storage's metadata each time, even for a known type: an eighth of all
  /// instructions on canada.json, whose arrays have two elements.
  @inline(__always)
  func scalars<Element>(
    at entry: Int,
    _ decode: (Int) throws -> Element
  ) throws -> [Element] {
    let tape = storage.tape
    guard tape[entry].kind == .array else { throw notAContainer(.array, at: entry) }
    let count = tape[entry &+ 1].count
    var elements: [Element] = []
    guard count > 0 else { return elements }
    elements.reserveCapacity(Tape.reservableCount(count, stride: MemoryLayout<Element>.stride))
    var child = entry &+ 2
    for _ in 0..<count {
      elements.append(try decode(child))
      child = tape.entry(after: child)
    }
    return elements
  }

  /// The elements of the array at `entry`, each decoded by `decode` from its entry.
  @inline(__always)
  func elements<Element>(
    at entry: Int,
    _ decode: (Int) throws -> Element
  ) throws -> [Element] {
    let tape = storage.tape
    guard tape[entry].kind == .array else { throw notAContainer(.array, at: entry) }
    let count = tape[entry &+ 1].count
    guard count > 0 else { return [] }
    var child = entry &+ 2
    // Small elements are bounded by the text, where each takes two bytes.
    let stride = MemoryLayout<Element>.stride
    try requireRoom(for: count, stride: stride, at: entry)
    guard stride <= 16 || count <= Tape.roomAtOnce / stride else {
      return try manyElements(count, from: child, decode)
    }
    // The first element is decoded before room is made for any, so that a model's attempt to decode
    // an array of the wrong type costs nothing.
    let first = try decode(child)
    if count == 1 { return [consume first] }
    return try unsafe Array(unsafeUninitializedCapacity: count) { buffer, initializedCount in
      guard let base = buffer.baseAddress else { return }
      // SAFETY: the buffer has room for `count` elements; the first `initializedCount` are
      // initialized, in order, and that count is true before each step that can throw. (A
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

  /// The elements of an array that is larger than `roomAtOnce`, from the one at `entry` on: room grows fourfold, and
  /// is made for all once an eighth of them exist.
  @inline(never)
  private func manyElements<Element>(
    _ count: Int,
    from entry: Int,
    _ decode: (Int) throws -> Element
  ) throws -> [Element] {
    let tape = storage.tape
    var child = entry
    var room = min(count, Tape.initialCount(of: Element.self))
    var elements: [Element] = []
    elements.reserveCapacity(room)
    for _ in 0..<count {
      if elements.count == room {
        room = Tape.capacity(after: room, of: count) ?? count
        elements.reserveCapacity(room)
      }
      elements.append(try decode(child))
      child = tape.entry(after: child)
    }
    return elements
  }
}

extension Dictionary: DirectlyDecodable where Key == String, Value: Decodable {
  package static var empty: Self? { [:] }

  package static func content(in types: TypeMemory) -> DirectContent {
    .parts(.membersByName, Value.self)
  }

  /// Names are used unchanged, whatever the key strategy, as in JSONDecoder.
  package static func decode(
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> [String: Value] {
    let document = decoder.document
    let tape = document.tape
    guard tape[entry].kind == .object else { throw decoder.notADictionary(at: entry) }
    let count = tape[entry + 1].count
    guard count > 0 else { return [:] }
    // A hash table has up to 2 2/3 times as many places as members.
    let stride = 3 &* MemoryLayout<(key: String, value: Value)>.stride
    try decoder.requireRoom(for: count, stride: stride, at: entry)
    let policy = decoder.options.duplicateKeyPolicy
    // JSONDecoder does not decode later duplicates, so each name is looked up before its value is decoded. If values
    // run no model's code, names are looked up only after the first duplicate, which takes a fifth less time.
    let mayHaveDuplicates =
      policy == .useFirst && !decoder.decodesEveryDuplicate
    var looksUpNames =
      mayHaveDuplicates
      && decoder.types.plan(for: Value.self).direct?.runsModels(with: decoder) != false
    if !tape[entry].flags.isEmpty {
      for (name, _) in tape.members(of: entry) { try decoder.validateString(at: name) }
    }
    var result: [String: Value] = [:]
    // Room grows with the members decoded so far, as in an array.
    var room = 0
    for (child, member) in tape.members(of: entry) {
      let name = try decoder.name(at: child)
      if looksUpNames, result[name] != nil { continue }
      let value: Value
      do {
        decoder.enterMember(at: member, name)
        value = try decoder.decode(Value.self, at: member, by: .dictionary)
      } catch {
        guard mayHaveDuplicates, result[name] != nil else { throw error }
        looksUpNames = true
        continue
      }
      if result.count == room {
        let first = Tape.initialCount(of: (key: String, value: Value).self)
        room = Swift.min(count, Swift.max(first, room &* 4))
        result.reserveCapacity(room)
      }
      if let known = result.updateValue(consume value, forKey: name) {
        switch policy {
        case .useFirst:
          result[name] = known
          looksUpNames = mayHaveDuplicates
        case .useLast: break
        case .reject: throw decoder.duplicateKey(at: child, in: entry)
        }
      }
    }
    return result
  }
}

/// Like the standard library's `Set.init(from:)`, but with the element type's loop over the array.
extension Set: DirectlyDecodable where Element: Decodable {
  package static var empty: Self? { [] }

  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Set {
    let tape = decoder.storage.tape
    if tape[entry].kind == .array {
      // A hash table has up to 2 2/3 times as many places as elements.
      let stride = 3 &* MemoryLayout<Element>.stride
      try decoder.requireRoom(for: tape[entry &+ 1].count, stride: stride, at: entry)
    }
    let elements = try [Element].decode(with: decoder, at: entry)
    let set: Set
    if Element.self == String.self {
      // This is specialized because otherwise each insertion looks up the set's metadata, and decoding takes 2.2 to 2.5
      // times as many instructions.
      // SAFETY: Element is String.
      set = unsafe unsafeBitCast(
        Set<String>(unsafeBitCast(elements, to: [String].self)),
        to: Set<Element>.self
      )
    } else {
      set = Set(elements)
    }
    // The set has room for all elements of the array, but may contain few. (When the room grew with the set, this took
    // up to twice as long.)
    guard elements.count > Tape.initialCount(of: Element.self),
      set.count < elements.count / 4
    else { return set }
    return Set(Array(set))
  }
}

extension Optional: DirectlyDecodable where Wrapped: Decodable {
  package static func content(in types: TypeMemory) -> DirectContent { .wrapped(Wrapped.self) }

  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Wrapped? {
    if decoder.document.tape[entry].kind == .null { return nil }
    return try decoder.decode(Wrapped.self, at: entry)
  }
}
