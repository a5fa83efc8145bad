/// The unkeyed container over an array: a cursor with a value of its own, so that copies advance
/// independently.
///
/// It fits in an existential without an allocation.
struct UnkeyedContainer: UnkeyedDecodingContainer {
  let decoder: DocumentDecoder

  /// The array's entry, and the one of the next element.
  private let header: UInt32
  private var next: UInt32
  private var index: UInt32

  init(decoder: DocumentDecoder, header: Int) {
    self.decoder = decoder
    self.header = UInt32(truncatingIfNeeded: header)
    next = UInt32(truncatingIfNeeded: header + 2)
    index = 0
  }

  var codingPath: [any CodingKey] { decoder.path(to: Int(header)) }

  private var elementCount: Int {
    @inline(__always) get { decoder.document.tape[Int(header) &+ 1].count }
  }

  var count: Int? { elementCount }

  var currentIndex: Int { Int(index) }

  var isAtEnd: Bool {
    @inline(__always) get { Int(index) >= elementCount }
  }

  /// The next element's entry.
  @inline(__always)
  private func element<T>(_ type: T.Type) throws -> Int {
    guard !isAtEnd else { throw decoder.unkeyedContainerIsAtEnd(type, Int(header), Int(index)) }
    return Int(next)
  }

  /// Moves behind the element at `next`, once it was decoded.
  @inline(__always)
  private mutating func advance() {
    next = UInt32(truncatingIfNeeded: decoder.document.tape.entry(after: Int(next)))
    index &+= 1
  }

  mutating func decodeNil() throws -> Bool {
    guard decoder.document.tape[try element(Never.self)].kind == .null else { return false }
    advance()
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    let value = try decoder.bool(at: element(type))
    advance()
    return value
  }

  mutating func decode(_ type: String.Type) throws -> String {
    let value = try decoder.string(at: element(type))
    advance()
    return value
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    let value = try decoder.double(at: element(type))
    advance()
    return value
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    let value = try decoder.float(at: element(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int.Type) throws -> Int {
    let value = try decoder.integer(type, at: element(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    let value = try decoder.integer(type, at: element(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    let value = try decoder.integer(type, at: element(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    let value = try decoder.integer(type, at: element(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    let value = try decoder.integer(type, at: element(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    let value = try decoder.integer(type, at: element(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt.Type) throws -> UInt {
    let value = try decoder.integer(type, at: element(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    let value = try decoder.integer(type, at: element(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    let value = try decoder.integer(type, at: element(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    let value = try decoder.integer(type, at: element(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    let value = try decoder.integer(type, at: element(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    let value = try decoder.integer(type, at: element(type))
    advance()
    return value
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try decoder.decode(type, at: element(type))
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? {
    try ifPresent { decoder, entry in try decoder.bool(at: entry) }
  }

  mutating func decodeIfPresent(_ type: String.Type) throws -> String? {
    try ifPresent { decoder, entry in try decoder.string(at: entry) }
  }

  mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? {
    try ifPresent { decoder, entry in try decoder.double(at: entry) }
  }

  mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? {
    try ifPresent { decoder, entry in try decoder.float(at: entry) }
  }

  mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? {
    try ifPresent { decoder, entry in try decoder.integer(type, at: entry) }
  }

  mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? {
    try ifPresent { decoder, entry in try decoder.integer(type, at: entry) }
  }

  mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? {
    try ifPresent { decoder, entry in try decoder.integer(type, at: entry) }
  }

  mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? {
    try ifPresent { decoder, entry in try decoder.integer(type, at: entry) }
  }

  mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? {
    try ifPresent { decoder, entry in try decoder.integer(type, at: entry) }
  }

  mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? {
    // JSONDecoder leaves 128 bits to the standard library, which stays at the end.
    if isAtEnd { return nil }
    return try ifPresent { decoder, entry in try decoder.integer(type, at: entry) }
  }

  mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? {
    try ifPresent { decoder, entry in try decoder.integer(type, at: entry) }
  }

  mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? {
    try ifPresent { decoder, entry in try decoder.integer(type, at: entry) }
  }

  mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? {
    try ifPresent { decoder, entry in try decoder.integer(type, at: entry) }
  }

  mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? {
    try ifPresent { decoder, entry in try decoder.integer(type, at: entry) }
  }

  mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? {
    try ifPresent { decoder, entry in try decoder.integer(type, at: entry) }
  }

  mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? {
    // JSONDecoder leaves 128 bits to the standard library, which stays at the end.
    if isAtEnd { return nil }
    return try ifPresent { decoder, entry in try decoder.integer(type, at: entry) }
  }

  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    try ifPresent { decoder, entry in try decoder.decode(type, at: entry) }
  }

  /// Nil for null and at the end, where the index moves on nevertheless, as in JSONDecoder.
  @inline(__always)
  private mutating func ifPresent<T>(
    _ decode: (DocumentDecoder, Int) throws -> T
  ) rethrows -> T? {
    guard !isAtEnd else {
      index &+= 1
      return nil
    }
    var value: T?
    if decoder.document.tape[Int(next)].kind != .null { value = try decode(decoder, Int(next)) }
    advance()
    return value
  }

  // MARK: - Containers

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try decoder.keyedContainer(
      type,
      at: element(KeyedDecodingContainer<NestedKey>.self)
    )
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try decoder.unkeyedContainer(at: element((any UnkeyedDecodingContainer).self))
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let entry = try element((any Decoder).self)
    let path = codingPath + [JSONKey(index: Int(index))]
    advance()
    return decoder.superDecoder(at: entry, path: path)
  }
}
