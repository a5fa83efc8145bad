/// The stored properties of a structure that no key fills, because its `CodingKeys` has no case for them.
///
/// `init(from:)` gives them their initial values. An update keeps their previous values, and a type with defaults keeps
/// those of its `init()`. Properties that `init(from:)` derives from members must not be kept, though. The former
/// value's members are therefore decoded once more, without the text. A property that comes back unchanged is derived
/// from them, and has already been derived anew; any other holds something that no text could say.
///
/// Properties are read as a mirror shows them, and placed according to the layout rule of structures. If that does not
/// add up to the size of the type, nothing is kept.
struct UncodedProperties<Value> {
  private let properties: [StoredProperties.Property]

  /// Whether `Value` has more stored properties than `keys` has cases, if both are as expected.
  ///
  /// This is asked for each object and takes a few loads.
  @inline(__always)
  static func mayExist(beside keys: any CodingKey.Type) -> Bool {
    guard let count = TypeMetadata(Value.self).storedPropertyCount,
      TypeMetadata(keys).kind == .enumeration
    else { return false }
    // SAFETY: it is an enumeration, and the layout was tested with that of the structure.
    return unsafe TypeMetadata(keys).plainCaseCount.map { $0 < count } ?? false
  }

  /// Finds such properties of `value`, which was decoded by the cases of `keys`; nil if there are none.
  private init?(of value: Value, keys: any CodingKey.Type) {
    let metadata = TypeMetadata(Value.self)
    guard let count = metadata.storedPropertyCount, let names = TypeMetadata(keys).caseNames,
      count > names.count, metadata.holdsAllItRefersTo,
      !(Value.self is any CustomReflectable.Type)
    else { return nil }
    let properties = StoredProperties(of: value)
    guard properties.all.count == count else { return nil }
    var (found, codedCount) = ([StoredProperties.Property](), 0)
    for property in properties.all {
      let label = property.label
      // The name of a property with a wrapper begins with an underscore.
      if names.contains(label) || label.first == "_" && names.contains(String(label.dropFirst())) {
        codedCount += 1
      } else if !label.hasPrefix("$__lazy_storage_$") {
        found.append(property)
      }
    }
    // The compiler requires each case to have the name of a property, so other keys are written by hand.
    guard codedCount == names.count, !found.isEmpty, properties.areLaidOutAsExpected else {
      return nil
    }
    self.properties = found
  }

  /// Copies those properties from the value of `former` to `value` that differ from it in the result of `again`.
  ///
  /// `again` is called only if there are any properties that may have to be kept. This is a separate function, because
  /// its caller would otherwise ask the runtime for the type of an optional for each object.
  @inline(never)
  static func keep(in value: inout Value, of former: FormerValue, again: () throws -> Value) {
    guard let keys = former.keyType, let known = try? former.whole().value(of: Value.self),
      let uncoded = Self(of: known, keys: keys)
    else { return }
    let changed = uncoded.differing(value, known)
    guard !changed.isEmpty else { return }
    let kept = (try? again()).map { uncoded.differing($0, known) } ?? uncoded.properties
    // SAFETY: both have a property of that type there, as the layout says.
    unsafe withUnsafePointer(to: known) { source in
      unsafe withUnsafeMutablePointer(to: &value) { target in
        for property in kept {
          unsafe uncoded.copy(property.type, at: property.offset, source, target)
        }
      }
    }
  }

  /// The properties in which the two values differ, as far as is known.
  private func differing(_ first: Value, _ second: Value) -> [StoredProperties.Property] {
    // SAFETY: both have a property of that type there, as the layout says.
    unsafe withUnsafePointer(to: first) { first in
      unsafe withUnsafePointer(to: second) { second in
        properties.filter { unsafe !isSame($0.type, at: $0.offset, first, second) }
      }
    }
  }

  private func copy<Declared>(
    _ type: Declared.Type,
    at offset: Int,
    _ source: UnsafeRawPointer,
    _ target: UnsafeMutableRawPointer
  ) {
    // SAFETY: the caller says that there is one.
    unsafe (target + offset).assumingMemoryBound(to: type).pointee =
      (source + offset).assumingMemoryBound(to: type).pointee
  }

  /// Whether the bits of a property are the same, or its values are equal.
  private func isSame<Declared>(
    _ type: Declared.Type,
    at offset: Int,
    _ first: UnsafeRawPointer,
    _ second: UnsafeRawPointer
  ) -> Bool {
    // SAFETY: the caller says that there is a property.
    let (first, second) = unsafe (first + offset, second + offset)
    let count = MemoryLayout<Declared>.size
    let bytes = unsafe UnsafeRawBufferPointer(start: first, count: count)
    let others = unsafe UnsafeRawBufferPointer(start: second, count: count)
    if unsafe bytes.elementsEqual(others) { return true }
    let value = unsafe first.assumingMemoryBound(to: type).pointee
    guard let value = value as? any Equatable else { return false }
    return unsafe value.equals(second.assumingMemoryBound(to: type).pointee)
  }
}

extension Equatable {
  /// Whether `other` is of the same type, and equal.
  fileprivate func equals(_ other: Any) -> Bool { (other as? Self) == self }
}
