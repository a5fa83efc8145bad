/// Where the value of a member comes from: the text that is being read, or the tape.
///
/// A method returns nil or false, and has made nothing, for anything but a usual value of its type.
protocol MemberSource {
  /// What the elements of an array may throw.
  associatedtype Failure: Error

  mutating func string() -> String?
  mutating func bool() -> Bool?
  mutating func int() -> Int?
  mutating func unsignedInt() -> UInt?
  mutating func double() -> Double?
  mutating func float() -> Float?
  mutating func ints() throws(Failure) -> [Int]?
  mutating func doubles() throws(Failure) -> [Double]?
  mutating func strings() throws(Failure) -> [String]?
  mutating func doubleArrays() throws(Failure) -> [[Double]]?
  mutating func nestedDoubleArrays() throws(Failure) -> [[[Double]]]?
  mutating func stringsByName() -> [String: String]?
  mutating func intsByName() -> [String: [Int]]?
  mutating func isEmptyArray() -> Bool
}

extension MemberSource {
  @inline(__always)
  fileprivate mutating func int<Value: FixedWidthInteger>(as type: Value.Type) -> Value? {
    calledInt().flatMap { Value(exactly: $0) }
  }

  @inline(never)
  private mutating func calledInt() -> Int? { int() }
}

extension MemberwisePlan.Field {
  /// Fills the property at `target` with the value that comes next in `source`, if its kind is one of the most frequent
  /// ones.
  ///
  /// - Returns: Whether the property has its value.
  @inline(__always)
  func fill(
    from source: inout some MemberSource,
    at target: UnsafeMutableRawPointer
  ) -> Bool {
    // SAFETY: the plan has found that there is a property of the type that the kind stands for at the
    // target, or an optional one, which begins with that type.
    switch kind {
    case .string: return unsafe store(source.string(), at: target)
    case .int: return unsafe store(bits: source.int(), at: target)
    case .bool: return unsafe store(source.bool(), at: target)
    case .double: return unsafe store(bits: source.double(), at: target)
    default: return false
    }
  }

  /// Fills a property of one of the other kinds that are not of memberwise types.
  ///
  /// - Returns: Whether the property has its value.
  @inline(__always)
  func fillRare<Source: MemberSource>(
    from source: inout Source,
    at target: UnsafeMutableRawPointer
  ) throws(Source.Failure) -> Bool {
    // SAFETY: there is a property of the type that the kind stands for at the target, or an optional one.
    switch kind {
    case .unsignedInt: return unsafe store(bits: source.unsignedInt(), at: target)
    case .int8: return unsafe store(bits: source.int(as: Int8.self), at: target)
    case .int16: return unsafe store(bits: source.int(as: Int16.self), at: target)
    case .int32: return unsafe store(bits: source.int(as: Int32.self), at: target)
    case .uint8: return unsafe store(bits: source.int(as: UInt8.self), at: target)
    case .uint16: return unsafe store(bits: source.int(as: UInt16.self), at: target)
    case .uint32: return unsafe store(bits: source.int(as: UInt32.self), at: target)
    case .float: return unsafe store(bits: source.float(), at: target)
    case .ints: return unsafe store(try source.ints(), at: target)
    case .doubles: return unsafe store(try source.doubles(), at: target)
    case .strings: return unsafe store(try source.strings(), at: target)
    case .doubleArrays: return unsafe store(try source.doubleArrays(), at: target)
    case .nestedDoubleArrays: return unsafe store(try source.nestedDoubleArrays(), at: target)
    case .stringsByName: return unsafe store(source.stringsByName(), at: target)
    case .intsByName: return unsafe store(source.intsByName(), at: target)
    // In memory, an empty array is the same whatever its elements.
    case .arrayByHandler: return unsafe store(source.isEmptyArray() ? [Int]() : nil, at: target)
    default: return false
    }
  }

  /// Stores a value of mere bits, and notes that it is not nil if the property is optional.
  ///
  /// The byte for that is stored first: if there is none, its place is the first byte of the value, which is stored
  /// next.
  @inline(__always)
  private func store<Value: BitwiseCopyable>(
    bits value: Value?,
    at target: UnsafeMutableRawPointer
  ) -> Bool {
    guard let value else { return false }
    // SAFETY: the plan has found that the byte is in the property, and the value at its beginning.
    unsafe target.storeBytes(of: 0, toByteOffset: Int(tagOffset), as: UInt8.self)
    unsafe target.storeBytes(of: value, as: Value.self)
    return true
  }

  /// Stores a string, a boolean, an array or a dictionary: an optional one that is not nil is the same in memory.
  @inline(__always)
  private func store<Value>(_ value: Value?, at target: UnsafeMutableRawPointer) -> Bool {
    guard let value else { return false }
    // SAFETY: the target is the caller's, which has such a property or an optional one.
    unsafe target.initializeMemory(as: Value.self, to: value)
    return true
  }

  /// Notes that the optional property at `target`, whose value has been made, is not nil.
  @inline(__always)
  func markAsValue(_ target: UnsafeMutableRawPointer) {
    // SAFETY: the plan has found that the tag is in the property.
    if tagOffset > 0 {
      unsafe target.storeBytes(of: 0, toByteOffset: Int(tagOffset), as: UInt8.self)
    }
  }
}

/// A value on the tape, as the source of a member's value.
@safe
struct TapeSource: MemberSource {
  /// The decoder; not counted, because a source is made for each member.
  private let uncountedDecoder: Unmanaged<DocumentDecoder>
  let storage: DocumentStorage
  let entry: Int

  /// The key by which it is entered.
  let note: KeyNote

  @inline(__always)
  init(_ decoder: DocumentDecoder, at entry: Int, by note: KeyNote) {
    // SAFETY: only the decoder makes sources, and none outlives the call that makes it.
    unsafe uncountedDecoder = .passUnretained(decoder)
    storage = decoder.storage
    self.entry = entry
    self.note = note
  }

  private var decoder: DocumentDecoder {
    // SAFETY: the decoder is alive, as the initializer says.
    unsafe uncountedDecoder._withUnsafeGuaranteedRef { $0 }
  }

  @inline(__always) func string() -> String? { storage.plainString(at: entry) }
  @inline(__always) func bool() -> Bool? { Bool.plain(in: storage, at: entry) }
  @inline(__always) func int() -> Int? { Int.plain(in: storage, at: entry) }
  @inline(__always) func unsignedInt() -> UInt? { UInt.plain(in: storage, at: entry) }
  @inline(__always) func double() -> Double? { Double.calledPlain(in: storage, at: entry) }
  @inline(__always) func float() -> Float? { Float.calledPlain(in: storage, at: entry) }

  func ints() throws -> [Int]? { try elements() }
  func doubles() throws -> [Double]? { try elements() }
  func strings() throws -> [String]? { try elements() }
  func doubleArrays() throws -> [[Double]]? { isEntered ? try doubleArrays(at: entry) : nil }

  func nestedDoubleArrays() throws -> [[[Double]]]? {
    isEntered ? try decoder.elements(at: entry) { try doubleArrays(at: $0) } : nil
  }

  @inline(__always)
  private func elements<Element: DirectlyDecodable>() throws -> [Element]? {
    isEntered ? try Element.decodeElements(with: decoder, at: entry) : nil
  }

  private func doubleArrays(at entry: Int) throws -> [[Double]] {
    try decoder.elements(at: entry) { try Double.decodeElements(with: decoder, at: $0) }
  }

  /// Whether the value is an array, whose elements then have the member's key in their paths.
  private var isEntered: Bool {
    guard storage.tape[entry].kind == .array else { return false }
    decoder.enter(entry, by: note)
    return true
  }

  func isEmptyArray() -> Bool {
    storage.tape[entry].kind == .array && storage.tape[entry &+ 1].count == 0
  }

  // Their types decode dictionaries, which then have the paths and the checks for duplicates of any other.

  func stringsByName() -> [String: String]? { nil }
  func intsByName() -> [String: [Int]]? { nil }
}

/// A text that is being read, as the source of a member's value.
@safe
struct TextSource: MemberSource {
  var cursor: TextCursor

  /// The reader of the text; not counted, because a source is made for each member.
  private let reader: Unmanaged<TextReader>

  /// The byte with which the value begins.
  let first: UInt8

  /// Makes a source of the value at which `cursor` is, which begins with `first`.
  @inline(__always)
  init(_ cursor: TextCursor, _ reader: TextReader, first: UInt8 = 0) {
    self.cursor = cursor
    // SAFETY: only the reader makes sources, and none outlives the call that makes it.
    unsafe self.reader = .passUnretained(reader)
    self.first = first
  }

  mutating func string() -> String? { first == UInt8(ascii: "\"") ? quotedString() : nil }

  @inline(__always) mutating func bool() -> Bool? { cursor.bool() }
  @inline(__always) mutating func int() -> Int? { cursor.integer(Int.self) }
  @inline(__always) mutating func unsignedInt() -> UInt? { cursor.integer(UInt.self) }
  @inline(__always) mutating func double() -> Double? { cursor.double() }
  @inline(__always) mutating func float() -> Float? { cursor.float() }

  mutating func ints() -> [Int]? { array { $0.int() } }
  mutating func doubles() -> [Double]? { array { $0.double() } }
  mutating func strings() -> [String]? { array { $0.nextString() } }
  mutating func doubleArrays() -> [[Double]]? { array { $0.doubles() } }
  mutating func nestedDoubleArrays() -> [[[Double]]]? { array { $0.doubleArrays() } }

  mutating func isEmptyArray() -> Bool {
    var end = cursor
    guard end.next() == UInt8(ascii: "["), end.open(), end.close(UInt8(ascii: "]")) else {
      return false
    }
    cursor.offset = end.offset
    return true
  }

  /// The string whose quotation mark is the next byte.
  @inline(__always)
  private mutating func quotedString() -> String? {
    // SAFETY: the reader is alive, as the initializer says.
    unsafe reader._withUnsafeGuaranteedRef { cursor.string(&$0.scratch) }
  }

  /// The string that comes next.
  private mutating func nextString() -> String? {
    cursor.next() == UInt8(ascii: "\"") ? quotedString() : nil
  }

  /// The array that comes next.
  ///
  /// Most arrays are pairs or have one element, so those are made with exactly the room that they need.
  @inline(__always)
  private mutating func array<Element>(
    _ element: (inout TextSource) -> Element?
  ) -> [Element]? {
    guard cursor.next() == UInt8(ascii: "["), cursor.open() else { return nil }
    if cursor.close(UInt8(ascii: "]")) { return [] }
    guard let first = element(&self) else { return nil }
    guard cursor.skip(UInt8(ascii: ",")) else {
      return cursor.close(UInt8(ascii: "]")) ? [first] : nil
    }
    _ = cursor.next()
    guard let second = element(&self) else { return nil }
    var elements = [first, second]
    while cursor.skip(UInt8(ascii: ",")) {
      _ = cursor.next()
      guard let element = element(&self) else { return nil }
      elements.append(consume element)
    }
    return cursor.close(UInt8(ascii: "]")) ? elements : nil
  }

  mutating func stringsByName() -> [String: String]? { dictionary { $0.nextString() } }

  mutating func intsByName() -> [String: [Int]]? { dictionary { $0.ints() } }

  private mutating func dictionary<Value>(
    _ value: (inout TextSource) -> Value?
  ) -> [String: Value]? {
    var result: [String: Value] = [:]
    let isComplete = members { name, source in
      guard let value = value(&source) else { return false }
      return result.updateValue(value, forKey: name) == nil
    }
    return isComplete ? result : nil
  }

  /// Reads the members of the object that comes next.
  ///
  /// - Returns: False if it gives up, or `member` does.
  @inline(__always)
  mutating func members(_ member: (String, inout TextSource) -> Bool) -> Bool {
    guard cursor.next() == UInt8(ascii: "{"), cursor.open() else { return false }
    if cursor.close(UInt8(ascii: "}")) { return true }
    while true {
      guard let name = nextString(), cursor.skip(UInt8(ascii: ":")) else {
        return false
      }
      _ = cursor.next()
      guard member(name, &self) else { return false }
      guard cursor.skip(UInt8(ascii: ",")) else { break }
    }
    return cursor.close(UInt8(ascii: "}"))
  }
}
