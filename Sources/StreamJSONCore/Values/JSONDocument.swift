/// A JSON text that was scanned once and is read where it stands.
///
/// ```swift
/// let document = try decoder.document(from: data)
/// if document["type"].string == "order" {
///   let order = try document[at: "/data/order"]?.decode(Order.self)
///   forward(document["data"]?.bytes ?? [])
/// }
/// ```
///
/// Only what is asked for is converted, so reading one member takes little more than the scan. A
/// value within a document is a document, too: it holds the text and the place in it, and costs
/// nothing to make or copy. The text is copied once, when the document is made, and stays in memory
/// for as long as any part of it is held; use ``value`` to keep a small part of a large text.
///
/// A document never changes. Any number of threads may read it at the same time.
///
/// Subscripts, ``string`` and the like return nil for what is not there, or is of another kind or
/// malformed. With the default `validation`, strings and numbers are checked only when they are
/// read, as in JSONDecoder; `decode` throws an error for those that are malformed.
public struct JSONDocument: Sendable {
  let text: ScannedText
  let entry: Int

  init(_ text: ScannedText, at entry: Int) {
    self.text = text
    self.entry = entry
  }

  /// Makes a document of what `decoder` has scanned; the decoder needs another document then.
  package init(takingDocumentOf decoder: DocumentDecoder) throws {
    if decoder.options.duplicateKeyPolicy == .reject { try decoder.rejectDuplicateNames() }
    self.init(ScannedText(takingDocumentOf: decoder), at: Tape.root)
  }

  private func part(at entry: Int?) -> JSONDocument? {
    entry.map { JSONDocument(text, at: $0) }
  }

  private var word: TapeWord { text.storage.tape[entry] }
}

extension JSONDocument {
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
    /// An object of an object graph that JSON has no form for, such as a date.
    case other
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
    case .foreign: .other
    }
  }

  /// Decodes the value, with the settings that the decoder had when it made the document.
  ///
  /// Coding paths, offsets and pointers in errors are those in the whole text.
  ///
  /// - Throws: As `StreamJSONDecoder.decode(_:from:)`.
  /// - Complexity: O(bytes of the value), apart from the work of the type itself.
  public func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try text.decode(type, at: entry)
  }

  /// The value and everything in it, apart from the text.
  ///
  /// A string or number that is malformed is null here, and so is what an object graph holds that
  /// JSON has no form for. `try decode(JSONValue.self)` throws an error instead. With `.strict`
  /// validation, no text has such values.
  ///
  /// - Complexity: O(bytes of the value).
  public var value: JSONValue {
    var reader = text.reader()
    return (try? reader.value(at: entry)) ?? .null
  }
}

extension JSONDocument: JSONReadable {
  /// The value of the member with the key `key`; nil if there is none, or if this is not an object.
  ///
  /// Of several members with this key, the decoder's `duplicateKeyPolicy` picks one.
  ///
  /// - Complexity: O(members); O(1) on average once an object has been asked for some of many.
  public subscript(key: String) -> JSONDocument? {
    guard word.kind == .object else { return nil }
    return part(at: text.entry(named: key, in: entry))
  }

  /// The element at `position`, from 0; nil if there is none, or if this is not an array.
  ///
  /// - Complexity: O(`position`); O(1) if no element is an array or object, and once an array has
  ///   been asked for some of many.
  public subscript(position: Int) -> JSONDocument? {
    guard word.kind == .array else { return nil }
    return part(at: text.entry(at: position, in: entry))
  }

  /// True for the literal `null`.
  public var isNull: Bool { word.kind == .null }

  /// The boolean, nil if this is none.
  public var bool: Bool? { text.storage.plainBool(at: entry) }

  /// The number with all its digits, nil if this is none.
  public var number: JSONNumber? {
    kind == .number ? text.reader().number(at: entry) : nil
  }

  /// The string, nil if this is none.
  public var string: String? {
    guard kind == .string else { return nil }
    var reader = text.reader()
    return try? reader.string(at: entry)
  }

  /// The elements of the array, nil if this is none.
  ///
  /// - Complexity: O(elements).
  public var array: [JSONDocument]? {
    guard word.kind == .array else { return nil }
    return text.elements(of: entry).map { JSONDocument(text, at: $0) }
  }

  /// The members of the object, nil if this is none.
  ///
  /// - Complexity: O(members).
  public var object: Object? {
    guard word.kind == .object else { return nil }
    return Object(text, text.members(of: entry))
  }
}

extension JSONDocument {
  /// The members of an object in a document, in their order, each key once.
  public struct Object: RandomAccessCollection, Sendable {
    private let text: ScannedText
    private let list: MemberList<Int>

    fileprivate init(_ text: ScannedText, _ list: MemberList<Int>) {
      self.text = text
      self.list = list
    }

    /// The keys in their order.
    ///
    /// - Complexity: O(`count`).
    public var keys: [String] { list.members.map(\.name.string) }

    /// The value for `key`, nil if there is none.
    ///
    /// - Complexity: O(1) on average.
    public subscript(key: String) -> JSONDocument? {
      list.value(of: MemberName(key)).map { JSONDocument(text, at: $0) }
    }

    /// Zero.
    public var startIndex: Int { 0 }

    /// The number of members.
    public var endIndex: Int { list.members.count }

    /// The member at `position`.
    ///
    /// - Precondition: There is one.
    public subscript(position: Int) -> (key: String, value: JSONDocument) {
      let member = list.members[position]
      return (member.name.string, JSONDocument(text, at: member.value))
    }
  }
}
