/// Which key types have opened the objects of a text whose decode is over.
///
/// While a text is decoded its tape has that in each object's entry, as an id that the decoder's
/// memory knows. When a part of the decode is kept, the tape stays as it is from then on, the memory
/// goes on to other texts, and this takes their place.
final class KeyTypeNotes {
  /// What the ids on the tape stand for, from 1 on.
  private let types: [any CodingKey.Type]

  /// By entry, what later decodes of the same text have opened objects with; nil for a dictionary.
  private var laterTypes: [Int: (any CodingKey.Type)?] = [:]

  init(types: [any CodingKey.Type]) {
    self.types = types
  }

  /// Makes notes for another decode of the same text.
  init(after other: KeyTypeNotes) {
    types = other.types
    laterTypes = other.laterTypes
  }

  /// Notes that the object at `entry` was opened with keys of `type`, nil for a dictionary.
  func note(_ type: (any CodingKey.Type)?, at entry: Int) {
    laterTypes[entry] = .some(type)
  }

  /// How the object at `entry` was opened, which has the id `id` on the tape.
  func use(at entry: Int, id: Int) -> ObjectUse {
    if let type = laterTypes[entry] { return type.map(ObjectUse.keys) ?? .dictionary }
    return ObjectUse(id: id, types: types)
  }
}

/// How an object was opened last.
enum ObjectUse {
  case none
  case dictionary
  case keys(any CodingKey.Type)

  /// - Parameters:
  ///   - id: What the tape says.
  ///   - types: What its ids stand for, from 1 on.
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
  /// In place of a key type's id: the object was decoded as a dictionary.
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
    header.keyTypeID = id
    storage.tape[entry] = header
  }

  /// How the object at `entry` was opened last.
  func use(ofObjectAt entry: Int) -> ObjectUse {
    let id = storage.tape[entry].keyTypeID
    if let keyTypeNotes { return keyTypeNotes.use(at: entry, id: id) }
    return ObjectUse(id: id, types: memory.keyTypes.lazy.map(\.type))
  }
}
