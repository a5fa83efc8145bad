/// Reads values of any shape from a tape.
///
/// It writes nothing but its own scratch buffer, so any thread may read a document that no longer
/// changes.
struct ValueReader: ~Copyable {
  private let storage: DocumentStorage
  private let policy: JSONDuplicateKeyPolicy

  /// Whether numbers that are not finite are values.
  private let allowsNonFinite: Bool

  /// The decoder, which makes the errors; if it is nil, malformed values become null.
  private let decoder: DocumentDecoder?

  private var scratch: ByteArena?

  /// Creates a reader that throws the errors of `decoder`.
  init(_ decoder: DocumentDecoder) {
    self.init(decoder.document, decoder.options, decoder)
  }

  /// Creates a reader that throws no errors, unless it has a decoder.
  init(_ document: Document, _ options: DecodingOptions, _ decoder: DocumentDecoder? = nil) {
    storage = document.storage
    policy = options.duplicateKeyPolicy
    allowsNonFinite = options.nonConformingFloats != nil
    self.decoder = decoder
  }

  /// The value at `entry`.
  mutating func value(at entry: Int) throws -> JSONValue {
    switch storage.tape[entry].kind {
    case .null: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .array: return .array(try elements(at: entry))
    case .object: return .object(try object(at: entry))
    case .string, .longString:
      return try string(at: entry).map { .string($0) } ?? .null
    case .number, .longNumber, .integer, .floatingPoint, .foreign:
      if let number = number(at: entry) { return .number(number) }
      if let decoder { throw decoder.noNumber(at: entry) }
      return .null
    }
  }

  // MARK: - Scalars

  /// The string or name at `entry`; nil if it is malformed, and no errors are thrown.
  @inline(__always)
  private mutating func string(at entry: Int) throws -> String? {
    if let string = storage.plainString(at: entry) { return string }
    return try irregularString(at: entry)
  }

  @inline(never)
  private mutating func irregularString(at entry: Int) throws -> String? {
    do throws(InputFault) {
      guard storage.tape[entry].flags.contains(.escaped) else {
        return try storage.unescapedString(at: entry)
      }
      var arena = scratch.take() ?? ByteArena()
      let string = try storage.escapedString(at: entry, scratch: &arena)
      scratch = consume arena
      return string
    } catch {
      if let decoder { throw decoder.corrupted(error, at: entry) }
      return nil
    }
  }

  /// The number at `entry`; nil if it is malformed or not a number.
  @inline(__always)
  private func number(at entry: Int) -> JSONNumber? {
    if let (start, end) = storage.plainNumber(at: entry),
      let literal = NumberLiteral(storage.text, from: start, to: end),
      let number = JSONNumber(literal)
    {
      return number
    }
    // One with more digits is parsed again, which is rare.
    return otherNumber(at: entry)
  }

  @inline(never)
  private func otherNumber(at entry: Int) -> JSONNumber? {
    let tape = storage.tape
    switch tape[entry].kind {
    case .number, .longNumber:
      let (start, end) = tape.byteRange(of: entry)
      return JSONNumber(in: storage.text, from: start, to: end)
        ?? (storage.dialect.allowsMoreNumbers ? json5Number(from: start, to: end) : nil)
    case .integer:
      return JSONNumber(tape.integer(at: entry))
    case .floatingPoint:
      let double = tape.double(at: entry)
      return double.isFinite || allowsNonFinite ? JSONNumber(double) : nil
    default:
      return nil
    }
  }

  private func json5Number(from start: Int, to end: Int) -> JSONNumber? {
    switch JSON5Number(storage.text, from: start, to: end) {
    case .decimal(let first):
      JSON5Number.withStandardForm(of: storage.text, from: first, to: end) { standard in
        JSONNumber(in: standard, from: 0, to: standard.count)
      }
    case .hexadecimal(let integer): JSONNumber(integer)
    case .infinity(let isNegative): JSONNumber(isNegative ? -.infinity : .infinity)
    case .notANumber: JSONNumber(.nan)
    case .tooLarge, .malformed: nil
    }
  }

  // MARK: - Containers

  /// The elements of the array at `entry`.
  private mutating func elements(at entry: Int) throws -> [JSONValue] {
    let tape = storage.tape
    let count = tape[entry &+ 1].count
    var elements: [JSONValue] = []
    guard count > 0 else { return elements }
    elements.reserveCapacity(Tape.reservableCount(count, stride: MemoryLayout<JSONValue>.stride))
    var child = entry &+ 2
    for _ in 0..<count {
      elements.append(try value(at: child))
      child = tape.entry(after: child)
    }
    return elements
  }

  /// The members of the object at `entry`.
  mutating func object(at entry: Int) throws -> JSONObject {
    JSONObject(try members(of: entry) { reader, child in try reader.value(at: child) })
  }

  /// The members of the object at `header`, each name once, with what `read` makes of the entries
  /// of the values.
  @inline(__always)
  private mutating func members<Value>(
    of header: Int,
    _ read: (inout ValueReader, Int) throws -> Value
  ) throws -> MemberList<Value> {
    let tape = storage.tape
    let count = tape[header &+ 1].count
    // If there are many members, most of them may have the same name.
    var list = MemberList<Value>(capacity: min(count, 4096))
    guard count > 0 else { return list }
    // For a small object of plain names, this has a bit for each name so far: a name whose bit is not set is new.
    var seen: UInt64 = 0
    let comparesAll = !tape[header].flags.isEmpty || count >= MemberListTable.minimumCount
    for (nameEntry, valueEntry) in tape.members(of: header) {
      if !comparesAll {
        let word = tape[nameEntry]
        let bit = NameFilter.bit(storage.text, from: word.offset, count: word.shortCount)
        let isNew = seen & bit == 0
        seen |= bit
        if isNew {
          let name = MemberName(try name(at: nameEntry))
          list.append(name, try read(&self, valueEntry))
          continue
        }
      }
      let name = MemberName(try name(at: nameEntry))
      let finding = list.find(name)
      switch finding {
      case .free(let place):
        list.append(name, try read(&self, valueEntry), at: place)
      case .member:
        switch policy {
        case .useFirst: break
        case .useLast: list.set(name, at: finding, to: try read(&self, valueEntry))
        case .reject:
          if let decoder { throw decoder.duplicateKey(at: nameEntry, in: header) }
        }
      }
    }
    return list
  }

  /// The entries of the values of the members of the object at `header`.
  @inline(never)
  mutating func entries(ofMembersOf header: Int) throws -> MemberList<Int> {
    try members(of: header) { $1 }
  }

  /// The entry of the value of the member named `name` in the object at `header`; nil if there is none.
  ///
  /// - Complexity: O(members).
  mutating func entry(named name: String, in header: Int) -> Int? {
    var name = name
    name.makeContiguousUTF8()
    var found: Int?
    for (nameEntry, valueEntry) in storage.tape.members(of: header)
    where isName(name, at: nameEntry) {
      found = valueEntry
      if policy != .useLast { break }
    }
    return found
  }

  private mutating func isName(_ name: String, at entry: Int) -> Bool {
    if storage.tape[entry].isPlainString { return storage.isPlainName(name, at: entry) }
    guard let other = try? string(at: entry) else { return false }
    return MemberName(other).isSpelled(like: MemberName(name))
  }

  /// The name at `entry`; its bytes if it is malformed, and no errors are thrown.
  @inline(__always)
  private mutating func name(at entry: Int) throws -> String {
    if let string = try string(at: entry) { return string }
    let (start, end) = storage.tape.byteRange(of: entry)
    return storage.text.string(from: start, to: end)
  }
}

extension JSONValue: DirectlyDecodable {
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> JSONValue {
    var reader = ValueReader(decoder)
    return try reader.value(at: entry)
  }
}

extension JSONObject: DirectlyDecodable {
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> JSONObject {
    guard decoder.storage.tape[entry].kind == .object else {
      throw decoder.notADictionary(at: entry)
    }
    var reader = ValueReader(decoder)
    return try reader.object(at: entry)
  }
}

extension JSONNumber: DirectlyDecodable {
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> JSONNumber {
    guard let number = try JSONValue.decode(with: decoder, at: entry).number else {
      throw decoder.mismatch(JSONNumber.self, at: entry)
    }
    return number
  }
}

extension DocumentDecoder {
  /// The error for a malformed number at `entry`, or for an object that JSON has no form for.
  @inline(never)
  fileprivate func noNumber(at entry: Int) -> DecodingError {
    let kind = storage.tape[entry].kind
    guard kind == .number || kind == .longNumber else { return invalidObject(at: entry) }
    let offset = document.firstInvalidOffset(ofNumberAt: entry)
    let fault = offset.map { NumberFault.malformed(offset: $0) } ?? .outOfRange
    return numberFault(fault, JSONNumber.self, at: entry)
  }
}

/// For a type's own `init(from:)`, which models may call instead of a container's `decode`.
extension DirectlyDecodable {
  /// The value at which `decoder` is; nil if it is not a decoder of this library.
  static func readFromTape(of decoder: any Decoder) throws -> Self? {
    guard let decoder = ModelDecoder(behind: decoder) else { return nil }
    return try decoder.on { try decode(with: $0, at: $0.current) }
  }
}

extension DocumentDecoder {
  /// Decodes the value that `pointer` leads to.
  ///
  /// - Throws: `DecodingError` also for a pointer that leads to no value.
  package func decode<T: Decodable>(_ type: T.Type, at pointer: JSONPointer) throws -> T {
    try decode(type, at: entry(at: pointer))
  }

  /// Whether nothing but brackets follows the value that `pointer` leads to.
  package func isLast(at pointer: JSONPointer) throws -> Bool {
    storage.tape.entry(after: try entry(at: pointer)) == storage.tape.count
  }

  /// The entry of the value that `pointer` leads to, to which the decoder moves.
  ///
  /// - Throws: `DecodingError` also for a pointer that leads to no value.
  package func entry(at pointer: JSONPointer) throws -> Int {
    var entry = Tape.root
    for (depth, token) in pointer.tokens.enumerated() {
      guard let next = try child(token, of: entry) else {
        throw missingPart(JSONPointer(tokens: Array(pointer.tokens[...depth])), in: entry)
      }
      entry = next
    }
    // If a model keeps a part of this decoder, that part stays at this value.
    current = entry
    return entry
  }

  /// The entry of the member or element `token` of the value at `entry`; nil if there is none.
  private func child(_ token: String, of entry: Int) throws -> Int? {
    let position = JSONPointer.position(token)
    switch storage.tape[entry].kind {
    case .object:
      if options.duplicateKeyPolicy == .reject { try rejectDuplicateNames(in: entry) }
      var reader = ValueReader(document, options)
      return reader.entry(named: token, in: entry)
    // `-` stands for the element after the last one: RFC 6901 section 4.
    case .array where position != nil || token == "-":
      return position.flatMap { storage.tape.element(at: $0, of: entry) }
    default:
      throw notAContainer(position == nil ? .object : .array, at: entry)
    }
  }

  /// Requires that no object of the document has two members with the same name.
  func rejectDuplicateNames() throws {
    let tape = storage.tape
    var entry = Tape.root
    while entry < tape.count {
      if tape[entry].kind == .object { try rejectDuplicateNames(in: entry) }
      entry = tape[entry].isContainer ? entry + 2 : tape.entry(after: entry)
    }
  }

  /// Requires that the object at `header` does not have two members with the same name.
  @inline(never)
  private func rejectDuplicateNames(in header: Int) throws {
    var reader = ValueReader(self)
    _ = try reader.entries(ofMembersOf: header)
  }
}

/// A value of any shape may be an object graph or a part of one.
extension JSONValue: GraphValue {
  package func write(to writer: inout GraphWriter) throws(InputFault) {
    switch self {
    case .null: writer.writeNull()
    case .bool(let value): writer.write(value)
    case .number(let number): try number.write(to: &writer)
    case .string(let string): try writer.write(string)
    case .array(let elements): try writer.write(elements: elements)
    case .object(let object): try object.write(to: &writer)
    }
  }
}

extension JSONObject: GraphValue {
  package func write(to writer: inout GraphWriter) throws(InputFault) {
    try writer.write(members: lazy.map { (key: $0.key, value: $0.value) })
  }
}

extension JSONNumber: GraphValue {
  package func write(to writer: inout GraphWriter) throws(InputFault) {
    if isNegativeZero {
      writer.write(-0.0)
    } else if let integer = integer(as: Int64.self) {
      writer.write(integer)
    } else if case .double(let double) = form {
      writer.write(double)
    } else {
      try writer.write(description, as: .number)
    }
  }
}
