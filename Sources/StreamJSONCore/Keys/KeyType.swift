// Rules for the folder Keys:
// - A slot matches plain names only. If an object's word has the flag `irregularNames`, its members are found by
//   `MemberIndex`.
// - For models, names are equal if they are equal as Strings. In `MemberList`, which holds the members of values of any
//   shape, they are equal if their bytes are.
// - A crafted text must not make a search slow. Tables are filled with a model's names, have a bound, or use a hash
//   that nobody can foresee.
// - An id of `ConvertedNames` is valid for one generation. Names are forgotten only between texts, when no container is
//   in use.
// - No key is made from a name. A path has the cases of plain enums that the model used. For any other key, it has a
//   `JSONKey` with the same name and number. `Decoding/DocumentDecoder+Keys.swift` explains which place has the key of
//   a value.

/// What a decoder remembers about one `CodingKey` type: the names of its keys, prepared for
/// comparison.
///
/// Asking a key for its `stringValue` makes a String each time. An enum without payloads, as the
/// compiler synthesizes them, is usually a single byte, which is the ordinal of the key and of its
/// slot. A key of any other type is asked each time.
final class KeyType {
  let type: any CodingKey.Type

  /// Its id on the tape, counting from 1.
  let id: Int

  /// True if a key has at most one byte, which identifies it.
  let hasSlots: Bool

  let slots: KeySlots

  /// The names of the slots, for objects whose names cannot be compared with a slot.
  private var names: [String?] = []

  /// The names that a key strategy has converted, for all key types of a decoder.
  let convertedNames: ConvertedNames

  init<Key: CodingKey>(_ type: Key.Type, id: Int, _ convertedNames: ConvertedNames) {
    self.type = type
    self.id = id
    self.convertedNames = convertedNames
    let caseCount = PlainEnum.caseCount(type)
    hasSlots = caseCount != nil
    slots = KeySlots(count: caseCount ?? 0)
    names.reserveCapacity(slots.count)
  }

  deinit {
    // SAFETY: containers that may outlive this object hold the decoder, which holds it.
    unsafe slots.deallocate()
  }

  /// Fills the slot of the key with the ordinal `ordinal`, which is less than the number of slots.
  func fill(_ ordinal: Int, with name: String) {
    guard self.name(ordinal) == nil else { return }
    while names.count <= ordinal { names.append(nil) }
    let twin = names.firstIndex(of: name)
    names[ordinal] = name
    slots[ordinal] = KeySlot(name, ordinal: ordinal, bytes: &slots.nameBytes)
    // Cases with the same name count as one key, whichever was asked for first.
    if let twin {
      slots[ordinal].askedBit = slots[twin].askedBit
      secondTwins.append(ordinal)
    }
    filledCount += 1
  }

  /// The number of keys that have a slot.
  private(set) var filledCount = 0
  /// A bound on the ordinals of those keys.
  var ordinalBound: Int { names.count }

  /// The name of the key with the ordinal `ordinal`; nil until it is first asked for.
  func name(_ ordinal: Int) -> String? { ordinal < names.count ? names[ordinal] : nil }

  /// The ordinals of keys that have the same name as one that was asked for before.
  private var secondTwins: [Int] = []

  /// Whether the key with the ordinal `ordinal` is found when all keys are searched for at once: it has a slot, and no
  /// other such key has its name.
  func isMapped(_ ordinal: Int) -> Bool {
    slots[ordinal].pattern != 0 && !secondTwins.contains(ordinal)
  }

  /// How members are found for all keys at once.
  var map: MemberMap {
    // SAFETY: never passed `inout` to code that can reach this object again: `MemberMap.fill` does not call a model's
    // code.
    @inline(__always) _read { yield unsafe uncheckedMap }
    @inline(__always) _modify { yield unsafe &uncheckedMap }
  }

  @exclusivity(unchecked) private var uncheckedMap = MemberMap()

  /// The arrays of a single key that have been made, by the ordinal of the key.
  private var lists: [AnyObject?] = []

  /// An array of `key`, which has this type and an ordinal.
  ///
  /// An enum with payloads asks for the keys of an object with one member. To make the array, the runtime looks up the
  /// metadata of three types, which takes two thirds of the time.
  func list<Key: CodingKey>(of key: Key) -> [Key] {
    let ordinal = PlainEnum.ordinal(of: key)
    if ordinal < lists.count, let list = lists[ordinal] {
      // SAFETY: only `makeList` adds to them, and all keys of this type have one Swift type.
      return unsafe unsafeDowncast(list, to: KeyList<Key>.self).keys
    }
    return makeList(of: key, ordinal)
  }

  @inline(never)
  private func makeList<Key: CodingKey>(of key: Key, _ ordinal: Int) -> [Key] {
    while lists.count <= ordinal { lists.append(nil) }
    let list = KeyList([key])
    lists[ordinal] = list
    return list.keys
  }

  /// The names of the slots whose keys were missing in an object, each with the text that says so.
  private var missingKeyTexts: [(name: String, text: String)?] = []

  /// The name of the key with the ordinal `ordinal`, which is missing in an object, and the text that
  /// says so.
  ///
  /// A model with defaults asks for the same key in every object and ignores the errors.
  func missingKeyText(_ key: some CodingKey, ordinal: Int) -> (name: String, text: String) {
    if ordinal < missingKeyTexts.count, let known = missingKeyTexts[ordinal] { return known }
    let name = key.stringValue
    let text = DecodingError.noValue(for: key, named: name)
    // In a copy: if anything wrote to it in place, each read of it would be checked for overlapping access.
    var known = missingKeyTexts
    while known.count <= ordinal { known.append(nil) }
    known[ordinal] = (name, text)
    missingKeyTexts = known
    return (name, text)
  }
}

/// An array of keys, as an object.
private final class KeyList<Key: CodingKey> {
  let keys: [Key]

  init(_ keys: [Key]) { self.keys = keys }
}

/// A coding key for the steps of a path for which no model has used a case of a plain enum.
///
/// It has three words; a larger one would be boxed in every path.
package struct JSONKey: CodingKey {
  /// nil for an element of an array, which its position identifies.
  private let name: String?

  /// `intValue`, or `noInteger`.
  private let integer: Int
  private static let noInteger = Int.min

  package init(stringValue: String) {
    name = stringValue
    integer = Self.noInteger
  }

  package init(intValue: Int) {
    name = String(intValue)
    integer = intValue
  }

  /// A key with the name and the number of another.
  init(stringValue: String, intValue: Int?) {
    name = stringValue
    integer = intValue ?? Self.noInteger
  }

  /// The key of an array's element.
  init(index: Int) {
    name = nil
    integer = index
  }

  /// The name; for an element of an array, the text that JSONDecoder has for it.
  package var stringValue: String { name ?? "Index \(integer)" }

  package var intValue: Int? { integer == Self.noInteger ? nil : integer }

  static let `super` = JSONKey(stringValue: "super")
}

/// The value at which a decoder is, with the key by which a model decodes it: the word of a scalar on the tape has no
/// room for a note.
struct DecodedPlace {
  /// The entry, in the bits that the offset takes up in a word, and the note.
  private let bits: UInt64

  /// The value at `entry`, decoded by the key that `note` stands for.
  init(_ entry: Int, by note: KeyNote) {
    bits = UInt64(truncatingIfNeeded: entry) &<< 32 | note.bits
  }

  var entry: Int { Int(truncatingIfNeeded: bits &>> 32) }

  /// The note, if it is about the value at `entry`.
  func note(at entry: Int) -> KeyNote {
    KeyNote(bits: self.entry == entry ? bits & TapeWord.noteMask : 0)
  }
}

extension [Int] {
  /// The positions of the elements, sorted by the elements' values.
  ///
  /// - Complexity: O(n log n)
  var ascendingOrder: [Int] { Self.order(count) { self[$0] < self[$1] } }

  /// The positions of `count` elements, sorted by `isBefore`, which is told the positions of two elements.
  ///
  /// Everything that is sorted uses this, because each type of elements that is sorted adds 5 KB to a program.
  ///
  /// - Complexity: O(n log n)
  @inline(never)
  static func order(_ count: Int, by isBefore: (Int, Int) -> Bool) -> [Int] {
    (0..<count).sorted(by: isBefore)
  }
}
