/// The `Decoder` of a document, and its single-value container.
///
/// One object serves all the values of a decode: it moves to a value, calls `init(from:)`, and
/// moves back. (So does JSONDecoder; a model that keeps its decoder sees the outermost value
/// afterwards, as there.) Only `superDecoder()` makes a second one.
///
/// `@unchecked Sendable`: used by one thread at a time, and handed on through a lock.
package final class DocumentDecoder: Decoder, SingleValueDecodingContainer, @unchecked Sendable {
  package var document: Document {
    @inline(__always) get { unsafe uncheckedDocument }
  }

  // SAFETY: not written to after `init`; a variable only for the test of uniqueness.
  @exclusivity(unchecked) private var uncheckedDocument: Document

  /// The document's text and tape.
  package let view: DocumentView

  /// True when nothing but this decoder holds the document.
  package var documentIsUnshared: Bool {
    unsafe isKnownUniquelyReferenced(&uncheckedDocument)
  }

  package var options: DecodingOptions {
    didSet { view.comparesNamesAsTheyAre = options.comparesNamesAsTheyAre }
  }

  /// Lets go of the options between two decodes; the next one brings its own.
  package func forgetOptions() {
    options = DecodingOptions.none
  }

  /// Lets go of the text, between two decodes.
  @inline(__always)
  package func reset() {
    document.reset()
    memory.forgetIndexes()
  }

  /// Lets go of everything but what is known of types, for whoever decodes next.
  ///
  /// - Returns: False when so many types are known that searching them takes longer than learning
  ///   those of one text.
  package func forgetAllButTypes() -> Bool {
    guard memory.keyTypes.count <= 64 else { return false }
    forgetOptions()
    document.shrink(toAtMost: 1 << 12)
    return true
  }

  let memory: DecoderMemory

  /// The entry of the value that this decoder stands on.
  package var current: Int {
    @inline(__always) get { unsafe uncheckedCurrent }
    @inline(__always) set { unsafe uncheckedCurrent = newValue }
  }

  // SAFETY: read and written as a whole, by the accessors above only.
  @exclusivity(unchecked) private var uncheckedCurrent: Int

  /// The value that `basePath` leads to, and the path itself: the root and nothing, but for a
  /// `superDecoder()`.
  let baseEntry: Int
  let basePath: [any CodingKey]

  /// True when keyed containers may be taken from a pool and given back: while `decode` runs, for
  /// its own decoder.
  private var usesPool: Bool {
    @inline(__always) get { unsafe uncheckedUsesPool }
    set { unsafe uncheckedUsesPool = newValue }
  }

  // SAFETY: read and written as a whole, by the accessors above only.
  @exclusivity(unchecked) private var uncheckedUsesPool: Bool

  /// The outermost decoder of `document`, with a memory of its own.
  package init(document: Document, options: DecodingOptions) {
    unsafe uncheckedDocument = document
    view = document.view
    self.options = options
    view.comparesNamesAsTheyAre = options.comparesNamesAsTheyAre
    memory = DecoderMemory()
    unsafe uncheckedCurrent = Tape.root
    baseEntry = Tape.root
    basePath = []
    unsafe uncheckedUsesPool = true
  }

  private init(superOf decoder: DocumentDecoder, at entry: Int, path: [any CodingKey]) {
    unsafe uncheckedDocument = decoder.document
    view = decoder.view
    options = decoder.options
    memory = decoder.memory
    unsafe uncheckedCurrent = entry
    baseEntry = entry
    basePath = path
    unsafe uncheckedUsesPool = false
  }

  /// A decoder that stands on the value at `entry` for as long as somebody holds it.
  func superDecoder(at entry: Int, path: [any CodingKey]) -> DocumentDecoder {
    DocumentDecoder(superOf: self, at: entry, path: path)
  }

  // MARK: - Decoder

  package var userInfo: [CodingUserInfoKey: Any] { options.userInfo }

  package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try keyedContainer(type, at: current)
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try unkeyedContainer(at: current)
  }

  package func singleValueContainer() -> any SingleValueDecodingContainer {
    self
  }

  // MARK: - Containers

  func unkeyedContainer(at entry: Int) throws -> UnkeyedContainer {
    guard document.tape[entry].kind == .array else { throw notAnUnkeyedContainer(at: entry) }
    return UnkeyedContainer(decoder: self, header: entry)
  }

  /// A keyed container over the object at `entry`.
  ///
  /// Making one costs an allocation for the container's box, one for its state and two look-ups
  /// of generic metadata, so those that nobody holds any more are used again.
  @inline(__always)
  func keyedContainer<Key: CodingKey>(
    _ type: Key.Type,
    at entry: Int
  ) throws -> KeyedDecodingContainer<Key> {
    let tape = view.tape
    var header = tape[entry]
    guard header.kind == .object else { throw notAKeyedContainer(at: entry) }
    if usesPool, let known = memory.containers[ObjectIdentifier(type)], known.pooled.isFree {
      header.keyType = known.number
      tape[entry] = header
      memory.noteUse(ofKeyType: known.number)
      return try known.pooled.container(keyedBy: type, at: entry)
    }
    return try otherKeyedContainer(type, at: entry)
  }

  @inline(never)
  private func otherKeyedContainer<Key: CodingKey>(
    _ type: Key.Type,
    at entry: Int
  ) throws -> KeyedDecodingContainer<Key> {
    let keyType = memory.keyType(type)
    var header = view.tape[entry]
    header.keyType = keyType.number
    view.tape[entry] = header
    memory.noteUse(ofKeyType: keyType.number)
    if usesPool {
      for pooled in keyType.pool where pooled.isFree {
        memory.remember(pooled, of: keyType)
        return try pooled.container(keyedBy: type, at: entry)
      }
    }
    let object = KeyedObject(decoder: self, keyType: keyType)
    try object.open(entry)
    let container = KeyedDecodingContainer(KeyedContainer<Key>(object: object))
    let pooled = PooledContainer(container, object: object)
    if usesPool, keyType.pool.count < KeyType.maximumPoolCount {
      keyType.pool.append(pooled)
      memory.remember(pooled, of: keyType)
    } else {
      object.owner = self
      if isDetached { options.keepAlive(pooled) } else { memory.add(pooled) }
    }
    return container
  }

  /// Ends a decode: containers that somebody still holds are kept alive elsewhere, and hold this
  /// decoder.
  ///
  /// - Returns: True when there were none.
  package func finish() -> Bool {
    if memory.endUse() {
      memory.convertedNames.endText()
      memory.removeStrays()
      return true
    }
    detach()
    for pooled in memory.removeAllContainers() {
      if pooled.isFree {
        // SAFETY: removed from the only place that knew it; `detach` forgot the table.
        unsafe pooled.deallocate()
      } else {
        if pooled.object.owner == nil { pooled.object.owner = self }
        options.keepAlive(pooled)
      }
    }
    return false
  }

  /// Makes every container from now on hold this decoder, which has outlived its decode.
  package func detach() {
    usesPool = false
    memory.isDetached = true
  }

  private var isDetached: Bool { memory.isDetached }

  // MARK: - Values

  /// How to decode `type`.
  @inline(__always)
  func plan<T: Decodable>(for type: T.Type) -> TypePlan {
    memory.plan(for: type)
  }

  /// Decodes the value at `entry`.
  @inline(__always)
  package func decode<T: Decodable>(_ type: T.Type, at entry: Int) throws -> T {
    try decode(type, at: entry, plan: memory.plan(for: type))
  }

  /// Decodes the value at `entry`, with `plan` known.
  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, at entry: Int, plan: TypePlan) throws -> T {
    if let direct = plan.direct { return try decodeDirectly(direct, at: entry) }
    return try initialize(type, at: entry)
  }

  /// Calls the type's own `init(from:)` with this decoder standing on the value at `entry`.
  @inline(__always)
  func initialize<T: Decodable>(_ type: T.Type, at entry: Int) throws -> T {
    let before = current
    current = entry
    defer { current = before }
    return try type.init(from: self)
  }

  private func decodeDirectly<T, Direct: DirectlyDecodable>(
    _ direct: Direct.Type,
    at entry: Int
  ) throws -> T {
    // SAFETY: the plan of T holds T itself, as another protocol's metatype.
    unsafe unsafeBitCast(try direct.decode(with: self, at: entry), to: T.self)
  }

  // MARK: - Paths

  package var codingPath: [any CodingKey] { path(to: current) }
}

extension DocumentDecoder {
  /// Calls `body` with this decoder standing on the value at `entry`.
  package func standing<Result>(
    at entry: Int,
    _ body: (any Decoder) throws -> Result
  ) rethrows -> Result {
    let before = current
    current = entry
    defer { current = before }
    return try body(self)
  }
}
