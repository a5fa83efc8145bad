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

    /// The id of the memberwise type of the property or of its elements.
    var typeID = 0

    /// How it is decoded.
    var kind: MemberKind

    /// The ordinal of its key.
    var ordinal: UInt8

    /// Whether it is nil if the member is absent or null.
    var isOptional: Bool

    /// Whether only its type makes values, but it may also be nil or an empty array, for which no model's code runs.
    var mayBeEmpty: Bool { kind == .arrayByType || kind == .byType && isOptional }

    /// The type of the property.
    let type: any Decodable.Type
  }

  /// How many properties a type may have: there is a bit for each.
  static var maximumFieldCount: Int { 64 }

  /// The largest alignment that values may have.
  static var maximumAlignment: Int { 16 }

  @unsafe private struct Contents: ~Copyable {
    let fields: UnsafeMutablePointer<Field>
    let count: Int
    let required: UInt64
    let template: UnsafeMutableRawPointer
    let size: Int
    let stride: Int
    let nameBytes: ByteArena
    let table: SlotTable
    let members: [RecordedMember]
    let type: Unmanaged<MemberwiseType>
    let keyType: (any CodingKey.Type)?
    let isReadFromText: Bool
  }

  private let contents: UnsafeMutablePointer<Contents>

  /// Creates a plan for `memberwiseType`, which stands for `type`, from what its initializer has asked for.
  ///
  /// - Precondition: The offsets are those of the properties in the type, and there are at most `maximumFieldCount`.
  init<Value>(
    of type: Value.Type,
    _ memberwiseType: MemberwiseType,
    _ recording: MemberRecording,
    offsets: [Int]
  ) {
    // SAFETY: `fields` has room for as many fields as there are members, and all are initialized in the loop, before
    // `table` is made of them; there are as many offsets as members. `template` has as many bytes as the type, and the
    // layout rule has placed the property at each offset within them.
    let size = MemoryLayout<Value>.size
    let members = recording.members
    precondition(members.count <= Self.maximumFieldCount)
    let fields = UnsafeMutablePointer<Field>.allocate(capacity: members.count)
    let template = UnsafeMutableRawPointer.allocate(
      byteCount: max(size, 1),
      alignment: Self.maximumAlignment
    )
    unsafe template.initializeMemory(as: UInt8.self, repeating: 0, count: max(size, 1))
    var nameBytes = ByteArena()
    var required: UInt64 = 0
    // Small strings are read in the form that they have in memory.
    var isReadFromText = SmallString.scanIsSound
    for (index, (member, offset)) in zip(members, offsets).enumerated() {
      guard let type = member.type else { preconditionFailure("no property for \(member.name)") }
      let field = Field(
        slot: KeySlot(member.name, ordinal: index, bytes: &nameBytes),
        offset: offset,
        typeID: member.memberwiseType?.id ?? 0,
        kind: member.kind,
        ordinal: UInt8(member.ordinal),
        isOptional: member.isOptional,
        type: type
      )
      // Values are read before such members are decoded. Meanwhile, a placeholder is there, which may be copied and
      // overwritten like mere bytes. If a type needs no work to be destroyed, any bits will do.
      if let empty = member.empty {
        unsafe empty.initializeProperty(at: template + offset)
      } else if field.kind.mayBeDeferred, !TypeMetadata.isTrivial(type) {
        isReadFromText = false
      }
      if !field.isOptional, !member.isDefaulted { required |= 1 << UInt64(index) }
      unsafe (fields + index).initialize(to: field)
      member.handed = nil
    }
    unsafe contents = .holding(
      Contents(
        fields: fields,
        count: members.count,
        required: required,
        template: template,
        size: size,
        stride: MemoryLayout<Value>.stride,
        nameBytes: nameBytes,
        table: SlotTable(count: members.count) { unsafe fields[$0].slot },
        members: members,
        type: .passRetained(memberwiseType),
        keyType: recording.keyType,
        isReadFromText: isReadFromText
      )
    )
  }

  // SAFETY of all that follows: the contents were initialized above, do not change, and are never
  // freed.

  /// The number of properties.
  var count: Int { unsafe contents.pointee.count }

  /// The bits of the properties that an object must have a member for: neither optional nor defaulted.
  var required: UInt64 { unsafe contents.pointee.required }

  /// The distance between two elements of an array of the type.
  var stride: Int { unsafe contents.pointee.stride }

  /// The type.
  var type: MemberwiseType {
    // The plan holds it.
    unsafe contents.pointee.type._withUnsafeGuaranteedRef { $0 }
  }

  /// The id of the type.
  var id: Int { type.id }

  /// The memberwise types inside.
  var parts: [MemberwiseType] { members.compactMap(\.memberwiseType) }

  /// What the initializer asks for, in that order.
  var members: [RecordedMember] { unsafe contents.pointee.members }

  /// Whether values may be read from a text.
  var isReadFromText: Bool { unsafe contents.pointee.isReadFromText }

  /// Destroys those properties of the value at `target` whose bits are in `made`.
  ///
  /// A property that is nil need not be destroyed.
  @inline(never)
  func destroy(_ made: UInt64, of target: UnsafeMutableRawPointer) {
    var rest = made
    while rest != 0 {
      let field = self[rest.trailingZeroBitCount]
      rest &= rest &- 1
      // SAFETY: the plan has found the property there, and it was initialized.
      unsafe field.type.destroy(at: target + field.offset)
    }
  }

  /// The type of the keys; nil for a type without members.
  var keyType: (any CodingKey.Type)? { unsafe contents.pointee.keyType }

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
  @inline(never)
  func index(ofNameFrom start: Int, to end: Int, in text: JSONText) -> Int {
    guard end &- start < TapeWord.maximumShortCount else { return count }
    let hash = NameFilter.hash(text, from: start, count: end &- start)
    let word = TapeWord(.string, offset: start, count: end &- start)
    // SAFETY: the table has positions of fields.
    return unsafe contents.pointee.table.position(hash) {
      unsafe fields[$0].slot.matches(word, in: text, names: nameText)
    } ?? count
  }
}

extension Decodable {
  /// Decodes the value at `entry`, which is entered by the key that `note` stands for, and initializes the property of
  /// this type at `target` with it.
  ///
  /// A model that throws leaves the property as it was.
  static func decodeProperty(
    with decoder: DocumentDecoder,
    at entry: Int,
    by note: KeyNote,
    to target: UnsafeMutableRawPointer
  ) throws {
    decoder.enter(entry, by: note)
    let value = try decoder.decode(Self.self, at: entry, by: note)
    // SAFETY: a plan has found that the target is that of a property of this type.
    unsafe target.initializeMemory(as: Self.self, to: value)
  }

  /// Initializes the property of this type at `target` with this value.
  func initializeProperty(at target: UnsafeMutableRawPointer) {
    // SAFETY: a plan has found that the target is that of a property of this type.
    unsafe target.initializeMemory(as: Self.self, to: self)
  }

  /// Destroys the `count` values of this type at `target`.
  static func destroy(at target: UnsafeMutableRawPointer, count: Int = 1) {
    // SAFETY: there are as many, as the caller says.
    unsafe target.assumingMemoryBound(to: Self.self).deinitialize(count: count)
  }

  /// Moves the `count` values of this type at `source` into uninitialized storage.
  static func move(
    _ source: UnsafeMutableRawPointer,
    count: Int,
    to target: UnsafeMutableRawPointer
  ) {
    // SAFETY: there are as many, and there is room for them, as the caller says.
    let values = unsafe source.assumingMemoryBound(to: Self.self)
    unsafe target.moveInitializeMemory(as: Self.self, from: values, count: count)
  }

  /// Calls `body` with the elements of the array of this type at `target`, which nothing else refers to.
  static func withElements(
    ofArrayAt target: UnsafeMutableRawPointer,
    _ body: (_ base: UnsafeMutableRawPointer, _ count: Int) throws -> Void
  ) rethrows {
    // SAFETY: there is such an array, as the caller says.
    try unsafe target.assumingMemoryBound(to: [Self].self).pointee
      .withUnsafeMutableBufferPointer { elements in
        guard let base = elements.baseAddress else { return }
        try unsafe body(UnsafeMutableRawPointer(base), elements.count)
      }
  }
}

/// Values that stand for no position of a property.
enum PropertyIndex {
  /// The object ends.
  static var end: Int { 0xFF }

  /// There is something unusual.
  static var none: Int { 0xFE }
}

/// What a property of a memberwise type is, with one row for each kind that a plan decodes faster than the type itself
/// would.
///
/// An optional property is of the kind of its value. `TextReader.swift` fills the properties of each kind.
enum MemberKind: UInt8 {
  /// Decoded the way that the type itself does it, whatever that is.
  case byType
  /// An array of values of another type: an empty one is made at once, and any other by its type.
  case arrayByType
  case bool
  case int
  case unsignedInt
  case int8
  case int16
  case int32
  case uint8
  case uint16
  case uint32
  case double
  case float
  case string
  case ints
  case doubles
  case strings
  /// `[[Double]]`
  case doubleArrays
  /// `[[[Double]]]`
  case nestedDoubleArrays
  /// `[String: String]`
  case stringsByName
  /// `[String: [Int]]`
  case intsByName
  /// A value of a memberwise type.
  case object
  /// An array of values of a memberwise type.
  case objects
  /// A dictionary of values of a memberwise type.
  case objectsByName

  /// Whether it stands for a memberwise type, or an array or dictionary of one.
  @inline(__always)
  var isOfMemberwiseType: Bool { self == .object || self == .objects || self == .objectsByName }

  /// Whether the type itself decodes such a member, unless it is an empty array.
  var isByType: Bool { self == .byType || self == .arrayByType }

  /// Whether such a member may have to be decoded when all of a text has been read.
  var mayBeDeferred: Bool { isByType || self == .objectsByName }

  /// The kinds of the types that are recognized by their identity.
  ///
  /// The kind of an integer is that of the type with as many bits; types with more bits than an `Int` have none.
  fileprivate static let scalars: [(type: DirectTypes.Identified, kind: MemberKind)] = {
    let isWide = MemoryLayout<Int>.size == 8
    return [
      (String.self, .string), (Bool.self, .bool), (Double.self, .double), (Float.self, .float),
      (Int.self, .int), (Int64.self, isWide ? .int : .byType),
      (Int32.self, isWide ? .int32 : .int), (Int16.self, .int16), (Int8.self, .int8),
      (UInt.self, .unsignedInt), (UInt64.self, isWide ? .unsignedInt : .byType),
      (UInt32.self, isWide ? .uint32 : .unsignedInt), (UInt16.self, .uint16), (UInt8.self, .uint8),
      ([Int].self, .ints), ([Double].self, .doubles), ([String].self, .strings),
      ([[Double]].self, .doubleArrays), ([[[Double]]].self, .nestedDoubleArrays),
      ([String: String].self, .stringsByName), ([String: [Int]].self, .intsByName),
    ]
  }()
}

extension TypeMemory {
  /// The kind of a property of a type that `direct` decodes, and the memberwise type of the property or its contents.
  func memberKind(
    of direct: any DirectlyDecodable.Type
  ) -> (kind: MemberKind, memberwiseType: MemberwiseType?) {
    if let row = MemberKind.scalars.first(where: { $0.type == direct }) { return (row.kind, nil) }
    func memberwiseType(_ type: any Decodable.Type) -> MemberwiseType? {
      guard let direct = planWithMark(for: type).direct else { return nil }
      let part = memberKind(of: direct)
      return part.kind == .object ? part.memberwiseType : nil
    }
    switch direct.content(in: self) {
    case .value: break
    case .wrapped(let type):
      // This finds out whether the type inside is a memberwise type and has its first value recorded.
      _ = memberwiseType(type)
    case .model(let known):
      if let known = known as? MemberwiseType { return (.object, known) }
    case .parts(let form, let type):
      guard let inner = memberwiseType(type) else {
        return (form == .elements ? .arrayByType : .byType, nil)
      }
      return (form == .elements ? .objects : .objectsByName, inner)
    }
    return (.byType, nil)
  }
}
