// Rules for the folder Values:
// - `ScannedText`, which all documents of a text share, writes only under the environment's lock, and each decode of a
//   part gets a separate workplace from its `DetachedText`.
// - Keys are compared by their bytes, and key strategies don't apply.
// - Reading, comparing, and writing values recurse for each level, so the depth must be limited before. The doc comment
//   of `JSONLimits` names the stack that a level takes.
// - All digits of a number are kept. Equality follows the rules in the doc comment of `JSONNumber`, and `hash(into:)`
//   must agree.
// - `Decoder+Pointer.swift` works in any decoder, by the standard library's interface alone.

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
/// Values are converted only when you ask for them, so reading one member costs little more than the scan. A value
/// within a document is a document, too, and costs nothing to create or copy. The JSON is copied once, when the
/// document is created, and stays in memory as long as you hold any part of it. To keep a small part of a large
/// document, use ``value``.
///
/// A document never changes. Any number of threads may read it at the same time.
///
/// Subscripts, ``string``, and similar properties return nil for values that are missing, malformed, or of another
/// kind. With the default `validation`, strings and numbers are checked only when you read them, as in JSONDecoder.
/// `decode` throws an error if they're malformed.
public struct JSONDocument: Sendable {
  let text: ScannedText
  let entry: Int

  private var word: TapeWord { text.storage.tape[entry] }
}

extension JSONDocument {
  /// Creates a document from what `decoder` has scanned; the decoder then needs another document.
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
    /// An object in an object graph that JSON can't represent, such as a date.
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

  /// Decodes the value, with the settings that the decoder had when it created the document.
  ///
  /// Coding paths, offsets, and pointers in errors refer to the whole document.
  ///
  /// - Throws: The same errors as `StreamJSONDecoder.decode(_:from:)`.
  /// - Complexity: O(bytes of the value), apart from the work of the type itself.
  public func decode<T: Decodable>(_ type: T.Type) throws -> T { try text.decode(type, at: entry) }

  /// A copy of the value that doesn't keep the document in memory.
  ///
  /// A malformed string or number becomes null, and so does anything in an object graph that JSON can't represent.
  /// `try decode(JSONValue.self)` throws an error instead. With `.strict` validation, a document has no malformed
  /// strings or numbers.
  ///
  /// - Complexity: O(bytes of the value).
  public var value: JSONValue {
    var reader = text.reader()
    return (try? reader.value(at: entry)) ?? .null
  }
}

extension JSONDocument {
  /// The value for `key`; nil if there is none, or if this isn't an object.
  ///
  /// If several members have this key, the decoder's `duplicateKeyPolicy` picks one.
  ///
  /// - Complexity: O(members); O(1) on average once you have asked a large object for some of its members.
  public subscript(key: String) -> JSONDocument? {
    guard word.kind == .object else { return nil }
    return text.entry(named: key, in: entry).map { JSONDocument(text: text, entry: $0) }
  }

  /// The element at `position`, from 0; nil if there is none, or if this isn't an array.
  ///
  /// - Complexity: O(`position`); O(1) if no element is an array or object, and once you have asked a large array for
  ///   some of its elements.
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

  /// The Boolean; nil if this isn't one.
  public var bool: Bool? { scalar.bool }

  /// The number with all its digits; nil if this isn't one.
  public var number: JSONNumber? { scalar.number }

  /// The number as an `Int`; nil if this isn't a number, has a fraction, or doesn't fit.
  public var int: Int? { number?.int }

  /// The number as the nearest `Double`; nil if this isn't a number, or is beyond the range of `Double`.
  public var double: Double? { number?.double }

  /// The string; nil if this isn't one.
  public var string: String? { scalar.string }

  /// The value if it is not an array or object.
  private var scalar: JSONValue { word.isContainer ? .null : value }

  /// The elements of the array; nil if this isn't one.
  ///
  /// - Complexity: O(elements).
  public var array: [JSONDocument]? {
    guard word.kind == .array else { return nil }
    return text.elements(of: entry).map { JSONDocument(text: text, entry: $0) }
  }

  /// The members of the object; nil if this isn't one.
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

extension JSONDocument {
  /// The value's bytes exactly as in the JSON, for verifying a signature or forwarding.
  ///
  /// Whitespace around the value isn't included. JSON in UTF-16 or UTF-32 has been converted to UTF-8. In an object
  /// graph, these are the bytes of ``value`` in JSON.
  ///
  /// - Complexity: O(bytes of the value).
  public var bytes: [UInt8] {
    guard !text.isObjectGraph else { return Array(value.description.utf8) }
    return text.byteRange(of: entry).map { text.storage.text[$0] }
  }
}

extension JSONDocument: CustomStringConvertible {
  /// The JSON of the value; see ``bytes``.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

/// One text or object graph that was scanned once and does not change anymore.
///
/// Any number of threads may read it at once. Reading writes nothing, and each decode of a part has a separate
/// workspace, as for texts that models have kept.
///
/// `@unchecked Sendable`: the document in it, which is not `Sendable`, is only read, and the mutable state is only
/// touched under the environment's lock. Of an object graph's foreign objects, models get only those that are
/// `Sendable` values, such as dates.
final class ScannedText: @unchecked Sendable {
  let storage: DocumentStorage
  private let document: Document
  private let options: DecodingOptions
  private let environment: DecodingEnvironment
  private let workplaces: DetachedText

  /// Notes on a large container that a program has asked for a value.
  private struct AskedContainer {
    var count = 0
    var members: MemberList<Int>?
    var elements: [Int]?
  }

  private var askedContainers: [Int: AskedContainer] = [:]

  /// The smallest number of values that makes a container large.
  private static let minimumCount = 64

  /// How often a container is asked before the places of its values are noted.
  private static let patience = 16

  /// Takes what `decoder` has scanned.
  ///
  /// - Precondition: nothing else reads or writes the document of `decoder` from now on.
  init(takingDocumentOf decoder: DocumentDecoder) {
    document = decoder.document
    document.keepBytes()
    document.storage.freeLeads()
    storage = document.storage
    options = decoder.options
    environment = decoder.environment
    workplaces = DetachedText(document, environment: environment)
  }

  /// Whether this is an object graph.
  var isObjectGraph: Bool { document.isObjectGraph }

  /// A reader that returns null for malformed values.
  func reader() -> ValueReader { ValueReader(document, options) }

  /// Where the bytes of the value at `entry` are, with quotation marks or brackets.
  func byteRange(of entry: Int) -> Range<Int> {
    let (text, word) = (storage.text, storage.tape[entry])
    let isString = word.kind == .string || word.kind == .longString
    let start = isString ? storage.tape.byteRange(of: entry).start - 1 : word.offset
    // The braces around the outermost object may be left out.
    guard word.kind != .object || start < text.count && text[start] == UInt8(ascii: "{") else {
      let last = storage.tape.members(of: entry).map(\.value).last
      return start..<(last.map { byteRange(of: $0).upperBound } ?? start)
    }
    // The tape says only where values begin. The whole text was scanned before, so there is no fault.
    var scanner = Scanner(maximumDepth: .max, allowsTrailingComma: true)
    let scratch = Document()
    scanner.offset = start
    scanner.isSkipping = true
    _ = try? storage.dialect.scan(with: &scanner, text, into: &scratch.storage.tape, isFinal: true)
    return start..<scanner.offset
  }

  // MARK: - Values in containers

  /// The entry of the value of the member named `name` in the object at `header`; nil if there is none.
  func entry(named name: String, in header: Int) -> Int? {
    if storage.tape[header + 1].count >= Self.minimumCount, let members = ask(header).members {
      return members.value(of: MemberName(name))
    }
    var reader = reader()
    return reader.entry(named: name, in: header)
  }

  /// The entry of the element at `position` of the array at `header`; nil if there is none.
  func entry(at position: Int, in header: Int) -> Int? {
    if position >= Self.minimumCount, let elements = ask(header).elements {
      return elements.indices.contains(position) ? elements[position] : nil
    }
    return storage.tape.element(at: position, of: header)
  }

  /// Counts that the large container at `header` is asked for a value.
  ///
  /// Finding one value takes a pass over the container, which is fast. A program that asks for each value in turn must
  /// not take quadratic time, so the places of all values are noted once it has asked a number of times. Smaller
  /// containers take no lock.
  private func ask(_ header: Int) -> AskedContainer {
    var asked = environment.withLock {
      askedContainers[header, default: AskedContainer()].count += 1
      return askedContainers[header] ?? AskedContainer()
    }
    guard asked.count > Self.patience, asked.members == nil, asked.elements == nil else {
      return asked
    }
    if storage.tape[header].kind == .object {
      asked.members = members(of: header)
    } else {
      asked.elements = elements(of: header)
    }
    environment.exclusively { askedContainers[header] = asked }
    return asked
  }

  /// The entries of the values in the object at `header`.
  func members(of header: Int) -> MemberList<Int> {
    var reader = reader()
    return (try? reader.entries(ofMembersOf: header)) ?? MemberList()
  }

  /// The entries of the elements of the array at `header`.
  func elements(of header: Int) -> [Int] {
    let tape = storage.tape
    var child = header + 2
    return (0..<tape[header + 1].count).map { _ in
      defer { child = tape.entry(after: child) }
      return child
    }
  }

  // MARK: - Decoding

  /// Decodes the value at `entry`.
  func decode<T: Decodable>(_ type: T.Type, at entry: Int) throws -> T {
    let decoder = DocumentDecoder(of: workplaces, options: options)
    decoder.begin()
    defer { decoder.endDetached() }
    // If a model keeps a part of the decoder, that part stays at this value.
    decoder.current = entry
    return try decoder.decode(type, at: entry)
  }
}
