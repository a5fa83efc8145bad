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
  func reader() -> ValueReader { ValueReader(document, options, forgivesFaults: true) }

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
