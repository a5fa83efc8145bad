/// How an object was last opened.
///
/// While a text is being decoded, the tape has this in each object's word, as an id that the
/// decoder's memory knows. Once a part of the decode is kept, the tape no longer changes, the
/// memory moves on to other texts, and `KeyTypeNotes` takes over.
enum ObjectOpening {
  case none
  case dictionary
  case keys(any CodingKey.Type)

  /// - Parameters:
  ///   - id: The id on the tape.
  ///   - types: The key types that ids stand for, from 1 on.
  init(id: Int, types: some RandomAccessCollection<any CodingKey.Type>) {
    if id == DocumentDecoder.dictionaryMark {
      self = .dictionary
    } else if id > 0, id <= types.count {
      self = .keys(types[types.index(types.startIndex, offsetBy: id - 1)])
    } else {
      self = .none
    }
  }
}

extension DocumentDecoder {
  /// Stands in for a key type's id when the object was decoded as a dictionary.
  static let dictionaryMark = 0xFF_FFFF

  /// Notes that the object at `entry` is opened with keys of a type.
  func note(_ keyType: KeyType, at entry: Int) {
    if let keyTypeNotes { return keyTypeNotes.note(keyType.type, at: entry) }
    note(id: keyType.id, at: entry)
  }

  /// Notes that the object at `entry` is decoded as a dictionary.
  @inline(__always)
  func noteDictionary(at entry: Int) {
    if let keyTypeNotes { return keyTypeNotes.note(nil, at: entry) }
    note(id: DocumentDecoder.dictionaryMark, at: entry)
  }

  @inline(__always)
  private func note(id: Int, at entry: Int) {
    var header = storage.tape[entry]
    header.note = id
    storage.tape[entry] = header
  }

  /// How the object at `entry` was last opened.
  func opening(ofObjectAt entry: Int) -> ObjectOpening {
    let id = storage.tape[entry].note
    if let keyTypeNotes { return keyTypeNotes.opening(at: entry, id: id) }
    return ObjectOpening(id: id, types: memory.keyTypes.lazy.map(\.type))
  }
}
