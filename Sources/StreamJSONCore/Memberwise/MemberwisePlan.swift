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
    let template: UnsafeMutableRawPointer
    let size: Int
    let stride: Int
    let nameBytes: ByteArena
    let table: SlotTable
    let filter: UInt64
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
    var isReadFromText = SmallString.scanIsSound
    for (index, (handler, offset)) in zip(handlers, offsets).enumerated() {
      let slot = KeySlot(handler.name, ordinal: index, bytes: &nameBytes)
      let field = unsafe Field(
        slot: slot,
        offset: offset,
        typeID: handler.memberwiseType?.id ?? 0,
        kind: handler.kind,
        ordinal: UInt8(handler.request.ordinal),
        isOptional: handler.request.isOptional,
        uncountedHandler: .passRetained(handler)
      )
      let hasPlaceholder = unsafe handler.initializePlaceholder(at: template + offset)
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
        template: template,
        size: size,
        stride: MemoryLayout<Value>.stride,
        nameBytes: nameBytes,
        table: SlotTable(count: handlers.count) { unsafe fields[$0].slot },
        filter: filter,
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
  var parts: [MemberwiseType] { (0..<count).compactMap { self[$0].handler.memberwiseType } }

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
      // SAFETY: it was initialized, and its handler knows its type.
      unsafe field.handler.destroy(at: target + field.offset)
    }
  }

  /// The bytes of a value that has no members.
  var template: UnsafeRawPointer { unsafe UnsafeRawPointer(contents.pointee.template) }

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

/// Values that stand for no position of a property.
enum PropertyIndex {
  /// The object ends.
  static var end: Int { 0xFF }

  /// There is something unusual.
  static var none: Int { 0xFE }
}

/// What an initializer has asked for by one key.
struct MemberRequest: Equatable {
  /// The ordinal of the key.
  let ordinal: Int

  /// The name of the key, as in a text.
  let name: String

  /// Whether the property is optional and nil if the member is absent or null.
  let isOptional: Bool

  /// Whether the property has a default value if the member is absent; see `DefaultedMember`.
  let isDefaulted: Bool
}

/// One property of a memberwise type, and how to decode it if the plan has no faster way.
///
/// `TypedHandler` overrides the members that depend on the property's type. Handlers belong to plans, which are never
/// freed.
class MemberHandler {
  /// What an initializer has asked for by the key.
  let request: MemberRequest

  /// How a value that is present is decoded.
  let kind: MemberKind

  /// The memberwise type of the property or its elements.
  let memberwiseType: MemberwiseType?

  /// Creates a handler for an absent member with a default in a recording; `TypedHandler` overrides the methods that
  /// trap here.
  init(
    _ request: MemberRequest,
    kind: MemberKind = .byHandler,
    memberwiseType: MemberwiseType? = nil
  ) {
    self.request = request
    self.kind = kind
    self.memberwiseType = memberwiseType
  }

  var name: String { request.name }

  /// The type of the property, if it is known.
  var type: (any Any.Type)? { nil }

  // MARK: - Decoding

  /// Decodes the value at `entry`, which is entered from the object at `header` by the key that `note` stands for, and
  /// initializes the property at `target` with it.
  func decode(
    with decoder: DocumentDecoder,
    in header: Int,
    at entry: Int,
    by note: KeyNote,
    to target: UnsafeMutableRawPointer
  ) throws {
    fatalError("overridden")
  }

  /// Initializes the property at `target` with a placeholder that may be copied and overwritten like mere bytes and
  /// stays there until the member is decoded.
  ///
  /// - Returns: False if the type has no such value.
  func initializePlaceholder(at target: UnsafeMutableRawPointer) -> Bool {
    fatalError("overridden")
  }

  /// Destroys the property at `target`.
  func destroy(at target: UnsafeMutableRawPointer) { fatalError("overridden") }

  // MARK: - Verification

  /// Whether `other`, a handler of a plan, is for the same member, as far as its type is known here.
  func isAlike(_ other: MemberHandler) -> Bool {
    request == other.request && (type == nil || type == other.type)
  }

  /// Whether the property at `address` holds what was handed out.
  func holdsHanded(at address: UnsafeRawPointer) -> Bool { fatalError("overridden") }

  /// Whether the properties at the two addresses are the same.
  func mayBeSame(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> Bool {
    fatalError("overridden")
  }

  /// Releases what was handed out, once it has been compared.
  func forgetHanded() { fatalError("overridden") }
}

/// A handler of a property of the type `Value`.
final class TypedHandler<Value: Decodable>: MemberHandler {
  /// What the initializer got in a recording.
  private var handed: Value?

  /// A value that consists of mere bits: nil, an empty one, or the default of a member that may be absent.
  var empty: Value?

  override var type: (any Any.Type)? { Value.self }

  // MARK: - Decoding

  override func decode(
    with decoder: DocumentDecoder,
    in header: Int,
    at entry: Int,
    by note: KeyNote,
    to target: UnsafeMutableRawPointer
  ) throws {
    decoder.enter(entry, by: note)
    let value = try decoder.decode(Value.self, at: entry, by: note)
    // SAFETY: the target is meant for this property, which has this type, as the plan has found. A model that throws has
    // left it as it was.
    unsafe target.initializeMemory(as: Value.self, to: value)
  }

  override func initializePlaceholder(at target: UnsafeMutableRawPointer) -> Bool {
    // A value that need not be destroyed consists of mere bits, too. Any bits will do, because nothing reads them.
    guard let empty else { return TypeMetadata.isTrivial(Value.self) }
    // SAFETY: the target is that of a property of this type. The storage of an empty collection is never freed.
    unsafe target.initializeMemory(as: Value.self, to: empty)
    return true
  }

  override func destroy(at target: UnsafeMutableRawPointer) {
    // SAFETY: a property of this type is at the target, and initialized, as the caller says.
    unsafe target.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
  }

  // MARK: - Verification

  /// Notes what the initializer gets.
  func hand(_ value: Value) { handed = value }

  override func holdsHanded(at address: UnsafeRawPointer) -> Bool {
    guard let handed else { return false }
    // SAFETY: a property of this type is at the address, as the caller says.
    return unsafe withUnsafePointer(to: handed) { unsafe mayBeSame($0, address) }
  }

  override func mayBeSame(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> Bool {
    // SAFETY: both are of this type, as the caller says.
    unsafe ValueComparison.mayBeSame(first.load(as: Value.self), second.load(as: Value.self))
  }

  override func forgetHanded() { handed = nil }
}

/// What a property of a memberwise type is, with one row for each kind that a plan decodes faster than the type itself
/// would.
///
/// An optional property is of the kind of its value. `TextReader` has a method that fills a property for each kind.
enum MemberKind: UInt8 {
  /// Decoded by its handler, the way that the type itself does it, whatever that is.
  case byHandler
  /// An array of values of another type: an empty one is made at once, and any other by its handler.
  case arrayByHandler
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
  var isByHandler: Bool { self == .byHandler || self == .arrayByHandler }

  /// Whether such a member may have to be decoded when all of a text has been read.
  var mayBeDeferred: Bool { isByHandler || self == .objectsByName }

  /// Very roughly, how much of a text the values of such a property make up.
  var weight: Int {
    switch self {
    case .object: 3
    case .ints, .doubles, .strings, .doubleArrays, .nestedDoubleArrays: 8
    case .stringsByName, .intsByName, .objects, .objectsByName: 8
    default: 1
    }
  }

  /// The kinds of the types that are recognized by their identity.
  ///
  /// The kind of an integer is that of the type with as many bits; types with more bits than an `Int` have none.
  fileprivate static let scalars: [(type: DirectTypes.Identified, kind: MemberKind)] = {
    let isWide = MemoryLayout<Int>.size == 8
    return [
      (String.self, .string), (Bool.self, .bool), (Double.self, .double), (Float.self, .float),
      (Int.self, .int), (Int64.self, isWide ? .int : .byHandler),
      (Int32.self, isWide ? .int32 : .int), (Int16.self, .int16), (Int8.self, .int8),
      (UInt.self, .unsignedInt), (UInt64.self, isWide ? .unsignedInt : .byHandler),
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
        return (form == .elements ? .arrayByHandler : .byHandler, nil)
      }
      return (form == .elements ? .objects : .objectsByName, inner)
    }
    return (.byHandler, nil)
  }
}
