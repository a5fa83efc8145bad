/// What is known about one property of a marked type, and what is done with it where the plan has
/// nothing faster.
///
/// The members that differ by the property's type are overridden in `TypedHandler`. Handlers belong to
/// plans, which are never freed.
class MemberHandler {
  /// The ordinal of the key.
  let ordinal: Int

  /// The name of the key, as in a text.
  let name: String

  /// Whether the property is an optional one that is nil where the member is absent or null.
  let isOptional: Bool

  /// How a value that is there is decoded.
  let kind: MemberKind

  /// Only for `TypedHandler`, which overrides what is not done here.
  fileprivate init(ordinal: Int, name: String, isOptional: Bool, kind: MemberKind) {
    self.ordinal = ordinal
    self.name = name
    self.isOptional = isOptional
    self.kind = kind
  }

  /// The type of the property.
  var type: any Any.Type { fatalError("overridden") }

  /// The size of the property in bytes, and what its address is a multiple of.
  var layout: (size: Int, alignment: Int) { fatalError("overridden") }

  // MARK: - Decoding

  /// Decodes the value at `entry`, which is not null if the property is optional, by the key that
  /// `note` stands for, and initialises the property at `target` with it.
  @unsafe
  func decode(
    with decoder: DocumentDecoder,
    in header: Int,
    at entry: Int,
    by note: KeyNote,
    to target: UnsafeMutableRawPointer
  ) throws {
    fatalError("overridden")
  }

  /// Makes the property at `target` nil, which is optional.
  @unsafe
  func initializeNil(at target: UnsafeMutableRawPointer) { fatalError("overridden") }

  /// Makes the property at `target` one that may be copied and overwritten like
  /// mere bytes: it stands there until the member is decoded.
  ///
  /// - Returns: False if the type has no such value.
  @unsafe
  func initializePlaceholder(at target: UnsafeMutableRawPointer) -> Bool {
    fatalError("overridden")
  }

  /// Destroys the property at `target`.
  @unsafe
  func destroy(at target: UnsafeMutableRawPointer) { fatalError("overridden") }

  // MARK: - Verification

  /// Whether the sample of the property with the number `number` is what is at `address`.
  @unsafe
  func compareSample(_ number: Int, at address: UnsafeRawPointer) -> ValueComparison {
    fatalError("overridden")
  }

  /// Whether the properties at the two addresses are the same.
  @unsafe
  func compare(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> ValueComparison {
    fatalError("overridden")
  }

  /// Whether the properties at the two addresses are equal, of a type that the plan decodes itself.
  @unsafe
  func areEqual(
    _ first: UnsafeRawPointer,
    _ second: UnsafeRawPointer,
    _ environment: DecodingEnvironment
  ) -> Bool {
    fatalError("overridden")
  }

  /// Releases the samples, which may be a part of a user's value, once the plan is made.
  func forgetSamples() { fatalError("overridden") }

  /// Whether the library knows enough values of the type to tell one property from another.
  var hasKnownSamples: Bool { fatalError("overridden") }

  /// The marked type of the property or its elements.
  var markedType: MarkedType? {
    switch kind {
    case .object(let marked), .objects(let marked), .objectsByName(let marked): marked
    default: nil
    }
  }

  /// Where the byte that tells nil from a value is after the value; nil if there is none, and
  /// `unknown` if the layout is not as expected.
  var optionalTag: OptionalTag { fatalError("overridden") }

  enum OptionalTag: Equatable {
    case none
    case byte(offset: Int)
    case unknown
  }
}

/// A handler of a property of type `Value`, or `Value?` if it is optional.
final class TypedHandler<Value: Decodable>: MemberHandler {
  /// Values to try, made up or from an object that was decoded.
  private(set) var samples: [Value]
  private let samplesAreKnown: Bool

  /// A value without storage of its own.
  private let empty: Value?

  /// Where the byte that tells nil from a value is, of an optional property.
  private var valueTag = OptionalTag.unknown

  /// The plan of the type, of a marked one that had a plan when this was made.
  private let plan: MemberwisePlan?

  init(
    ordinal: Int,
    name: String,
    isOptional: Bool,
    kind: MemberKind,
    plan: MemberwisePlan?,
    samples: [Value],
    samplesAreKnown: Bool,
    empty: Value?
  ) {
    self.empty = empty
    self.plan = plan
    self.samples = samples
    self.samplesAreKnown = samplesAreKnown
    super.init(ordinal: ordinal, name: name, isOptional: isOptional, kind: kind)
    if isOptional { valueTag = findValueTag() }
  }

  override var type: any Any.Type { isOptional ? Value?.self : Value.self }

  override var layout: (size: Int, alignment: Int) {
    isOptional
      ? (MemoryLayout<Value?>.size, MemoryLayout<Value?>.alignment)
      : (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
  }

  // MARK: - Decoding

  @unsafe
  override func decode(
    with decoder: DocumentDecoder,
    in header: Int,
    at entry: Int,
    by note: KeyNote,
    to target: UnsafeMutableRawPointer
  ) throws {
    guard !isOptional || valueTag != .unknown else {
      // SAFETY: the target is that of the caller.
      return try unsafe decodeOptional(with: decoder, in: header, at: entry, by: note, to: target)
    }
    // SAFETY: the plan has found that the property has this type, or is an optional one that begins with
    // it, which is what the target is for.
    unsafe target.initializeMemory(
      as: Value.self,
      to: try decode(with: decoder, in: header, at: entry, by: note)
    )
    // SAFETY: the tag is in the property.
    if isOptional, case .byte(let offset) = valueTag {
      unsafe target.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
    }
  }

  /// Decodes a value into an optional property whose layout is not known.
  ///
  /// (Elsewhere, to mention the type of the optional took 435 instructions for each value.)
  @unsafe
  @inline(never)
  private func decodeOptional(
    with decoder: DocumentDecoder,
    in header: Int,
    at entry: Int,
    by note: KeyNote,
    to target: UnsafeMutableRawPointer
  ) throws {
    let value = try decode(with: decoder, in: header, at: entry, by: note)
    // SAFETY: as above.
    unsafe target.initializeMemory(as: Value?.self, to: value)
  }

  @inline(__always)
  private func decode(
    with decoder: DocumentDecoder,
    in header: Int,
    at entry: Int,
    by note: KeyNote
  ) throws -> Value {
    guard decoder.enter(entry, by: note) else {
      let substitute = try decoder.substitute(forKeyOf: note, in: header, at: entry)
      return try substitute.decode(Value.self, at: entry)
    }
    return try decoder.decode(
      Value.self,
      at: entry,
      by: note,
      plan: decoder.plan(for: Value.self)
    )
  }

  @unsafe
  override func initializeNil(at target: UnsafeMutableRawPointer) {
    // SAFETY: as above.
    unsafe target.initializeMemory(as: Value?.self, to: nil)
  }

  @unsafe
  override func initializePlaceholder(at target: UnsafeMutableRawPointer) -> Bool {
    // SAFETY: as above. nil is nothing but bits, and so is an empty collection, whose storage is one that
    // is never freed.
    if isOptional {
      unsafe initializeNil(at: target)
      return true
    }
    // What needs nothing to be destroyed is nothing but bits, too.
    let trivial = TypeMetadata.isTrivial(Value.self) ? samples.first : nil
    guard let placeholder = empty ?? trivial else { return false }
    // SAFETY: as above.
    unsafe target.initializeMemory(as: Value.self, to: placeholder)
    return true
  }

  @unsafe
  override func destroy(at target: UnsafeMutableRawPointer) {
    // SAFETY: as above; the caller says that it is initialised.
    if isOptional {
      unsafe target.assumingMemoryBound(to: Value?.self).deinitialize(count: 1)
    } else {
      unsafe target.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
    }
  }

  // MARK: - Verification

  /// The sample with the number `number`: nil for even ones if the property is optional.
  ///
  /// For a property that is not, samples whose numbers differ in the last bit differ, if there are at
  /// least two.
  func sample(_ number: Int) -> Value? {
    guard !samples.isEmpty else { return nil }
    guard isOptional else { return samples[number % samples.count] }
    return number & 1 == 0 ? nil : samples[(number >> 1) % samples.count]
  }

  override func compareSample(_ number: Int, at address: UnsafeRawPointer) -> ValueComparison {
    let expected = sample(number)
    if isOptional {
      // SAFETY: a property of this type is at the address, as the plan is about to find out: the
      // instance has one of this type at the offset that the layout rule gives.
      return unsafe withUnsafePointer(to: expected) { unsafe compare($0, address) }
    }
    guard let expected else { return .different }
    // SAFETY: as above.
    return unsafe withUnsafePointer(to: expected) { unsafe compare($0, address) }
  }

  override func compare(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> ValueComparison {
    guard isOptional else { return unsafe compareValues(first, second) }
    // SAFETY: both are of this type, as the caller says.
    let values = unsafe (
      first.assumingMemoryBound(to: Value?.self).pointee,
      second.assumingMemoryBound(to: Value?.self).pointee
    )
    switch values {
    case (nil, nil): return .same
    case (let first?, let second?):
      return unsafe withUnsafePointer(to: first) { first in
        unsafe withUnsafePointer(to: second) { unsafe compareValues($0, first) }
      }
    default: return .different
    }
  }

  @unsafe
  private func compareValues(
    _ first: UnsafeRawPointer,
    _ second: UnsafeRawPointer
  ) -> ValueComparison {
    // What lies between the properties of a struct may differ.
    // SAFETY: both addresses have a value of this type, as the caller says.
    if let plan { return unsafe plan.compare(first, second) }
    let count = MemoryLayout<Value>.size
    // SAFETY: both addresses have a value of this size.
    let isSame = unsafe UnsafeRawBufferPointer(start: first, count: count)
      .elementsEqual(UnsafeRawBufferPointer(start: second, count: count))
    if isSame { return .same }
    if samplesAreKnown, !kind.isObject { return .different }
    // SAFETY: as above.
    return unsafe ValueComparison.of(
      first.assumingMemoryBound(to: Value.self).pointee,
      second.assumingMemoryBound(to: Value.self).pointee
    )
  }

  override func areEqual(
    _ first: UnsafeRawPointer,
    _ second: UnsafeRawPointer,
    _ environment: DecodingEnvironment
  ) -> Bool {
    guard isOptional else {
      // SAFETY: both are of this type, as the caller says.
      return unsafe environment.areEqual(
        first.assumingMemoryBound(to: Value.self).pointee,
        second.assumingMemoryBound(to: Value.self).pointee,
        kind
      )
    }
    // SAFETY: as above.
    let values = unsafe (
      first.assumingMemoryBound(to: Value?.self).pointee,
      second.assumingMemoryBound(to: Value?.self).pointee
    )
    switch values {
    case (nil, nil): return true
    case (let first?, let second?): return environment.areEqual(first, second, kind)
    default: return false
    }
  }

  override func forgetSamples() { samples = [] }

  override var hasKnownSamples: Bool { samplesAreKnown }

  override var optionalTag: OptionalTag { valueTag }

  private func findValueTag() -> OptionalTag {
    guard let sample = samples.first else { return .unknown }
    let size = MemoryLayout<Value>.size
    let optionalSize = MemoryLayout<Value?>.size
    guard optionalSize == size || optionalSize == size + 1 else { return .unknown }
    // SAFETY: both are initialised before they are read, and have the sizes that are read.
    return unsafe withUnsafeTemporaryAllocation(of: Value?.self, capacity: 1) { optional in
      let base = unsafe optional.baseAddress.unsafelyUnwrapped
      unsafe base.initialize(to: sample)
      defer { unsafe base.deinitialize(count: 1) }
      let payload = unsafe withUnsafePointer(to: sample) { unsafe compareValues($0, base) }
      guard payload == .same else { return .unknown }
      guard optionalSize > size else { return .none }
      let tag = unsafe UnsafeRawPointer(base).load(fromByteOffset: size, as: UInt8.self)
      return tag == 0 ? .byte(offset: size) : .unknown
    }
  }
}
