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
    if storage.tape[header].flags.isEmpty, namesDiffer(in: header) { return }
    _ = try readingValues { reader throws(ValueReader.Fault) in
      try reader.entries(ofMembersOf: header)
    }
  }
}
