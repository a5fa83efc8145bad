/// The unkeyed container over an array: a cursor with value semantics, so that copies advance
/// independently.
///
/// It fits in an existential without an allocation, and counts its decoder.
struct UnkeyedContainer: UnkeyedDecodingContainer, MirroredAsEmpty {
  private var decoder: DocumentDecoder

  /// The entry of the array.
  private let header: UInt32
  /// The entry of the next element.
  private var next: UInt32
  private var index: UInt32

  init(decoder: DocumentDecoder, header: Int) {
    self.decoder = decoder
    self.header = UInt32(truncatingIfNeeded: header)
    next = UInt32(truncatingIfNeeded: header + 2)
    index = 0
  }

  // MARK: - The decoder

  @inline(__always)
  func on<Result>(_ body: (DocumentDecoder) throws -> Result) throws -> Result {
    try decoder.hereOrDetached(body)
  }

  /// Calls `body` with the entry of the next element, and moves to the one after it.
  ///
  /// - Throws: `DecodingError.valueNotFound` for `type` at the end, or what `on` or `body` throws; after an
  ///   error, the element is still the next one.
  @inline(__always)
  mutating func decodeNext<Result>(
    _ type: any Any.Type,
    _ body: (DocumentDecoder, Int) throws -> Result
  ) throws -> Result {
    let (header, entry, index) = (Int(header), Int(next), Int(index))
    let value = try on { decoder in
      guard index < decoder.storage.tape[header &+ 1].count else {
        throw decoder.unkeyedContainerIsAtEnd(type, header, index)
      }
      return try body(decoder, entry)
    }
    next = UInt32(truncatingIfNeeded: decoder.storage.tape.entry(after: entry))
    self.index &+= 1
    return value
  }

  var codingPath: [any CodingKey] { (try? on { $0.path(to: Int(header)) }) ?? [] }

  var count: Int? { try? on { $0.storage.tape[Int(header) &+ 1].count } }

  var currentIndex: Int { Int(index) }

  @inline(__always)
  var isAtEnd: Bool { Int(index) >= count ?? 0 }

  // MARK: - Values

  mutating func decodeNil() throws -> Bool {
    let (next, index) = (next, index)
    let isNull = try decodeNext(Never.self) { decoder, entry in
      decoder.storage.tape[entry].kind == .null
    }
    if !isNull { (self.next, self.index) = (next, index) }
    return isNull
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try decodeNext(type) { try $0.decode(type, at: $1) }
  }

  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    try ifPresent(type) { try $0.decode(type, at: $1) }
  }

  /// Nil for null and at the end, where the index still advances, as in JSONDecoder.
  @inline(__always)
  mutating func ifPresent<T>(
    _ type: any Any.Type,
    _ decode: (DocumentDecoder, Int) throws -> T
  ) throws -> T? {
    guard !isAtEnd else {
      index &+= 1
      return nil
    }
    return try decodeNext(type) { decoder, entry in
      decoder.storage.tape[entry].kind == .null ? nil : try decode(decoder, entry)
    }
  }

  // MARK: - Containers

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decodeNext(KeyedDecodingContainer<NestedKey>.self) { try $0.keyedContainer(type, at: $1) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try decodeNext((any UnkeyedDecodingContainer).self) { try $0.unkeyedContainer(at: $1) }
  }

  mutating func superDecoder() throws -> any Decoder {
    let (header, index) = (Int(header), Int(index))
    return try decodeNext((any Decoder).self) { decoder, entry in
      decoder.superDecoder(at: entry, in: header, by: JSONKey(index: index))
    }
  }
}

// One generic method satisfies the requirements for all sixteen scalars. Without `@_implements`, the standard library's
// own implementations would take precedence, which don't move on at the end.
extension UnkeyedContainer {
  // One for all types, since it is rarely called.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  @_implements(UnkeyedDecodingContainer,decodeIfPresent(_:))
  mutating func scalarIfPresent<T: Scalar>(_ type: T.Type) throws -> T? {
    // JSONDecoder leaves integers of 128 bits to the standard library, which does not move past the end.
    if isAtEnd, MemoryLayout<T>.size == 16, type is any FixedWidthInteger.Type { return nil }
    return try ifPresent(type) { try T.decode(with: $0, at: $1) }
  }

  @inline(__always)
  @_implements(UnkeyedDecodingContainer,decode(_:))
  mutating func scalar<T: Scalar>(_ type: T.Type) throws -> T {
    guard T.isCommon else { return try decodeNext(type) { try T.decode(with: $0, at: $1) } }
    return try decodeNext(type) { try $0.scalar(type, at: $1) }
  }
}
