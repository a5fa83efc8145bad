/// A JSON document that is scanned once and then read in place.
///
/// ```swift
/// let document = try decoder.document(from: data)
/// if document["type"]?.string == "order" {
///   let order = try document[at: "/data/order"]?.decode(Order.self)
///   forward(document["data"]?.bytes ?? [])
/// }
/// ```
///
/// Only what you ask for is converted, so reading one member costs little more than the scan. A value
/// within a document is a document, too. It refers to its place in the JSON, and costs nothing to make or
/// copy. The JSON is copied once, when the document is made, and stays in memory as long as you hold any
/// part of it. To keep a small part of a large document, use ``value``.
///
/// A document never changes. Any number of threads may read it at the same time.
///
/// Subscripts, ``string``, and similar properties return nil for values that are absent, malformed, or of
/// another kind. With the default `validation`, strings and numbers are checked only when they are read, as
/// in JSONDecoder. `decode` throws an error if they are malformed.
public struct JSONDocument: Sendable {
  let text: ScannedText
  let entry: Int

  private var word: TapeWord { text.storage.tape[entry] }
}

extension JSONDocument {
  /// Makes a document from what `decoder` has scanned; the decoder then needs another document.
  package init(takingDocumentOf decoder: DocumentDecoder) throws {
    if decoder.options.duplicateKeyPolicy == .reject { try decoder.rejectDuplicateNames() }
    self.init(text: ScannedText(takingDocumentOf: decoder), entry: Tape.root)
  }

  /// The kinds of values.
  public enum Kind: Hashable, Sendable {
    /// The literal `null`.
    case null
    /// The literal `true` or `false`.
    case bool
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
    /// An object in an object graph that JSON has no form for, such as a date.
    case foreignObject
  }

  /// The kind of the value.
  public var kind: Kind {
    switch word.kind {
    case .null: .null
    case .false, .true: .bool
    case .number, .longNumber, .integer, .floatingPoint: .number
    case .string, .longString: .string
    case .array: .array
    case .object: .object
    case .foreign: .foreignObject
    }
  }

  /// Decodes the value, with the settings that the decoder had when it made the document.
  ///
  /// In errors, coding paths, offsets, and pointers are those in the whole document.
  ///
  /// - Throws: See `StreamJSONDecoder.decode(_:from:)`.
  /// - Complexity: O(bytes of the value), apart from the work of the type itself.
  public func decode<T: Decodable>(_ type: T.Type) throws -> T { try text.decode(type, at: entry) }

  /// The value and everything in it, independent of the document.
  ///
  /// A malformed string or number becomes null, and so does anything in an object graph that JSON has no form
  /// for. `try decode(JSONValue.self)` throws an error instead. With `.strict` validation, malformed strings
  /// and numbers do not occur.
  ///
  /// - Complexity: O(bytes of the value).
  public var value: JSONValue {
    var reader = text.reader()
    return (try? reader.value(at: entry)) ?? .null
  }
}

extension JSONDocument {
  /// The value for `key`; nil if there is none, or if this is not an object.
  ///
  /// If several members have this key, the decoder's `duplicateKeyPolicy` picks one.
  ///
  /// - Complexity: O(members); O(1) on average once you have asked a large object for some of its members.
  public subscript(key: String) -> JSONDocument? {
    guard word.kind == .object else { return nil }
    return text.entry(named: key, in: entry).map { JSONDocument(text: text, entry: $0) }
  }

  /// The element at `position`, from 0; nil if there is none, or if this is not an array.
  ///
  /// - Complexity: O(`position`); O(1) if no element is an array or object, and once you have asked a large
  ///   array for some of its elements.
  public subscript(position: Int) -> JSONDocument? {
    guard word.kind == .array else { return nil }
    return text.entry(at: position, in: entry).map { JSONDocument(text: text, entry: $0) }
  }

  /// The value that `pointer` leads to; nil if there is none.
  ///
  /// - Complexity: O(length of the pointer), in addition to the subscripts for keys and positions.
  public subscript(at pointer: JSONPointer) -> JSONDocument? {
    pointer.tokens.reduce(self) { value, token in
      value?[token] ?? JSONPointer.position(token).flatMap { value?[$0] }
    }
  }

  /// Whether the value is the literal `null`.
  public var isNull: Bool { word.kind == .null }

  /// The Boolean; nil if this is not one.
  public var bool: Bool? { Bool.plain(in: text.storage, at: entry) }

  /// The number with all its digits; nil if this is not one.
  public var number: JSONNumber? { text.reader().number(at: entry) }

  /// The number as an `Int`; nil if this is not a number, has a fraction, or does not fit.
  public var int: Int? { number?.int }

  /// The number as the nearest `Double`; nil if this is not a number, or is beyond the range of `Double`.
  public var double: Double? { number?.double }

  /// The string; nil if this is not one.
  public var string: String? {
    guard kind == .string else { return nil }
    var reader = text.reader()
    return try? reader.string(at: entry)
  }

  /// The elements of the array; nil if this is not one.
  ///
  /// - Complexity: O(elements).
  public var array: [JSONDocument]? {
    guard word.kind == .array else { return nil }
    return text.elements(of: entry).map { JSONDocument(text: text, entry: $0) }
  }

  /// The members of the object; nil if this is not one.
  ///
  /// - Complexity: O(members).
  public var object: Object? {
    guard word.kind == .object else { return nil }
    return Object(text: text, list: text.members(of: entry))
  }
}

extension JSONDocument {
  /// The members of an object in a document, in order, each key once.
  public struct Object: RandomAccessCollection, Sendable {
    fileprivate let text: ScannedText
    fileprivate let list: MemberList<Int>

    /// The keys, in order.
    ///
    /// - Complexity: O(`count`).
    public var keys: [String] { list.members.map(\.name.string) }

    /// The value for `key`; nil if there is none.
    ///
    /// - Complexity: O(1) on average.
    public subscript(key: String) -> JSONDocument? {
      list.value(of: MemberName(key)).map { JSONDocument(text: text, entry: $0) }
    }

    /// Zero.
    public var startIndex: Int { 0 }

    /// The number of members.
    public var endIndex: Int { list.members.count }

    /// The member at `position`.
    ///
    /// - Precondition: There is a member at `position`.
    public subscript(position: Int) -> (key: String, value: JSONDocument) {
      let member = list.members[position]
      return (member.name.string, JSONDocument(text: text, entry: member.value))
    }
  }
}
