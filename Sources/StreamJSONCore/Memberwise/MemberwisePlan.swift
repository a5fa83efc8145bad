/// Where the properties of a memberwise type are, and how each is decoded.
///
/// A plan is the address of memory that never changes and is never freed, so that using it counts no reference on any
/// thread.
@safe
struct MemberwisePlan: @unchecked Sendable {
  /// One property.
  @safe
  struct Field {
    /// The prepared name of its key.
    var slot: KeySlot

    /// Its offset in the type, in bytes.
    var offset: Int

    /// The offset in the property of the byte that distinguishes nil from a value; 0 if there is none.
    var tagOffset: Int32 = 0

    /// The id of the memberwise type of the property or of its elements.
    var typeID = 0

    /// How it is decoded.
    var kind: MemberKind

    /// The ordinal of its key.
    var ordinal: UInt8

    /// Whether it is nil if the member is absent or null.
    var isOptional: Bool

    /// Whether only its handler makes values, but it may also be nil or an empty array, for which no model's code runs.
    var mayBeEmpty: Bool { kind == .arrayByHandler || kind == .byHandler && isOptional }

    /// Its handler, which knows its type; the plan holds it.
    let uncountedHandler: Unmanaged<MemberHandler>

    var handler: MemberHandler {
      // SAFETY: plans are never freed.
      unsafe uncountedHandler._withUnsafeGuaranteedRef { $0 }
    }
  }

  /// How many properties a type may have: there is a bit for each.
  static var maximumFieldCount: Int { 64 }

  /// The largest alignment that values may have.
  static var maximumAlignment: Int { 16 }

  @unsafe private struct Contents: ~Copyable {
    let fields: UnsafeMutablePointer<Field>
    let count: Int
    let required: UInt64
    let all: UInt64
    let template: UnsafeMutableRawPointer
    let size: Int
    let stride: Int
    let nameBytes: ByteArena
    let table: SlotTable
    let filter: UInt64
    let type: Unmanaged<MemberwiseType>
    let id: Int
    let keyType: any CodingKey.Type
    let isReadFromText: Bool
    let alwaysDefers: Bool
    let mayDefer: Bool
  }

  private let contents: UnsafeMutablePointer<Contents>

  /// Makes a plan for `memberwiseType`, which stands for `type`, from what its initializer has asked for.
  ///
  /// - Precondition: The offsets are those of the properties in the type, and there are at most `maximumFieldCount`.
  init<Value>(
    of type: Value.Type,
    _ memberwiseType: MemberwiseType,
    _ recording: MemberRecording,
    offsets: [Int]
  ) {
    // SAFETY: `fields` has room for as many fields as there are handlers, and all are initialized in the loop, before
    // `table` is made of them; there are as many offsets as handlers. `template` has as many bytes as the type, and the
    // layout rule has placed the property at each offset within them.
    let (handlers, size) = (recording.handlers, MemoryLayout<Value>.size)
    precondition(handlers.count <= Self.maximumFieldCount)
    let fields = UnsafeMutablePointer<Field>.allocate(capacity: handlers.count)
    let template = UnsafeMutableRawPointer.allocate(
      byteCount: max(size, 1),
      alignment: Self.maximumAlignment
    )
    unsafe template.initializeMemory(as: UInt8.self, repeating: 0, count: max(size, 1))
    var nameBytes = ByteArena()
    var required: UInt64 = 0
    var filter: UInt64 = 0
    // Small strings are read in the form that they have in memory.
    var (isReadFromText, alwaysDefers, mayDefer) = (SmallString.scanIsSound, false, false)
    for (index, (handler, offset)) in zip(handlers, offsets).enumerated() {
      let slot = KeySlot(handler.name, ordinal: index, bytes: &nameBytes)
      var field = unsafe Field(
        slot: slot,
        offset: offset,
        typeID: handler.memberwiseType?.id ?? 0,
        kind: handler.kind,
        ordinal: UInt8(handler.request.ordinal),
        isOptional: handler.isOptional,
        uncountedHandler: .passRetained(handler)
      )
      if let tagOffset = handler.tagOffset {
        field.tagOffset = Int32(tagOffset)
      } else if field.isOptional {
        field.kind = .byHandler
      }
      let hasPlaceholder = unsafe handler.initializePlaceholder(at: template + offset)
      if field.mayBeEmpty {
        mayDefer = true
      } else if field.kind == .byHandler {
        alwaysDefers = true
      }
      // Values are read before such members are decoded.
      if field.kind.mayBeDeferred, !hasPlaceholder { isReadFromText = false }
      filter |= slot.filterBit
      if !field.isOptional, !handler.request.isDefaulted { required |= 1 << UInt64(index) }
      unsafe (fields + index).initialize(to: field)
    }
    unsafe contents = .holding(
      Contents(
        fields: fields,
        count: handlers.count,
        required: required,
        all: Self.bits(below: handlers.count),
        template: template,
        size: size,
        stride: MemoryLayout<Value>.stride,
        nameBytes: nameBytes,
        table: SlotTable(count: handlers.count) { unsafe fields[$0].slot },
        filter: filter,
        type: .passRetained(memberwiseType),
        id: memberwiseType.id,
        keyType: recording.keyType ?? NoKey.self,
        isReadFromText: isReadFromText,
        alwaysDefers: alwaysDefers,
        mayDefer: mayDefer
      )
    )
  }

  // SAFETY of all that follows: the contents were initialized above, do not change, and are never
  // freed.

  /// The bits of the properties before `position`.
  static func bits(below position: Int) -> UInt64 { (1 << UInt64(position)) &- 1 }

  /// The number of properties.
  var count: Int { unsafe contents.pointee.count }

  /// The bits of the properties that an object must have a member for: neither optional nor defaulted.
  var required: UInt64 { unsafe contents.pointee.required }

  /// The bits of all properties.
  var all: UInt64 { unsafe contents.pointee.all }

  /// The distance between two elements of an array of the type.
  var stride: Int { unsafe contents.pointee.stride }

  /// The type.
  var type: MemberwiseType {
    // The plan holds it.
    unsafe contents.pointee.type._withUnsafeGuaranteedRef { $0 }
  }

  /// The id of the type.
  var id: Int { unsafe contents.pointee.id }

  /// Whether values may be read from a text.
  var isReadFromText: Bool { unsafe contents.pointee.isReadFromText }

  /// Whether the type has members that are decoded after all others when a value is read from a text.
  var alwaysDefers: Bool { unsafe contents.pointee.alwaysDefers }

  /// Whether the type has members for which that depends on their values; see `Field.mayBeEmpty`.
  var mayDefer: Bool { unsafe contents.pointee.mayDefer }

  /// Destroys those properties of the value at `target` whose bits are in `made`.
  ///
  /// A property that is nil need not be destroyed.
  @inline(never)
  func destroy(_ made: UInt64, of target: UnsafeMutableRawPointer) {
    var rest = made
    while rest != 0 {
      let field = self[rest.trailingZeroBitCount]
      rest &= rest &- 1
      // SAFETY: it was initialized, and its handler knows its type.
      unsafe field.handler.destroy(at: target + field.offset)
    }
  }

  /// Whether values are made only from objects, as opposed to any kind of value.
  var asksForObject: Bool { keyType != NoKey.self }

  /// The bytes of a value that has no members.
  var template: UnsafeRawPointer { unsafe UnsafeRawPointer(contents.pointee.template) }

  /// The type of the keys.
  var keyType: any CodingKey.Type { unsafe contents.pointee.keyType }

  /// The first property.
  var fields: UnsafeMutablePointer<Field> { unsafe contents.pointee.fields }

  /// The property at `index`.
  subscript(index: Int) -> Field {
    unsafe precondition(index >= 0 && index < contents.pointee.count)
    return unsafe contents.pointee.fields[index]
  }

  /// Sets the optional properties of the value at `target` to nil; the other properties are still to be initialized.
  ///
  /// nil consists of bits alone, so it is copied as bits. (Copying and destroying an instance took
  /// 33 ns for a log line.)
  @inline(__always)
  func begin(_ target: UnsafeMutableRawPointer) {
    // SAFETY: the template has as many bytes as the type, and so has the target, as the caller says.
    unsafe target.copyMemory(
      from: contents.pointee.template,
      byteCount: contents.pointee.size
    )
  }

  /// The bytes of names that are too long for a slot.
  var nameText: JSONText { unsafe contents.pointee.nameBytes.text }

  /// The position of the property whose key is the plain name in the bytes from `start` up to `end`; `count` if there
  /// is none.
  ///
  /// One bit out of 64 is enough to reject most names that no property has.
  @inline(__always)
  func index(ofNameFrom start: Int, to end: Int, in text: JSONText) -> Int {
    let hash = NameFilter.hash(text, from: start, count: end &- start)
    guard unsafe contents.pointee.filter & 1 &<< (hash &>> 58) != 0 else { return count }
    return index(ofNameFrom: start, to: end, in: text, hash)
  }

  @inline(never)
  private func index(
    ofNameFrom start: Int,
    to end: Int,
    in text: JSONText,
    _ hash: UInt64
  ) -> Int {
    guard end &- start < TapeWord.maximumShortCount else { return count }
    let word = TapeWord(.string, offset: start, count: end &- start)
    // SAFETY: the table has positions of fields.
    return unsafe contents.pointee.table.position(hash) {
      unsafe fields[$0].slot.matches(word, in: text, names: nameText)
    } ?? count
  }
}

/// The keys of a type that has no keys.
private enum NoKey: CodingKey {}

/// Values that stand for no position of a property.
enum PropertyIndex {
  /// The object ends.
  static var end: Int { 0xFF }

  /// There is something unusual.
  static var none: Int { 0xFE }
}

/// What a decoder knows about a memberwise type that has a plan.
struct ReadyPlan {
  let plan: MemberwisePlan

  /// The note that a value is entered by the first case of the type's keys.
  let firstCase: KeyNote

  /// Whether a value that is read from a text, or one inside it, may have members that are decoded after all others.
  ///
  /// Members for which that depends on their values are first expected to be nil or empty, as models have many that
  /// always are: those made from a sample of a text, for example.
  var defers = false

  /// Whether such a member, in a value of the type or in one around it, was neither nil nor empty.
  var hasMetValue = false

  /// Whether reading a text of such values takes less time than decoding it from the tape.
  var paysToRead = true
}
