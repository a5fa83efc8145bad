/// An element of one of the arrays that `JSONFraming.selections(_:endsEarly:)` selects, with its path.
///
/// ```swift
/// let rows = decoder.values(
///   of: JSONElement<Row>.self, in: source, framing: .selections(["/pages/*/rows"]))
/// for try await row in rows { print(row.pointer, row.value) }
/// ```
///
/// You can also use it with a single array. Outside such streams, it can't be decoded, because a value doesn't know its
/// path.
public struct JSONElement<Value> {
  /// The value.
  public var value: Value

  /// The path to the element in the document.
  public var pointer: JSONPointer

  /// The index, in the framing, of the pointer that selected the element.
  public var selection: Int

  /// Creates an element.
  public init(value: Value, pointer: JSONPointer, selection: Int = 0) {
    self.value = value
    self.pointer = pointer
    self.selection = selection
  }
}

extension JSONElement: Sendable where Value: Sendable {}
extension JSONElement: Equatable where Value: Equatable {}
extension JSONElement: Hashable where Value: Hashable {}

extension JSONElement: Decodable where Value: Decodable {
  /// Decodes the current element of a stream of elements.
  ///
  /// - Throws: `DecodingError`: `dataCorrupted` outside a stream of elements, and the errors of `Value`.
  public init(from decoder: any Decoder) throws {
    guard let element = try Self.readFromTape(of: decoder) else {
      throw DecodingError.corrupted(DecodingError.elementWithoutPlace, at: decoder.codingPath)
    }
    self = element
  }
}

extension JSONElement: DirectlyDecodable where Value: Decodable {
  package static func decode(
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> JSONElement<Value> {
    guard entry == Tape.root, decoder.storage.record.isElement else {
      throw decoder.outsideStream(DecodingError.elementWithoutPlace, at: entry)
    }
    return JSONElement(
      value: try decoder.decode(Value.self, at: entry),
      pointer: JSONPointer(tokens: decoder.storage.record.rootTokens),
      selection: decoder.storage.record.selection
    )
  }
}

extension JSONFraming {
  /// Returns the index of the pointer that selected the element that `decoder` is decoding.
  ///
  /// The index is that of the pointer in `selections(_:endsEarly:)`. It's 0 in a stream of a single array or object,
  /// and nil elsewhere.
  ///
  /// ```swift
  /// init(from decoder: any Decoder) throws {
  ///   switch JSONFraming.selection(of: decoder) {
  ///   case 0: self = .user(try User(from: decoder))
  ///   default: self = .order(try Order(from: decoder))
  ///   }
  /// }
  /// ```
  public static func selection(of decoder: any Decoder) -> Int? {
    guard let decoder = ModelDecoder(behind: decoder) else { return nil }
    return try? decoder.on { decoder in
      decoder.storage.record.isElement ? decoder.storage.record.selection : nil
    }
  }
}

/// A value among text, or a piece of that text, in a stream with `JSONFraming.linesAmongText`.
///
/// ```swift
/// let output = decoder.values(
///   of: JSONValueOrText<Message>.self, in: source, framing: .linesAmongText)
/// for try await piece in output {
///   switch piece {
///   case .value(let message): show(message)
///   case .text(let text): print(text)
///   }
/// }
/// ```
///
/// Elsewhere, it's always a value.
public enum JSONValueOrText<Value> {
  /// A value.
  case value(Value)

  /// A line's text that isn't JSON, without the blanks around it. U+FFFD stands for bytes that aren't UTF-8.
  case text(String)
}

/// A type whose values may be other text.
protocol ValueOrText {}

extension JSONValueOrText: ValueOrText {}
extension JSONValueOrText: Sendable where Value: Sendable {}
extension JSONValueOrText: Equatable where Value: Equatable {}
extension JSONValueOrText: Hashable where Value: Hashable {}

extension JSONValueOrText: Decodable where Value: Decodable {
  /// Decodes a value or, in a stream with `JSONFraming.linesAmongText`, a piece of text.
  ///
  /// - Throws: The errors of `Value`.
  public init(from decoder: any Decoder) throws {
    let text = try ModelDecoder(behind: decoder)?.on { decoder in
      let (storage, text) = (decoder.storage, decoder.storage.text)
      return storage.record.isOtherText ? text.string(from: 0, to: text.count) : nil
    }
    // Through a container, so that the decoder's own rules apply, such as its strategy for dates.
    self = try text.map { .text($0) } ?? .value(decoder.singleValueContainer().decode(Value.self))
  }
}
